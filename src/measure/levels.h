/* Cache levels in a curve of load latencies over working sets: what a program sees of
 * the caches, whatever the kernel says about them. A pure function. */
#ifndef ASSAY_MEASURE_LEVELS_H
#define ASSAY_MEASURE_LEVELS_H

#include <stddef.h>
#include <stdint.h>

struct latency_point {
    uint64_t bytes; /* working set */
    double ns;      /* per load */
};

/* A flat part of the curve. */
struct latency_level {
    double ns;      /* in its middle */
    double last_ns; /* at its largest working set */
    uint64_t bytes; /* the largest working set that it still answers */
};

enum { LATENCY_LEVELS_MOST = 8 };

/* Finds the flat parts of a curve whose working sets ascend; returns how many. A part
 * has at least three points, an octave at two points to an octave, and goes on while
 * they lie within 1.5 of its lowest or rise by less than a quarter from one to the next.
 * Steep parts between two levels are left out. Levels that differ by less, such as a
 * last-level cache of a crowded host and its memory, come out as one. Points whose ns
 * is unknown are left out. */
size_t latency_levels(const struct latency_point *points, size_t count,
                      struct latency_level levels[LATENCY_LEVELS_MOST]);

#endif
