/* The sort sorts, whatever the keys, and its proof notices what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/sort.h"

enum { MOST = 20000 };

static const size_t counts[] = { 0, 1, 2, 3, 15, 16, 17, 18, 33, 1000, MOST };

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static uint64_t random_key(size_t i)
{
    return (i * 0x9e3779b97f4a7c15u) ^ (i << 40) ^ (i * i * 2654435761u);
}

static uint64_t ascending_key(size_t i)
{
    return i;
}

static uint64_t descending_key(size_t i)
{
    return MOST - i;
}

static uint64_t equal_key(size_t i)
{
    (void)i;
    return 7;
}

static uint64_t few_keys(size_t i)
{
    return random_key(i) % 4;
}

static uint64_t organ_pipe_key(size_t i)
{
    return i < MOST / 2 ? i : MOST - i;
}

static uint64_t saw_key(size_t i)
{
    return i % 97;
}

static uint64_t extreme_key(size_t i)
{
    return i % 3 == 0 ? 0 : UINT64_MAX - (i & 1);
}

static uint64_t (*const patterns[])(size_t) = {
    random_key, ascending_key,  descending_key, equal_key,
    few_keys,   organ_pipe_key, saw_key,        extreme_key,
};

static void test_agrees_with_libc(void **state)
{
    static uint64_t got[MOST + 1], want[MOST + 1];

    (void)state;
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            size_t count = counts[c];

            for (size_t i = 0; i < count; i++)
                got[i] = want[i] = patterns[p](i);
            got[count] = want[count] = 0x5eed; /* not to be touched */
            sort_keys(got, count);
            qsort(want, count, sizeof *want, compare);
            assert_memory_equal(got, want, (count + 1) * sizeof *got);
        }
    }
}

static void swap(uint64_t *a, uint64_t *b)
{
    uint64_t kept = *a;

    *a = *b;
    *b = kept;
}

/* Lays 0 .. n-1 out so that each median-of-three pivot is the second smallest
 * key of what is left: quicksort alone would then take n / 2 splits. Built
 * backwards: undo what one split does to the first, middle and last key. */
static void make_killer(uint64_t *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        keys[i] = i;
    for (size_t left = 18; left <= n; left++) {
        uint64_t *part = keys + (n - left);

        swap(&part[1], &part[left / 2]);
    }
}

static void test_bad_pivots_end_in_heapsort(void **state)
{
    static uint64_t keys[MOST];

    (void)state;
    make_killer(keys, MOST);
    sort_keys(keys, MOST);
    for (size_t i = 0; i < MOST; i++)
        assert_int_equal(keys[i], i);
}

static void test_proof(void **state)
{
    static uint64_t keys[MOST];

    (void)state;
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        sort_fill(keys, counts[c], 9);
        sort_keys(keys, counts[c]);
        assert_true(sort_proved(keys, counts[c], 9));
    }
    assert_false(sort_proved(keys, MOST, 10));
    keys[5]++;
    assert_false(sort_proved(keys, MOST, 9));
    keys[5]--;
    swap(&keys[5], &keys[6]);
    assert_false(sort_proved(keys, MOST, 9));
    swap(&keys[5], &keys[6]);
    assert_true(sort_proved(keys, MOST, 9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_libc),
        cmocka_unit_test(test_bad_pivots_end_in_heapsort),
        cmocka_unit_test(test_proof),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
