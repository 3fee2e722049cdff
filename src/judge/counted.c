#include "judge/counted.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/unknown.h"
#include "result/result.h"

enum { MOST_TIMES = 64 };

struct counted_over counted_over(const struct result_latency *latency,
                                 double bound_ns)
{
    struct counted_over over = { 0, 0 };

    for (size_t i = 0; i < latency->bucket_count; i++) {
        const struct result_bucket *bucket = &latency->buckets[i];

        /* It holds whole nanoseconds from from_ns to to_ns - 1. */
        if ((double)bucket->from_ns > bound_ns)
            over.surely += bucket->count;
        if ((double)bucket->to_ns - 1 > bound_ns)
            over.possibly += bucket->count;
    }
    return over;
}

/* How many are over the bound at the least and at the most. Wider latencies, or a bound
 * that is stricter for a pass than for a fail. */
static struct counted_over doubted_over(const struct result_latency *latency,
                                        double bound_ns,
                                        struct counted_doubt doubt)
{
    double strict = (bound_ns - doubt.grain_ns) / (1 + doubt.guard);
    double lenient = (bound_ns + doubt.grain_ns) / (1 - doubt.guard);

    return (struct counted_over){ counted_over(latency, lenient).surely,
                                  counted_over(latency, strict).possibly };
}

enum ruling counted_ruling(const struct result_latency *latency, double bound_ns,
                           double share, struct counted_doubt doubt)
{
    struct counted_over over = doubted_over(latency, bound_ns, doubt);

    return rank_ruling_between(over.surely, over.possibly, latency->n, share);
}

/* The first bucket whose upper end, taken as the bound, is ruled as `wanted` or
 * beyond: rulings only get better as the bound goes up. */
static size_t first_bucket(const struct result_latency *latency, double share,
                           enum ruling worst)
{
    size_t low = 0;
    size_t high = latency->bucket_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        double bound = (double)latency->buckets[middle].to_ns - 1;
        enum ruling ruling = counted_ruling(latency, bound, share,
                                            (struct counted_doubt){ 0, 0 });

        if (ruling == RULING_MET || ruling == worst)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct interval counted_interval(const struct result_latency *latency,
                                 double share, struct counted_doubt doubt)
{
    struct interval interval = { UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };
    size_t unclear = first_bucket(latency, share, RULING_UNCLEAR);
    size_t met = first_bucket(latency, share, RULING_MET);

    if (met == latency->bucket_count)
        return interval;
    interval.high =
        ((double)latency->buckets[met].to_ns - 1) * (1 + doubt.guard) +
        doubt.grain_ns;
    /* Below the first bucket all are over; too few may still be unclear. */
    if (unclear == 0 &&
        rank_ruling_share(latency->n, latency->n, share) != RULING_MISSED)
        interval.low = 0;
    else
        interval.low = fmax(0, (double)latency->buckets[unclear].from_ns *
                                       (1 - doubt.guard) -
                                   doubt.grain_ns);
    return interval;
}

/* The least share that is ruled `RULING_MET` (or, with `unclear`, not missed):
 * rulings only get better as the share goes up. */
static double least_share(const struct result_latency *latency, double bound_ns,
                          struct counted_doubt doubt, bool unclear)
{
    double low = 0;
    double high = 1;

    while (high - low > 1e-6) {
        double middle = (low + high) / 2;
        enum ruling ruling = counted_ruling(latency, bound_ns, middle, doubt);

        if (ruling == RULING_MET || (unclear && ruling == RULING_UNCLEAR))
            high = middle;
        else
            low = middle;
    }
    return high;
}

struct interval counted_share_interval(const struct result_latency *latency,
                                       double bound_ns,
                                       struct counted_doubt doubt)
{
    return (struct interval){ least_share(latency, bound_ns, doubt, true),
                              least_share(latency, bound_ns, doubt, false) };
}

uint64_t counted_times(const struct result_latency *latency, double bound_ns,
                       double share, struct counted_doubt doubt)
{
    struct counted_over over = doubted_over(latency, bound_ns, doubt);

    for (uint64_t factor = 2; factor <= MOST_TIMES; factor *= 2) {
        if (rank_ruling_between(over.surely * factor, over.possibly * factor,
                                latency->n * factor, share) != RULING_UNCLEAR)
            return factor;
    }
    return 0;
}
