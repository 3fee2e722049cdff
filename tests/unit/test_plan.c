/* Plans for machines of all sizes: what is left out, and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/memory_pool.h"
#include "host/host.h"
#include "measure/plan.h"

#define MIB (1ULL << 20)

enum { MOST_CPUS = 1024 };

/* A machine with an 8 MiB cache, and a plan for it. */
struct rig {
    struct arena arena;
    struct host host;
    struct host_cache cache;
    struct host_place places[MOST_CPUS];
    uint64_t numbers[MOST_CPUS];
    struct plan_options options;
    struct plan plan;
};

static void rig_init(struct rig *rig, size_t cpus, uint64_t usable_bytes)
{
    memset(rig, 0, sizeof(*rig));
    arena_init(&rig->arena);
    for (size_t i = 0; i < cpus; i++) {
        rig->numbers[i] = i;
        rig->places[i].cpu = i;
        rig->places[i].core = i;
    }
    rig->cache = (struct host_cache){ .level = 3, .bytes = 8 * MIB };
    rig->host.cpu.usable = (struct cpu_list){ rig->numbers, cpus };
    rig->host.cpu.quota_cpus = UNKNOWN_DOUBLE;
    rig->host.cpu.caches = &rig->cache;
    rig->host.cpu.cache_count = 1;
    rig->host.cpu.places = rig->places;
    rig->host.cpu.place_count = cpus;
    rig->host.memory.usable_bytes = usable_bytes;
    rig->options = (struct plan_options){ .depth = DEPTH_DEFAULT,
                                          .precision = UNKNOWN_DOUBLE,
                                          .seed = 1,
                                          .file_bytes = 64 * MIB,
                                          .has_target = true };
}

static void make_plan(struct rig *rig)
{
    struct plan_wish *wishes;
    size_t count =
        plan_default_wishes(rig->options.depth, &rig->arena, &wishes);
    struct err err;

    assert_int_equal(plan_make(&rig->host, &rig->options, wishes, count,
                               &rig->arena, &rig->plan, &err),
                     0);
}

static const struct step *step_of(const struct rig *rig, const char *id)
{
    for (size_t i = 0; i < rig->plan.step_count; i++) {
        if (strcmp(rig->plan.steps[i].choice.id, id) == 0)
            return &rig->plan.steps[i];
    }
    fail_msg("no step '%s'", id);
    return NULL;
}

static size_t runnable(const struct rig *rig)
{
    size_t count = 0;

    for (size_t i = 0; i < rig->plan.step_count; i++)
        count += rig->plan.steps[i].skipped == NULL;
    return count;
}

/* A control group kills whoever takes more than it has: what is planned, and the
 * program, must fit. */
static void test_all_buffers_fit_the_memory(void **state)
{
    static const struct {
        size_t cpus;
        uint64_t usable;
        const char *runs, *left_out;
    } cases[] = {
        { 2, 40 * MIB, "disk.read.4k.q1", "memory.read" },
        { 2, 40 * MIB, "cpu.zstd.compress", "memory.read" },
        { 2, 64 * MIB, "memory.read", "memory.copy" },
        { 2, 64 * MIB, "disk.read.4k.q1", "disk.seq-write" },
        { 2, 260 * MIB, "disk.seq-write", "memory.copy" },
        { 2, 4096 * MIB, "memory.copy", NULL },
        { 64, 1024 * MIB, "memory.copy", NULL },
        { 64, 256 * MIB, "memory.read.all", "cpu.zstd.compress.all" },
    };
    static struct rig rig;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rig_init(&rig, cases[i].cpus, cases[i].usable);
        rig.options.budget_s = 3600; /* memory alone decides */
        make_plan(&rig);
        assert_true(rig.plan.memory_bytes + 8 * MIB <= cases[i].usable);
        assert_null(step_of(&rig, cases[i].runs)->skipped);
        if (cases[i].left_out != NULL)
            assert_non_null(step_of(&rig, cases[i].left_out)->skipped);
        else
            assert_int_equal(runnable(&rig), rig.plan.step_count);
        arena_release(&rig.arena);
    }
}

