/* CPU time and medians, for programs that compare kernels in alternation. */
#ifndef ASSAY_TESTS_TIMING_H
#define ASSAY_TESTS_TIMING_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* The CPU time of this thread. */
static inline uint64_t timing_cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline int timing_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The median of an odd number of values, which it sorts. */
static inline double timing_median(double *values, size_t count)
{
    qsort(values, count, sizeof values[0], timing_compare);
    return values[count / 2];
}

#endif
