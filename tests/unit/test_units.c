/* Quantities as people read them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/units.h"
#include "base/unknown.h"

static void names_lead_back(void **state)
{
    (void)state;
    for (enum unit u = UNIT_NONE; u < UNIT_COUNT; u++) {
        assert_non_null(unit_name(u));
        assert_int_equal(unit_from_name(unit_name(u)), u);
    }
    assert_int_equal(unit_from_name("bytes/S"), UNIT_COUNT);
    assert_int_equal(unit_from_name(""), UNIT_COUNT);
}

static void spellings(void **state)
{
    static const struct {
        double value;
        enum unit unit;
        const char *want;
    } cases[] = {
        { 1.45e9, UNIT_BYTES_PER_SECOND, "1.45 GB/s" },
        { 148e3, UNIT_NS, "148 us" },
        { 12345, UNIT_OPS_PER_SECOND, "12.3 k ops/s" },
        { 332, UNIT_OPS_PER_SECOND, "332 ops/s" },
        { 2.994e9, UNIT_HZ, "2.99 GHz" },
        { 0.032, UNIT_SHARE, "3.20 %" },
        { 1, UNIT_SHARE, "100 %" },
        { 0, UNIT_SHARE, "0.00 %" },
        { 0.9999, UNIT_SHARE, "100 %" },
        { 1.5, UNIT_RATIO, "1.50" },
        { 4e12, UNIT_FLOPS, "4.00 TFLOP/s" },
        { 1, UNIT_FLOPS, "0.00 MFLOP/s" },
        { 7, UNIT_NONE, "7" },
        { 1234567, UNIT_NONE, "1234567" },
        { 0.5, UNIT_NONE, "0.50" },
        /* three digits, and the next prefix when they round up to four */
        { 9.994, UNIT_NS, "9.99 ns" },
        { 9.996, UNIT_NS, "10.0 ns" },
        { 99.94, UNIT_NS, "99.9 ns" },
        { 99.96, UNIT_NS, "100 ns" },
        { 999.4, UNIT_NS, "999 ns" },
        { 999.6, UNIT_NS, "1.00 us" },
        { 999.4e3, UNIT_NS, "999 us" },
        { 999.6e3, UNIT_NS, "1.00 ms" },
        { 999.6e6, UNIT_NS, "1.00 s" },
        { 3600e9, UNIT_NS, "3600 s" },
        { 999.6e6, UNIT_BYTES_PER_SECOND, "1.00 GB/s" },
        { 12, UNIT_BYTES_PER_SECOND, "12.0 B/s" },
        { 0, UNIT_BYTES, "0 B" },
        { 512, UNIT_BYTES, "512 B" },
        { 2300, UNIT_BYTES, "2.30 kB" },
        { -1.45e9, UNIT_BYTES_PER_SECOND, "-1.45 GB/s" },
        { 1e300, UNIT_BYTES, "1e+288 TB" },
        { NAN, UNIT_NS, "-" },
    };
    char out[UNITS_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(units_spell(cases[i].value, cases[i].unit, out),
                            cases[i].want);
}

/* Nothing is longer than its room, whatever the value. */
static void all_fit_their_room(void **state)
{
    static const double values[] = { 0,     5e-324, 1e-9,      0.1,
                                     1e6,   1e15,   123456789, 1.7e308,
                                     -1e-9, -1e300, INFINITY,  -INFINITY };
    char out[UNITS_ROOM + 1];

    (void)state;
    for (enum unit u = UNIT_NONE; u < UNIT_COUNT; u++) {
        for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
            memset(out, 'x', sizeof(out));
            units_spell(values[i], u, out);
            assert_true(strlen(out) < UNITS_ROOM);
            assert_int_equal(out[UNITS_ROOM], 'x');
            units_spell_duration(values[i], out);
            assert_true(strlen(out) < UNITS_ROOM);
            assert_int_equal(out[UNITS_ROOM], 'x');
        }
    }
}

static void sizes(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *want;
    } cases[] = {
        { 0, "0 B" },
        { 1, "1 B" },
        { 1023, "1023 B" },
        { 1024, "1 KiB" },
        { 1536, "1.5 KiB" },
        { 64 * 1024, "64 KiB" },
        { 1048575, "1 MiB" }, /* not "1024 KiB" */
        { UINT64_C(3) << 29, "1.5 GiB" },
        { UINT64_C(1) << 40, "1 TiB" },
        { UINT64_MAX - 1, "16 EiB" },
        { UNKNOWN_U64, "-" },
    };
    char out[UNITS_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(units_spell_size(cases[i].bytes, out),
                            cases[i].want);
}

static void durations(void **state)
{
    static const struct {
        double seconds;
        const char *want;
    } cases[] = {
        { 0, "0 s" },          { 0.04, "0 s" },    { 0.3, "0.3 s" },
        { 1.5, "1.5 s" },      { 9.97, "10 s" },   { 46.2, "46 s" },
        { 80, "80 s" },        { 119.4, "119 s" }, { 119.6, "2 min 0 s" },
        { 200, "3 min 20 s" }, { NAN, "-" },
    };
    char out[UNITS_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(units_spell_duration(cases[i].seconds, out),
                            cases[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_lead_back),    cmocka_unit_test(spellings),
        cmocka_unit_test(all_fit_their_room), cmocka_unit_test(sizes),
        cmocka_unit_test(durations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
