/* What measuring must know of profiles: which benchmarks they ask for, and at which
 * values their verdicts turn, so that a step can end as soon as it is clear. */
#ifndef ASSAY_JUDGE_BOUNDS_H
#define ASSAY_JUDGE_BOUNDS_H

#include <stddef.h>

#include "measure/rank.h"

struct arena;
struct document;
struct judge_options;
struct profile;

/* One benchmark that is asked for. */
struct bounded {
    const char *id;
    struct bound *bounds; /* on score and latency, tolerance included; may be
                             none */
    size_t count;
};

/* Adds what the profile asks in its role to a list, each benchmark once, in order
 * of first mention; several profiles share a list. The list starts as NULL and 0
 * and belongs to the arena. `document` need only know the host and the targets:
 * some bounds are given per CPU. */
void bounds_add(const struct profile *profile,
                const struct judge_options *options,
                const struct document *document, struct arena *arena,
                struct bounded **list, size_t *count);

#endif
