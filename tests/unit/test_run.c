/* The whole measuring chain on a clock that the test ticks: exact rounds, exact
 * figures, no real time. */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/unknown.h"
#include "bench/disk_target.h"
#include "measure/run.h"
#include "measure/summary.h"

#include "scripted_run.h"

static struct summary summary_of(const struct rig *rig)
{
    return summarise(series_of(rig)->samples, series_of(rig)->count,
                     SCORE_OPS_PER_SECOND, JOIN_SUM, 1);
}

static void test_steady_work_ends_at_the_first_look(void **state)
{
    struct rig rig;
    struct summary summary;

    (void)state;
    rig_init(&rig, &fake);
    rig_run(&rig);
    summary = summary_of(&rig);
    assert_true(rig.run.complete);
    assert_int_equal(rig.run.steps[0].status, RUN_OK);
    assert_string_equal(rig.run.steps[0].note, "scripted");
    assert_int_equal(series_of(&rig)->count, 7);
    assert_true(fabs(summary.score - 1e6) < 1e-3);
    assert_true(fabs(summary.mean - 1e6) < 1e-3);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(series_of(&rig)->samples[i].round, i + 1);
        assert_true(series_of(&rig)->samples[i].wall_ns >= 200 * NS_PER_MS);
        /* A slice ends by the clock, at the first chunk past its end. */
        assert_true(series_of(&rig)->samples[i].wall_ns < 203 * NS_PER_MS);
    }
    assert_int_equal(script.released, script.prepared);
    rig_release(&rig);
}

/* Somebody else's time in the first call must not pass for its own: chunks would be of
 * one operation, and the clock would be read as often. */
static void test_an_accident_does_not_end_calibration(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.hiccup_call = 1;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 7);
    assert_true(script.calls < 7 * 200 + 50);
    rig_release(&rig);
}

/* Rounds that differ by a quarter: the interval stays wide, so it goes on to 31. */
static void test_unsteady_work_goes_on(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.op_ns = 400 * NS_PER_MS; /* one operation is longer than a slice */
    script.jitter_percent = 25;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 31);
    rig_release(&rig);
}

static void test_detail_gets_its_rounds_and_no_more(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake_detail);
    script.op_ns = 400 * NS_PER_MS;
    script.jitter_percent = 25;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 7);
    rig_release(&rig);
}

/* However wide the interval: when its bound is far away the case is clear. */
static void test_a_clear_bound_ends_it(void **state)
{
    const struct bound far_away = { 1.0, true, 0 }, close_by = { 2.2, true, 0 };
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.op_ns = 400 * NS_PER_MS;
    script.jitter_percent = 25;
    rig.wish.bounds = &far_away;
    rig.wish.bound_count = 1;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 7);
    rig_release(&rig);

    rig_init(&rig, &fake);
    script.op_ns = 400 * NS_PER_MS;
    script.jitter_percent = 25;
    rig.wish.bounds = &close_by;
    rig.wish.bound_count = 1;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 31);
    rig_release(&rig);
}

/* 5 ms an operation: 7 slices hold 280 operations, and "p99 of at most 10 ms" is
 * clear from 299 on; "at most 1 ms" is missed at once. */
static void test_a_latency_bound_wants_operations(void **state)
{
    const struct bound slow = { 1e7, false, 0.01 }, fast = { 1e6, false, 0.01 };
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake_each);
    script.op_ns = 5 * NS_PER_MS;
    rig.wish.bounds = &slow;
    rig.wish.bound_count = 1;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 15);
    rig_release(&rig);

    rig_init(&rig, &fake_each);
    script.op_ns = 5 * NS_PER_MS;
    rig.wish.bounds = &fast;
    rig.wish.bound_count = 1;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 7);
    rig_release(&rig);
}

/* A step's own time: its rounds are counted by it, and its slices stretched or cut
 * where 7 to 31 of them would not do. */
