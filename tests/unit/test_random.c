/* Random numbers that are the same on every machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"

/* The first words of splitmix64 from seed 0, published with the generator. */
static void seeding_matches_splitmix64(void **state)
{
    static const uint64_t want[4] = {
        0xe220a8397b1dcdaf,
        0x6e789e6aa1b965f4,
        0x06c45d188009454f,
        0xf88bb8a8724c81ec,
    };
    struct random random;

    (void)state;
    random_init(&random, 0);
    assert_memory_equal(random.state, want, sizeof(want));
}

/* The first words of xoshiro256** from the state 1, 2, 3, 4; the first three
 * follow by hand: rotl(2 * 5, 7) * 9, then 0, then rotl(0x40002 * 5, 7) * 9. */
static void drawing_matches_xoshiro(void **state)
{
    struct random random = { .state = { 1, 2, 3, 4 } };

    (void)state;
    assert_true(random_next(&random) == 11520);
    assert_true(random_next(&random) == 0);
    assert_true(random_next(&random) == 1509978240);
    assert_true(random_next(&random) == UINT64_C(1215971899390074240));
}

static void bounds_are_kept_and_reached(void **state)
{
    static const uint64_t bounds[] = { 1, 2, 3, 7, 64, 1000 };
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++) {
        bool low = false, high = false;

        for (int n = 0; n < 20000; n++) {
            uint64_t value = random_below(&random, bounds[i]);

            assert_true(value < bounds[i]);
            low = low || value == 0;
            high = high || value == bounds[i] - 1;
        }
        assert_true(low && high);
    }
    assert_true(random_below(&random, UINT64_MAX) < UINT64_MAX);
}

static void fractions_are_below_one(void **state)
{
    struct random random;
    double sum = 0;

    (void)state;
    random_init(&random, 2);
    for (int n = 0; n < 100000; n++) {
        double value = random_unit(&random);

        assert_true(value >= 0 && value < 1);
        sum += value;
    }
    /* The mean of that many has a deviation of 0.0009; the seed is fixed. */
    assert_true(sum / 100000 > 0.495 && sum / 100000 < 0.505);
}

static void filling_takes_every_length(void **state)
{
    (void)state;
    for (size_t length = 0; length <= 33; length++) {
        struct random a, b;
        unsigned char bytes[40], whole[40];

        random_init(&a, 3);
        random_init(&b, 3);
        memset(bytes, 0xaa, sizeof(bytes));
        random_fill(&a, bytes, length);
        random_fill(&b, whole, sizeof(whole));
        assert_memory_equal(bytes, whole, length);
        for (size_t i = length; i < sizeof(bytes); i++)
            assert_int_equal(bytes[i], 0xaa);
    }
}

/* Each of the 24 orders of four comes up about as often as the others. */
static void shuffles_are_fair(void **state)
{
    enum { RUNS = 24000 };
    unsigned seen[256] = { 0 };
    unsigned orders = 0;
    struct random random;

    (void)state;
    random_init(&random, 4);
    for (int n = 0; n < RUNS; n++) {
        size_t order[4] = { 0, 1, 2, 3 };

        random_shuffle(&random, order, 4);
        seen[order[0] << 6 | order[1] << 4 | order[2] << 2 | order[3]]++;
    }
    for (size_t i = 0; i < 256; i++) {
        orders += seen[i] > 0;
        if (seen[i] > 0)
            assert_in_range(seen[i], 850, 1150);
    }
    assert_int_equal(orders, 24);
}

static void short_shuffles_are_harmless(void **state)
{
    struct random random;
    size_t one = 7;

    (void)state;
    random_init(&random, 5);
    random_shuffle(&random, NULL, 0);
    random_shuffle(&random, &one, 1);
    assert_int_equal(one, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeding_matches_splitmix64),
        cmocka_unit_test(drawing_matches_xoshiro),
        cmocka_unit_test(bounds_are_kept_and_reached),
        cmocka_unit_test(fractions_are_below_one),
        cmocka_unit_test(filling_takes_every_length),
        cmocka_unit_test(shuffles_are_fair),
        cmocka_unit_test(short_shuffles_are_harmless),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
