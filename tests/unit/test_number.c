/* Numbers out of text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/number.h"

static void whole_numbers(void **state)
{
    static const struct {
        const char *text;
        uint64_t want;
        bool ok;
    } cases[] = {
        { "0", 0, true },
        { "007", 7, true },
        { "18446744073709551614", UINT64_MAX - 1, true },
        { "18446744073709551615", 0, false }, /* inside it means "unknown" */
        { "18446744073709551616", 0, false },
        { "99999999999999999999999", 0, false },
        { "", 0, false },
        { " 1", 0, false },
        { "1 ", 0, false },
        { "+1", 0, false },
        { "-1", 0, false },
        { "1.0", 0, false },
        { "0x10", 0, false },
        { "1e3", 0, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct err err = { 0 };
        uint64_t value = 42;
        int rc = number_u64(cases[i].text, &value, &err);

        assert_int_equal(rc, cases[i].ok ? 0 : -1);
        assert_true(value == (cases[i].ok ? cases[i].want : 42));
        assert_int_equal(err.kind, cases[i].ok ? ERR_NONE : ERR_DATA);
        if (!cases[i].ok && strlen(cases[i].text) <= 40)
            assert_non_null(strstr(err.text, cases[i].text));
    }
}

static void decimal_numbers(void **state)
{
    static const struct {
        const char *text;
        double want;
        bool ok;
    } cases[] = {
        { "0", 0, true },       { "-1.5e3", -1500, true }, { "+2", 2, true },
        { ".5", 0.5, true },    { "-.5", -0.5, true },     { "5.", 5, true },
        { "00x1", 0, false },   { "1e400", 0, false },     { "inf", 0, false },
        { "-inf", 0, false },   { "nan", 0, false },       { "0x10", 0, false },
        { "-0X1p3", 0, false }, { ".", 0, false },         { "-", 0, false },
        { "", 0, false },       { " 1", 0, false },        { "1 ", 0, false },
        { "1,5", 0, false }, /* the point is the only decimal sign */
        { "- 5", 0, false },    { "--5", 0, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct err err = { 0 };
        double value = 42;
        int rc = number_double(cases[i].text, &value, &err);

        assert_int_equal(rc, cases[i].ok ? 0 : -1);
        assert_true(value == (cases[i].ok ? cases[i].want : 42));
        assert_int_equal(err.kind, cases[i].ok ? ERR_NONE : ERR_DATA);
    }
}

static void sizes(void **state)
{
    static const struct {
        const char *text;
        uint64_t want;
        bool ok;
    } cases[] = {
        { "512", 512, true },
        { "512B", 512, true },
        { "4 KiB", 4096, true },
        { "4KiB", 4096, true },
        { "4   KiB", 4096, true },
        { "1.5 GiB", 1610612736, true },
        { "0.1 GB", 100000000, true },
        { "2.3 MB", 2300000, true }, /* 2299999.9999999995 in binary */
        { "1.001kB", 1001, true },
        { "1e3", 1000, true },
        { "1e3 MB", 1000000000, true },
        { "0.4", 0, true }, /* to the nearest byte */
        { "0", 0, true },
        { "-0", 0, true },
        { "00000000000000000000000000000001", 1, true },
        { "9007199254740993", 9007199254740993, true }, /* 2^53 + 1 */
        { "9007199254740993 kB", UINT64_C(9007199254740993000), true },
        { "18446744073709551614", UINT64_MAX - 1, true },
        { "18446744073709551615", 0, false }, /* inside it means "unknown" */
        { "18446744073709551616", 0, false }, /* one more than fits */
        { "16777215 TiB", UINT64_C(16777215) << 40, true },
        { "16777216 TiB", 0, false },
        { "16777216.0 TiB", 0, false },
        { "16777215.99999999999 TiB", 0, false }, /* rounds up to 2^64 */
        { "1e30 B", 0, false },
        { "-1", 0, false },
        { "-1 KiB", 0, false },
        { "4 kib", 0, false }, /* units are spelled one way */
        { "4 KB", 0, false },
        { "4 K", 0, false },
        { "4 EiB", 0, false },
        { "4 KiB ", 0, false },
        { "4 ", 0, false },
        { "4\tKiB", 0, false },
        { " 4", 0, false },
        { "KiB", 0, false },
        { "", 0, false },
        { "nan", 0, false },
        { "0x10", 0, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct err err = { 0 };
        uint64_t bytes = 42;
        int rc = number_size(cases[i].text, &bytes, &err);

        if (rc != (cases[i].ok ? 0 : -1) ||
            bytes != (cases[i].ok ? cases[i].want : 42))
            fail_msg("'%s' gave %d, %llu", cases[i].text, rc,
                     (unsigned long long)bytes);
        assert_int_equal(err.kind, cases[i].ok ? ERR_NONE : ERR_DATA);
    }
}

struct seen {
    unsigned count;
    unsigned sum;
    unsigned last;
};

static void see(void *context, unsigned number)
{
    struct seen *seen = context;

    seen->count++;
    seen->sum += number;
    seen->last = number;
}

static void lists(void **state)
{
    static const struct {
        const char *text;
        unsigned count, sum, last;
        bool ok;
    } cases[] = {
        { "0-3,8,10-11", 7, 35, 11, true },
        { "0-3,8,10-11\n", 7, 35, 11, true },
        { "5", 1, 5, 5, true },
        { "7-7\n", 1, 7, 7, true },
        { "3,1", 2, 4, 1, true }, /* in the order of the text */
        { "", 0, 0, 0, true },
        { "\n", 0, 0, 0, true },
        { "0-2047", 2048, 2096128, 2047, true },
        { "0,", 0, 0, 0, false },
        { "0,\n", 0, 0, 0, false },
        { ",0", 0, 0, 0, false },
        { "0,,1", 0, 0, 0, false },
        { "0-", 0, 0, 0, false },
        { "-3", 0, 0, 0, false },
        { "3-1", 0, 0, 0, false },
        { "1-2-3", 0, 0, 0, false },
        { "0 1", 0, 0, 0, false },
        { "1\n2", 0, 0, 0, false }, /* one line, and all of it */
        { "\n\n", 0, 0, 0, false },
        { "0-1,x", 0, 0, 0, false },
        { "0-4294967296", 0, 0, 0, false },
        { "99999999999999999999", 0, 0, 0, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct err err = { 0 };
        struct seen seen = { 0, 0, 0 };
        int rc = number_list(cases[i].text, see, &seen, &err);

        if (rc != (cases[i].ok ? 0 : -1) || seen.count != cases[i].count)
            fail_msg("'%s' gave %d after %u", cases[i].text, rc, seen.count);
        assert_int_equal(seen.sum, cases[i].sum);
        assert_int_equal(seen.last, cases[i].last);
        assert_int_equal(err.kind, cases[i].ok ? ERR_NONE : ERR_DATA);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(decimal_numbers),
        cmocka_unit_test(sizes),
        cmocka_unit_test(lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
