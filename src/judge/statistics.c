#include "judge/statistics.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "judge/counted.h"
#include "result/clock_grain.h"
#include "result/result.h"

static const struct interval none = { UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };

bool statistic_is_counted(enum statistic statistic)
{
    return statistic >= STATISTIC_P50 && statistic <= STATISTIC_SHARE_OVER;
}

double statistic_guard(const struct result *result)
{
    return known_double(result->guard_band) ? result->guard_band : 0;
}

struct counted_doubt statistic_doubt(const struct document *document,
                                     const struct result *result)
{
    return (struct counted_doubt){ statistic_guard(result),
                                   clock_grain_ns(&document->conditions) };
}

double statistic_share(const struct requirement *requirement)
{
    switch (requirement->statistic) {
    case STATISTIC_P50:
        return 0.5;
    case STATISTIC_P90:
        return 0.1;
    case STATISTIC_P99:
        return 0.01;
    case STATISTIC_P999:
        return 0.001;
    default:
        return requirement->value;
    }
}

static struct interval scaled(struct interval interval, double factor)
{
    interval.low *= factor;
    interval.high *= factor;
    return interval;
}

static struct measured mean_of(const struct result *result)
{
    struct measured measured = { result->mean, none };

    if (result->score > 0)
        measured.interval =
            scaled(result_interval(result), result->mean / result->score);
    return measured;
}

static bool per_byte(const struct result *result)
{
    return strcmp(result->unit, "bytes/s") == 0;
}

/* Work per CPU time up to a constant factor; NaN when nothing was done. */
static double cpu_rate(const struct result *result, const struct sample *sample)
{
    double work = (double)(per_byte(result) ? sample->bytes : sample->ops);
    double cpu = (double)sample->cpu_ns;

    if (!(work > 0) || !(cpu > 0))
        return UNKNOWN_DOUBLE;
    return strcmp(result->unit, "ns") == 0 ? cpu / work : work / cpu;
}

static double clock_of(const struct result *result, const struct sample *sample)
{
    (void)result;
    return sample->clock_hz;
}

/* The known values of the samples, one for each round that has one. */
static size_t collect(const struct result *result,
                      double (*value)(const struct result *result,
                                      const struct sample *sample),
                      double *values)
{
    size_t count = 0;

    for (size_t i = 0; i < result->sample_count; i++) {
        double v = value(result, &result->samples[i]);

        if (known_double(v))
            values[count++] = v;
    }
    return count;
}

static double middle(const double *sorted, size_t count)
{
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* The interval by ranks relative to the median of the same values; sets the
 * median. */
static struct interval ranked(const struct result *result,
                              double (*value)(const struct result *result,
                                              const struct sample *sample),
                              double *ret_median, struct arena *arena)
{
    double *values = ARENA_ARRAY(arena, double, result->sample_count);
    size_t count = collect(result, value, values);
    struct interval interval;

    *ret_median = UNKNOWN_DOUBLE;
    if (count == 0)
        return none;
    interval = rank_interval(values, count); /* sorts them */
    *ret_median = middle(values, count);
    return interval_widen(interval, statistic_guard(result));
}

struct measured statistic_per_cpu(const struct result *result,
                                  struct arena *arena)
{
    struct measured measured = { result->per_cpu_second, none };
    double median;
    struct interval interval = ranked(result, cpu_rate, &median, arena);

    if (known_double(median))
        measured.interval = scaled(interval, result->per_cpu_second / median);
    return measured;
}

static struct measured clock_median(const struct result *result,
                                    struct arena *arena)
{
    struct measured measured;

    measured.interval = ranked(result, clock_of, &measured.value, arena);
    return measured;
}

/* The document leaves percentiles out under so many operations; the histogram
 * still shows where they would be. */
static double percentile_of(const struct result_latency *latency, double share)
{
    double below = 0;

    for (size_t i = 0; i < latency->bucket_count; i++) {
        below += (double)latency->buckets[i].count;
        if (below >= (1 - share) * (double)latency->n)
            return fmin((double)latency->buckets[i].to_ns - 1,
                        known_u64(latency->max) ? (double)latency->max
                                                : INFINITY);
    }
    return UNKNOWN_DOUBLE;
}

static struct measured counted_of(const struct requirement *requirement,
                                  const struct result *result,
                                  struct counted_doubt doubt)
{
    const struct result_latency *latency = result->latency;
    struct measured measured = { UNKNOWN_DOUBLE, none };
    double share = statistic_share(requirement);

    if (latency == NULL || latency->n == 0 || !known_u64(latency->n))
        return measured;
    if (requirement->statistic == STATISTIC_SHARE_OVER) {
        measured.value =
            (double)counted_over(latency, requirement->over_ns).possibly /
            (double)latency->n;
        measured.interval =
            counted_share_interval(latency, requirement->over_ns, doubt);
        return measured;
    }
    measured.value = percentile_of(latency, share);
    if (measured.value < doubt.grain_ns) /* the clock's, and nobody's figure */
        measured.value = UNKNOWN_DOUBLE;
    measured.interval = counted_interval(latency, share, doubt);
    return measured;
}

struct measured statistic_measured(const struct requirement *requirement,
                                   const struct document *document,
                                   const struct result *result,
                                   struct arena *arena)
{
    if (statistic_is_counted(requirement->statistic))
        return counted_of(requirement, result,
                          statistic_doubt(document, result));
    switch (requirement->statistic) {
    case STATISTIC_MEAN:
        return mean_of(result);
    case STATISTIC_PER_CPU_SECOND:
        return statistic_per_cpu(result, arena);
    case STATISTIC_CLOCK:
        return clock_median(result, arena);
    default:
        return (struct measured){ result->score, result_interval(result) };
    }
}
