/* Comparisons in every format that has a form for them: whatever the strings hold
 * and however little is known, the report is whole and clean. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/compare.h"
#include "report/report.h"
#include "result/comparison.h"

#define HOSTILE "\x1b[2J<script>alert('|')</script>\xff&\"`@all`\n"

static struct comparison_row row_of(const char *string, double number,
                                    const char *outcome)
{
    static const char *marks[] = { HOSTILE, "stolen" };

    return (struct comparison_row){
        .id = "x",
        .title = string,
        .resource = string,
        .unit = string,
        .op = string,
        .better = "higher",
        .target = string,
        .base = number,
        .now = number,
        .base_interval = { number, number },
        .now_interval = { number, number },
        .ratio = number,
        .ratio_interval = { number, number },
        .ratio_per_cpu = number,
        .outcome = outcome,
        .reason = string,
        .now_marks = marks,
        .now_mark_count = string != NULL ? 2 : 0,
    };
}

static void check_report(const struct report_format *format,
                         const struct comparison *list, size_t count,
                         struct arena *arena)
{
    static const struct report_options shown[] = {
        { 80, false, true },
        { 60, false, false },
        { 0, false, true },
    };

    for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
        struct text out;
        text_init(&out, arena);
        format->compare(list, count, &shown[i], &out);
        assert_true(out.length > 0);
        assert_int_equal(out.bytes[out.length - 1], '\n');
        for (size_t at = 0; at < out.length; at++) {
            if (out.bytes[at] == '\n')
                out.bytes[at] = ' '; /* the only control character allowed */
        }
        assert_string_equal(text_clean(arena, out.bytes), out.bytes);
        if (strcmp(format->name, "html") == 0)
            assert_null(strstr(out.bytes, "<script"));
    }
}

static void odd_comparisons_stay_whole(void **state)
{
    static const char *const strings[] = { NULL, "", "plain", HOSTILE };
    static const double numbers[] = { NAN, 0, 1, 1e-300, 1e300, 0.37, 12.3 };
    static const char *const outcomes[] = { "better", "worse", "same", "apart" };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; report_formats[i] != NULL; i++) {
        for (size_t s = 0; s < 4 && report_formats[i]->compare != NULL; s++) {
            struct comparison_change change = { "kernel", strings[s], "6.1" };
            struct comparison list[2] = {
                { .base = { strings[s], "run", strings[s], strings[s], true },
                  .changes = &change,
                  .change_count = 1 },
            };
            list[0].rows = ARENA_ARRAY(&arena, struct comparison_row, 28);
            for (size_t n = 0; n < 7; n++) {
                for (size_t o = 0; o < 4; o++)
                    list[0].rows[list[0].row_count++] =
                        row_of(strings[s], numbers[n], outcomes[o]);
            }
            list[0].better = list[0].worse = list[0].same = list[0].apart = 7;
            check_report(report_formats[i], list, 1, &arena);
            check_report(report_formats[i], list, 2, &arena);
        }
    }
    arena_release(&arena);
}

static void changes_are_spelled(void **state)
{
    static const struct {
        double ratio;
        const char *want;
    } cases[] = {
        { 1, "+0.0 %" },     { 0.9999, "+0.0 %" }, { 0.9, "-10.0 %" },
        { 1.5, "+50.0 %" },  { 2.004, "+100 %" },  { 9.99, "+899 %" },
        { 12.34, "x 12.3" }, { 0.5, "-50.0 %" },   { 0.0001, "-100 %" },
        { NAN, "-" },        { INFINITY, "-" },
    };
    char out[FIGURE_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(compare_spell_change(cases[i].ratio, out),
                            cases[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_comparisons_stay_whole),
        cmocka_unit_test(changes_are_spelled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