static void test_its_own_time_ends_it(void **state)
{
    static const struct {
        double seconds;
        size_t rounds;
        uint64_t slice_ms;
    } cases[] = {
        { 4, 20, 200 }, { 0.7, 7, 100 }, { 62, 31, 2000 }, { 1e-9, 7, 20 }
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rig rig;

        rig_init(&rig, &fake);
        rig.options.budget_s = 1000;
        rig.wish.seconds = cases[i].seconds;
        script.op_ns = 2500ULL * NS_PER_MS; /* one operation fills any slice */
        script.jitter_percent = 25;
        rig_run(&rig);
        assert_int_equal(series_of(&rig)->count, cases[i].rounds);
        assert_int_equal(rig.plan.steps[0].slice_ns / NS_PER_MS,
                         cases[i].slice_ms);
        rig_release(&rig);
    }
}

static int touch_flag(void *context, size_t worker, struct err *err)
{
    (void)worker;
    (void)err;
    *(bool *)context = true;
    return 0;
}

static int count_cpus(void *context, size_t worker, struct err *err)
{
    cpu_set_t set;

    (void)worker;
    (void)err;
    assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
    *(int *)context = CPU_COUNT(&set);
    return 0;
}

static const struct patience second = { .ns = NS_PER_S };

/* Roaming workers go wherever the process may, pinned ones come back to their CPU. */
static void test_workers_roam_when_they_are_told_to(void **state)
{
    static const struct {
        enum crew_place place;
        bool roams;
    } rows[] = { { CREW_PINNED, false },
                 { CREW_ROAMING, true },
                 { CREW_PINNED, false } };
    const size_t member = 0;
    int found = 0;
    void *const context = &found;
    cpu_set_t all;
    uint64_t cpu = 0;
    struct crew *crew;
    struct err err;

    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    assert_int_equal(crew_start(&cpu, 1, &clock_system, &crew, &err), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(crew_run(crew, rows[i].place, &member, 1, count_cpus,
                                  &context, &second, &err),
                         0);
        assert_int_equal(found, rows[i].roams ? CPU_COUNT(&all) : 1);
    }
    crew_release(crew);
}

/* Where threads are short, work for more of them fails at once and the crew stays. */
static void test_a_crew_may_be_smaller_than_asked(void **state)
{
    const size_t both[] = { 0, 1 };
    bool touched[2] = { false, false };
    void *const contexts[] = { &touched[0], &touched[1] };
    const uint64_t cpu = 0;
    struct crew *crew;
    struct err err;

    (void)state;
    assert_int_equal(crew_start(&cpu, 1, &clock_system, &crew, &err), 0);
    assert_int_equal(crew_run(crew, CREW_PINNED, both, 2, touch_flag, contexts,
                              &second, &err),
                     -1);
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_string_equal(err.text,
                        "needs more than the 1 worker thread that could "
                        "be started");
    assert_false(crew_lost(crew));
    assert_false(touched[0]);
    assert_int_equal(crew_run(crew, CREW_PINNED, both, 1, touch_flag, contexts,
                              &second, &err),
                     0);
    assert_true(touched[0]);
    crew_release(crew);
}

static void test_operations_are_timed_singly(void **state)
{
    struct rig rig;
    const struct histogram *latency;

    (void)state;
    rig_init(&rig, &fake_each);
    script.op_ns = 100 * NS_PER_US;
    rig_run(&rig);
    latency = rig.run.steps[0].points[0].latency;
    assert_non_null(latency);
    /* 200 ms in steps of 0.1 ms: 2000 operations to a slice; warm-ups not counted. */
    assert_int_equal(latency->n, 7 * 2000);
    assert_int_equal(latency->max_ns, 100 * NS_PER_US);
    assert_int_equal(series_of(&rig)->samples[0].ops, 2000);
    assert_int_equal(series_of(&rig)->samples[0].bytes, 2000 * 4096);
    rig_release(&rig);
}

/* Half a CPU in periods of 100 ms: slices are whole periods behind a lead-in. */
static void test_a_quota_lengthens_slices(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    rig.host.cpu.quota_cpus = 0.5;
    rig.host.cpu.quota_period_ns = 150 * NS_PER_MS;
    rig.fake.step_ns = 1000;
    rig_run(&rig);
    assert_int_equal(rig.plan.steps[0].slice_ns, 300 * NS_PER_MS);
    assert_int_equal(rig.plan.steps[0].lead_in_ns, 150 * NS_PER_MS);
    for (size_t i = 1; i < series_of(&rig)->count; i++) {
        const struct sample *last = &series_of(&rig)->samples[i - 1];
        const struct sample *next = &series_of(&rig)->samples[i];

        assert_true(next->wall_ns >= 300 * NS_PER_MS);
        assert_true(next->at_ns - last->at_ns - last->wall_ns >=
                    150 * NS_PER_MS);
    }
    rig_release(&rig);
}

