#include "host/counters.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/cgroup.h"
#include "host/cpu_list.h"
#include "host/mountinfo.h"
#include "host/status.h"
#include "host/sysroot.h"

/* The columns of a cpu line. Guest time is counted in user time already. */
enum { USER, NICE, SYSTEM, IDLE, IO_WAIT, IRQ, SOFT_IRQ, STEAL, COLUMNS };

static uint64_t ns_per_tick(void)
{
    long hz = sysconf(_SC_CLK_TCK);

    return NS_PER_S / (uint64_t)(hz > 0 ? hz : 100);
}

static void add_line(const char *at, uint64_t tick_ns, struct cpu_times *times)
{
    uint64_t ticks[COLUMNS] = { 0 };
    char *end;

    for (size_t i = 0; i < COLUMNS; i++) {
        ticks[i] = strtoull(at, &end, 10);
        if (end == at)
            break; /* old kernels have fewer columns */
        at = end;
        times->total_ns += ticks[i] * tick_ns;
    }
    times->idle_ns += (ticks[IDLE] + ticks[IO_WAIT]) * tick_ns;
    times->steal_ns += ticks[STEAL] * tick_ns;
}

void counters_cpu_parse(const char *text, const struct cpu_list *cpus,
                        struct cpu_times *ret_times)
{
    struct cpu_times times = { 0 };
    uint64_t tick_ns = ns_per_tick();
    bool found = false;

    /* The cpu lines come first, the sum of all before the others. */
    for (; text_starts(text, "cpu"); text++) {
        bool one = isdigit((unsigned char)text[3]);
        char *end;
        if (one ? cpus != NULL &&
                      cpu_list_has(cpus, strtoull(text + 3, &end, 10))
                : cpus == NULL) {
            found = true;
            add_line(text + strcspn(text, " \n"), tick_ns, &times);
        }
        text += strcspn(text, "\n");
        if (*text == '\0')
            break;
    }
    if (!found)
        times = (struct cpu_times){ UNKNOWN_U64, UNKNOWN_U64, UNKNOWN_U64 };
    *ret_times = times;
}

void counters_cpu(const struct sysroot *root, const struct cpu_list *cpus,
                  struct cpu_times *ret_times)
{
    struct err ignored; /* no /proc: all unknown */
    struct arena scratch;
    char *text;

    arena_init(&scratch);
    if (sysroot_read(root, "/proc/stat", &scratch, &text, &ignored) < 0)
        text = arena_strdup(&scratch, "");
    counters_cpu_parse(text, cpus, ret_times);
    arena_release(&scratch);
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345" in microseconds */
static uint64_t read_pressure(const struct sysroot *root, struct arena *scratch,
                              const char *resource)
{
    const char *line =
        sysroot_line(root, scratch, "/proc/pressure/%s", resource);
    const char *total = line != NULL ? strstr(line, "total=") : NULL;
    uint64_t us;

    if (total == NULL || !text_starts(line, "some") ||
        !isdigit((unsigned char)total[6]))
        return UNKNOWN_U64;
    us = strtoull(total + 6, NULL, 10);
    return us < UNKNOWN_U64 / NS_PER_US ? us * NS_PER_US : UNKNOWN_U64;
}

void counters_pressure(const struct sysroot *root, struct pressure *ret_pressure)
{
    struct arena scratch;

    arena_init(&scratch);
    *ret_pressure = (struct pressure){
        .cpu_ns = read_pressure(root, &scratch, "cpu"),
        .io_ns = read_pressure(root, &scratch, "io"),
        .memory_ns = read_pressure(root, &scratch, "memory"),
    };
    arena_release(&scratch);
}

void counters_find_throttle(const struct sysroot *root, struct arena *arena,
                            struct throttle *ret_throttle)
{
    struct throttle throttle = { 0 };
    struct cgroup_chain chain;
    struct mountinfo mounts;
    struct cgroups cgroups;

    mountinfo_read(root, arena, &mounts);
    cgroups_read(root, &mounts, arena, &cgroups);
    cgroup_find(root, &cgroups, "cpu", arena, &chain);
    throttle.files = ARENA_ARRAY(arena, const char *, chain.count);
    throttle.in_ns = chain.version == 1;
    for (size_t i = 0; i < chain.count; i++)
        throttle.files[throttle.count++] =
            arena_printf(arena, "%s/cpu.stat", chain.folders[i]);
    *ret_throttle = throttle;
}

uint64_t counters_throttled_ns(const struct sysroot *root,
                               const struct throttle *throttle)
{
    const char *key = throttle->in_ns ? "throttled_time" : "throttled_usec";
    uint64_t sum = UNKNOWN_U64;
    struct arena scratch;

    arena_init(&scratch);
    for (size_t i = 0; i < throttle->count; i++) {
        struct err ignored; /* the top of a tree has none */
        char *text = NULL;
        uint64_t time;
        (void)sysroot_read(root, throttle->files[i], &scratch, &text, &ignored);
        time = words_find(text, key);
        if (known_u64(time))
            sum = (known_u64(sum) ? sum : 0) +
                  time * (throttle->in_ns ? 1 : NS_PER_US);
    }
    arena_release(&scratch);
    return sum;
}

double counters_load(const struct sysroot *root)
{
    struct arena scratch;
    double load = UNKNOWN_DOUBLE;
    char *line;

    arena_init(&scratch);
    line = sysroot_line(root, &scratch, "/proc/loadavg");
    if (line != NULL && isdigit((unsigned char)line[0]))
        load = strtod(line, NULL);
    arena_release(&scratch);
    return load;
}

bool counters_device(const struct sysroot *root, const char *leaf,
                     struct device_counters *ret_counters)
{
    enum { SECTOR_BYTES = 512 };
    bool numbered = strchr(leaf, ':') != NULL, ok;
    uint64_t reads, read_sectors, writes, written_sectors, in_flight;
    struct arena scratch;
    char *line;

    arena_init(&scratch);
    line = sysroot_line(root, &scratch, "/sys/%s/%s/stat",
                        numbered ? "dev/block" : "block", leaf);
    ok = line != NULL && sscanf(line,
                                "%" SCNu64 " %*u %" SCNu64 " %*u %" SCNu64
                                " %*u %" SCNu64 " %*u %" SCNu64,
                                &reads, &read_sectors, &writes,
                                &written_sectors, &in_flight) == 5;
    arena_release(&scratch);
    if (!ok) {
        memset(ret_counters, 0xff, sizeof(*ret_counters)); /* all unknown */
        return false;
    }
    *ret_counters = (struct device_counters){
        .reads = reads,
        .read_bytes = read_sectors * SECTOR_BYTES,
        .writes = writes,
        .written_bytes = written_sectors * SECTOR_BYTES,
        .in_flight = in_flight,
    };
    return true;
}

bool counters_devices(const struct sysroot *root, const char *const *leaves,
                      size_t count, struct device_counters *ret_counters)
{
    struct device_counters sum = { 0 }, one;

    for (size_t i = 0; i < count; i++) {
        if (!counters_device(root, leaves[i], &one)) {
            *ret_counters = one;
            return false;
        }
        sum.reads += one.reads;
        sum.read_bytes += one.read_bytes;
        sum.writes += one.writes;
        sum.written_bytes += one.written_bytes;
        sum.in_flight += one.in_flight;
    }
    *ret_counters = sum;
    return true;
}

char *counters_governor(const struct sysroot *root, struct arena *arena)
{
    return sysroot_line(
        root, arena, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
}
