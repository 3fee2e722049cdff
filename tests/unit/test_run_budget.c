/* What a run does when the time is too short: who gets rounds, and who none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/run.h"

#include "scripted_run.h"

static void test_the_budget_ends_it(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    rig.options.budget_s = 4;
    script.op_ns = 400 * NS_PER_MS;
    script.jitter_percent = 25;
    rig_run(&rig);
    assert_true(rig.run.complete);
    assert_true(series_of(&rig)->count < 10);
    assert_true(rig.run.elapsed_ns <= 4ULL * NS_PER_S);
    rig_release(&rig);
}

/* On a starved host the preparations may use up the budget: one round is run all the
 * same, as far as a moment more allows. */
static void test_a_late_first_round(void **state)
{
    static const struct {
        uint64_t prepare_ms;
        size_t rounds;
    } cases[] = { { 4200, 1 }, { 5000, 1 }, { 5400, 0 }, { 60000, 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rig rig;

        rig_init(&rig, &fake);
        rig.options.budget_s = 4;
        script.prepare_ns = cases[i].prepare_ms * NS_PER_MS;
        rig_run(&rig);
        assert_true(rig.run.complete);
        assert_int_equal(rig.run.steps[0].status, RUN_OK);
        assert_int_equal(rig.run.rounds, cases[i].rounds);
        assert_int_equal(series_of(&rig)->count, cases[i].rounds);
        rig_release(&rig);
    }
}

/* What has not been prepared when the budget is over takes no turn. */
static void test_preparations_end_with_the_budget(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    rig_add(&rig, &fake);
    rig.options.budget_s = 4;
    script.prepare_ns = 4500ULL * NS_PER_MS;
    rig_run(&rig);
    assert_int_equal(script.prepared, 1);
    assert_int_equal(script.released, 1);
    assert_int_equal(rounds_of(&rig, 0), 1);
    assert_int_equal(rounds_of(&rig, 1), 0);
    assert_true(rig.run.elapsed_ns <= 6ULL * NS_PER_S);
    rig_release(&rig);
}

/* One of the head and two of detail, whose turns take 0.4 s where 0.2 and 0.05 s were
 * planned: after a round there is time for two of them, and the last one goes. */
static void test_slow_turns_leave_the_last_step_out(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    rig_add(&rig, &fake_detail);
    rig_add(&rig, &fake_detail);
    rig.options.budget_s = 10;
    script.op_ns = 400 * NS_PER_MS;
    rig_run(&rig);
    assert_true(rig.run.complete);
    assert_int_equal(rounds_of(&rig, 0), 7);
    assert_int_equal(rounds_of(&rig, 1), 7);
    assert_int_equal(rounds_of(&rig, 2), 1);
    assert_int_equal(rig.run.steps[1].status, RUN_OK);
    assert_int_equal(rig.run.steps[2].status, RUN_SKIPPED);
    assert_true(rig.run.steps[2].left_out);
    assert_string_equal(rig.run.steps[2].reason,
                        "does not fit the time budget at the pace of this run");
    assert_true(rig.run.elapsed_ns <= 10ULL * NS_PER_S);
    assert_int_equal(script.released, 3);
    rig_release(&rig);
}

/* The same, but all were asked for: the budget wins, and each has what it got. */
static void test_slow_turns_leave_nothing_out_that_was_named(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    rig_add(&rig, &fake_detail);
    rig_add(&rig, &fake_detail);
    rig.wish.named = rig.more[0].named = rig.more[1].named = true;
    rig.options.budget_s = 10;
    script.op_ns = 400 * NS_PER_MS;
    rig_run(&rig);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(rig.run.steps[i].status, RUN_OK);
        assert_in_range(rounds_of(&rig, i), 5, 7);
    }
    assert_true(rig.run.elapsed_ns <= 10ULL * NS_PER_S);
    rig_release(&rig);
}

/* Preparations of 3 s each: a third one would take the rounds from the two before. What
 * stays is prepared first, wherever it stands in the plan. */
