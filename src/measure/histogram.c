#include "measure/histogram.h"

#include <string.h>

enum { EXACT = 128, FIRST_OCTAVE = 7 };

void histogram_reset(struct histogram *histogram)
{
    memset(histogram, 0, sizeof(*histogram));
}

size_t histogram_bucket(uint64_t ns)
{
    unsigned octave;
    size_t bucket;

    if (ns < EXACT)
        return (size_t)ns;
    octave = 63U - (unsigned)__builtin_clzll(ns);
    bucket = EXACT + (size_t)(octave - FIRST_OCTAVE) * HISTOGRAM_SUB_BUCKETS +
             (size_t)(ns >> (octave - 6) & (HISTOGRAM_SUB_BUCKETS - 1));
    return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

uint64_t histogram_from(size_t bucket)
{
    size_t octave, sub;

    if (bucket < EXACT)
        return bucket;
    octave = (bucket - EXACT) / HISTOGRAM_SUB_BUCKETS + FIRST_OCTAVE;
    sub = (bucket - EXACT) % HISTOGRAM_SUB_BUCKETS;
    return (uint64_t)(HISTOGRAM_SUB_BUCKETS + sub) << (octave - 6);
}

uint64_t histogram_to(size_t bucket)
{
    return histogram_from(bucket + 1);
}

void histogram_add(struct histogram *histogram, uint64_t ns)
{
    histogram->counts[histogram_bucket(ns)]++;
    histogram->n++;
    if (ns > histogram->max_ns)
        histogram->max_ns = ns;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        into->counts[i] += from->counts[i];
    into->n += from->n;
    if (from->max_ns > into->max_ns)
        into->max_ns = from->max_ns;
}

/* The largest value a bucket can hold that was not above the largest entry. */
static uint64_t bucket_top(const struct histogram *histogram, size_t bucket)
{
    uint64_t top = histogram_to(bucket) - 1;

    if (bucket == HISTOGRAM_BUCKETS - 1 || top > histogram->max_ns)
        return histogram->max_ns;
    return top;
}

void histogram_over(const struct histogram *histogram, double ns,
                    uint64_t *surely, uint64_t *possibly, uint64_t *n)
{
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        if ((double)histogram_from(i) > ns)
            *surely += histogram->counts[i];
        if ((double)histogram_to(i) - 1 > ns)
            *possibly += histogram->counts[i];
    }
    *n += histogram->n;
}

uint64_t histogram_quantile(const struct histogram *histogram, double q)
{
    double wanted = q * (double)histogram->n;
    uint64_t seen = 0;

    if (histogram->n == 0)
        return 0;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += histogram->counts[i];
        if (seen > 0 && (double)seen >= wanted)
            return bucket_top(histogram, i);
    }
    return histogram->max_ns;
}

uint64_t histogram_stalled_ns(const struct histogram *histogram)
{
    uint64_t median = histogram_quantile(histogram, 0.5);
    uint64_t stalled = 0;

    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        uint64_t from = histogram_from(i);
        if (histogram->counts[i] > 0 && from / 10 >= median && from > 0)
            stalled += histogram->counts[i] *
                       (from + (bucket_top(histogram, i) - from) / 2);
    }
    return stalled;
}
