/* The list of all benchmarks, in the order they are reported. */
#ifndef ASSAY_BENCH_CATALOGUE_H
#define ASSAY_BENCH_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"

struct arena;
struct err;

/* One name a user can select: a family, one of its variants, a number for those
 * whose suffix takes one. */
struct bench_choice {
    const struct bench *bench;
    const struct bench_variant *variant;
    uint64_t number; /* of ".parallel-N"; 0 otherwise */
    char id[64];     /* the whole id */
};

/* All families in order; ends with NULL. */
extern const struct bench *const bench_catalogue[];

/* Spells the id of a choice. */
void bench_choice_make(const struct bench *bench,
                       const struct bench_variant *variant, uint64_t number,
                       struct bench_choice *ret_choice);

/* What a variant is called, as in "SHA-256, all CPUs". */
const char *bench_title(const struct bench *bench,
                        const struct bench_variant *variant,
                        struct arena *arena);

/* One sentence on what a variant does; static text. */
const char *bench_about(const struct bench *bench,
                        const struct bench_variant *variant);

/* Finds one id exactly. Fails with ERR_USAGE and the nearest known id. */
int bench_find(const char *id, struct bench_choice *ret_choice, struct err *err);

/* Calls `each` for every variant a selection names: a whole id, or the front of one
 * up to a dot ("cpu", "disk.read"). Numbered variants only by their whole id.
 * Fails with ERR_USAGE when nothing matches. */
int bench_select(const char *selection,
                 void (*each)(void *context, const struct bench_choice *choice),
                 void *context, struct err *err);

/* The document's words. */
const char *resource_name(enum resource resource); /* "cpu", "os", ... */
const char *tier_name(enum tier tier); /* "head", "detail", "deep" */

/* The unit of a score in the document, and which direction is the better one. */
enum unit score_unit(enum score score);
bool score_more_is_better(enum score score);

#endif
