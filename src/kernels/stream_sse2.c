/* Bandwidth kernels with 128-bit vectors: every x86-64 CPU has them. */
#include "kernels/stream_variants.h"

#if defined(__x86_64__)

#include <emmintrin.h>

#define STREAM_TARGET
#define STREAM_NAME "sse2"
#define STREAM_VARIANT stream_sse2

typedef __m128i vec;

static bool stream_supported(void)
{
    return true;
}

static inline vec vec_load(const vec *p)
{
    return _mm_load_si128(p);
}

static inline vec vec_splat_word(uint64_t word)
{
    return _mm_set1_epi64x((long long)word);
}

static inline vec vec_splat_double(double x)
{
    return _mm_castpd_si128(_mm_set1_pd(x));
}

static inline vec vec_add_words(vec a, vec b)
{
    return _mm_add_epi64(a, b);
}

static inline uint64_t vec_sum_words(vec v)
{
    return (uint64_t)_mm_cvtsi128_si64(v) +
           (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v));
}

/* a + f * x, as doubles */
static inline vec vec_multiply_add(vec a, vec f, vec x)
{
    __m128d product = _mm_mul_pd(_mm_castsi128_pd(f), _mm_castsi128_pd(x));

    return _mm_castpd_si128(_mm_add_pd(_mm_castsi128_pd(a), product));
}

static inline void vec_put(vec *to, vec v, bool streaming)
{
    if (streaming)
        _mm_stream_si128(to, v);
    else
        _mm_store_si128(to, v);
}

static inline void vec_put_four(vec *to, vec v0, vec v1, vec v2, vec v3,
                                bool streaming)
{
    vec_put(to, v0, streaming);
    vec_put(to + 1, v1, streaming);
    vec_put(to + 2, v2, streaming);
    vec_put(to + 3, v3, streaming);
}

/* Streaming stores are not ordered with later ones until fenced. */
static inline void vec_fence(void)
{
    _mm_sfence();
}

#include "kernels/stream_template.h"

#endif
