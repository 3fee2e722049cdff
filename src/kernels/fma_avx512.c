/* Fused multiply-add on 512-bit vectors. */
#include "kernels/fma_variants.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define FMA_TARGET __attribute__((target("avx512f")))
#define FMA_NAME "avx512"
#define FMA_VARIANT fma_avx512
#define FMA_HELD 12 /* eight would do for two units of four cycles */

typedef __m512d vec;

static bool fma_supported(void)
{
    return __builtin_cpu_supports("avx512f") != 0;
}

FMA_TARGET static inline vec vec_load(const double *from)
{
    return _mm512_loadu_pd(from);
}

FMA_TARGET static inline void vec_store(double *to, vec v)
{
    _mm512_storeu_pd(to, v);
}

FMA_TARGET static inline vec vec_splat(double x)
{
    return _mm512_set1_pd(x);
}

FMA_TARGET static inline vec vec_multiply_add(vec a, vec b, vec c)
{
    return _mm512_fmadd_pd(a, b, c);
}

#include "kernels/fma_template.h"

#endif
