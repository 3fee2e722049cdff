/* Growing strings, and questions asked of text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/text.h"

static struct arena *arena_of(void **state)
{
    return *state;
}

static int set_up(void **state)
{
    static struct arena arena;

    arena_init(&arena);
    *state = &arena;
    return 0;
}

static int tear_down(void **state)
{
    arena_release(*state);
    return 0;
}

static void strings_grow(void **state)
{
    struct text text;

    text_init(&text, arena_of(state));
    assert_string_equal(text.bytes, "");
    text_add(&text, "a");
    text_add_bytes(&text, "bcd", 2);
    text_add_bytes(&text, NULL, 0);
    text_add_repeated(&text, '-', 3);
    text_add_repeated(&text, 'x', 0);
    text_printf(&text, "%d%%", 7);
    text_printf(&text, "%s", "");
    assert_string_equal(text.bytes, "abc---7%");
    assert_int_equal(text.length, 8);
}

static void growing_past_the_room_keeps_all(void **state)
{
    struct text text;

    text_init(&text, arena_of(state));
    for (int i = 0; i < 2000; i++)
        text_printf(&text, "%04d", i);
    text_add_repeated(&text, '.', 10000);
    assert_int_equal(text.length, 18000);
    assert_int_equal(strlen(text.bytes), 18000);
    assert_memory_equal(text.bytes + 4L * 1234, "1234", 4);
    assert_int_equal(text.bytes[7999], '9');
}

/* One more byte than fits, at each length around the first room of 256. */
static void every_length_ends_with_a_nul(void **state)
{
    for (size_t length = 250; length < 262; length++) {
        struct text text;

        text_init(&text, arena_of(state));
        text_add_repeated(&text, 'a', length);
        text_add(&text, "b");
        assert_int_equal(strlen(text.bytes), length + 1);
        text_init(&text, arena_of(state));
        text_printf(&text, "%*d", (int)length, 1);
        assert_int_equal(strlen(text.bytes), length);
    }
}

static void columns(void **state)
{
    static const struct {
        const char *text;
        size_t want;
    } cases[] = {
        { "", 0 },
        { "abc", 3 },
        { "\xc2\xb1", 1 },                 /* plus-minus */
        { "\xe2\x96\x88\xe2\x96\x8f", 2 }, /* blocks of a bar */
        { "\xe2\x9c\x85", 2 },             /* check mark, an emoji */
        { "\xe2\x9d\x8c", 2 },             /* cross mark, an emoji */
        { "\xf0\x9f\x92\xbe", 2 },         /* floppy disk */
        { "\xe7\xa3\x81\xe7\x9b\xa4", 4 }, /* "disk" in Chinese */
        { "\xef\xbf\xa5", 2 },             /* full-width yen */
        { "e\xcc\x81", 1 },                /* combining acute */
        { "\xf0\xa0\x80\x80", 2 },         /* plane 2 */
        { "a\xff"
          "b",
          3 },             /* a bad byte is one column */
        { "\xe2\x96", 2 }, /* cut short */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(text_columns(cases[i].text), cases[i].want);
}

#define BAD "\xef\xbf\xbd"

static void cleaning(void **state)
{
    static const struct {
        const char *text;
        const char *want;
    } cases[] = {
        { "", "" },
        { "plain", "plain" },
        { "\xc2\xb1 2 %", "\xc2\xb1 2 %" },
        { "a\tb\nc", "a" BAD "b" BAD "c" },
        { "\x1b[31m", BAD "[31m" },
        { "\x7f", BAD },
        { "\xc2\x9b", BAD },             /* a control of eight bits */
        { "\xff\xfe", BAD BAD },         /* never UTF-8 */
        { "\xc0\xaf", BAD BAD },         /* overlong slash */
        { "\xc1\xbf", BAD BAD },         /* overlong DEL */
        { "\xe0\x80\xaf", BAD BAD BAD }, /* overlong in three */
        { "\xf0\x80\x80\xaf", BAD BAD BAD BAD },
        { "\xed\xa0\x80", BAD BAD BAD },            /* a surrogate */
        { "\xed\x9f\xbf", "\xed\x9f\xbf" },         /* the last before them */
        { "\xee\x80\x80", "\xee\x80\x80" },         /* the first after them */
        { "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf" }, /* U+10FFFF */
        { "\xf4\x90\x80\x80", BAD BAD BAD BAD },    /* one past it */
        { "\xf5\x80\x80\x80", BAD BAD BAD BAD },
        { "a\xe2\x96", "a" BAD BAD }, /* cut short */
        { "\xe2\x28\xa1", BAD "(" BAD },
        { "\x80", BAD }, /* begins in the middle */
    };

    assert_null(text_clean(arena_of(state), NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(text_clean(arena_of(state), cases[i].text),
                            cases[i].want);
}

/* What is clean stays as it is, whatever two bytes it came from. */
static void cleaning_twice_changes_nothing(void **state)
{
    for (int first = 1; first < 256; first++) {
        for (int second = 1; second < 256; second++) {
            const char text[] = { (char)first, (char)second, '\0' };
            const char *once = text_clean(arena_of(state), text);

            assert_string_equal(text_clean(arena_of(state), once), once);
        }
    }
}

static void trimming(void **state)
{
    static const struct {
        const char *text;
        const char *want;
    } cases[] = {
        { "", "" },
        { "  ", "" },
        { "a", "a" },
        { " \t a b \r\n", "a b" },
        { "\xc3\xa4 ", "\xc3\xa4" },
    };
    char room[16];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(text_trim(strcpy(room, cases[i].text)),
                            cases[i].want);
}

static void prefixes(void **state)
{
    (void)state;
    assert_true(text_starts("cpu.loop", "cpu"));
    assert_true(text_starts("cpu", ""));
    assert_true(text_starts("cpu", "cpu"));
    assert_false(text_starts("cp", "cpu"));
    assert_false(text_starts("", "c"));
}

static void distances(void **state)
{
    static const struct {
        const char *a, *b;
        size_t want;
    } cases[] = {
        { "", "", 0 },
        { "a", "", 1 },
        { "", "abc", 3 },
        { "check", "check", 0 },
        { "chekc", "check", 2 },
        { "kitten", "sitting", 3 },
        { "cpu.blake2b", "cpu.blake2", 1 },
        { "repotr", "report", 2 },
    };
    char longer[200];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(text_distance(cases[i].a, cases[i].b), cases[i].want);
        assert_int_equal(text_distance(cases[i].b, cases[i].a), cases[i].want);
    }
    memset(longer, 'x', sizeof(longer));
    longer[sizeof(longer) - 1] = '\0';
    assert_true(text_distance("run", longer) >= 63);
    assert_true(text_distance(longer, "run") >= 196);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(strings_grow, set_up, tear_down),
        cmocka_unit_test_setup_teardown(growing_past_the_room_keeps_all, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(every_length_ends_with_a_nul, set_up,
                                        tear_down),
        cmocka_unit_test(columns),
        cmocka_unit_test_setup_teardown(cleaning, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cleaning_twice_changes_nothing, set_up,
                                        tear_down),
        cmocka_unit_test(trimming),
        cmocka_unit_test(prefixes),
        cmocka_unit_test(distances),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
