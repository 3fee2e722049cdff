#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/unknown.h"
#include "measure/summary.h"

enum { SECOND = 1000 * 1000 * 1000 };

static void assert_close(double got, double want)
{
    assert_true(fabs(got - want) <= 1e-9 * fabs(want));
}

/* Seven rounds of one second: 100 to 106 operations, half of the time on a CPU. */
static void make_rounds(struct sample samples[7])
{
    for (uint64_t i = 0; i < 7; i++)
        samples[i] = (struct sample){ .round = i + 1,
                                      .ops = 100 + (i * 3) % 7,
                                      .bytes = 1000,
                                      .wall_ns = SECOND,
                                      .cpu_ns = SECOND / 2 };
}

static void test_exact_figures(void **state)
{
    struct sample samples[7];
    struct summary summary;

    (void)state;
    make_rounds(samples);
    summary = summarise(samples, 7, SCORE_OPS_PER_SECOND, JOIN_SUM, 1);
    assert_int_equal(summary.n, 7);
    assert_close(summary.score, 103);
    assert_close(summary.median, 103);
    assert_close(summary.mean, 103);
    assert_close(summary.min, 100);
    assert_close(summary.max, 106);
    assert_close(summary.ci95.low, 100);
    assert_close(summary.ci95.high, 106);
    assert_close(summary.mad, 2.0 / 103);
    assert_close(summary.cv, sqrt(28.0 / 6) / 103);
    assert_close(summary.per_cpu_second, 206);
}

/* The mean is total work over total time: a long slow round weighs more. */
static void test_mean_weighs_by_time(void **state)
{
    struct sample samples[2] = {
        { .ops = 300, .wall_ns = SECOND, .cpu_ns = SECOND },
        { .ops = 300, .wall_ns = 3ULL * SECOND, .cpu_ns = SECOND },
    };
    struct summary summary =
        summarise(samples, 2, SCORE_OPS_PER_SECOND, JOIN_SUM, 1);

    (void)state;
    assert_close(summary.mean, 150);
    assert_close(summary.median, 200);
    assert_true(isnan(summary.ci95.low));
}

static void test_scores_and_joins(void **state)
{
    const struct sample four = { .ops = 4000,
                                 .bytes = 8000,
                                 .lost_ns = 400,
                                 .wall_ns = 1000,
                                 .cpu_ns = 2000 };

    (void)state;
    assert_close(sample_value(&four, SCORE_OPS_PER_SECOND, JOIN_SUM, 4), 4e9);
    assert_close(sample_value(&four, SCORE_OPS_PER_SECOND, JOIN_MEAN, 4), 1e9);
    assert_close(sample_value(&four, SCORE_BYTES_PER_SECOND, JOIN_SUM, 4), 8e9);
    assert_close(sample_value(&four, SCORE_NS_PER_OP, JOIN_SUM, 4), 1);
    assert_close(sample_value(&four, SCORE_LOST_SHARE, JOIN_SUM, 4), 0.1);
    /* Half of the four workers' time was spent on a CPU. */
    assert_close(sample_value_cpu(&four, SCORE_OPS_PER_SECOND, JOIN_SUM, 4),
                 8e9);
    assert_close(sample_value_cpu(&four, SCORE_OPS_PER_SECOND, JOIN_MEAN, 4),
                 2e9);
    assert_close(sample_value_cpu(&four, SCORE_NS_PER_OP, JOIN_SUM, 4), 0.5);
    assert_true(isnan(sample_value_cpu(&four, SCORE_LOST_SHARE, JOIN_SUM, 4)));
}

/* What was not done is unknown: never 0, and it does not move the rest. */
static void test_nothing_is_not_zero(void **state)
{
    struct sample samples[8] = { 0 };
    struct summary summary =
        summarise(samples, 0, SCORE_NS_PER_OP, JOIN_SUM, 1);

    (void)state;
    assert_int_equal(summary.n, 0);
    assert_true(isnan(summary.score) && isnan(summary.mean) &&
                isnan(summary.per_cpu_second));
    make_rounds(samples);
    samples[7] = (struct sample){ .round = 8, .wall_ns = SECOND };
    summary = summarise(samples, 8, SCORE_OPS_PER_SECOND, JOIN_SUM, 1);
    assert_int_equal(summary.n, 7);
    assert_close(summary.min, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_figures),
        cmocka_unit_test(test_mean_weighs_by_time),
        cmocka_unit_test(test_scores_and_joins),
        cmocka_unit_test(test_nothing_is_not_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
