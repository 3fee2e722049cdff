#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/histogram.h"

/* Buckets stand edge to edge, and each is at most 1/64 of its values wide. */
static void test_buckets_tile_the_line(void **state)
{
    (void)state;
    assert_int_equal(histogram_from(0), 0);
    for (size_t i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
        uint64_t from = histogram_from(i);
        uint64_t to = histogram_to(i);

        assert_int_equal(to, histogram_from(i + 1));
        assert_true(to > from);
        assert_true(to - from == 1 || (to - from) * 64 <= from);
        assert_int_equal(histogram_bucket(from), i);
        assert_int_equal(histogram_bucket(to - 1), i);
    }
    assert_int_equal(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}

static void test_quantiles(void **state)
{
    static struct histogram histogram;

    (void)state;
    histogram_reset(&histogram);
    assert_int_equal(histogram_quantile(&histogram, 0.5), 0);
    for (uint64_t ns = 1; ns <= 100; ns++)
        histogram_add(&histogram, ns);
    assert_int_equal(histogram_quantile(&histogram, 0.5), 50);
    assert_int_equal(histogram_quantile(&histogram, 0.99), 99);
    assert_int_equal(histogram_quantile(&histogram, 1), 100);
    assert_int_equal(histogram.max_ns, 100);
    histogram_add(&histogram, 1000003);
    assert_int_equal(histogram_quantile(&histogram, 1), 1000003);
}

static void test_merge_is_addition(void **state)
{
    static struct histogram a, b;

    (void)state;
    histogram_reset(&a);
    histogram_reset(&b);
    histogram_add(&a, 10);
    histogram_add(&b, 10);
    histogram_add(&b, 5000);
    histogram_merge(&a, &b);
    assert_int_equal(a.n, 3);
    assert_int_equal(a.counts[10], 2);
    assert_int_equal(a.max_ns, 5000);
}

/* One second in an operation whose kin take 100 us: the whole second is stalled. */
static void test_stalled_time(void **state)
{
    static struct histogram histogram;
    uint64_t stalled;

    (void)state;
    histogram_reset(&histogram);
    for (int i = 0; i < 1000; i++)
        histogram_add(&histogram, 100 * 1000);
    assert_int_equal(histogram_stalled_ns(&histogram), 0);
    histogram_add(&histogram, 1000 * 1000 * 1000);
    stalled = histogram_stalled_ns(&histogram);
    assert_in_range(stalled, 990 * 1000 * 1000, 1000 * 1000 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buckets_tile_the_line),
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_merge_is_addition),
        cmocka_unit_test(test_stalled_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
