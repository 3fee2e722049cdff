#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "host/counters.h"
#include "host/cpu_list.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "host_tree.h"

static const char tree_text[] =
    "/proc/stat:\n"
    "\tcpu  30 6 9 300 12 3 0 15 0 0\n"
    "\tcpu0 10 2 3 100 4 1 0 5 0 0\n"
    "\tcpu1 10 2 3 100 4 1 0 5 0 0\n"
    "\tcpu10 10 2 3 100 4 1 0 5 0 0\n"
    "\tintr 12345 0 1\n"
    "/proc/pressure/cpu:\n"
    "\tsome avg10=1.00 avg60=0.50 avg300=0.10 total=123456\n"
    "\tfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n"
    "/proc/pressure/io = full avg10=0.00 total=9\n"
    "/proc/loadavg = 1.50 0.70 0.30 2/300 4242\n"
    "/sys/dev/block/254:0 -> ../../devices/virtio/block/vda\n"
    "/sys/devices/virtio/block/vda/stat =  10 1 800 30 20 2 1600 40 3 50 60\n"
    "/sys/block/nvme0c0n1/stat = 5 0 8 0 6 0 16 0 0 0 0 0 0 0 0 0 0\n"
    "/sys/block/bad/stat = 5 0 8\n"
    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor = powersave\n";

struct fixture {
    struct arena arena;
    struct sysroot root;
    char *folder;
};

static void open_tree(struct fixture *f, const char *text)
{
    struct err err;

    arena_init(&f->arena);
    f->folder = tree_new_folder(&f->arena);
    tree_unpack_text(&f->arena, arena_strdup(&f->arena, text), f->folder);
    assert_int_equal(sysroot_open(f->folder, &f->root, &err), 0);
}

static void close_tree(struct fixture *f)
{
    sysroot_release(&f->root);
    tree_remove(f->folder);
    arena_release(&f->arena);
}

static void test_cpu(void **state)
{
    uint64_t tick = NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK);
    struct cpu_times times;
    struct cpu_list list;
    struct fixture f;

    (void)state;
    open_tree(&f, tree_text);
    counters_cpu(&f.root, NULL, &times);
    assert_int_equal(times.total_ns, 375 * tick);
    assert_int_equal(times.idle_ns, 312 * tick);
    assert_int_equal(times.steal_ns, 15 * tick);
    list = cpu_list_parse("1,10", &f.arena);
    counters_cpu(&f.root, &list, &times);
    assert_int_equal(times.total_ns, 250 * tick);
    assert_int_equal(times.steal_ns, 10 * tick);
    list = cpu_list_parse("3", &f.arena);
    counters_cpu(&f.root, &list, &times);
    assert_int_equal(times.total_ns, UNKNOWN_U64);
    assert_int_equal(times.steal_ns, UNKNOWN_U64);
    counters_cpu_parse("cpu  1 2 3 4", NULL, &times); /* an old kernel's */
    assert_int_equal(times.total_ns, 10 * tick);
    assert_int_equal(times.steal_ns, 0);
    close_tree(&f);
}

static void test_rest(void **state)
{
    struct pressure pressure;
    struct fixture f;

    (void)state;
    open_tree(&f, tree_text);
    counters_pressure(&f.root, &pressure);
    assert_int_equal(pressure.cpu_ns, 123456000);
    assert_int_equal(pressure.io_ns, UNKNOWN_U64); /* no "some" line */
    assert_int_equal(pressure.memory_ns, UNKNOWN_U64);
    assert_true(fabs(counters_load(&f.root) - 1.5) < 1e-9);
    assert_string_equal(counters_governor(&f.root, &f.arena), "powersave");
    close_tree(&f);
    open_tree(&f, "/x/\n");
    counters_pressure(&f.root, &pressure);
    assert_int_equal(pressure.cpu_ns, UNKNOWN_U64);
    assert_true(isnan(counters_load(&f.root)));
    assert_null(counters_governor(&f.root, &f.arena));
    close_tree(&f);
}

static void test_device(void **state)
{
    const char *leaves[] = { "254:0", "nvme0c0n1", "bad" };
    struct device_counters now;
    struct fixture f;

    (void)state;
    open_tree(&f, tree_text);
    assert_true(counters_device(&f.root, "254:0", &now));
    assert_int_equal(now.reads, 10);
    assert_int_equal(now.read_bytes, 800 * 512);
    assert_int_equal(now.writes, 20);
    assert_int_equal(now.written_bytes, 1600 * 512);
    assert_int_equal(now.in_flight, 3);
    assert_true(counters_devices(&f.root, leaves, 2, &now));
    assert_int_equal(now.reads, 15);
    assert_int_equal(now.written_bytes, 1616 * 512);
    assert_false(counters_devices(&f.root, leaves, 3, &now));
    assert_int_equal(now.reads, UNKNOWN_U64);
    assert_false(counters_device(&f.root, "8:0", &now));
    assert_int_equal(now.in_flight, UNKNOWN_U64);
    close_tree(&f);
}

