/* Time as a parameter: the program passes the machine's clock, a test passes one
 * that it ticks by hand. All times are nanoseconds; only differences of
 * `clock_now` mean anything. */
#ifndef ASSAY_BASE_CLOCK_H
#define ASSAY_BASE_CLOCK_H

#include <stdint.h>

struct clock {
    uint64_t (*now)(void *context);        /* monotonic */
    uint64_t (*thread_cpu)(void *context); /* CPU time of the calling thread */
    void (*sleep)(void *context, uint64_t ns);
    void *context;
};

/* The machine's clock: CLOCK_MONOTONIC (read through the vDSO where there is
 * one) and CLOCK_THREAD_CPUTIME_ID. */
extern const struct clock clock_system;

static inline uint64_t clock_now(const struct clock *clock)
{
    return clock->now(clock->context);
}

static inline uint64_t clock_thread_cpu(const struct clock *clock)
{
    return clock->thread_cpu(clock->context);
}

static inline void clock_sleep(const struct clock *clock, uint64_t ns)
{
    clock->sleep(clock->context, ns);
}

enum {
    NS_PER_US = 1000,
    NS_PER_MS = 1000 * 1000,
    NS_PER_S = 1000 * 1000 * 1000,
};

/* Seconds in a span of nanoseconds. */
static inline double clock_seconds(uint64_t ns)
{
    return (double)ns / 1e9;
}

#endif
