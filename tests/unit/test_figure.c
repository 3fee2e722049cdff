/* How reports spell the values of a document. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/unknown.h"
#include "report/figure.h"

static void exact_figures_read_back(void **state)
{
    static const struct {
        double value;
        const char *want;
    } cases[] = {
        { 0, "0" },
        { -0.0, "0" },
        { 1073741824, "1073741824" },
        { 0.1, "0.1" },
        { 1.0 / 3, "0.3333333333333333" },
        { 1.5e20, "1.5e+20" },
        { 1e-9, "1e-09" },
        { NAN, "" },
        { INFINITY, "" },
        { -INFINITY, "" },
    };
    char out[UNITS_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(figure_exact(cases[i].value, out), cases[i].want);
    assert_string_equal(figure_exact_u64(UNKNOWN_U64, out), "");
    assert_string_equal(figure_exact_u64(UNKNOWN_U64 - 1, out),
                        "18446744073709551614");
}

static void figures_name_their_unit(void **state)
{
    static const struct {
        double value;
        const char *unit;
        const char *want;
    } cases[] = {
        { 1.45e9, "bytes/s", "1.45 GB/s" },
        { NAN, "bytes/s", "-" },
        { INFINITY, "ns", "-" },
        { 3, NULL, "3" },
        { 3, "furlongs", "3 furlongs" }, /* of a later version */
        { 12345, "IO/s", "12.3 k IO/s" },
        { 332, "IO/s", "332 IO/s" },
        { 27123, "verifications/s", "27.1 k verifications/s" },
        { 1.5e300, "verifications/s", "1.5e+288 T verifications/s" },
        { 3, "/s", "3 /s" },
        { NAN, "IO/s", "-" },
    };
    char out[FIGURE_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(figure(cases[i].value, cases[i].unit, out),
                            cases[i].want);
    assert_string_equal(figure_u64(UNKNOWN_U64, "ns", out), "-");
    assert_string_equal(figure_u64(2500, "ns", out), "2.50 us");
}

static void spans_say_a_shared_unit_once(void **state)
{
    static const struct {
        struct interval interval;
        const char *want;
    } cases[] = {
        { { 1.2e9, 1.31e9 }, "1.20 to 1.31 GB/s" },
        { { 990e6, 1.1e9 }, "990 MB/s to 1.10 GB/s" },
        { { NAN, NAN }, "-" },
        { { 1, INFINITY }, "-" },
    };
    char out[FIGURE_SPAN_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(figure_span(cases[i].interval, "bytes/s", out),
                            cases[i].want);
}

static void pairs_say_a_shared_unit_once(void **state)
{
    char a[FIGURE_ROOM], b[FIGURE_ROOM];

    (void)state;
    figure_pair(9800, 24500, "IO/s", a, b);
    assert_string_equal(a, "9.80");
    assert_string_equal(b, "24.5 k IO/s");
    figure_pair(990e6, 1.1e9, "bytes/s", a, b);
    assert_string_equal(a, "990 MB/s");
    assert_string_equal(b, "1.10 GB/s");
    figure_pair(NAN, 3, "ns", a, b);
    assert_string_equal(a, "-");
    assert_string_equal(b, "3.00 ns");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_figures_read_back),
        cmocka_unit_test(figures_name_their_unit),
        cmocka_unit_test(spans_say_a_shared_unit_once),
        cmocka_unit_test(pairs_say_a_shared_unit_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
