#include "base/clock.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

static uint64_t read_clock(clockid_t id)
{
    struct timespec t = { 0, 0 };

    (void)clock_gettime(id, &t); /* these two ids exist on every Linux */
    return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

static uint64_t system_now(void *context)
{
    (void)context;
    return read_clock(CLOCK_MONOTONIC);
}

static uint64_t system_thread_cpu(void *context)
{
    (void)context;
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

static void system_sleep(void *context, uint64_t ns)
{
    struct timespec left = { (time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S) };

    (void)context;
    /* An interrupted sleep ends early on purpose: a signal sets the stop flag,
     * and whoever sleeps looks at it next. */
    (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &left, NULL);
}

const struct clock clock_system = {
    .now = system_now,
    .thread_cpu = system_thread_cpu,
    .sleep = system_sleep,
    .context = NULL,
};