/* A tenth of all time is stolen, on a clock of its own. */
static void read_steal(void *context, const struct cast *cast,
                       struct disturbance *ret_now)
{
    struct fake_clock *clock = context;

    (void)cast;
    *ret_now =
        (struct disturbance){ atomic_load(&clock->ns) / 10, UNKNOWN_U64 };
}

/* What is stolen while a slice is led in is not the slice's. */
static void test_steal_is_of_the_slice_alone(void **state)
{
    static const double quotas[] = { 0.5, UNKNOWN_DOUBLE };

    (void)state;
    for (size_t q = 0; q < 2; q++) {
        struct rig rig;

        rig_init(&rig, &fake);
        rig.host.cpu.quota_cpus = quotas[q];
        rig.host.cpu.quota_period_ns = 150 * NS_PER_MS;
        rig.witness.read = read_steal;
        rig.witness.context = &rig.fake;
        rig.fake.step_ns = 1000;
        rig_run(&rig);
        assert_int_equal(series_of(&rig)->count, 7);
        for (size_t i = 0; i < series_of(&rig)->count; i++) {
            const struct sample *sample = &series_of(&rig)->samples[i];

            assert_true(sample->steal_ns >= sample->wall_ns / 10);
            assert_true(sample->steal_ns <=
                        sample->wall_ns / 10 + 20 * NS_PER_US);
        }
        rig_release(&rig);
    }
}

/* A rate is of what completes within the slice, latencies of what begins within it. */
static void test_what_is_under_way_at_the_end_is_waited_for(void **state)
{
    struct rig rig;
    const struct histogram *latency;

    (void)state;
    rig_init(&rig, &fake_each);
    script.op_ns = 100 * NS_PER_US;
    script.tail = 16;
    rig_run(&rig);
    latency = rig.run.steps[0].points[0].latency;
    assert_int_equal(series_of(&rig)->samples[0].ops, 2000);
    assert_int_equal(series_of(&rig)->samples[0].wall_ns, 200 * NS_PER_MS);
    assert_int_equal(latency->n, 7 * (2000 + 16));
    assert_int_equal(latency->max_ns, (1 + 16) * 100 * NS_PER_US);
    rig_release(&rig);
}

static void assert_every_slice(const struct rig *rig, uint64_t ops,
                               uint64_t wall_ms)
{
    const struct series *series = series_of(rig);

    assert_true(series->count > 0);
    for (size_t i = 0; i < series->count; i++) {
        assert_int_equal(series->samples[i].ops, ops);
        assert_int_equal(series->samples[i].wall_ns, wall_ms * NS_PER_MS);
    }
}

/* An I/O limit: the load runs before its slice begins, uncounted, and on into it. */
static void test_an_io_limit_brings_a_lead_in(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake_disk);
    rig.options.has_target = true;
    rig.host.limits.io_count = 1;
    script.op_ns = 100 * NS_PER_US;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->samples[0].ops, 4500);
    assert_int_equal(series_of(&rig)->samples[0].wall_ns, 450 * NS_PER_MS);
    assert_int_equal(rig.run.steps[0].points[0].latency->n, 7 * 4500);
    assert_int_equal(script.slices, 1 + 7); /* warm-up, slices */
    rig_release(&rig);
}

/* A limit that nobody told of: what it saved up is spent before it counts. */
static void test_a_saved_up_allowance_does_not_count(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake_disk);
    rig.options.has_target = true;
    script.op_ns = NS_PER_MS;
    script.saved = 100;
    rig_run(&rig);
    assert_every_slice(&rig, 150, 150);
    rig_release(&rig);
}

/* 30 at once by every tenth of a second are 300 a second. */
static void test_an_allowance_in_batches_is_counted_in_batches(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake_disk);
    rig.options.has_target = true;
    rig.host.limits.io_count = 1;
    script.op_ns = 100 * NS_PER_US;
    script.batch = 30;
    script.batch_ns = 100 * NS_PER_MS;
    rig_run(&rig);
    assert_every_slice(&rig, 150, 500);
    rig_release(&rig);
}

