/* Changes found in series of scores, and none found in noise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/random.h"
#include "base/unknown.h"
#include "result/stored.h"
#include "store/trend.h"

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static struct trend trend_of(const double *scores, size_t count)
{
    struct trend trend = { .better = "higher", .score_count = count };

    trend.scores = ARENA_ARRAY(&arena, struct stored_score, count);
    for (size_t i = 0; i < count; i++) {
        trend.scores[i].score = scores[i];
        trend.scores[i].run_id = arena_printf(&arena, "run-%zu", i);
    }
    trend_find_changes(&trend, &arena);
    return trend;
}

/* Uniform noise of `share` around levels that change at given places. */
static struct trend noisy(struct random *random, double share,
                          const size_t *lengths, const double *levels,
                          size_t parts)
{
    double scores[512];
    size_t n = 0;

    for (size_t part = 0; part < parts; part++) {
        for (size_t i = 0; i < lengths[part]; i++)
            scores[n++] =
                levels[part] * (1 + share * (2 * random_unit(random) - 1));
    }
    return trend_of(scores, n);
}

static void steps_are_found_where_they_are(void **state)
{
    static const struct {
        size_t lengths[4];
        double levels[4];
        size_t parts;
        size_t want[3]; /* places of the changes */
        size_t count;
    } cases[] = {
        { { 10, 10 }, { 100, 90 }, 2, { 10 }, 1 },
        { { 12, 4 }, { 100, 120 }, 2, { 12 }, 1 },
        { { 4, 12 }, { 100, 120 }, 2, { 4 }, 1 },
        { { 40, 3 }, { 100, 50 }, 2, { 40 }, 1 },
        { { 200, 200 }, { 100, 97 }, 2, { 200 }, 1 },
        { { 300, 200 }, { 100, 97 }, 2, { 300 }, 1 }, /* by approximation */
        { { 15, 15, 15 }, { 100, 80, 100 }, 3, { 15, 30 }, 2 },
        { { 10, 10, 10, 10 }, { 1, 2, 3, 4 }, 4, { 10, 20, 30 }, 3 },
        { { 20, 1 }, { 100, 50 }, 2, { 0 }, 0 },     /* one may be chance */
        { { 3, 3 }, { 100, 50 }, 2, { 0 }, 0 },      /* likewise */
        { { 60, 60 }, { 100, 100.5 }, 2, { 0 }, 0 }, /* who cares */
    };
    struct random random;

    (void)state;
    random_init(&random, 11);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct trend trend =
            noisy(&random, i == 10 ? 0.001 : 0.01, cases[i].lengths,
                  cases[i].levels, cases[i].parts);
        assert_int_equal(trend.change_count, cases[i].count);
        for (size_t j = 0; j < cases[i].count; j++)
            assert_int_equal(trend.changes[j].at, cases[i].want[j]);
    }
}

static void a_change_is_described(void **state)
{
    static const double scores[] = { 100, 101, 99, 100, 102, 98,
                                     50,  51,  49, 50,  52,  48 };
    struct trend trend = trend_of(scores, 12);

    (void)state;
    assert_int_equal(trend.change_count, 1);
    assert_string_equal(trend.changes[0].run_id, "run-6");
    assert_true(trend.changes[0].before == 100);
    assert_true(trend.changes[0].after == 50);
    assert_true(trend.changes[0].ratio == 0.5);
    assert_true(trend.changes[0].p < 0.05);

    trend.better = "lower"; /* ns: half the time is twice the speed */
    trend_find_changes(&trend, &arena);
    assert_true(trend.changes[0].ratio == 2);
}

/* 2 / C(10, 5) = 0.0079 by hand, times 5 places. */
static void the_chance_is_exact_for_short_sides(void **state)
{
    static const double scores[] = { 1, 2, 3, 4, 5, 11, 12, 13, 14, 15 };
    struct trend trend = trend_of(scores, 10);

    (void)state;
    assert_int_equal(trend.change_count, 1);
    assert_int_equal(trend.changes[0].at, 5);
    assert_true(fabs(trend.changes[0].p - 5 * 2.0 / 252) < 1e-12);
}

static void equal_scores_are_no_change(void **state)
{
    double scores[64];
    struct trend trend;

    (void)state;
    for (size_t i = 0; i < 64; i++)
        scores[i] = 1000;
    assert_int_equal(trend_of(scores, 64).change_count, 0);
    for (size_t i = 32; i < 64; i++)
        scores[i] = 900; /* a limit that was lowered: all equal on each side */
    trend = trend_of(scores, 64);
    assert_int_equal(trend.change_count, 1);
    assert_int_equal(trend.changes[0].at, 32);
    for (size_t i = 0; i < 64; i++)
        scores[i] = i < 32 ? 0 : 0.01; /* a share lost of nothing */
    trend = trend_of(scores, 64);
    assert_int_equal(trend.change_count, 1);
    assert_false(known_double(trend.changes[0].ratio));
    assert_int_equal(trend_of(scores, 0).change_count, 0);
    assert_int_equal(trend_of(scores, 1).change_count, 0);
}

static void one_wild_run_is_no_change(void **state)
{
    double scores[30];

    (void)state;
    for (size_t i = 0; i < 30; i++)
        scores[i] = 100 + (double)(i * 7 % 5);
    scores[17] = 1;
    scores[18] = 1e9;
    assert_int_equal(trend_of(scores, 30).change_count, 0);
}

static void noise_alone_is_seldom_a_change(void **state)
{
    static const size_t lengths[] = { 8, 16, 30, 60 };
    static const double level = 100;
    struct random random;

    (void)state;
    random_init(&random, 3);
    for (size_t i = 0; i < 4; i++) {
        unsigned found = 0;
        for (int series = 0; series < 400; series++) {
            found +=
                noisy(&random, 0.1, &lengths[i], &level, 1).change_count > 0;
            arena_release(&arena);
        }
        assert_true(found <= 20); /* 5 % of 400 */
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_are_found_where_they_are),
        TEST(a_change_is_described),
        TEST(the_chance_is_exact_for_short_sides),
        TEST(equal_scores_are_no_change),
        TEST(one_wild_run_is_no_change),
        TEST(noise_alone_is_seldom_a_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
