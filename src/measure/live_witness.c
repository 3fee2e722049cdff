#include "measure/live_witness.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "host/sysroot.h"

/* The CPUs of a cast, each once: workers beyond the usable CPUs share them. */
static struct cpu_list cpus_of(struct live_witness *live,
                               const struct cast *cast)
{
    struct cpu_list list = { live->cpus, 0 };

    for (size_t cpu = 0; cpu < live->usable->count; cpu++) {
        for (size_t i = 0; i < cast->count; i++) {
            if (cast->members[i] % live->usable->count == cpu) {
                live->cpus[list.count++] = live->usable->numbers[cpu];
                break;
            }
        }
    }
    return list;
}

static void read_counters(void *context, const struct cast *cast,
                          struct disturbance *ret_now)
{
    struct live_witness *live = context;
    struct cpu_list cpus = cpus_of(live, cast);
    struct cpu_times times;

    counters_cpu(live->root, &cpus, &times);
    ret_now->steal_ns = times.steal_ns;
    ret_now->throttled_ns = counters_throttled_ns(live->root, &live->throttle);
}

/* "<time on CPU> <time waiting for it> <slices>", of the calling thread. Source: Linux,
 * Documentation/scheduler/sched-stats.rst. */
static uint64_t run_delay(void)
{
    char text[96];
    char *end;
    uint64_t delay;
    ssize_t n;
    int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return UNKNOWN_U64;
    n = read(fd, text, sizeof(text) - 1);
    (void)close(fd); /* only read from */
    if (n <= 0)
        return UNKNOWN_U64;
    text[n] = '\0';
    (void)strtoull(text, &end, 10);
    if (*end != ' ')
        return UNKNOWN_U64;
    delay = strtoull(end, NULL, 10);
    return delay;
}

static void read_thread(void *context, struct thread_disturbance *ret_now)
{
    struct rusage usage;

    (void)context;
    ret_now->run_delay_ns = run_delay();
    ret_now->switches =
        getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

void live_witness_init(struct live_witness *live, const struct sysroot *root,
                       const struct host *host, struct arena *arena)
{
    *live = (struct live_witness){ .root = root, .usable = &host->cpu.usable };
    live->cpus = ARENA_ARRAY(arena, uint64_t, host->cpu.usable.count);
    counters_find_throttle(root, arena, &live->throttle);
}

struct witness live_witness(struct live_witness *live)
{
    return (struct witness){ read_counters, read_thread, live };
}
