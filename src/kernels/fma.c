/* The table of floating-point kernels, and the plain one. */
#include "kernels/fma.h"

#include "kernels/fma_variants.h"

static const struct fma_variant *const variants[] = {
    &fma_portable,
#if defined(__x86_64__)
    &fma_avx2,
    &fma_avx512,
#elif defined(__aarch64__)
    &fma_neon,
#endif
};

static const size_t variant_count = sizeof variants / sizeof variants[0];

const struct fma_variant *fma_variant(size_t i)
{
    return i < variant_count ? variants[i] : NULL;
}

const struct fma_variant *fma_best(void)
{
    const struct fma_variant *best = variants[0];

    for (size_t i = 1; i < variant_count; i++)
        if (variants[i]->supported())
            best = variants[i];
    return best;
}

void fma_start(double lanes[FMA_LANES])
{
    for (size_t i = 0; i < FMA_LANES; i++)
        lanes[i] = (double)i;
}

bool fma_proved(const double lanes[FMA_LANES], uint64_t steps)
{
    for (size_t i = 0; i < FMA_LANES; i++)
        if (lanes[i] < (double)(steps + i) || lanes[i] > (double)(steps + i))
            return false;
    return true;
}
