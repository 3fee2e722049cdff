/* Latencies in log-linear buckets: 64 to each power of two, exact below 128 ns,
 * so a bucket is at most 1/64 of its value wide. Fixed size, nothing allocated.
 *
 * Layout: values 0..127 have a bucket each; from there the octave 2^e .. 2^(e+1)
 * is cut into 64 equal buckets, up to 2^44 ns (about five hours), where the last
 * bucket takes all that is longer. */
#ifndef ASSAY_MEASURE_HISTOGRAM_H
#define ASSAY_MEASURE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum {
    HISTOGRAM_SUB_BUCKETS = 64,
    HISTOGRAM_OCTAVES = 44,
    HISTOGRAM_BUCKETS = 128 + (HISTOGRAM_OCTAVES - 7) * HISTOGRAM_SUB_BUCKETS,
};

struct histogram {
    uint64_t n;
    uint64_t max_ns;
    uint64_t counts[HISTOGRAM_BUCKETS];
};

/* Empties it; adds one latency in ns; adds all entries of another. */
void histogram_reset(struct histogram *histogram);
void histogram_add(struct histogram *histogram, uint64_t ns);
void histogram_merge(struct histogram *into, const struct histogram *from);

/* The bucket that a value in ns falls into, and the bounds of a bucket (0 to
 * HISTOGRAM_BUCKETS - 1), ns: it holds `histogram_from` <= value < `histogram_to`. */
size_t histogram_bucket(uint64_t ns);
uint64_t histogram_from(size_t bucket);
uint64_t histogram_to(size_t bucket);

/* Adds up the entries over `ns`: those of buckets wholly above it, those with the
 * bucket that it cuts through, and all. */
void histogram_over(const struct histogram *histogram, double ns,
                    uint64_t *surely, uint64_t *possibly, uint64_t *n);

/* The value below or at which a share `q` (0 to 1) of the entries lies: the upper
 * end of its bucket less one, and never above the largest entry; 0 when empty. */
uint64_t histogram_quantile(const struct histogram *histogram, double q);

/* Time spent in operations of more than ten times the median. */
uint64_t histogram_stalled_ns(const struct histogram *histogram);

#endif
