/* Which step has to go where the time is too short for all of them. */
#ifndef ASSAY_MEASURE_TRIAGE_H
#define ASSAY_MEASURE_TRIAGE_H

#include <stddef.h>

#include "bench/bench.h"

struct plan;

/* Chooses the next step to leave out: of the lowest tier that has one the last; but below
 * the head tier the costliest goes first where it takes over a sixth of the budget, since
 * it would push out many.
 * `seconds` is what each step still takes, 0 where it is out already. Steps above the
 * tier `highest` and those that were named stay. Returns the number of steps when none
 * may go. */
size_t triage_next(const struct plan *plan, const double *seconds,
                   enum tier highest);

#endif
