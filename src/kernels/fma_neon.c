/* Fused multiply-add on 128-bit vectors of 64-bit Arm. */
#include "kernels/fma_variants.h"

#if defined(__aarch64__)

#include <arm_neon.h>

#define FMA_TARGET
#define FMA_NAME "neon"
#define FMA_VARIANT fma_neon
#define FMA_HELD 16 /* four units of four cycles; of 32 registers */

typedef float64x2_t vec;

static bool fma_supported(void)
{
    return true;
}

static inline vec vec_load(const double *from)
{
    return vld1q_f64(from);
}

static inline void vec_store(double *to, vec v)
{
    vst1q_f64(to, v);
}

static inline vec vec_splat(double x)
{
    return vdupq_n_f64(x);
}

/* a * b + c */
static inline vec vec_multiply_add(vec a, vec b, vec c)
{
    return vfmaq_f64(c, a, b);
}

#include "kernels/fma_template.h"

#endif
