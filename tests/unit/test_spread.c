/* On which scale rounds are drawn, so that the rows of a table can be told apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "report/spread.h"
#include "result/result.h"

/* Results whose rounds lie so far from a score of 100, in per cent; 0 ends the list. */
static double scale_of(const double *far)
{
    struct result results[8];
    struct document document;

    document_init(&document);
    document.results = results;
    for (size_t i = 0; far[i] > 0; i++) {
        result_init(&results[i]);
        results[i].status = "ok";
        results[i].score = 100;
        results[i].n = 7;
        results[i].min = i % 2 == 0 ? 100 - far[i] : 99;
        results[i].max = i % 2 == 0 ? 101 : 100 + far[i];
        document.result_count++;
    }
    return spread_scale(&document);
}

static void three_rows_in_four_fit(void **state)
{
    static const struct {
        double far[8];
        double want;
    } cases[] = {
        { { 0 }, 0.05 },
        { { 1, 2, 3, 4 }, 0.05 },
        { { 1, 2, 3, 90 }, 0.05 }, /* one accident */
        { { 1, 2, 8, 90 }, 0.1 },
        { { 15, 18, 19 }, 0.2 },
        { { 30, 35, 40, 45 }, 0.5 }, /* a busy host: not all at the edge */
        { { 30, 60, 70, 80 }, 1 },
        { { 300, 400, 500 }, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_float_equal(scale_of(cases[i].far), cases[i].want, 1e-9);
}

/* What is not drawn does not count: no score, a score of 0, no extremes. */
static void what_is_not_drawn_sets_no_scale(void **state)
{
    struct result results[4];
    struct document document;

    (void)state;
    document_init(&document);
    document.results = results;
    document.result_count = 4;
    for (size_t i = 0; i < 4; i++) {
        result_init(&results[i]);
        results[i].status = i == 1 ? "failed" : "ok";
        results[i].score = i == 2 ? 0 : 100;
        results[i].n = 7;
        results[i].min = i == 3 ? UNKNOWN_DOUBLE : i == 0 ? 99 : 20;
        results[i].max = 101;
    }
    assert_float_equal(spread_scale(&document), 0.05, 1e-9);
    assert_false(known_double(spread_of(&results[2])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_rows_in_four_fit),
        cmocka_unit_test(what_is_not_drawn_sets_no_scale),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
