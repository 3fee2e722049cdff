/* Finds profiles by name or path, and checks that what they ask can be measured. */
#ifndef ASSAY_CLI_PROFILES_H
#define ASSAY_CLI_PROFILES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct document;
struct err;
struct judge_options;
struct plan_wish;
struct profile;

/* Reads a profile: one that comes with assay by its name, else a file; "-" is
 * standard input. Fails with ERR_USAGE when there is neither, naming its kin
 * ("kubernetes-control-plane" for "kubernetes") or the nearest name, and with ERR_DATA
 * when it cannot be understood or asks for a benchmark or a unit of it that does not
 * exist. */
int profiles_load(const char *name, struct arena *arena,
                  struct profile *ret_profile, struct err *err);

/* Prints a warning for every key that was not understood. */
void profiles_warn(const struct profile *profile);

/* Prints which other profiles begin with the name of one that comes with assay: who
 * asks for "polkadot" may want "polkadot-2022". */
void profiles_tell_kin(const char *name, struct arena *arena);

/* What to measure for the profiles together: each benchmark once, with the bounds of
 * all. Some bounds are given per CPU, for which the host is looked at. */
int profiles_wishes(const struct profile *profiles, size_t count,
                    const struct judge_options *options, struct arena *arena,
                    struct plan_wish **ret_wishes, size_t *ret_count,
                    struct err *err);

/* True when a profile asks for facts about the tested directory. */
bool profiles_ask_storage(const struct profile *profiles, size_t count);

/* Judges the document by each profile, and, where several directories were tested,
 * for each of them; the verdicts become the document's. */
void profiles_judge(const struct profile *profiles, size_t count,
                    const struct judge_options *options, struct arena *arena,
                    struct document *document);

#endif
