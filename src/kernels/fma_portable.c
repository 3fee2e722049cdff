/* Multiply and add in plain C, eight numbers at a time: for CPUs without a
 * variant of their own, and the reference for the others. */
#include "kernels/fma_variants.h"

enum { GROUP = 8 };

static bool portable_supported(void)
{
    return true;
}

static void portable_run_group(double *lanes, double factor, double term,
                               uint64_t steps)
{
    double x[GROUP];

    for (size_t i = 0; i < GROUP; i++)
        x[i] = lanes[i];
    for (; steps > 0; steps--) {
#pragma GCC unroll 8
        for (size_t i = 0; i < GROUP; i++)
            x[i] = x[i] * factor + term;
    }
    for (size_t i = 0; i < GROUP; i++)
        lanes[i] = x[i];
}

static void portable_run(double lanes[FMA_LANES], uint64_t steps)
{
    double one = 1;

    __asm__("" : "+m"(one)); /* else the product is left out */
    for (size_t i = 0; i < FMA_LANES; i += GROUP)
        portable_run_group(lanes + i, one, one, steps);
}

const struct fma_variant fma_portable = {
    .name = "portable",
    .supported = portable_supported,
    .run = portable_run,
};
