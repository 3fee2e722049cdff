/* Bandwidth kernels with 128-bit vectors on 64-bit Arm, where every CPU has
 * them. Streaming stores are STNP, a pair with a non-temporal hint; the CPU may
 * ignore the hint. */
#include "kernels/stream_variants.h"

#if defined(__aarch64__)

#include <arm_neon.h>

#define STREAM_TARGET
#define STREAM_NAME "neon"
#define STREAM_VARIANT stream_neon

typedef uint64x2_t vec;

static bool stream_supported(void)
{
    return true;
}

static inline vec vec_load(const vec *p)
{
    return vld1q_u64((const uint64_t *)p);
}

static inline vec vec_splat_word(uint64_t word)
{
    return vdupq_n_u64(word);
}

static inline vec vec_splat_double(double x)
{
    return vreinterpretq_u64_f64(vdupq_n_f64(x));
}

static inline vec vec_add_words(vec a, vec b)
{
    return vaddq_u64(a, b);
}

static inline uint64_t vec_sum_words(vec v)
{
    return vaddvq_u64(v);
}

/* a + f * x, as doubles */
static inline vec vec_multiply_add(vec a, vec f, vec x)
{
    return vreinterpretq_u64_f64(vfmaq_f64(vreinterpretq_f64_u64(a),
                                           vreinterpretq_f64_u64(f),
                                           vreinterpretq_f64_u64(x)));
}

/* Only the last vectors of a buffer come here, and a line holds four. */
static inline void vec_put(vec *to, vec v, bool streaming)
{
    (void)streaming;
    vst1q_u64((uint64_t *)to, v);
}

static inline void stream_pair(vec *to, vec v0, vec v1)
{
    __asm__ volatile("stnp %q1, %q2, [%0]"
                     :
                     : "r"(to), "w"(v0), "w"(v1)
                     : "memory");
}

static inline void vec_put_four(vec *to, vec v0, vec v1, vec v2, vec v3,
                                bool streaming)
{
    if (streaming) {
        stream_pair(to, v0, v1);
        stream_pair(to + 2, v2, v3);
        return;
    }
    vec_put(to, v0, false);
    vec_put(to + 1, v1, false);
    vec_put(to + 2, v2, false);
    vec_put(to + 3, v3, false);
}

static inline void vec_fence(void)
{
    __asm__ volatile("dmb ishst" ::: "memory");
}

#include "kernels/stream_template.h"

#endif