/* What each worker of each step takes is announced, not only the pool. */
static void test_workers_memory_is_announced(void **state)
{
    static struct rig rig;

    (void)state;
    rig_init(&rig, 128, UNKNOWN_U64);
    rig.options.budget_s = 3600;
    make_plan(&rig);
    /* Two families of zstd with a good 2 MiB for each of 128 workers. */
    assert_true(rig.plan.memory_bytes >
                memory_pool_bytes(&rig.host) + 2 * 128 * 2 * MIB);
    arena_release(&rig.arena);
}

/* Setting up what was dropped costs nothing: short budgets hold what fits. */
static void test_a_short_budget_is_used(void **state)
{
    static struct rig rig;

    (void)state;
    rig_init(&rig, 1, 65536 * MIB);
    rig.cache.bytes =
        1024 * MIB; /* a pool of 2.25 GiB takes over 2 s to touch */
    rig.options.budget_s = 2;
    make_plan(&rig);
    assert_null(step_of(&rig, "cpu.loop")->skipped);
    assert_true(rig.plan.seconds <= 2);
    arena_release(&rig.arena);
}

/* One pair with one loop would say nothing. */
static void test_a_quick_run_measures_all_pairs(void **state)
{
    static struct rig rig;
    struct plan_wish wish = { .named = true };
    struct err err;

    (void)state;
    rig_init(&rig, 4, 4096 * MIB);
    rig.options.depth = DEPTH_QUICK;
    assert_int_equal(bench_find("cpu.pairs", &wish.choice, &err), 0);
    assert_int_equal(plan_make(&rig.host, &rig.options, &wish, 1, &rig.arena,
                               &rig.plan, &err),
                     0);
    assert_true(rig.plan.steps[0].point_count >= 2 * 6);
    arena_release(&rig.arena);
}

/* The chains of a ladder are linked one by one, and 2048 messages signed: preparations are
 * announced with the rounds, by what they take and for each point. */
static void test_preparations_are_announced(void **state)
{
    static struct rig rig;
    double small, large;

    (void)state;
    rig_init(&rig, 2, 65536 * MIB);
    make_plan(&rig);
    small = step_seconds(step_of(&rig, "memory.latency"), 7) -
            step_rounds_seconds(step_of(&rig, "memory.latency"), 7);
    assert_true(step_seconds(step_of(&rig, "cpu.sr25519"), 7) -
                    step_rounds_seconds(step_of(&rig, "cpu.sr25519"), 7) >
                step_seconds(step_of(&rig, "cpu.blake2b"), 7) -
                    step_rounds_seconds(step_of(&rig, "cpu.blake2b"), 7) + 0.2);
    rig.cache.bytes = 256 * MIB;
    make_plan(&rig);
    large = step_seconds(step_of(&rig, "memory.latency"), 7) -
            step_rounds_seconds(step_of(&rig, "memory.latency"), 7);
    assert_true(large > 10 * small); /* of 32 times the bytes */
    assert_null(step_of(&rig, "memory.latency")->skipped);
    assert_true(rig.plan.seconds <= 60);
    arena_release(&rig.arena);
}

/* However many pairs there are, each CPU is prepared once for either loop. */
static void test_pairs_prepare_each_cpu_once(void **state)
{
    static struct rig rig;
    struct plan_wish wish = { .named = true };
    struct err err;
    double seconds = 0;

    (void)state;
    rig_init(&rig, 64, 4096 * MIB);
    assert_int_equal(bench_find("cpu.pairs", &wish.choice, &err), 0);
    assert_int_equal(plan_make(&rig.host, &rig.options, &wish, 1, &rig.arena,
                               &rig.plan, &err),
                     0);
    for (size_t p = 0; p < rig.plan.steps[0].point_count; p++)
        seconds += step_prepare_seconds(&rig.plan.steps[0], p, 7);
    assert_true(seconds > 0);
    assert_true(seconds <=
                2 * 64 * step_prepare_seconds(&rig.plan.steps[0], 0, 7));
    arena_release(&rig.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_buffers_fit_the_memory),
        cmocka_unit_test(test_workers_memory_is_announced),
        cmocka_unit_test(test_a_short_budget_is_used),
        cmocka_unit_test(test_a_quick_run_measures_all_pairs),
        cmocka_unit_test(test_preparations_are_announced),
        cmocka_unit_test(test_pairs_prepare_each_cpu_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
