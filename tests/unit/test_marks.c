/* Which marks a result carries, from samples made by hand; and what is computed from
 * samples again when a document is replayed. */
#include <math.h>
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
#include "result/assemble.h"
#include "result/marks.h"
#include "result/result.h"

enum { ROUNDS = 8 };

/* One result of a host with two CPUs. */
struct rig {
    struct arena arena;
    struct document document;
    struct result result;
    struct result_target target;
    struct sample samples[ROUNDS];
    uint64_t cpus[2];
    struct host_io_limit limit;
    const char *leaf;
};

static void rig_init(struct rig *rig, const char *id, const char *resource)
{
    memset(rig, 0, sizeof(*rig));
    arena_init(&rig->arena);
    document_init(&rig->document);
    result_init(&rig->result);
    rig->document.host.cpu.usable = (struct cpu_list){ rig->cpus, 2 };
    rig->document.results = &rig->result;
    rig->document.result_count = 1;
    rig->result.id = id;
    rig->result.resource = resource;
    rig->result.unit = "ops/s";
    rig->result.status = "ok";
    rig->result.workers = 1;
    rig->result.samples = rig->samples;
    rig->result.sample_count = ROUNDS;
    for (uint64_t i = 0; i < ROUNDS; i++)
        rig->samples[i] = (struct sample){ .round = i + 1,
                                           .ops = 1000,
                                           .wall_ns = 200 * NS_PER_MS,
                                           .cpu_ns = 200 * NS_PER_MS,
                                           .clock_hz = UNKNOWN_DOUBLE };
}

static bool has_mark(struct rig *rig, const char *id)
{
    mark_results(&rig->document, &rig->arena);
    return mark_find(rig->result.marks, rig->result.mark_count, id) != NULL;
}

/* Of eight workers on two CPUs the hypervisor can take two CPUs' time at the most. */
static void steal_is_a_share_of_the_cpus(void **state)
{
    static const struct {
        uint64_t workers, steal_ms;
        bool stolen;
    } cases[] = { { 1, 3, false }, { 1, 5, true },  { 2, 5, false },
                  { 2, 9, true },  { 8, 5, false }, { 8, 9, true } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rig rig;

        rig_init(&rig, "cpu.blake2b.parallel-8", "cpu");
        rig.result.workers = cases[i].workers;
        for (size_t s = 0; s < ROUNDS; s++)
            rig.samples[s].steal_ns = cases[i].steal_ms * NS_PER_MS;
        assert_int_equal(has_mark(&rig, "stolen"), cases[i].stolen);
        arena_release(&rig.arena);
    }
}

/* A few gaps more or fewer in a second are no drift. */
static void lost_shares_do_not_drift(void **state)
{
    static const struct {
        const char *unit;
        bool marked;
    } cases[] = { { "share", false }, { "ops/s", true } };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct rig rig;

        rig_init(&rig, "os.stall", "os");
        rig.result.unit = cases[i].unit;
        rig.result.score = 0.001;
        rig.result.ci95 = (struct interval){ 0.0005, 0.0015 };
        for (size_t s = 0; s < ROUNDS; s++)
            rig.samples[s].ops = s < ROUNDS / 2 ? 10 : 15;
        assert_int_equal(has_mark(&rig, "drifting"), cases[i].marked);
        assert_int_equal(has_mark(&rig, "unsteady"), cases[i].marked);
        arena_release(&rig.arena);
    }
}

