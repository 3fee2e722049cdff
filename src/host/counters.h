/* Counters that run while we measure: read one before and one after, and the
 * difference tells what disturbed the time between. All count from the boot of the
 * machine or the begin of the group; unknown ones are UNKNOWN_U64, and a difference
 * with one of these means nothing. */
#ifndef ASSAY_HOST_COUNTERS_H
#define ASSAY_HOST_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cpu_list;
struct sysroot;

/* Time of some CPUs, summed, in steps of a tick (10 ms mostly). */
struct cpu_times {
    uint64_t total_ns; /* of all kinds */
    uint64_t idle_ns;  /* idle and waiting for disks */
    uint64_t steal_ns; /* taken by the hypervisor; only as honest as that one is */
};

/* Reads /proc/stat for the CPUs of a list; NULL: all together. */
void counters_cpu(const struct sysroot *root, const struct cpu_list *cpus,
                  struct cpu_times *ret_times);

/* As above from a text that was read before. */
void counters_cpu_parse(const char *text, const struct cpu_list *cpus,
                        struct cpu_times *ret_times);

/* Time in which some task waited for a resource (PSI, "some" lines). */
struct pressure {
    uint64_t cpu_ns;
    uint64_t io_ns;
    uint64_t memory_ns;
};

/* Reads /proc/pressure. */
void counters_pressure(const struct sysroot *root,
                       struct pressure *ret_pressure);

/* The cpu.stat files that tell how long groups were held back by a quota: our own
 * group's and those of its parents, since each counts only its own quota. */
struct throttle {
    const char **files;
    size_t count;
    bool in_ns; /* version 1 of the interface counts nanoseconds, 2 microseconds */
};

/* Finds the files once. `arena` keeps them. */
void counters_find_throttle(const struct sysroot *root, struct arena *arena,
                            struct throttle *ret_throttle);

/* Sums the throttled time, over all CPUs of the groups; UNKNOWN_U64 when no file
 * tells any. */
uint64_t counters_throttled_ns(const struct sysroot *root,
                               const struct throttle *throttle);

/* The load averages of 1 minute; NaN when unknown. */
double counters_load(const struct sysroot *root);

/* What a block device has done. Completed operations only. */
struct device_counters {
    uint64_t reads;
    uint64_t read_bytes;
    uint64_t writes;
    uint64_t written_bytes;
    uint64_t in_flight; /* now */
};

/* Reads the counters of one leaf of a host_mount: "254:0", or the name of a device
 * without a number, such as "nvme0c1n1". False when there are none; `*ret_counters` is
 * all unknown then. Source: Linux, Documentation/block/stat.rst. */
bool counters_device(const struct sysroot *root, const char *leaf,
                     struct device_counters *ret_counters);

/* Sums the counters of several leaves; false when one of them has none. */
bool counters_devices(const struct sysroot *root, const char *const *leaves,
                      size_t count, struct device_counters *ret_counters);

/* The frequency governor of the first CPU, such as "performance"; NULL when there is
 * none, as in most guests. */
char *counters_governor(const struct sysroot *root, struct arena *arena);

#endif
