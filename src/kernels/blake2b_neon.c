/* BLAKE2b with NEON: each row of the state lies in two registers of two
 * 64-bit lanes. */
#include "kernels/blake2b_variants.h"

#if defined(__aarch64__)

#include <arm_neon.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Low and high half of each row. */
struct rows {
    uint64x2_t a[2], b[2], c[2], d[2];
};

ALWAYS_INLINE uint64x2_t words(const uint8_t *block, unsigned w0, unsigned w1)
{
    uint8x8_t lane0 = vld1_u8(block + 8 * (size_t)w0);
    uint8x8_t lane1 = vld1_u8(block + 8 * (size_t)w1);

    return vreinterpretq_u64_u8(vcombine_u8(lane0, lane1));
}

ALWAYS_INLINE uint64x2_t rotate_right_32(uint64x2_t x)
{
    return vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x)));
}

ALWAYS_INLINE uint64x2_t rotate_right_24(uint64x2_t x)
{
    return vsriq_n_u64(vshlq_n_u64(x, 40), x, 24);
}

ALWAYS_INLINE uint64x2_t rotate_right_16(uint64x2_t x)
{
    return vsriq_n_u64(vshlq_n_u64(x, 48), x, 16);
}

ALWAYS_INLINE uint64x2_t rotate_right_63(uint64x2_t x)
{
    return vsriq_n_u64(vaddq_u64(x, x), x, 63);
}

/* RFC 7693, 3.1: two mixing functions at once, in one half of the rows. */
ALWAYS_INLINE void mix(struct rows *v, int half, uint64x2_t x, uint64x2_t y)
{
    uint64x2_t a = v->a[half];
    uint64x2_t b = v->b[half];
    uint64x2_t c = v->c[half];
    uint64x2_t d = v->d[half];

    a = vaddq_u64(vaddq_u64(a, x), b);
    d = rotate_right_32(veorq_u64(d, a));
    c = vaddq_u64(c, d);
    b = rotate_right_24(veorq_u64(b, c));
    a = vaddq_u64(vaddq_u64(a, y), b);
    d = rotate_right_16(veorq_u64(d, a));
    c = vaddq_u64(c, d);
    b = rotate_right_63(veorq_u64(b, c));
    v->a[half] = a;
    v->b[half] = b;
    v->c[half] = c;
    v->d[half] = d;
}

ALWAYS_INLINE void swap_halves(uint64x2_t row[2])
{
    uint64x2_t low = row[0];

    row[0] = row[1];
    row[1] = low;
}

/* Turns a row by one lane: lane i gets what lane i + 1 had. */
ALWAYS_INLINE void turn_down(uint64x2_t row[2])
{
    uint64x2_t low = row[0];

    row[0] = vextq_u64(row[0], row[1], 1);
    row[1] = vextq_u64(row[1], low, 1);
}

/* Lane i + 1 gets what lane i had. */
ALWAYS_INLINE void turn_up(uint64x2_t row[2])
{
    turn_down(row);
    swap_halves(row);
}

/* `s` is the order of the message words. */
ALWAYS_INLINE void round_of(struct rows *v, const uint8_t *block,
                            const uint8_t s[16])
{
    mix(v, 0, words(block, s[0], s[2]), words(block, s[1], s[3]));
    mix(v, 1, words(block, s[4], s[6]), words(block, s[5], s[7]));
    turn_down(v->b);
    swap_halves(v->c);
    turn_up(v->d);
    mix(v, 0, words(block, s[8], s[10]), words(block, s[9], s[11]));
    mix(v, 1, words(block, s[12], s[14]), words(block, s[13], s[15]));
    turn_up(v->b);
    swap_halves(v->c);
    turn_down(v->d);
}

static void compress(uint64_t h[8], const uint8_t *block, uint64_t counted,
                     bool last)
{
    const uint64_t *iv = blake2b_iv;
    struct rows v = {
        .a = { vld1q_u64(h), vld1q_u64(h + 2) },
        .b = { vld1q_u64(h + 4), vld1q_u64(h + 6) },
        .c = { vld1q_u64(iv), vld1q_u64(iv + 2) },
        .d = { vld1q_u64(iv + 4), vld1q_u64(iv + 6) },
    };

    v.d[0] = veorq_u64(v.d[0], vsetq_lane_u64(counted, vdupq_n_u64(0), 0));
    if (last)
        v.d[1] =
            veorq_u64(v.d[1], vsetq_lane_u64(UINT64_MAX, vdupq_n_u64(0), 0));
    BLAKE2B_ROUNDS(round_of, &v, block);
    for (size_t half = 0; half < 2; half++) {
        uint64_t *low = h + 2 * half;
        uint64_t *high = h + 4 + 2 * half;

        vst1q_u64(low,
                  veorq_u64(vld1q_u64(low), veorq_u64(v.a[half], v.c[half])));
        vst1q_u64(high,
                  veorq_u64(vld1q_u64(high), veorq_u64(v.b[half], v.d[half])));
    }
}

static void absorb(uint64_t h[8], const uint8_t *data, size_t len)
{
    blake2b_absorb(compress, h, data, len);
}

static bool supported(void)
{
    return true; /* every 64-bit Arm has NEON */
}

const struct blake2b_variant blake2b_neon = {
    .name = "neon",
    .supported = supported,
    .absorb = absorb,
};

#endif
