#include "result/conditions.h"

#include <sys/resource.h>

#include "base/clock.h"
#include "base/unknown.h"
#include "host/host.h"
#include "host/libc.h"
#include "result/clock_grain.h"
#include "result/result.h"

static uint64_t nanoseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_usec * NS_PER_US;
}

static uint64_t own_cpu_ns(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) < 0)
        return UNKNOWN_U64;
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
}

void conditions_begin(const struct sysroot *root, const struct host *host,
                      const struct clock *clock, struct arena *arena,
                      struct conditions_begin *ret_begin,
                      struct result_conditions *ret_conditions)
{
    *ret_begin = (struct conditions_begin){ .root = root, .host = host };
    ret_conditions->load = counters_load(root);
    ret_conditions->clock_source = host->clock_source;
    clock_grain_measure(clock, ret_conditions);
    ret_conditions->governor = counters_governor(root, arena);
    ret_conditions->thp = host->memory.huge_pages;
    ret_conditions->libc = libc_version();
    ret_conditions->memcpy_streaming_bytes = libc_streaming_bytes();
    counters_find_throttle(root, arena, &ret_begin->throttle);
    ret_begin->throttled_ns = counters_throttled_ns(root, &ret_begin->throttle);
    counters_cpu(root, NULL, &ret_begin->all);
    counters_cpu(root, &host->cpu.usable, &ret_begin->usable);
    counters_pressure(root, &ret_begin->pressure);
    ret_begin->own_cpu_ns = own_cpu_ns();
    ret_begin->at_ns = clock_now(clock);
}

/* (after - before) / whole; unknown when one of them is. */
static double share(uint64_t before, uint64_t after, uint64_t whole)
{
    uint64_t part = known_growth(before, after);

    return known_u64(part) && known_u64(whole) && whole > 0
               ? (double)part / (double)whole
               : UNKNOWN_DOUBLE;
}

/* Busy time of all CPUs that was not ours, as a share of all CPUs' time. */
static double other_share(const struct conditions_begin *begin,
                          const struct cpu_times *now, uint64_t own_now)
{
    uint64_t total = known_growth(begin->all.total_ns, now->total_ns);
    uint64_t idle = known_growth(begin->all.idle_ns, now->idle_ns);
    uint64_t steal = known_growth(begin->all.steal_ns, now->steal_ns);
    uint64_t own = known_growth(begin->own_cpu_ns, own_now);
    double other;

    if (!known_u64(total) || !known_u64(idle) || !known_u64(own) || total == 0)
        return UNKNOWN_DOUBLE;
    other = (double)total - (double)idle - (double)own -
            (known_u64(steal) ? (double)steal : 0);
    return other > 0 ? other / (double)total : 0; /* ticks round either way */
}

void conditions_end(const struct conditions_begin *begin,
                    const struct clock *clock,
                    struct result_conditions *conditions)
{
    uint64_t wall = clock_now(clock) - begin->at_ns;
    uint64_t own = own_cpu_ns();
    struct cpu_times all, usable;
    struct pressure pressure;

    counters_cpu(begin->root, NULL, &all);
    counters_cpu(begin->root, &begin->host->cpu.usable, &usable);
    counters_pressure(begin->root, &pressure);
    conditions->steal_share =
        share(begin->usable.steal_ns, usable.steal_ns,
              known_growth(begin->usable.total_ns, usable.total_ns));
    conditions->other_cpu_share = other_share(begin, &all, own);
    conditions->psi_cpu = share(begin->pressure.cpu_ns, pressure.cpu_ns, wall);
    conditions->psi_io = share(begin->pressure.io_ns, pressure.io_ns, wall);
    conditions->psi_memory =
        share(begin->pressure.memory_ns, pressure.memory_ns, wall);
    conditions->throttled_share =
        share(begin->throttled_ns,
              counters_throttled_ns(begin->root, &begin->throttle), wall);
}
