/* Decisions about shares and percentiles, by counting operations.
 *
 * "p99 of at most 10 ms" says that at most 1 % of all operations take longer than
 * 10 ms, so the operations over the bound are counted in the histogram and
 * rank_ruling_share decides. A bucket that the bound cuts through counts as over
 * when a pass is asked for, and as not over when a fail is. */
#ifndef ASSAY_JUDGE_COUNTED_H
#define ASSAY_JUDGE_COUNTED_H

#include <stdint.h>

#include "measure/rank.h"

struct result_latency;

/* What may be wrong with every latency. */
struct counted_doubt {
    double guard;    /* a share under 1, widens it both ways */
    double grain_ns; /* of the clock: it is off by up to so much; 0: sound */
};

/* How many operations took longer than a bound. */
struct counted_over {
    uint64_t surely;   /* at least so many */
    uint64_t possibly; /* at most so many */
};

/* Counts those over `bound_ns`; both numbers are 0 where there are no buckets. */
struct counted_over counted_over(const struct result_latency *latency,
                                 double bound_ns);

/* Whether at most `share` of all operations take longer than `bound_ns`. */
enum ruling counted_ruling(const struct result_latency *latency, double bound_ns,
                           double share, struct counted_doubt doubt);

/* The interval of the percentile that leaves `share` above it: bounds in it are
 * unclear, above met, below missed. NaN ends when no bound would be met. */
struct interval counted_interval(const struct result_latency *latency,
                                 double share, struct counted_doubt doubt);

/* The interval of the share of operations that take longer than `bound_ns`, to
 * within a millionth. */
struct interval counted_share_interval(const struct result_latency *latency,
                                       double bound_ns,
                                       struct counted_doubt doubt);

/* How many times as many operations, at the same share over the bound, would make
 * the ruling clear: 2, 4, ... 64; 0 when even those would not. */
uint64_t counted_times(const struct result_latency *latency, double bound_ns,
                       double share, struct counted_doubt doubt);

#endif
