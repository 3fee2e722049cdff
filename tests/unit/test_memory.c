/* The memory that the memory rows share: chains that stand in it side by side, its pages,
 * and the part of it that is far away. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/unknown.h"
#include "bench/catalogue.h"
#include "bench/memory_pages.h"
#include "bench/memory_pool.h"
#include "host/host.h"

enum { MOST_POINTS = 64, MIB = 1 << 20 };

/* Two CPUs, on one node or on two. */
struct machine {
    struct host host;
    struct host_cache cache;
    struct host_place places[2];
    uint64_t numbers[2];
};

static void machine_init(struct machine *machine, uint64_t first_node,
                         uint64_t second_node, uint64_t cache_bytes)
{
    *machine = (struct machine){ .numbers = { 0, 1 } };
    machine->cache = (struct host_cache){ 2, "unified", cache_bytes, 2, 1 };
    machine->places[0] = (struct host_place){ .cpu = 0,
                                              .node = first_node,
                                              .last_cache = UNKNOWN_U64 };
    machine->places[1] = (struct host_place){ .cpu = 1,
                                              .node = second_node,
                                              .last_cache = UNKNOWN_U64 };
    machine->host.cpu.caches = &machine->cache;
    machine->host.cpu.cache_count = 1;
    machine->host.cpu.places = machine->places;
    machine->host.cpu.place_count = 2;
    machine->host.cpu.usable = (struct cpu_list){ machine->numbers, 2 };
    machine->host.memory.usable_bytes = 64 * MIB;
}

static struct bench_choice chosen(const char *id)
{
    struct bench_choice choice;
    struct err err;

    assert_int_equal(bench_find(id, &choice, &err), 0);
    return choice;
}

/* --- chains side by side --- */

struct placed {
    void *state;
    const struct bench *bench;
};

static size_t prepare_all(const char *id, const struct machine *machine,
                          struct memory_pool *pool, struct placed *placed)
{
    struct bench_choice choice = chosen(id);
    struct bench_env env = { .host = &machine->host,
                             .variant = choice.variant,
                             .pool = pool,
                             .workers = 1,
                             .seed = 1 };
    struct bench_point points[MOST_POINTS] = { { 0 } };
    size_t n = choice.bench->points(&env, points, MOST_POINTS);
    struct err err;

    for (size_t i = 0; i < n; i++) {
        placed[i].bench = choice.bench;
        placed[i].state = calloc(1, choice.bench->state_size);
        assert_non_null(placed[i].state);
        env.x = points[i].x;
        assert_int_equal(choice.bench->prepare(placed[i].state, &env, &err), 0);
    }
    return n;
}

/* All chains are made first and followed afterwards: none has trodden on another. */
static void chains_stand_side_by_side(void **state)
{
    static const uint64_t caches[] = { 256 << 10, 1 * MIB, 3 * MIB, 5 * MIB };

    (void)state;
    for (size_t c = 0; c < sizeof(caches) / sizeof(caches[0]); c++) {
        struct placed placed[2 * MOST_POINTS];
        struct machine machine;
        struct memory_pool pool;
        struct err err;
        size_t n;

        machine_init(&machine, 0, 0, caches[c]);
        assert_int_equal(memory_pool_init(&pool, &machine.host, &err), 0);
        n = prepare_all("memory.latency", &machine, &pool, placed);
        assert_true(n >= 20 || caches[c] < MIB); /* sizes */
        n += prepare_all("memory.latency.near-pages", &machine, &pool,
                         placed + n);
        for (size_t i = 0; i < n; i++) {
            const char *note = NULL;
            assert_int_equal(
                placed[i].bench->check(placed[i].state, &note, &err), 0);
            free(placed[i].state);
        }
        memory_pool_release(&pool);
    }
}

/* --- pages --- */

static const char smaps[] =
    "55d0c0000000-55d0c0200000 r-xp 00000000 fe:00 12   /bin/assay\n"
    "Size:               2048 kB\n"
    "AnonHugePages:         0 kB\n"
    "VmFlags: rd ex mr\n"
    "7f0000000000-7f0000800000 rw-p 00000000 00:00 0 \n"
    "Size:               8192 kB\n"
    "KernelPageSize:        4 kB\n"
    "AnonHugePages:      6144 kB\n"
    "VmFlags: rd wr hg\n"
    "7f0000900000-7f0000a00000 rw-p 00000000 00:00 0 \n"
    "Size:               1024 kB\n"
    "VmFlags: rd wr\n";

