/* Bandwidth kernels with 512-bit vectors: a whole line each. */
#include "kernels/stream_variants.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define STREAM_TARGET __attribute__((target("avx512f")))
#define STREAM_NAME "avx512"
#define STREAM_VARIANT stream_avx512

typedef __m512i vec;

static bool stream_supported(void)
{
    return __builtin_cpu_supports("avx512f") != 0;
}

STREAM_TARGET static inline vec vec_load(const vec *p)
{
    return _mm512_load_si512(p);
}

STREAM_TARGET static inline vec vec_splat_word(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

STREAM_TARGET static inline vec vec_splat_double(double x)
{
    return _mm512_castpd_si512(_mm512_set1_pd(x));
}

STREAM_TARGET static inline vec vec_add_words(vec a, vec b)
{
    return _mm512_add_epi64(a, b);
}

STREAM_TARGET static inline uint64_t vec_sum_words(vec v)
{
    /* By hand: gcc's _mm512_reduce_add_epi64 adds signed numbers at the end,
     * whose overflow the sanitizer rightly reports. */
    __m256i h = _mm256_add_epi64(_mm512_castsi512_si256(v),
                                 _mm512_extracti64x4_epi64(v, 1));
    __m128i s = _mm_add_epi64(_mm256_castsi256_si128(h),
                              _mm256_extracti128_si256(h, 1));

    return (uint64_t)_mm_cvtsi128_si64(s) +
           (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(s, s));
}

/* a + f * x, as doubles */
STREAM_TARGET static inline vec vec_multiply_add(vec a, vec f, vec x)
{
    __m512d product =
        _mm512_mul_pd(_mm512_castsi512_pd(f), _mm512_castsi512_pd(x));

    return _mm512_castpd_si512(_mm512_add_pd(_mm512_castsi512_pd(a), product));
}

STREAM_TARGET static inline void vec_put(vec *to, vec v, bool streaming)
{
    if (streaming)
        _mm512_stream_si512(to, v);
    else
        _mm512_store_si512(to, v);
}

STREAM_TARGET static inline void vec_put_four(vec *to, vec v0, vec v1, vec v2,
                                              vec v3, bool streaming)
{
    vec_put(to, v0, streaming);
    vec_put(to + 1, v1, streaming);
    vec_put(to + 2, v2, streaming);
    vec_put(to + 3, v3, streaming);
}

/* Streaming stores are not ordered with later ones until fenced. */
STREAM_TARGET static inline void vec_fence(void)
{
    _mm_sfence();
}

#include "kernels/stream_template.h"

#endif
