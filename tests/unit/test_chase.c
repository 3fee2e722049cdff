/* The chase visits every line once and comes home, in either order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/chase.h"

enum { PAGE = 4096, GROUP = 64 * PAGE };

static const size_t sizes[] = {
    CHASE_LINE,
    2 * CHASE_LINE,
    3 * CHASE_LINE + 63,
    9 * CHASE_LINE,
    PAGE,
    PAGE + CHASE_LINE,
    10 * PAGE,
    GROUP,
    GROUP + 5 * CHASE_LINE,
    3 * GROUP - CHASE_LINE,
};

static const enum chase_order orders[] = { CHASE_RANDOM, CHASE_NEAR_PAGES };

static unsigned char *take(size_t bytes)
{
    size_t whole = (bytes + PAGE) / CHASE_LINE * CHASE_LINE;
    unsigned char *memory = aligned_alloc(CHASE_LINE, whole);

    assert_non_null(memory);
    memset(memory, 0xee, whole);
    return memory;
}

static void check_cycle(size_t bytes, enum chase_order order)
{
    size_t lines = bytes / CHASE_LINE;
    unsigned char *memory = take(bytes);
    unsigned char *seen = calloc(lines, 1);
    unsigned char *at = memory;

    assert_non_null(seen);
    chase_build(memory, bytes, order, 1);
    for (size_t i = 0; i < lines; i++) {
        size_t offset = (size_t)(at - memory);

        assert_true(offset < lines * CHASE_LINE);
        assert_int_equal(offset % CHASE_LINE, 0);
        assert_int_equal(seen[offset / CHASE_LINE], 0);
        seen[offset / CHASE_LINE] = 1;
        at = chase_walk(at, 1);
    }
    assert_ptr_equal(at, memory);
    assert_ptr_equal(chase_walk(memory, lines), memory);
    assert_int_equal(memory[lines * CHASE_LINE], 0xee);
    free(seen);
    free(memory);
}

static void test_every_line_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (size_t j = 0; j < sizeof orders / sizeof orders[0]; j++)
            check_cycle(sizes[i], orders[j]);
}

/* Walking in one go or step by step ends at the same line. */
static void test_walk_counts_its_loads(void **state)
{
    unsigned char *memory = take(PAGE);
    void *at = memory;

    (void)state;
    chase_build(memory, PAGE, CHASE_RANDOM, 3);
    for (uint64_t loads = 0; loads < 40; loads++) {
        assert_ptr_equal(chase_walk(memory, loads), at);
        at = chase_walk(at, 1);
    }
    free(memory);
}

static void test_seed_decides_the_order(void **state)
{
    unsigned char *a = take(PAGE);
    unsigned char *b = take(PAGE);
    size_t same = 0;

    (void)state;
    for (size_t j = 0; j < sizeof orders / sizeof orders[0]; j++) {
        chase_build(a, PAGE, orders[j], 5);
        chase_build(b, PAGE, orders[j], 5);
        assert_int_equal((unsigned char *)chase_walk(a, 7) - a,
                         (unsigned char *)chase_walk(b, 7) - b);
        chase_build(b, PAGE, orders[j], 6);
        for (uint64_t i = 1; i < PAGE / CHASE_LINE; i++)
            same += (unsigned char *)chase_walk(a, i) - a ==
                    (unsigned char *)chase_walk(b, i) - b;
        assert_true(same < PAGE / CHASE_LINE / 2);
        same = 0;
    }
    free(a);
    free(b);
}

/* In the order that spares the translation caches, steps stay inside 64 pages
 * except where a group ends, and never go to a neighbouring line. */
static void test_near_pages_stays_near(void **state)
{
    const size_t lines = 4 * GROUP / CHASE_LINE;
    unsigned char *memory = take(4 * GROUP);
    unsigned char *at = memory;
    size_t far = 0, neighbours = 0;

    (void)state;
    chase_build(memory, 4 * GROUP, CHASE_NEAR_PAGES, 1);
    for (size_t i = 0; i < lines; i++) {
        unsigned char *next = chase_walk(at, 1);
        ptrdiff_t step = next - at;

        far += (at - memory) / GROUP != (next - memory) / GROUP;
        neighbours += step == CHASE_LINE || step == -CHASE_LINE;
        at = next;
    }
    assert_int_equal(far, 4 * 8);
    assert_true(neighbours <= 4 * 8); /* only where a group ends */
    free(memory);
}

/* A random cycle has steps of every length, four ninths of them over a third
 * of the buffer. */
static void test_random_goes_everywhere(void **state)
{
    const size_t bytes = 4 * GROUP, lines = bytes / CHASE_LINE;
    unsigned char *memory = take(bytes);
    unsigned char *at = memory;
    size_t far = 0;

    (void)state;
    chase_build(memory, bytes, CHASE_RANDOM, 1);
    for (size_t i = 0; i < lines; i++) {
        unsigned char *next = chase_walk(at, 1);
        size_t step = (size_t)(next > at ? next - at : at - next);

        far += step > bytes / 3;
        at = next;
    }
    /* (1 - 1/3)^2 = 4/9 of uniform pairs lie further apart */
    assert_in_range(far, lines * 2 / 5, lines / 2);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_line_once),
        cmocka_unit_test(test_walk_counts_its_loads),
        cmocka_unit_test(test_seed_decides_the_order),
        cmocka_unit_test(test_near_pages_stays_near),
        cmocka_unit_test(test_random_goes_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
