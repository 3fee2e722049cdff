/* Runs that are stopped, fail or hang. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/err.h"
#include "measure/run.h"

#include "scripted_run.h"

static void test_the_stop_flag_ends_it(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.stop_call = 500;
    rig_run(&rig);
    assert_false(rig.run.complete);
    /* The slice that was cut short is no sample. */
    assert_in_range(series_of(&rig)->count, 1, 6);
    for (size_t i = 0; i < series_of(&rig)->count; i++)
        assert_true(series_of(&rig)->samples[i].wall_ns >= 200 * NS_PER_MS);
    assert_int_equal(script.released, script.prepared);
    rig_release(&rig);
}

static void test_failures_are_results(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.fail_check = 1;
    rig_run(&rig);
    assert_true(rig.run.complete);
    assert_int_equal(rig.run.steps[0].status, RUN_FAILED);
    assert_string_equal(rig.run.steps[0].reason, "wrong answer");
    assert_int_equal(rig.run.steps[0].err.kind, ERR_PROOF);
    assert_int_equal(script.released, 1);
    rig_release(&rig);

    rig_init(&rig, &fake);
    script.fail_prepare = ERR_SPACE;
    rig_run(&rig);
    assert_int_equal(rig.run.steps[0].status, RUN_SKIPPED);
    assert_string_equal(rig.run.steps[0].reason, "no room for this");
    rig_release(&rig);

    rig_init(&rig, &fake);
    script.fail_call = 600; /* in the middle of a round */
    script.fail_errno = EIO;
    rig_run(&rig);
    assert_int_equal(rig.run.steps[0].status, RUN_FAILED);
    assert_string_equal(rig.run.steps[0].reason,
                        "cannot read block 7: Input/output error");
    assert_true(series_of(&rig)->count > 0);
    rig_release(&rig);
}

/* A disk that fills up, or a limit on writes, takes nothing from the rounds before. */
static void test_space_used_up_ends_with_the_rounds_so_far(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.fail_call = 600;
    script.fail_errno = ENOSPC;
    rig_run(&rig);
    assert_int_equal(rig.run.steps[0].status, RUN_OK);
    assert_string_equal(rig.run.steps[0].note,
                        "ended early: cannot read block 7: No space left on "
                        "device");
    assert_true(series_of(&rig)->count > 0);
    assert_true(series_of(&rig)->count < 7);
    rig_release(&rig);

    rig_init(&rig, &fake);
    script.fail_call = 20; /* in the first round: there is nothing to keep */
    script.fail_errno = ENOSPC;
    rig_run(&rig);
    assert_int_equal(rig.run.steps[0].status, RUN_SKIPPED);
    assert_int_equal(series_of(&rig)->count, 0);
    rig_release(&rig);
}

/* What a stuck worker goes on to write is not read: of its step there are no latencies,
 * of another step of the same worker there are. */
static void test_a_stuck_workers_latencies_are_left_alone(void **state)
{
    static struct rig rig; /* the thread may outlive this function */
    const struct step_run *steps;
    size_t stuck;
    int ends[2];
    int here[2];
    char byte;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(here), 0);
    rig_init(&rig, &fake_each);
    rig_add(&rig, &fake_each);
    rig.options.budget_s = 1000;
    rig.fake.step_ns = NS_PER_S;
    script.hang_fd = ends[0];
    script.here_fd = here[1];
    script.hang_slice = 2 + 5; /* behind the warm-ups and two rounds */
    rig_run(&rig);
    assert_int_equal(read(here[0], &byte, 1), 1);
    steps = rig.run.steps;
    assert_true(rig.run.hung);
    stuck = steps[0].status == RUN_FAILED ? 0 : 1;
    assert_int_equal(steps[stuck].err.code, ETIMEDOUT);
    assert_int_equal(rounds_of(&rig, stuck), 2);
    assert_int_equal(steps[stuck].points[0].latency->n, 0);
    assert_true(steps[1 - stuck].points[0].latency->n > 0);
    assert_int_equal(write(ends[1], "x", 1), 1); /* let the thread go */
}

/* The clock runs on while the worker is stuck: it is given up after half a minute,
 * and nothing it may still use is released. */
static void test_a_hung_step_is_given_up(void **state)
{
    static struct rig rig; /* the thread may outlive this function */
    int ends[2];
    int here[2];
    char byte;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(here), 0);
    rig_init(&rig, &fake);
    rig.fake.step_ns = NS_PER_S;
    script.hang_fd = ends[0];
    script.here_fd = here[1];
    rig_run(&rig);
    assert_int_equal(read(here[0], &byte, 1), 1);
    assert_true(rig.run.hung);
    assert_false(rig.run.complete);
    assert_int_equal(rig.run.steps[0].err.code, ETIMEDOUT);
    assert_int_equal(script.released, 0);
    assert_true(crew_lost(rig.crew));
    assert_int_equal(write(ends[1], "x", 1), 1); /* let the thread go */
}

/* Who stops a run in which a worker is stuck does not wait for half a minute, and loses
 * none of the rounds before. */
static void test_a_stop_leaves_a_stuck_worker_behind(void **state)
{
    static struct rig rig; /* the thread may outlive this function */
    int ends[2];
    int here[2];
    char byte;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(here), 0);
    rig_init(&rig, &fake_each);
    rig.options.budget_s = 1000;
    rig.fake.step_ns = NS_PER_S;
    script.hang_fd = ends[0];
    script.here_fd = here[1];
    script.hang_slice = 1 + 3; /* behind the warm-up and two rounds */
    script.hang_stops = true;
    rig_run(&rig);
    assert_int_equal(read(here[0], &byte, 1), 1);
    assert_true(rig.run.hung);
    assert_false(rig.run.complete);
    assert_int_equal(rig.run.steps[0].status, RUN_OK);
    assert_int_equal(rounds_of(&rig, 0), 2);
    assert_string_equal(rig.run.steps[0].note,
                        "ended early: interrupted in the middle of it");
    assert_true(crew_lost(rig.crew));
    assert_int_equal(write(ends[1], "x", 1), 1); /* let the thread go */
}

/* One that had no round yet was not measured, and did not fail. */
static void test_a_stop_in_the_first_round_is_no_failure(void **state)
{
    static struct rig rig; /* the thread may outlive this function */
    int ends[2];
    int here[2];
    char byte;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(here), 0);
    rig_init(&rig, &fake_each);
    rig.options.budget_s = 1000;
    rig.fake.step_ns = NS_PER_S;
    script.hang_fd = ends[0];
    script.here_fd = here[1];
    script.hang_slice = 1 + 1; /* behind the warm-up */
    script.hang_stops = true;
    rig_run(&rig);
    assert_int_equal(read(here[0], &byte, 1), 1);
    assert_int_equal(rig.run.steps[0].status, RUN_SKIPPED);
    assert_string_equal(rig.run.steps[0].reason,
                        "interrupted in the middle of it");
    assert_int_equal(write(ends[1], "x", 1), 1); /* let the thread go */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_stop_flag_ends_it),
        cmocka_unit_test(test_failures_are_results),
        cmocka_unit_test(test_space_used_up_ends_with_the_rounds_so_far),
        /* the last ones: their threads and crews are left alone */
        cmocka_unit_test(test_a_stuck_workers_latencies_are_left_alone),
        cmocka_unit_test(test_a_stop_leaves_a_stuck_worker_behind),
        cmocka_unit_test(test_a_stop_in_the_first_round_is_no_failure),
        cmocka_unit_test(test_a_hung_step_is_given_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