/* Adds to the counters that a captured machine has. */
static void count_on(struct fixture *f, const char *path, const char *stat)
{
    char *file = arena_printf(&f->arena, "%s%s", f->folder, path);

    tree_write(file, stat, strlen(stat));
}

/* A multipath NVMe disk whose own counters stay at zero: its hidden paths tell, and are not
 * counted twice once the disk counts as well. */
static void test_multipath(void **state)
{
    static const char paths[][96] = {
        "/sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0/nvme/nvme0/"
        "nvme0c0n1/stat",
        "/sys/devices/pci0000:80/0000:80:01.0/0000:81:00.0/nvme/nvme1/"
        "nvme0c1n1/stat",
    };
    const char *tests = getenv("ASSAY_TESTS");
    struct device_counters begin, end;
    struct host_mount mount;
    struct fixture f;
    struct err err;

    (void)state;
    arena_init(&f.arena);
    f.folder = tree_unpack(
        &f.arena, arena_printf(&f.arena, "%s/hosts/nvme-multipath/tree.txt",
                               tests != NULL ? tests : "tests"));
    assert_int_equal(sysroot_open(f.folder, &f.root, &err), 0);
    assert_int_equal(host_mount_read(&f.root, "/var", &f.arena, &mount, &err),
                     0);
    assert_int_equal(mount.leaf_count, 2);
    assert_true(
        counters_devices(&f.root, mount.leaves, mount.leaf_count, &begin));
    assert_int_equal(begin.reads, 500 + 7);
    assert_int_equal(begin.read_bytes, (4000 + 56) * 512);
    assert_int_equal(begin.writes, 600);
    assert_int_equal(begin.written_bytes, 9600 * 512);
    /* 3 reads of 4 KiB by one path, 2 writes of 1 MiB and a read by the other */
    count_on(&f, paths[0], "503 0 4024 1 600 0 9600 1 0 1 1\n");
    count_on(&f, paths[1], "8 0 64 1 2 0 4096 0 1 1 1\n");
    assert_true(counters_devices(&f.root, mount.leaves, mount.leaf_count, &end));
    assert_int_equal(end.reads - begin.reads, 4);
    assert_int_equal(end.read_bytes - begin.read_bytes, 4 * 4096);
    assert_int_equal(end.writes - begin.writes, 2);
    assert_int_equal(end.written_bytes - begin.written_bytes, 2 << 20);
    assert_int_equal(end.in_flight, 1);
    /* a kernel whose multipath disks count by themselves */
    count_on(&f, "/sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1/stat",
             "511 0 4088 1 602 0 13696 1 0 1 1\n");
    assert_int_equal(host_mount_read(&f.root, "/var", &f.arena, &mount, &err),
                     0);
    assert_int_equal(mount.leaf_count, 1);
    assert_string_equal(mount.leaves[0], "259:0");
    assert_true(counters_devices(&f.root, mount.leaves, mount.leaf_count, &end));
    assert_int_equal(end.reads, 511);
    assert_int_equal(end.written_bytes, 13696 * 512);
    close_tree(&f);
}

static uint64_t throttled(const char *tree)
{
    struct throttle throttle;
    struct fixture f;
    uint64_t ns;

    open_tree(&f, tree);
    counters_find_throttle(&f.root, &f.arena, &throttle);
    ns = counters_throttled_ns(&f.root, &throttle);
    close_tree(&f);
    return ns;
}

static void test_throttle(void **state)
{
    (void)state;
    assert_int_equal(
        throttled("/proc/self/cgroup:\n\t0::/a/b\n"
                  "/proc/self/mountinfo:\n"
                  "\t30 1 0:26 / /cg rw - cgroup2 cgroup2 rw\n"
                  "/cg/cpu.stat:\n\tusage_usec 5\n"
                  "/cg/a/cpu.stat:\n\tnr_throttled 1\n\tthrottled_usec 3000\n"
                  "/cg/a/b/cpu.stat:\n\tthrottled_usec 20\n"),
        3020000);
    assert_int_equal(
        throttled("/proc/self/cgroup:\n\t2:cpu:/a\n"
                  "/proc/self/mountinfo:\n"
                  "\t30 1 0:26 / /cg rw - cgroup cgroup rw,cpu\n"
                  "/cg/cpu.stat:\n\tnr_periods 0\n\tthrottled_time 5\n"
                  "/cg/a/cpu.stat:\n\tthrottled_time 7000\n"),
        7005);
    assert_int_equal(throttled("/x/\n"), UNKNOWN_U64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cpu),      cmocka_unit_test(test_rest),
        cmocka_unit_test(test_device),   cmocka_unit_test(test_multipath),
        cmocka_unit_test(test_throttle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