static void read_throttled(void *context, const struct cast *cast,
                           struct disturbance *ret_now)
{
    uint64_t *throttled_ns = context;

    (void)cast;
    *ret_now = (struct disturbance){ 0, *throttled_ns };
    *throttled_ns += 50 * NS_PER_MS;
}

/* No quota was found, but the counters move: from then on there is a lead-in. */
static void test_moving_throttle_counters_bring_the_lead_in(void **state)
{
    uint64_t throttled_ns = 0;
    struct rig rig;
    const struct sample *samples;

    (void)state;
    rig_init(&rig, &fake);
    rig.witness.read = read_throttled;
    rig.witness.context = &throttled_ns;
    rig.fake.step_ns = 1000;
    rig_run(&rig);
    samples = series_of(&rig)->samples;
    assert_int_equal(samples[0].throttled_ns, 50 * NS_PER_MS);
    assert_true(samples[2].at_ns - samples[1].at_ns - samples[1].wall_ns >=
                100 * NS_PER_MS);
    rig_release(&rig);
}

/* Whole runs of a recipe likewise. */
static void test_runs_are_rationed(void **state)
{
    struct disk_target target;
    struct bench writer = fake_disk;
    struct rig rig;

    (void)state;
    writer.writes = writer.whole_run = true;
    writer.each_operation = false;
    writer.do_work = do_work;
    disk_target_init(&target);
    target.writes.slice_runs = 2;
    rig_init(&rig, &writer);
    rig.host.memory.usable_bytes =
        UNKNOWN_U64; /* else no room for the recipe */
    rig.target = &target;
    rig.options.has_target = true;
    script.op_ns = 10 * NS_PER_MS;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(series_of(&rig)->samples[i].ops, 2);
    rig_release(&rig);
}

/* A fast disk would write all it may in a few slices: each ends with its ration, half of
 * which may lead in, and the warm-up too, so that every step gets its rounds. */
static void test_writes_are_rationed(void **state)
{
    struct disk_target target;
    struct bench writer = fake_disk;
    struct rig rig;

    (void)state;
    writer.writes = true;
    disk_target_init(&target);
    target.writes.slice_bytes = 50 * 4096;
    rig_init(&rig, &writer);
    rig.target = &target;
    rig.options.has_target = true;
    script.op_ns = 100 * NS_PER_US;
    rig_run(&rig);
    assert_int_equal(series_of(&rig)->count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(series_of(&rig)->samples[i].ops, 25);
    /* Had the warm-up lasted its 20 ms, it would have done 200. */
    assert_int_equal(script.slices, 8);
    assert_in_range(atomic_load(&rig.fake.ns), 0, 8 * 50 * script.op_ns + 2000);
    rig_release(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writes_are_rationed),
        cmocka_unit_test(test_runs_are_rationed),
        cmocka_unit_test(test_steady_work_ends_at_the_first_look),
        cmocka_unit_test(test_an_accident_does_not_end_calibration),
        cmocka_unit_test(test_unsteady_work_goes_on),
        cmocka_unit_test(test_detail_gets_its_rounds_and_no_more),
        cmocka_unit_test(test_a_clear_bound_ends_it),
        cmocka_unit_test(test_a_latency_bound_wants_operations),
        cmocka_unit_test(test_its_own_time_ends_it),
        cmocka_unit_test(test_workers_roam_when_they_are_told_to),
        cmocka_unit_test(test_a_crew_may_be_smaller_than_asked),
        cmocka_unit_test(test_operations_are_timed_singly),
        cmocka_unit_test(test_a_quota_lengthens_slices),
        cmocka_unit_test(test_steal_is_of_the_slice_alone),
        cmocka_unit_test(test_what_is_under_way_at_the_end_is_waited_for),
        cmocka_unit_test(test_an_io_limit_brings_a_lead_in),
        cmocka_unit_test(test_a_saved_up_allowance_does_not_count),
        cmocka_unit_test(test_an_allowance_in_batches_is_counted_in_batches),
        cmocka_unit_test(test_moving_throttle_counters_bring_the_lead_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
