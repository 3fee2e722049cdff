/* What would settle an undecided finding, as a sentence for the user. */
#ifndef ASSAY_JUDGE_SETTLE_H
#define ASSAY_JUDGE_SETTLE_H

#include "measure/rank.h"

struct arena;
struct counted_doubt;
struct result;

/* For a value whose interval (guard band included) holds the bound: how much
 * longer to measure, or why measuring longer does not help. */
const char *settle_interval(const struct result *result, double value,
                            struct interval interval, struct bound bound,
                            struct arena *arena);

/* For a percentile or a share over `bound_ns`. */
const char *settle_counted(const struct result *result, double bound_ns,
                           double share, struct counted_doubt doubt,
                           struct arena *arena);

/* For a fail while the host was busy. */
const char *settle_busy(void);

/* For latencies that the clock cannot tell from the bound. */
const char *settle_clock(void);

#endif
