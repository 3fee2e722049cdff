/* Failures as values. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"

static void failing_is_one_statement(void **state)
{
    struct err err = { 0 };

    (void)state;
    assert_int_equal(err_set(&err, ERR_DATA, "no %s in '%s'", "x", "y"), -1);
    assert_int_equal(err.kind, ERR_DATA);
    assert_int_equal(err.code, 0);
    assert_string_equal(err.text, "no x in 'y'");
    assert_int_equal(err_within(&err, "profile '%s'", "z"), -1);
    assert_string_equal(err.text, "profile 'z': no x in 'y'");
    assert_int_equal(err.kind, ERR_DATA); /* context keeps what it was */
}

static void the_system_is_quoted(void **state)
{
    static const struct {
        int code;
        enum err_kind kind;
        const char *text;
    } cases[] = {
        { EACCES, ERR_SYSTEM, "cannot open '/x': Permission denied" },
        { ENOSPC, ERR_SPACE, "cannot open '/x': No space left on device" },
        { EDQUOT, ERR_SPACE, "cannot open '/x': Disk quota exceeded" },
        { EFBIG, ERR_SPACE, "cannot open '/x': File too large" },
        { ENOMEM, ERR_SPACE, "cannot open '/x': Cannot allocate memory" },
        { 12345, ERR_SYSTEM, "cannot open '/x': unknown error" },
        { -1, ERR_SYSTEM, "cannot open '/x': unknown error" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct err err = { 0 };

        assert_int_equal(
            err_system(&err, cases[i].code, "cannot open '%s'", "/x"), -1);
        assert_int_equal(err.kind, cases[i].kind);
        assert_int_equal(err.code, cases[i].code);
        assert_string_equal(err.text, cases[i].text);
    }
}

static void long_messages_are_cut(void **state)
{
    struct err err = { 0 };
    char name[1000];

    (void)state;
    memset(name, 'n', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    err_system(&err, EIO, "cannot read '%s'", name);
    assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
    err_within(&err, "%s", name);
    assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
    err_set(&err, ERR_BUG, "%s", name);
    assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_is_one_statement),
        cmocka_unit_test(the_system_is_quoted),
        cmocka_unit_test(long_messages_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
