#include "measure/summary.h"

#include <assert.h>
#include <math.h>

#include "base/order.h"
#include "base/unknown.h"

static double rate(double work, uint64_t ns, enum join join, uint64_t workers)
{
    if (ns == 0 || !known_u64(ns))
        return UNKNOWN_DOUBLE;
    return work * 1e9 / (double)ns /
           (join == JOIN_MEAN && workers > 0 ? (double)workers : 1.0);
}

/* `wall_ns` is the time all workers shared, so time per operation of N workers is
 * N times it over their operations: what one operation took where it was done. */
static double value_over(const struct sample *s, uint64_t ns, uint64_t threads,
                         enum score score, enum join join, uint64_t workers)
{
    switch (score) {
    case SCORE_BYTES_PER_SECOND:
        return s->bytes > 0 ? rate((double)s->bytes, ns, join, workers)
                            : UNKNOWN_DOUBLE;
    case SCORE_OPS_PER_SECOND:
    case SCORE_FLOPS:
    case SCORE_SLOWDOWN:
        return s->ops > 0 ? rate((double)s->ops, ns, join, workers)
                          : UNKNOWN_DOUBLE;
    case SCORE_NS_PER_OP:
        return s->ops > 0 && ns > 0 && known_u64(ns)
                   ? (double)ns * (double)threads / (double)s->ops
                   : UNKNOWN_DOUBLE;
    case SCORE_LOST_SHARE:
        return ns > 0 && known_u64(ns)
                   ? (double)s->lost_ns / ((double)ns * (double)threads)
                   : UNKNOWN_DOUBLE;
    }
    return UNKNOWN_DOUBLE;
}

double sample_value(const struct sample *sample, enum score score,
                    enum join join, uint64_t workers)
{
    return value_over(sample, sample->wall_ns, workers, score, join, workers);
}

double sample_value_cpu(const struct sample *sample, enum score score,
                        enum join join, uint64_t workers)
{
    uint64_t threads = workers > 0 ? workers : 1;

    (void)join; /* a rate per CPU-second is per job already */
    if (score == SCORE_LOST_SHARE || !known_u64(sample->cpu_ns))
        return UNKNOWN_DOUBLE;
    /* `cpu_ns` counts every worker's own time: over it, work is per CPU. Where
     * the score is the sum of all, so is this: what all CPUs could do. */
    if (join == JOIN_SUM && score != SCORE_NS_PER_OP)
        return value_over(sample, sample->cpu_ns / threads, 1, score, JOIN_SUM,
                          1);
    return value_over(sample, sample->cpu_ns, 1, score, JOIN_SUM, 1);
}

static double median_of_sorted(const double *sorted, size_t n)
{
    if (n == 0)
        return UNKNOWN_DOUBLE;
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static double median_of(double *values, size_t n)
{
    order_doubles(values, n);
    return median_of_sorted(values, n);
}

/* Total work over total time, as one long sample. */
static double mean_of(const struct sample *samples, size_t count,
                      enum score score, enum join join, uint64_t workers)
{
    struct sample total = { 0 };

    for (size_t i = 0; i < count; i++) {
        total.ops += samples[i].ops;
        total.bytes += samples[i].bytes;
        total.lost_ns += samples[i].lost_ns;
        total.wall_ns += samples[i].wall_ns;
    }
    return sample_value(&total, score, join, workers);
}

static double variation_of(const double *values, size_t n)
{
    double mean = 0;
    double squares = 0;

    if (n < 2)
        return UNKNOWN_DOUBLE;
    for (size_t i = 0; i < n; i++)
        mean += values[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return mean > 0 ? sqrt(squares / (double)(n - 1)) / mean : UNKNOWN_DOUBLE;
}

/* Median absolute deviation as a share of the median; spoils `values`. */
static double deviation_of(double *values, size_t n, double median)
{
    if (n == 0 || !(median > 0))
        return UNKNOWN_DOUBLE;
    for (size_t i = 0; i < n; i++)
        values[i] = fabs(values[i] - median);
    return median_of(values, n) / median;
}

static size_t known_values(const struct sample *samples, size_t count,
                           enum score score, enum join join, uint64_t workers,
                           double (*value)(const struct sample *, enum score,
                                           enum join, uint64_t),
                           double *ret_values)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        double v = value(&samples[i], score, join, workers);
        if (known_double(v))
            ret_values[n++] = v;
    }
    return n;
}

static struct summary nothing(void)
{
    const double none = UNKNOWN_DOUBLE;

    return (struct summary){ 0,    none, none, none, none,
                             none, none, none, none, { none, none } };
}

struct summary summarise(const struct sample *samples, size_t count,
                         enum score score, enum join join, uint64_t workers)
{
    struct summary summary = nothing();
    double values[SUMMARY_MOST_SAMPLES];
    size_t n;

    assert(count <= SUMMARY_MOST_SAMPLES);
    n = known_values(samples, count, score, join, workers, sample_value_cpu,
                     values);
    summary.per_cpu_second = median_of(values, n);
    n = known_values(samples, count, score, join, workers, sample_value, values);
    if (n == 0)
        return summary;
    summary.n = n;
    summary.ci95 = rank_interval(values, n);
    summary.median = median_of_sorted(values, n);
    summary.score = summary.median;
    summary.mean = mean_of(samples, count, score, join, workers);
    summary.min = values[0];
    summary.max = values[n - 1];
    summary.cv = variation_of(values, n);
    summary.mad = deviation_of(values, n, summary.median);
    return summary;
}
