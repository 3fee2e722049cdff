/* What many samples say together. */
#ifndef ASSAY_MEASURE_SUMMARY_H
#define ASSAY_MEASURE_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"
#include "measure/rank.h"
#include "measure/sample.h"

struct summary {
    uint64_t n;
    double score; /* the median; NaN when n is 0 */
    double mean;  /* total work over total time, or its inverse */
    double median;
    double min;
    double max;
    double cv;  /* standard deviation over mean; NaN under 2 samples */
    double mad; /* median absolute deviation over the median */
    double per_cpu_second; /* median of the rate per second of CPU time; NaN: none */
    struct interval ci95; /* of the median, by ranks */
};

/* The value of one sample: a rate, a time per operation, or a share. `workers`
 * divides it where the join is the mean. NaN when nothing was done. */
double sample_value(const struct sample *sample, enum score score,
                    enum join join, uint64_t workers);

/* As above, per second of CPU time; NaN where the score is a lost share. */
double sample_value_cpu(const struct sample *sample, enum score score,
                        enum join join, uint64_t workers);

enum { SUMMARY_MOST_SAMPLES = 4096 };

/* Summarises `count` samples, at most SUMMARY_MOST_SAMPLES. */
struct summary summarise(const struct sample *samples, size_t count,
                         enum score score, enum join join, uint64_t workers);

#endif
