/* What control groups leave to this process: CPUs, memory, disks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "host/cpu_list.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "host_tree.h"

#define V2                                                                     \
    "/proc/self/cgroup:\n\t0::/a/b\n/proc/self/mountinfo:\n"                   \
    "\t30 1 0:26 / /cg rw - cgroup2 cgroup2 rw\n/cg/a/b/\n"
#define V1                                                                     \
    "/proc/self/cgroup:\n\t1:cpu,cpuacct:/a/b\n\t2:cpuset:/a/b\n"              \
    "\t3:memory:/a/b\n/proc/self/mountinfo:\n"                                 \
    "\t30 1 0:26 / /cpu rw - cgroup cgroup rw,cpu,cpuacct\n"                   \
    "\t31 1 0:27 / /set rw - cgroup cgroup rw,cpuset\n"                        \
    "\t32 1 0:28 / /mem rw - cgroup cgroup rw,memory\n"                        \
    "/cpu/a/b/\n/set/a/b/\n/mem/a/b/\n"
#define EIGHT "/sys/devices/system/cpu/online = 0-7\n"
#define MASK(list) "/proc/self/status:\n\tCpus_allowed_list:\t" list "\n"

static struct host read_tree(const char *text, struct arena *arena)
{
    struct sysroot root;
    struct host host;
    struct err err;
    char *folder = tree_new_folder(arena);

    tree_unpack_text(arena, arena_strdup(arena, text), folder);
    assert_int_equal(sysroot_open(folder, &root, &err), 0);
    assert_int_equal(host_read(&root, arena, &host, &err), 0);
    sysroot_release(&root);
    tree_remove(folder);
    return host;
}

static void test_cpus(void **state)
{
    static const struct {
        const char *tree;
        const char *usable;
        double cpus;
        const char *reason; /* a part of it; NULL: there is none */
    } cases[] = {
        { EIGHT, "0-7", 8, NULL },
        { EIGHT MASK("2-3"), "2-3", 2,
          "the affinity mask of this process allows 2 of the 8 online CPUs: "
          "2-3" },
        { EIGHT MASK("0-63"), "0-7", 8, NULL }, /* those that may come yet */
        { EIGHT V2 "/cg/a/b/cpuset.cpus.effective = 4-5\n" MASK("4-5"), "4-5",
          2, "cpuset /cg/a/b/cpuset.cpus.effective allows 2 of the 8" },
        { EIGHT V2 "/cg/a/cpuset.cpus.effective = 4-7\n" MASK("4,6"), "4,6", 2,
          "the affinity mask" },
        { EIGHT V1 "/set/a/b/cpuset.cpus = 1\n", "1", 1, "cpuset /set/a/b" },
        { EIGHT V1 "/set/a/b/cpuset.cpus = \n/set/a/cpuset.cpus = 1-2\n", "1-2",
          2, "cpuset /set/a/cpuset.cpus" },
        /* A set that leaves nothing cannot be true: we run. */
        { EIGHT V2 "/cg/a/b/cpuset.cpus.effective = 90\n", "0-7", 8, NULL },
        { EIGHT V2 "/cg/a/b/cpu.max = 50000 100000\n", "0-7", 0.5,
          "the quota in /cg/a/b/cpu.max allows the time of 0.5 CPUs" },
        { EIGHT V2 "/cg/a/cpu.max = 150000 100000\n", "0-7", 1.5,
          "/cg/a/cpu.max" },
        { EIGHT V2 "/cg/a/b/cpu.max = 300000 100000\n"
                   "/cg/a/cpu.max = 20000 10000\n",
          "0-7", 2, "/cg/a/cpu.max" },
        { EIGHT V2 "/cg/a/b/cpu.max = max 100000\n", "0-7", 8, NULL },
        { EIGHT V2 "/cg/a/b/cpu.max = 1600000 100000\n", "0-7", 8, NULL },
        { EIGHT V2 "/cg/a/b/cpu.max = 50000\n", "0-7", 8, NULL },
        { EIGHT V2 "/cg/a/b/cpu.max = 50000 0\n", "0-7", 8, NULL },
        { EIGHT V2 "/cg/a/b/cpu.max = 50000 99999999999999999999\n", "0-7", 8,
          NULL },
        { EIGHT V1 "/cpu/a/b/cpu.cfs_quota_us = -1\n"
                   "/cpu/a/b/cpu.cfs_period_us = 100000\n"
                   "/cpu/a/cpu.cfs_quota_us = 25000\n"
                   "/cpu/a/cpu.cfs_period_us = 100000\n",
          "0-7", 0.25, "/cpu/a/cpu.cfs_quota_us" },
        { EIGHT V1 "/cpu/a/cpu.cfs_quota_us = 25000\n", "0-7", 8, NULL },
        { EIGHT V2 MASK("3") "/cg/cpu.max = 5000 10000\n", "3", 0.5,
          "1 of the 8 online CPUs: 3; the quota" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena arena;
        struct host host;
        const char *reason;
        arena_init(&arena);
        host = read_tree(cases[i].tree, &arena);
        reason = host.cpu.usable_reason;
        if (strcmp(cpu_list_spell(&host.cpu.usable, &arena), cases[i].usable) !=
                0 ||
            fabs(host.cpu.usable_cpus - cases[i].cpus) > 1e-9 ||
            (reason == NULL) != (cases[i].reason == NULL) ||
            (reason != NULL && strstr(reason, cases[i].reason) == NULL))
            fail_msg("case %zu: %s, %g, %s", i,
                     cpu_list_spell(&host.cpu.usable, &arena),
                     host.cpu.usable_cpus, reason);
        arena_release(&arena);
    }
}

