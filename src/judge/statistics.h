/* Which number of a result a requirement means, and the interval around it. */
#ifndef ASSAY_JUDGE_STATISTICS_H
#define ASSAY_JUDGE_STATISTICS_H

#include "judge/profile.h"
#include "measure/rank.h"

struct arena;
struct counted_doubt;
struct document;
struct result;

struct measured {
    double value;             /* NaN: the result does not tell */
    struct interval interval; /* guard band included; NaN ends: none */
};

/* The share of operations that may be over a percentile: 0.01 for p99. */
double statistic_share(const struct requirement *requirement);

/* The guard band of a result, 0 where it has none. */
double statistic_guard(const struct result *result);

/* What may be wrong with its latencies. */
struct counted_doubt statistic_doubt(const struct document *document,
                                     const struct result *result);

/* True for percentiles and shares, which are decided by counting. */
bool statistic_is_counted(enum statistic statistic);

/* What the result says. The interval of the score is result_interval; the mean,
 * whose own cannot be had from a few rounds, takes the score's relative width;
 * the rates per CPU second and the clock have one by ranks from the samples. */
struct measured statistic_measured(const struct requirement *requirement,
                                   const struct document *document,
                                   const struct result *result,
                                   struct arena *arena);

/* The score per second of CPU time and its interval. */
struct measured statistic_per_cpu(const struct result *result,
                                  struct arena *arena);

#endif
