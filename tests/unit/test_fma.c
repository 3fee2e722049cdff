/* Every floating-point kernel this CPU can run gives the exact answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/fma.h"

static const uint64_t steps[] = { 0, 1, 2, 3, 100, 12345 };

static void test_every_variant_is_exact(void **state)
{
    const struct fma_variant *v;

    (void)state;
    for (size_t i = 0; (v = fma_variant(i)) != NULL; i++) {
        if (!v->supported())
            continue;
        for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
            double lanes[FMA_LANES];

            fma_start(lanes);
            v->run(lanes, steps[s]);
            for (size_t l = 0; l < FMA_LANES; l++)
                assert_true(lanes[l] == (double)(steps[s] + l));
            assert_true(fma_proved(lanes, steps[s]));
            assert_false(fma_proved(lanes, steps[s] + 1));
        }
    }
}

static void test_proof_looks_at_every_lane(void **state)
{
    double lanes[FMA_LANES];

    (void)state;
    fma_start(lanes);
    for (size_t l = 0; l < FMA_LANES; l++) {
        double kept = lanes[l];

        lanes[l] += 0.5;
        assert_false(fma_proved(lanes, 0));
        lanes[l] = kept;
    }
    assert_true(fma_proved(lanes, 0));
}

static void test_table_is_complete(void **state)
{
    const struct fma_variant *v;
    size_t count = 0;

    (void)state;
    for (; (v = fma_variant(count)) != NULL; count++) {
        for (size_t j = 0; j < count; j++)
            assert_string_not_equal(fma_variant(j)->name, v->name);
        assert_non_null(v->supported);
        assert_non_null(v->run);
    }
    assert_string_equal(fma_variant(0)->name, "portable");
    assert_true(fma_variant(0)->supported());
    assert_true(fma_best()->supported());
    assert_null(fma_variant(count + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant_is_exact),
        cmocka_unit_test(test_proof_looks_at_every_lane),
        cmocka_unit_test(test_table_is_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