static void huge_pages_are_counted(void **state)
{
    static const struct {
        uintptr_t address;
        double share; /* NAN: not told */
    } cases[] = {
        { 0x55d0c0000000, 0 },    { 0x7f0000000000, 0.75 },
        { 0x7f00007fffff, 0.75 }, { 0x7f0000800000, NAN },
        { 0x7f0000900000, NAN },  { 0, NAN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double share = memory_huge_share_of(smaps, cases[i].address);
        assert_true(isnan(cases[i].share) ? isnan(share)
                                          : fabs(share - cases[i].share) < 1e-9);
    }
    assert_true(isnan(memory_huge_share_of("", 1)));
    assert_true(isnan(memory_huge_share_of("7f00-", 0x7f00)));
    /* This process's own stack never lies in huge pages, if the kernel tells. */
    assert_false(memory_huge_share(&state) > 1);
}

/* --- near and far --- */

static void the_far_node_is_found(void **state)
{
    struct machine machine;

    (void)state;
    machine_init(&machine, 0, 0, MIB);
    assert_false(known_u64(memory_remote_node(&machine.host.cpu)));
    machine_init(&machine, 0, 3, MIB);
    assert_int_equal(memory_remote_node(&machine.host.cpu), 3);
    machine_init(&machine, 3, 0, MIB);
    assert_int_equal(memory_remote_node(&machine.host.cpu), 0);
    machine.host.cpu.usable.numbers[0] = 1; /* the mask leaves the second CPU */
    machine.host.cpu.usable.count = 1;
    assert_int_equal(memory_remote_node(&machine.host.cpu), 3);
    machine.host.cpu.place_count = 0; /* no /sys */
    assert_false(known_u64(memory_remote_node(&machine.host.cpu)));
}

static void far_rows_need_a_far_node(void **state)
{
    static const char *const ids[] = { "memory.latency.remote",
                                       "memory.read.remote" };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench_choice choice = chosen(ids[i]);
        struct bench_point points[MOST_POINTS] = { { 0 } };
        struct machine machine;
        struct bench_env env = { .host = &machine.host,
                                 .variant = choice.variant,
                                 .workers = 1 };

        machine_init(&machine, 0, 0, MIB);
        assert_int_equal(choice.bench->points(&env, points, MOST_POINTS), 0);
        machine_init(&machine, 0, 1, MIB);
        assert_int_equal(choice.bench->points(&env, points, MOST_POINTS), 1);
        assert_int_equal(points[0].x, memory_buffer_bytes(&machine.host, 1));
        assert_true(points[0].headline);
    }
}

/* To a CPU that says it sits on node 1, the memory of node 0 is far: that node exists
 * everywhere, so the binding can be done for real. */
static void far_memory_is_taken_once(void **state)
{
    struct memory_area area, again;
    struct machine machine;
    struct memory_pool pool;
    struct err err;
    uint64_t near;

    (void)state;
    machine_init(&machine, 0, 0, MIB);
    near = memory_pool_bytes(&machine.host);
    assert_int_equal(memory_pool_init(&pool, &machine.host, &err), 0);
    assert_int_equal(memory_pool_remote(&pool, &machine.host, &area, &err), -1);
    assert_int_equal(err.kind, ERR_UNSUPPORTED);

    machine_init(&machine, 1, 0, MIB);
    assert_int_equal(memory_pool_bytes(&machine.host),
                     near + memory_buffer_bytes(&machine.host, 1));
    if (memory_pool_remote(&pool, &machine.host, &area, &err) < 0) {
        /* A kernel without nodes, an emulator. */
        assert_int_equal(err.kind, ERR_UNSUPPORTED);
        print_message("# %s\n", err.text);
    } else {
        assert_int_equal(memory_pool_remote(&pool, &machine.host, &again, &err),
                         0);
        assert_ptr_equal(area.bytes, again.bytes);
        assert_int_equal(area.bytes[0], 0x66); /* touched */
    }
    /* A node that does not exist. */
    memory_pool_release(&pool);
    assert_int_equal(memory_pool_init(&pool, &machine.host, &err), 0);
    machine_init(&machine, 0, 1023, MIB);
    assert_int_equal(memory_pool_remote(&pool, &machine.host, &area, &err), -1);
    assert_int_equal(err.kind, ERR_UNSUPPORTED);
    memory_pool_release(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_stand_side_by_side),
        cmocka_unit_test(huge_pages_are_counted),
        cmocka_unit_test(the_far_node_is_found),
        cmocka_unit_test(far_rows_need_a_far_node),
        cmocka_unit_test(far_memory_is_taken_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
