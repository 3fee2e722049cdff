/* The flag that ends a run early: a signal handler sets it, workers read it between
 * chunks of work. */
#ifndef ASSAY_MEASURE_STOP_H
#define ASSAY_MEASURE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

struct stop {
    atomic_int reason; /* 0: go on; else the number of the signal */
};

static inline bool stop_asked(const struct stop *stop)
{
    return atomic_load_explicit(&stop->reason, memory_order_relaxed) != 0;
}

#endif
