/* The machine the test runs on: whatever it is, its facts must fit together. */
#include <linux/magic.h>
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/host.h"
#include "host/libc.h"
#include "host/sysroot.h"
#include "host_facts.h"
#include "host_tree.h"

static struct host read_live(struct arena *arena)
{
    struct sysroot root;
    struct host host;
    struct err err;

    assert_int_equal(sysroot_open("/", &root, &err), 0);
    assert_int_equal(host_read(&root, arena, &host, &err), 0);
    sysroot_release(&root);
    return host;
}

static void test_fits_together(void **state)
{
    struct arena arena;
    struct host host;
    uint64_t threads = 0;

    (void)state;
    arena_init(&arena);
    host = read_live(&arena);
    assert_non_null(host.kernel);
    assert_non_null(host.cpu.architecture);
    assert_in_range(host.cpu.usable.count, 1, host.cpu.online.count);
    assert_true(host.cpu.usable_cpus > 0);
    assert_true(host.cpu.usable_cpus <= (double)host.cpu.usable.count);
    assert_int_equal(host.cpu.place_count, host.cpu.online.count);
    assert_in_range(host.cpu.cores, 1, host.cpu.online.count);
    assert_in_range(host.cpu.sockets, 1, host.cpu.cores);
    for (size_t i = 0; i < host.cpu.place_count; i++) {
        assert_true(host.cpu.places[i].core < host.cpu.cores);
        assert_true(host.cpu.places[i].socket < host.cpu.sockets);
        threads++;
    }
    assert_true(threads <= host.cpu.cores * host.cpu.threads_per_core);
    if (known_u64(host.memory.available_bytes))
        assert_true(host.memory.available_bytes <= host.memory.total_bytes);
    assert_in_range(arena.used, 1, 10 << 20);
    arena_release(&arena);
}

/* The mask of this process counts at once: that is what taskset does. */
static void test_mask(void **state)
{
    cpu_set_t before, one;
    struct arena arena;
    struct host host;
    uint64_t cpu;

    (void)state;
    arena_init(&arena);
    if (sched_getaffinity(0, sizeof(before), &before) < 0)
        return; /* over 1024 CPUs */
    host = read_live(&arena);
    cpu = host.cpu.usable.numbers[host.cpu.usable.count - 1];
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
    host = read_live(&arena);
    assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
    assert_int_equal(host.cpu.usable.count, 1);
    assert_int_equal(host.cpu.usable.numbers[0], cpu);
    if (host.cpu.online.count > 1)
        assert_non_null(strstr(host.cpu.usable_reason, "affinity mask"));
    arena_release(&arena);
}

static void test_rlimits(void **state)
{
    struct rlimit before, less;
    struct arena arena;
    struct host host;

    (void)state;
    arena_init(&arena);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    less = before;
    less.rlim_cur = 12345678;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
    host = read_live(&arena);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(host.limits.file_bytes, 12345678);
    arena_release(&arena);
}

static void test_mount(void **state)
{
    struct statfs shm;
    struct host_mount mount;
    struct sysroot root;
    struct arena arena;
    struct err err;

    (void)state;
    arena_init(&arena);
    assert_int_equal(sysroot_open("/", &root, &err), 0);
    assert_int_equal(host_mount_read(&root, ".", &arena, &mount, &err), 0);
    assert_string_equal(mount.path, ".");
    assert_non_null(mount.filesystem);
    assert_in_range(mount.stack_count, 1, 64);
    assert_true(mount.free_bytes <= mount.size_bytes);
    if (statfs("/dev/shm", &shm) == 0 && shm.f_type == TMPFS_MAGIC) {
        assert_int_equal(
            host_mount_read(&root, "/dev/shm", &arena, &mount, &err), 0);
        assert_int_equal(mount.memory, FACT_YES);
    }
    assert_int_equal(
        host_mount_read(&root, "/nowhere/at all", &arena, &mount, &err), -1);
    assert_string_equal(
        err.text,
        "cannot look at '/nowhere/at all': No such file or directory");
    sysroot_release(&root);
    arena_release(&arena);
}

static void test_libc(void **state)
{
    (void)state;
    assert_true(text_starts(libc_version(), "glibc 2."));
    /* Unknown, or what a cache may hold. */
    if (known_u64(libc_streaming_bytes()))
        assert_in_range(libc_streaming_bytes(), 16 << 10, 1ULL << 40);
}

/* What the capture script writes must read as this machine does. */
static void test_capture(void **state)
{
    const char *tests = getenv("ASSAY_TESTS");
    char *folder, *command, *tree;
    struct host live, captured;
    struct sysroot root;
    struct arena arena;
    struct text a, b;
    struct err err;

    (void)state;
    arena_init(&arena);
    folder = tree_new_folder(&arena);
    command = arena_printf(&arena, "'%s/../tools/capture-host' '%s'",
                           tests != NULL ? tests : "tests", folder);
    assert_int_equal(system(command), 0);
    tree = tree_unpack(&arena, arena_printf(&arena, "%s/tree.txt", folder));
    assert_int_equal(sysroot_open(tree, &root, &err), 0);
    assert_int_equal(host_read(&root, &arena, &captured, &err), 0);
    sysroot_release(&root);
    live = read_live(&arena);
    if (strcmp(captured.cpu.architecture, live.cpu.architecture) != 0) {
        tree_remove(tree);
        tree_remove(folder);
        arena_release(&arena);
        return; /* under an emulator: the script saw another machine */
    }
    text_init(&a, &arena);
    text_init(&b, &arena);
    put_cpu(&a, &live.cpu);
    put_cpu(&b, &captured.cpu);
    assert_string_equal(b.bytes, a.bytes);
    assert_int_equal(captured.memory.total_bytes, live.memory.total_bytes);
    assert_int_equal(captured.memory.limit_bytes, live.memory.limit_bytes);
    assert_int_equal(captured.memory.installed_bytes,
                     live.memory.installed_bytes);
    assert_int_equal(captured.disk_count, live.disk_count);
    assert_string_equal(captured.kernel, live.kernel);
    assert_null(captured.id);
    tree_remove(tree);
    tree_remove(folder);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_together), cmocka_unit_test(test_mask),
        cmocka_unit_test(test_rlimits),       cmocka_unit_test(test_mount),
        cmocka_unit_test(test_libc),          cmocka_unit_test(test_capture),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
