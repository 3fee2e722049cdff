/* What is not as it was between two runs, apart from the scores. */
#ifndef ASSAY_STORE_CHANGES_H
#define ASSAY_STORE_CHANGES_H

#include <stddef.h>

struct arena;
struct comparison_change;
struct document;

/* Lists the facts about machine, system, limits and storage that differ between
 * the documents and may move scores; returns how many. Facts that one of them
 * does not know are left out, but for limits: there "none" is an answer. */
size_t changes_list(const struct document *base, const struct document *now,
                    struct arena *arena, struct comparison_change **ret_changes);

#endif
