/* A clock that tests tick by hand. Each reading may also move it a little, so that
 * loops that wait for a time come to an end. */
#ifndef ASSAY_TESTS_FAKE_CLOCK_H
#define ASSAY_TESTS_FAKE_CLOCK_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/clock.h"

struct fake_clock {
    _Atomic uint64_t ns;
    uint64_t step_ns; /* added at each reading */
    double cpu_share; /* of the time that threads are on a CPU */
};

static inline uint64_t fake_now(void *context)
{
    struct fake_clock *fake = context;

    return atomic_fetch_add(&fake->ns, fake->step_ns) + fake->step_ns;
}

static inline uint64_t fake_thread_cpu(void *context)
{
    struct fake_clock *fake = context;

    return (uint64_t)((double)atomic_load(&fake->ns) * fake->cpu_share);
}

static inline void fake_sleep(void *context, uint64_t ns)
{
    struct fake_clock *fake = context;

    (void)atomic_fetch_add(&fake->ns, ns);
}

static inline struct clock fake_clock_of(struct fake_clock *fake)
{
    return (struct clock){ fake_now, fake_thread_cpu, fake_sleep, fake };
}

#endif
