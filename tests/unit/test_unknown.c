/* What grew between two readings of a counter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/unknown.h"

static void growth_is_known_when_both_ends_are(void **state)
{
    static const struct {
        uint64_t before, after, growth;
    } rows[] = {
        { 3, 10, 7 },
        { 3, 3, 0 },
        { 10, 3, UNKNOWN_U64 }, /* set anew */
        { UNKNOWN_U64, 3, UNKNOWN_U64 },
        { 3, UNKNOWN_U64, UNKNOWN_U64 },
        { UNKNOWN_U64, UNKNOWN_U64, UNKNOWN_U64 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(known_growth(rows[i].before, rows[i].after) ==
                    rows[i].growth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growth_is_known_when_both_ends_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
