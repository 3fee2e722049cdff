/* The statistics of a few rounds, without assuming a distribution.
 *
 * The interval of a median by ranks: of n samples the number below the true
 * median is binomial(n, 1/2), so the k-th smallest and k-th largest enclose it
 * with probability 1 - 2 P(Bin <= k-1). We look after 7, 15 and 31 rounds and at
 * no other time, and together the three looks hold 95 %. */
#ifndef ASSAY_MEASURE_RANK_H
#define ASSAY_MEASURE_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RANK_LOOKS = 3, RANK_LEAST = 6 };

/* The rounds at which a step is looked at: 7, 15, 31. */
extern const uint64_t rank_looks[RANK_LOOKS];

/* True when a step that has `rounds` samples is to be looked at now. */
bool rank_is_look(uint64_t rounds);

struct interval {
    double low;
    double high; /* both NaN when there is none */
};

/* The rank k (from 1) whose k-th smallest and k-th largest sample bound the
 * median of n samples: 7 rounds, 1; 15, 3; 31, 10; between looks that of the last
 * look; 6, 1; under 6, 0: there is no interval. */
size_t rank_of_median(size_t n);

/* The interval of the median of `n` values; the array is sorted in place. */
struct interval rank_interval(double *values, size_t n);

/* An interval made wider by a share of its ends on both sides: the guard band that
 * stands for what a few minutes cannot show. */
struct interval interval_widen(struct interval interval, double share);

/* Half of the interval's width as a share of `centre`; NaN when unknown. */
double interval_half_share(struct interval interval, double centre);

/* A bound that a planned step carries, as data. */
struct bound {
    double value;
    bool at_least; /* else at most */
    double share; /* 0: the bound is on the score; else it is on latency: at most
                      this share of the operations may take over `value` ns */
};

enum ruling { RULING_MET, RULING_MISSED, RULING_UNCLEAR };

/* Met when the whole interval meets the bound, missed when the whole interval
 * misses it, else unclear; unclear too when there is no interval. */
enum ruling rank_ruling(struct interval interval, struct bound bound);

/* Decides "a share of at most `share` of all operations is over the bound" from
 * `over` of `n` counted: met or missed when the binomial leaves at most 5 % (one
 * side) for the opposite, else unclear. */
enum ruling rank_ruling_share(uint64_t over, uint64_t n, double share);

/* As above when `surely` operations were over the bound and `possibly` ones at the
 * most: a bucket of a histogram may lie on both sides of it. */
enum ruling rank_ruling_between(uint64_t surely, uint64_t possibly, uint64_t n,
                                double share);

#endif