#define GIB                                                                    \
    "/proc/meminfo:\n\tMemTotal: 8388608 kB\n\tMemAvailable: 4194304 kB\n"

static void test_memory(void **state)
{
    static const struct {
        const char *tree;
        uint64_t limit;
        uint64_t usable;
    } cases[] = {
        { GIB, UNKNOWN_U64, 4294967296 },
        { GIB V2 "/cg/a/b/memory.max = max\n", UNKNOWN_U64, 4294967296 },
        { GIB V2 "/cg/a/b/memory.max = 1000\n/cg/a/b/memory.current = 400\n",
          1000, 600 },
        { GIB V2 "/cg/a/memory.max = 1000\n/cg/a/memory.current = 400\n"
                 "/cg/a/memory.stat:\n\tanon 100\n\tinactive_file 300\n",
          1000, 900 },
        /* The smaller limit is not the one with less left. */
        { GIB V2 "/cg/a/b/memory.max = 1000\n/cg/a/b/memory.current = 100\n"
                 "/cg/a/memory.max = 2000\n/cg/a/memory.current = 1900\n",
          1000, 100 },
        { GIB V2 "/cg/a/b/memory.high = 500\n/cg/a/b/memory.max = 1000\n", 500,
          500 },
        { GIB V2 "/cg/a/b/memory.max = 100\n/cg/a/b/memory.current = 400\n",
          100, 0 },
        { GIB V1 "/mem/a/b/memory.limit_in_bytes = 9223372036854771712\n",
          UNKNOWN_U64, 4294967296 },
        { GIB V1 "/mem/a/memory.limit_in_bytes = 67108864\n"
                 "/mem/a/memory.usage_in_bytes = 1048576\n",
          67108864, 66060288 },
        { GIB "/proc/self/limits:\n\tMax address space 1000 unlimited bytes\n"
              "\tMax data size unlimited unlimited bytes\n",
          UNKNOWN_U64, 1000 },
        { "/x/\n", UNKNOWN_U64, UNKNOWN_U64 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena arena;
        struct host host;
        arena_init(&arena);
        host = read_tree(cases[i].tree, &arena);
        if (host.memory.limit_bytes != cases[i].limit ||
            host.memory.usable_bytes != cases[i].usable)
            fail_msg("case %zu: limit %ju, usable %ju", i,
                     (uintmax_t)host.memory.limit_bytes,
                     (uintmax_t)host.memory.usable_bytes);
        arena_release(&arena);
    }
}

static void test_lies_on(void **state)
{
    const char *leaves[] = { "8:0" };
    struct host_layer stack[] = {
        { .name = "overlay" },
        { .name = "dm-0", .device = "253:0" },
    };
    const struct host_mount mount = {
        .stack = stack,
        .stack_count = 2,
        .leaves = leaves,
        .leaf_count = 1,
    };

    (void)state;
    assert_true(host_mount_lies_on(&mount, "8:0"));
    assert_true(host_mount_lies_on(&mount, "253:0"));
    assert_false(host_mount_lies_on(&mount, "8:1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cpus),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_lies_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
