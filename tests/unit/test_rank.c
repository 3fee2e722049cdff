#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "measure/rank.h"

static void test_ranks(void **state)
{
    static const struct {
        size_t n, rank;
    } cases[] = {
        { 0, 0 },  { 1, 0 },  { 5, 0 },  { 6, 1 },  { 7, 1 },   { 8, 1 },
        { 14, 1 }, { 15, 3 }, { 16, 3 }, { 30, 3 }, { 31, 10 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(rank_of_median(cases[i].n), cases[i].rank);
    /* Beyond the looks the ranks go on growing and stay below the middle. */
    for (size_t n = 32; n < 1000; n++) {
        assert_true(rank_of_median(n) >= rank_of_median(n - 1));
        assert_true(rank_of_median(n) <= n / 2);
    }
}

static void test_looks(void **state)
{
    size_t looks = 0;

    (void)state;
    for (uint64_t round = 0; round < 100; round++)
        looks += rank_is_look(round);
    assert_int_equal(looks, RANK_LOOKS);
    assert_true(rank_is_look(7) && rank_is_look(15) && rank_is_look(31));
}

static void test_interval(void **state)
{
    double seven[] = { 7, 3, 5, 1, 6, 2, 4 };
    double five[] = { 5, 4, 3, 2, 1 };
    double fifteen[15];
    struct interval interval = rank_interval(seven, 7);

    (void)state;
    assert_true(interval.low == 1 && interval.high == 7);
    interval = rank_interval(five, 5);
    assert_true(isnan(interval.low) && isnan(interval.high));
    for (int i = 0; i < 15; i++)
        fifteen[i] = (i * 7) % 15;
    interval = rank_interval(fifteen, 15);
    assert_true(interval.low == 2 && interval.high == 12);
}

/* All three looks together hold the median in 95 of 100 runs, for any distribution: here
 * a skewed one, whose median is ln 2. */
static void test_coverage_over_the_looks(void **state)
{
    enum { RUNS = 20000 };
    struct random random;
    size_t held = 0;

    (void)state;
    random_init(&random, 5);
    for (int run = 0; run < RUNS; run++) {
        double values[31], sorted[31];
        bool all = true;

        for (int i = 0; i < 31; i++)
            values[i] = -log(1 - random_unit(&random));
        for (size_t look = 0; look < RANK_LOOKS; look++) {
            size_t n = (size_t)rank_looks[look];
            struct interval interval;

            for (size_t i = 0; i < n; i++)
                sorted[i] = values[i];
            interval = rank_interval(sorted, n);
            all = all && interval.low <= log(2) && log(2) <= interval.high;
        }
        held += all;
    }
    assert_true((double)held >= RUNS * 0.95);
}

static void test_ruling(void **state)
{
    static const struct {
        double low, high, value;
        bool at_least;
        enum ruling want;
    } cases[] = {
        { 10, 12, 9, true, RULING_MET },
        { 10, 12, 10, true, RULING_MET },
        { 10, 12, 11, true, RULING_UNCLEAR },
        { 10, 12, 12, true, RULING_UNCLEAR },
        { 10, 12, 13, true, RULING_MISSED },
        { 10, 12, 13, false, RULING_MET },
        { 10, 12, 12, false, RULING_MET },
        { 10, 12, 11, false, RULING_UNCLEAR },
        { 10, 12, 10, false, RULING_UNCLEAR },
        { 10, 12, 9, false, RULING_MISSED },
        { NAN, NAN, 9, true, RULING_UNCLEAR },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct interval interval = { cases[i].low, cases[i].high };
        struct bound bound = { cases[i].value, cases[i].at_least, 0 };

        assert_int_equal(rank_ruling(interval, bound), cases[i].want);
    }
}

/* The counts at which "p99 below the bound" is sure, one-sided 95 %: computed apart
 * with exact binomials. */
static void test_ruling_by_counting(void **state)
{
    static const struct {
        uint64_t over, n;
        enum ruling want;
    } cases[] = {
        { 0, 298, RULING_UNCLEAR },
        { 0, 299, RULING_MET },
        { 1, 472, RULING_UNCLEAR },
        { 1, 473, RULING_MET },
        { 2, 627, RULING_UNCLEAR },
        { 2, 628, RULING_MET },
        { 5, 1048, RULING_UNCLEAR },
        { 5, 1049, RULING_MET },
        { 1, 20, RULING_UNCLEAR },
        { 2, 20, RULING_MISSED },
        { 3, 100, RULING_UNCLEAR },
        { 4, 100, RULING_MISSED },
        { 5, 200, RULING_UNCLEAR },
        { 6, 200, RULING_MISSED },
        { 9, 500, RULING_UNCLEAR },
        { 10, 500, RULING_MISSED },
        { 15, 1000, RULING_UNCLEAR },
        { 16, 1000, RULING_MISSED },
        { 0, 0, RULING_UNCLEAR },
        { 3, 2, RULING_UNCLEAR },
        { 900000, 100000000, RULING_MET },
        { 1100000, 100000000, RULING_MISSED },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(rank_ruling_share(cases[i].over, cases[i].n, 0.01),
                         cases[i].want);
}

static void test_widening(void **state)
{
    struct interval interval =
        interval_widen((struct interval){ 100, 200 }, 0.05);

    (void)state;
    assert_true(fabs(interval.low - 95) < 1e-9);
    assert_true(fabs(interval.high - 210) < 1e-9);
    assert_true(fabs(interval_half_share(interval, 115) - 0.5) < 1e-9);
    assert_true(isnan(interval_half_share(interval, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_interval),
        cmocka_unit_test(test_coverage_over_the_looks),
        cmocka_unit_test(test_ruling),
        cmocka_unit_test(test_ruling_by_counting),
        cmocka_unit_test(test_widening),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
