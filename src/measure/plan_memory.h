/* What a plan takes of the memory, and what has to go where there is too little: a
 * control group that has no more kills whoever takes it. */
#ifndef ASSAY_MEASURE_PLAN_MEMORY_H
#define ASSAY_MEASURE_PLAN_MEMORY_H

#include <stdint.h>

struct arena;
struct host;
struct plan;

/* Bytes of all buffers: the pool, what the workers of all steps take, and what each
 * disk target does. */
uint64_t plan_memory_bytes(const struct plan *plan, const struct host *host);

/* Marks steps skipped until what is left and the program itself fit the usable memory:
 * those that take most for themselves first, and all that share the pool where it would
 * not fit even so; then the others stay that fit without it. */
void plan_fit_memory(const struct host *host, struct arena *arena,
                     struct plan *plan);

#endif
