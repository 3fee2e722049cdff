/* The words that reports have in common. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "report/words.h"
#include "result/result.h"

static void rates_say_of_what(void **state)
{
    static const struct {
        const char *id, *unit, *op;
        const char *want;
    } cases[] = {
        { "disk.read.4k.q1", "ops/s", "IO", "IO/s" },
        { "disk.read.4k.q1", "ops/s", NULL, "IO/s" }, /* an older document */
        { "cpu.sort", "ops/s", "keys", "keys/s" },
        { "cpu.sort", "ops/s", NULL, "ops/s" },
        { "cpu.sort", "ops/s", "", "ops/s" },
        { "cpu.sr25519", "bytes/s", "verifications", "bytes/s" },
        { "disk.read.1m.q4", "bytes/s", "IO", "bytes/s" },
        { "disk.read.1m.q4", NULL, "IO", NULL },
        { NULL, "ops/s", NULL, "ops/s" },
    };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct result result = { .id = cases[i].id,
                                       .unit = cases[i].unit,
                                       .op = cases[i].op };
        const char *unit = words_unit(&result, &arena);

        if (cases[i].want == NULL)
            assert_null(unit);
        else
            assert_string_equal(unit, cases[i].want);
    }
    arena_release(&arena);
}

/* Whatever the profile's own word for it was. */
static void findings_say_of_what_a_rate_is(void **state)
{
    const struct result_finding finding = { .requirement = "cpu.sort",
                                            .unit = "ops/s",
                                            .op = "keys",
                                            .value = 12.5e6,
                                            .interval = { 12e6, 13e6 },
                                            .bound = 10e6 };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_string_equal(words_value(&finding, &arena), "12.5 M keys/s");
    assert_string_equal(words_span(&finding, &arena), "12.0 to 13.0 M keys/s");
    assert_string_equal(words_bound(&finding, &arena), "10.0 M keys/s");
    arena_release(&arena);
}

static const char *several(struct result_finding *findings, size_t count,
                           size_t i, struct arena *arena)
{
    const struct result_verdict verdict = { .findings = findings,
                                            .finding_count = count };

    return words_settle_several(&verdict, i, arena);
}

static void what_settles_several_is_said_once(void **state)
{
    struct result_finding findings[] = {
        { .title = "A", .settle = "run again" },
        { .title = "B", .settle = "a tolerance" },
        { .title = "C" },
        { .title = "D", .settle = "run again" },
        { .title = "E", .settle = "run again" },
        { .title = "F", .settle = "run again" },
    };
    const struct result_verdict verdict = { .findings = findings,
                                            .finding_count = 6 };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(words_settled_alone(&verdict, i), i == 1);
    assert_string_equal(several(findings, 4, 0, &arena),
                        "To settle A and D: run again");
    assert_string_equal(several(findings, 5, 0, &arena),
                        "To settle A and D and E: run again");
    assert_string_equal(several(findings, 6, 0, &arena),
                        "To settle these 4: run again");
    for (size_t i = 1; i < 6; i++)
        assert_null(several(findings, 6, i, &arena));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_say_of_what),
        cmocka_unit_test(findings_say_of_what_a_rate_is),
        cmocka_unit_test(what_settles_several_is_said_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