/* What a look at the clock costs matters where operations are not much longer. */
static void a_slow_clock_marks_short_latencies(void **state)
{
    static const struct {
        double step_ns;
        uint64_t p50;
        bool marked;
    } cases[] = { { 25, 100, false },        { 1400, 28001, false },
                  { 1400, 27999, true },     { 1400, UNKNOWN_U64, true },
                  { 4e6, 10000000, true },   { UNKNOWN_DOUBLE, 100, false },
                  { 25, UNKNOWN_U64, false } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct result_latency latency;
        struct rig rig;

        rig_init(&rig, "disk.read.4k.q1", "disk");
        latency_init(&latency);
        latency.p50 = cases[i].p50;
        rig.document.conditions.clock_step_ns = cases[i].step_ns;
        assert_false(has_mark(&rig, "slow-clock")); /* no latencies */
        rig.result.latency = &latency;
        assert_int_equal(has_mark(&rig, "slow-clock"), cases[i].marked);
        arena_release(&rig.arena);
    }
}

/* A disk that falls off shows what it gave at first beside its score. */
static void a_burst_stands_beside_the_score(void **state)
{
    static const struct {
        uint64_t late; /* operations in the later rounds; 1000 in the others */
        bool burst;
    } cases[] = { { 900, false }, { 700, true } };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct rig rig;

        rig_init(&rig, "disk.write.4k.q1", "disk");
        target_init(&rig.target);
        rig.target.mount.path = "/srv";
        rig.document.targets = &rig.target;
        rig.document.target_count = 1;
        rig.result.target = "/srv";
        rig.result.score = (double)cases[i].late * 5; /* of most rounds */
        for (size_t s = ROUNDS / 2 - 1; s < ROUNDS; s++)
            rig.samples[s].ops = cases[i].late;
        assert_int_equal(has_mark(&rig, "burst"), cases[i].burst);
        if (cases[i].burst)
            assert_true(fabs(rig.result.burst - 5000) < 1e-6);
        else
            assert_false(known_double(rig.result.burst));
        arena_release(&rig.arena);
    }
}

/* Durable writes do not read. */
static void limits_go_by_direction(void **state)
{
    static const struct {
        const char *id, *operation;
        bool limited;
    } cases[] = {
        { "disk.read.4k.q1", "read", true },
        { "disk.read.4k.q1", "write", false },
        { "disk.seq-write", "read", false },
        { "disk.fsync.append", "write", true },
        { "disk.fsync.append", "read", false },
        { "disk.mixed.75-25.4k", "read", true },
        { "disk.mixed.75-25.4k", "write", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rig rig;

        rig_init(&rig, cases[i].id, "disk");
        target_init(&rig.target);
        rig.leaf = "254:0";
        rig.target.mount.path = "/srv";
        rig.target.mount.leaves = &rig.leaf;
        rig.target.mount.leaf_count = 1;
        rig.limit.device = "254:0";
        rig.limit.operation = cases[i].operation;
        rig.document.targets = &rig.target;
        rig.document.target_count = 1;
        rig.document.host.limits.io = &rig.limit;
        rig.document.host.limits.io_count = 1;
        rig.result.target = "/srv";
        assert_int_equal(has_mark(&rig, "limited"), cases[i].limited);
        arena_release(&rig.arena);
    }
}

/* A disk's rate over the little CPU time that it took would say nothing. */
static void disks_have_no_rate_per_cpu_second(void **state)
{
    struct rig rig;
    struct err err;

    (void)state;
    rig_init(&rig, "disk.read.4k.q1", "disk");
    assert_int_equal(resummarise_results(&rig.document, &err), 0);
    assert_int_equal(rig.result.n, ROUNDS);
    assert_false(known_double(rig.result.per_cpu_second));
    arena_release(&rig.arena);

    rig_init(&rig, "cpu.loop", "cpu");
    assert_int_equal(resummarise_results(&rig.document, &err), 0);
    assert_true(known_double(rig.result.per_cpu_second));
    arena_release(&rig.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steal_is_a_share_of_the_cpus),
        cmocka_unit_test(lost_shares_do_not_drift),
        cmocka_unit_test(a_slow_clock_marks_short_latencies),
        cmocka_unit_test(a_burst_stands_beside_the_score),
        cmocka_unit_test(limits_go_by_direction),
        cmocka_unit_test(disks_have_no_rate_per_cpu_second),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
