/* Histories and trends for the terminal, whatever their strings and numbers. */
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
#include "report/report.h"
#include "report/stored.h"
#include "result/stored.h"

#define HOSTILE "\x1b[2J\xff\n\t`"

static const char *const strings[] = { NULL, "", "plain", HOSTILE };
static const double numbers[] = { NAN, 0, 1, 0.5, 1e300, 1e-300, INFINITY };

static void check_clean(struct text *out, struct arena *arena)
{
    assert_true(out->length > 0);
    assert_int_equal(out->bytes[out->length - 1], '\n');
    for (size_t i = 0; i < out->length; i++) {
        if (out->bytes[i] == '\n')
            out->bytes[i] = ' '; /* the only control character allowed */
    }
    assert_string_equal(text_clean(arena, out->bytes), out->bytes);
}

static void odd_runs_are_listed(void **state)
{
    static const struct report_options options = { .utf8 = true };
    struct stored_run runs[4];
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t count = 0; count <= 4; count++) {
        struct text out;
        for (size_t i = 0; i < count; i++)
            runs[i] = (struct stored_run){ .run_id = strings[i],
                                           .started = strings[i],
                                           .host = strings[i],
                                           .results = UNKNOWN_U64 };
        text_init(&out, &arena);
        stored_runs_text(runs, count, &options, &out);
        check_clean(&out, &arena);
    }
    arena_release(&arena);
}

static void odd_trends_are_drawn(void **state)
{
    static const struct report_options options[] = { { .utf8 = true },
                                                     { .width = 50 } };
    struct stored_score scores[7];
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < 8; i++) {
        const char *string = strings[i % 4];
        struct trend_change change = { 1, string,         string, 1,
                                       2, numbers[i % 7], 0.01 };
        struct trend trend = {
            string, string, string, string, string,  string,
            string, i,      scores, i,      &change, i > 2,
        };
        struct text out;
        for (size_t n = 0; n < 7; n++)
            scores[n] = (struct stored_score){
                string, string, numbers[n], { numbers[n], numbers[n] }, 1
            };
        trend.score_count = i < 7 ? i : 7;
        text_init(&out, &arena);
        stored_trend_text(&trend, &options[i % 2], &out);
        check_clean(&out, &arena);
    }
    arena_release(&arena);
}

/* As in the report of a run: a rate says of what. */
static void trends_say_of_what_a_rate_is(void **state)
{
    static const struct report_options options = { .width = 80 };
    struct stored_score score = {
        "a", "2026-01-31T12:00:00Z", 1.22e9, { 1.2e9, 1.24e9 }, 1
    };
    struct trend trend = { .id = "cpu.loop",
                           .title = "Integer loop",
                           .unit = "ops/s",
                           .op = "loops",
                           .better = "higher",
                           .scores = &score,
                           .score_count = 1 };
    struct arena arena;
    struct text out;

    (void)state;
    arena_init(&arena);
    text_init(&out, &arena);
    stored_trend_text(&trend, &options, &out);
    assert_non_null(strstr(out.bytes, " 1.22 G loops/s "));
    assert_null(strstr(out.bytes, " ops/s"));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_runs_are_listed),
        cmocka_unit_test(odd_trends_are_drawn),
        cmocka_unit_test(trends_say_of_what_a_rate_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
