/* The integer loops return what arithmetic says they must. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/loops.h"

static const uint64_t counts[] = { 0, 1, 2, 3, 15, 16, 17, 31, 32, 100, 12345 };
static const uint64_t seeds[] = { 0, 1, 3, 0x8000000000000001u, UINT64_MAX };

/* A known answer that no code of ours computed: 0x9e3779b97f4a7c15 to the
 * powers 2, 3 and 1000 modulo 2^64, by Python's pow(). */
static void test_chain_known_answers(void **state)
{
    (void)state;
    assert_int_equal(loops_chain(1, 1), 0x9e3779b97f4a7c15u);
    assert_int_equal(loops_chain(1, 2), 0xdf442d22ce4859b9u);
    assert_int_equal(loops_chain(1, 3), 0x604a5ce3addef82du);
    assert_int_equal(loops_chain(1, 1000), 0x1906e3894810cee1u);
}

static void test_chain_agrees_with_the_power(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (size_t j = 0; j < sizeof seeds / sizeof seeds[0]; j++)
            assert_int_equal(loops_chain(seeds[j], counts[i]),
                             loops_chain_expected(seeds[j], counts[i]));
}

/* In two parts or in one, the chain ends at the same product. */
static void test_chain_continues(void **state)
{
    uint64_t half = loops_chain(7, 500);

    (void)state;
    assert_int_equal(loops_chain(half, 501), loops_chain(7, 1001));
}

static void test_chain_cycles_are_known_or_zero(void **state)
{
    double cycles = loops_chain_cycles();

    (void)state;
    assert_true(cycles == 0 || cycles == 3);
}

static void test_wide_known_answers(void **state)
{
    (void)state;
    assert_int_equal(loops_wide(0, 0), 28);
    assert_int_equal(loops_wide(5, 0), 68);
    /* 28 + 8 * 0x9e3779b97f4a7c15 modulo 2^64 */
    assert_int_equal(loops_wide(0, 1), 0xf1bbcdcbfa53e0c4u);
}

static void test_wide_agrees_with_the_sum(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (size_t j = 0; j < sizeof seeds / sizeof seeds[0]; j++)
            assert_int_equal(loops_wide(seeds[j], counts[i]),
                             loops_wide_expected(seeds[j], counts[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chain_known_answers),
        cmocka_unit_test(test_chain_agrees_with_the_power),
        cmocka_unit_test(test_chain_continues),
        cmocka_unit_test(test_chain_cycles_are_known_or_zero),
        cmocka_unit_test(test_wide_known_answers),
        cmocka_unit_test(test_wide_agrees_with_the_sum),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
