/* Fused multiply-add on 256-bit vectors. */
#include "kernels/fma_variants.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define FMA_TARGET __attribute__((target("avx2,fma")))
#define FMA_NAME "avx2"
#define FMA_VARIANT fma_avx2
#define FMA_HELD 12 /* of 16 registers */

typedef __m256d vec;

static bool fma_supported(void)
{
    return __builtin_cpu_supports("avx2") != 0 &&
           __builtin_cpu_supports("fma") != 0;
}

FMA_TARGET static inline vec vec_load(const double *from)
{
    return _mm256_loadu_pd(from);
}

FMA_TARGET static inline void vec_store(double *to, vec v)
{
    _mm256_storeu_pd(to, v);
}

FMA_TARGET static inline vec vec_splat(double x)
{
    return _mm256_set1_pd(x);
}

FMA_TARGET static inline vec vec_multiply_add(vec a, vec b, vec c)
{
    return _mm256_fmadd_pd(a, b, c);
}

#include "kernels/fma_template.h"

#endif
