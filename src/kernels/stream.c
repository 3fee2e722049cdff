/* The table of bandwidth kernels and the choice among them. */
#include "kernels/stream.h"

#include "kernels/stream_variants.h"

static const struct stream_variant *const variants[] = {
    &stream_portable,
#if defined(__x86_64__)
    &stream_sse2,
    &stream_avx2,
    &stream_avx512,
#elif defined(__aarch64__)
    &stream_neon,
#endif
};

static const size_t variant_count = sizeof variants / sizeof variants[0];

const struct stream_variant *stream_variant(size_t i)
{
    return i < variant_count ? variants[i] : NULL;
}

/* Is the variant, which this CPU can run, also as fast as the narrower ones?
 *
 * Zen 4, medians in alternation, GB/s with huge pages and with small ones: read
 * sse2 31.9 and 23.6, avx2 31.9 and 20.4, avx512 30.8 and 18.5 (wide loads run
 * ahead of the prefetcher); copy avx2 48.7 and 33.6, avx512 45.1 and 31.7; triad
 * avx2 40.7 and 35.1, avx512 37.8 and 31.8. Intel's Emerald Rapids reads faster
 * the wider the loads, 14.9 with AVX2 and 16.4 with AVX-512. */
static bool suits(const struct stream_variant *variant, enum stream_kind kind)
{
#if defined(__x86_64__)
    if (kind == STREAM_COPY || kind == STREAM_TRIAD)
        return variant != &stream_avx512;
    if (kind == STREAM_READ && __builtin_cpu_is("amd") != 0)
        return variant != &stream_avx2 && variant != &stream_avx512;
#endif
    (void)variant;
    (void)kind;
    return true;
}

const struct stream_variant *stream_best(enum stream_kind kind)
{
    const struct stream_variant *best = variants[0];

    for (size_t i = 1; i < variant_count; i++)
        if (variants[i]->supported() && suits(variants[i], kind))
            best = variants[i];
    return best;
}