static void test_slow_preparations_leave_steps_out(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake_detail);
    rig_add(&rig, &fake_detail);
    rig_add(&rig, &fake);
    rig.options.budget_s = 8;
    script.prepare_ns = 3ULL * NS_PER_S;
    rig_run(&rig);
    assert_int_equal(script.prepared, 2);
    assert_int_equal(rounds_of(&rig, 0), 7);
    assert_int_equal(rounds_of(&rig, 1), 0);
    assert_int_equal(rounds_of(&rig, 2), 7);
    assert_int_equal(rig.run.steps[1].status, RUN_SKIPPED);
    assert_true(rig.run.steps[1].left_out);
    assert_true(rig.run.elapsed_ns <= 8ULL * NS_PER_S);
    rig_release(&rig);
}

static void see_nothing(void *context, const struct step *step, uint64_t round,
                        double seconds_left)
{
    (void)context;
    (void)step;
    (void)round;
    (void)seconds_left;
}

/* The CPU time of the thread that runs one round of a step with `points` points. */
static uint64_t time_of_round(size_t points)
{
    static size_t member = 0;
    struct rig rig;
    struct step *step;
    struct run_env env = { .witness = &rig.witness, .host = &rig.host };
    struct plan_point point = { .casts = { { &member, 1 } }, .cast_count = 1 };
    struct err err;
    uint64_t begun;

    rig_init(&rig, &fake);
    rig.wish.named = true;
    assert_int_equal(plan_make(&rig.host, &rig.options, &rig.wish, 1,
                               &rig.arena, &rig.plan, &err),
                     0);
    step = &rig.plan.steps[0];
    step->points = ARENA_ARRAY(&rig.arena, struct plan_point, points);
    step->point_count = points;
    for (size_t p = 0; p < points; p++)
        step->points[p] = point;
    rig.plan.most_rounds = 1;
    rig.plan.budget_ns = UINT64_MAX / 2;
    script.op_ns = NS_PER_S;
    rig.watcher.slice = see_nothing;
    assert_int_equal(crew_start(rig.cpus, 1, &rig.clock, &rig.crew, &err), 0);
    env.clock = &rig.clock;
    env.stop = &rig.stop;
    env.watcher = &rig.watcher;
    env.crew = rig.crew;
    env.arena = &rig.arena;
    begun = clock_thread_cpu(&clock_system);
    run_plan(&rig.plan, &env, &rig.run);
    begun = clock_thread_cpu(&clock_system) - begun;
    assert_int_equal(rig.run.steps[0].points[points - 1].series[0].count, 1);
    rig_release(&rig);
    return begun;
}

/* Pairs of a thousand CPUs are ten thousand points: what is reckoned between two turns
 * must not grow with them. Sixteen times the points then take sixteen times as long,
 * and some two hundred times where every turn looks at all of them: far enough from
 * either for a busy host. */
static void test_turns_cost_the_same_however_many(void **state)
{
    uint64_t few = UINT64_MAX, many = UINT64_MAX;

    (void)state;
    for (int i = 0; i < 3; i++) {
        uint64_t few_now = time_of_round(500);
        uint64_t many_now = time_of_round(8000);

        few = few_now < few ? few_now : few;
        many = many_now < many ? many_now : many;
    }
    print_message("# 500 points %llu us, 8000 points %llu us\n",
                  (unsigned long long)few / 1000,
                  (unsigned long long)many / 1000);
    assert_true(many < 64 * few);
}

/* Two loops that may run on one CPU would seem to share a core. */
static void test_pairs_need_pinned_workers(void **state)
{
    static const struct bench_variant pairs[] = {
        { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_PAIRS },
        { .suffix = NULL }
    };
    struct bench bench = fake;
    struct rig rig;

    (void)state;
    bench.variants = pairs;
    rig_init(&rig, &bench);
    rig.cpus[0] = 12345; /* there is no such CPU */
    rig_run(&rig);
    assert_int_equal(rig.run.steps[0].status, RUN_SKIPPED);
    assert_string_equal(
        rig.run.steps[0].reason,
        "cannot tell: the workers could not be pinned to their CPUs");
    assert_int_equal(script.prepared, 0);
    rig_release(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_budget_ends_it),
        cmocka_unit_test(test_a_late_first_round),
        cmocka_unit_test(test_preparations_end_with_the_budget),
        cmocka_unit_test(test_slow_turns_leave_the_last_step_out),
        cmocka_unit_test(test_slow_turns_leave_nothing_out_that_was_named),
        cmocka_unit_test(test_slow_preparations_leave_steps_out),
        cmocka_unit_test(test_turns_cost_the_same_however_many),
        cmocka_unit_test(test_pairs_need_pinned_workers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
