/* Numbers in ascending order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/order.h"

static void doubles_ascend(void **state)
{
    double values[] = { 2.5, -1, 1e300, 0, 2.5, -1e300 };
    const double wanted[] = { -1e300, -1, 0, 2.5, 2.5, 1e300 };

    (void)state;
    order_doubles(values, 6);
    assert_memory_equal(values, wanted, sizeof(wanted));
}

/* Differences of large numbers fit no int. */
static void large_numbers_ascend(void **state)
{
    uint64_t values[] = { UINT64_MAX, 1, UINT64_MAX - 1, 0, 1U << 31 };
    const uint64_t wanted[] = { 0, 1, 1U << 31, UINT64_MAX - 1, UINT64_MAX };

    (void)state;
    order_u64(values, 5);
    assert_memory_equal(values, wanted, sizeof(wanted));
}

static void of_equal_ones_one_remains(void **state)
{
    uint64_t values[] = { 7, 3, 7, 3, 3, 9 };
    const uint64_t wanted[] = { 3, 7, 9 };

    (void)state;
    assert_int_equal(order_distinct_u64(values, 6), 3);
    assert_memory_equal(values, wanted, sizeof(wanted));
}

static void nothing_is_in_order(void **state)
{
    (void)state;
    order_doubles(NULL, 0);
    order_u64(NULL, 0);
    assert_int_equal(order_distinct_u64(NULL, 0), 0);
    assert_false(order_has_u64(NULL, 0, 0));
}

static void what_is_there_is_found(void **state)
{
    const uint64_t values[] = { 0, 3, UINT64_MAX };

    (void)state;
    assert_true(order_has_u64(values, 3, 0));
    assert_true(order_has_u64(values, 3, UINT64_MAX));
    assert_false(order_has_u64(values, 3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_ascend),
        cmocka_unit_test(large_numbers_ascend),
        cmocka_unit_test(of_equal_ones_one_remains),
        cmocka_unit_test(nothing_is_in_order),
        cmocka_unit_test(what_is_there_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
