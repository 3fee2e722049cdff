/* Arithmetic modulo p = 2^255 - 19 in five limbs of 51 bits.
 *
 * Inline, because a verification does thousands of these. Results are not
 * brought below p: only field25519_to_bytes() does. Bounds of limbs, which
 * callers keep:
 *
 *   tight   below 2^51 + 2^13: what products, squares and tight() give
 *   loose   below 1.2 * 2^54: what products and squares accept
 *
 * A sum of two tight elements, a difference of them, and a difference less
 * a sum are loose. Variable time: not for secrets. */
#ifndef ASSAY_KERNELS_FIELD25519_H
#define ASSAY_KERNELS_FIELD25519_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/uint128.h"

struct field25519 {
    uint64_t limb[5]; /* least significant first */
};

extern const struct field25519 field25519_zero;
extern const struct field25519 field25519_one;
extern const struct field25519 field25519_d;       /* of the curve */
extern const struct field25519 field25519_sqrt_m1; /* of -1 */

enum { FIELD25519_LIMB_BITS = 51 };
#define FIELD25519_LIMB_MASK ((UINT64_C(1) << FIELD25519_LIMB_BITS) - 1)

/* a + b. */
static inline struct field25519 field25519_add(const struct field25519 *a,
                                               const struct field25519 *b)
{
    return (struct field25519){ {
        a->limb[0] + b->limb[0],
        a->limb[1] + b->limb[1],
        a->limb[2] + b->limb[2],
        a->limb[3] + b->limb[3],
        a->limb[4] + b->limb[4],
    } };
}

/* a - b, as a + 4p - b: limbs of `b` may be up to 2^53 - 76. */
static inline struct field25519 field25519_sub(const struct field25519 *a,
                                               const struct field25519 *b)
{
    const uint64_t low = 4 * (FIELD25519_LIMB_MASK - 18);
    const uint64_t high = 4 * FIELD25519_LIMB_MASK;

    return (struct field25519){ {
        a->limb[0] + low - b->limb[0],
        a->limb[1] + high - b->limb[1],
        a->limb[2] + high - b->limb[2],
        a->limb[3] + high - b->limb[3],
        a->limb[4] + high - b->limb[4],
    } };
}

/* Carries the five columns of a product into tight limbs. */
static inline struct field25519
field25519_carry(uint128 c0, uint128 c1, uint128 c2, uint128 c3, uint128 c4)
{
    const uint64_t mask = FIELD25519_LIMB_MASK;
    struct field25519 r;
    uint64_t low;

    c1 += (uint64_t)(c0 >> 51);
    c2 += (uint64_t)(c1 >> 51);
    c3 += (uint64_t)(c2 >> 51);
    c4 += (uint64_t)(c3 >> 51);
    low = ((uint64_t)c0 & mask) + 19 * (uint64_t)(c4 >> 51);
    r.limb[0] = low & mask;
    r.limb[1] = ((uint64_t)c1 & mask) + (low >> 51);
    r.limb[2] = (uint64_t)c2 & mask;
    r.limb[3] = (uint64_t)c3 & mask;
    r.limb[4] = (uint64_t)c4 & mask;
    return r;
}

/* a * b: limbs that pass 2^255 come back times 19. */
static inline struct field25519 field25519_mul(const struct field25519 *a,
                                               const struct field25519 *b)
{
    const uint64_t a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2],
                   a3 = a->limb[3], a4 = a->limb[4];
    const uint64_t b0 = b->limb[0], b1 = b->limb[1], b2 = b->limb[2],
                   b3 = b->limb[3], b4 = b->limb[4];
    const uint64_t w1 = 19 * b1, w2 = 19 * b2, w3 = 19 * b3, w4 = 19 * b4;

    return field25519_carry(
        (uint128)a0 * b0 + (uint128)a1 * w4 + (uint128)a2 * w3 +
            (uint128)a3 * w2 + (uint128)a4 * w1,
        (uint128)a0 * b1 + (uint128)a1 * b0 + (uint128)a2 * w4 +
            (uint128)a3 * w3 + (uint128)a4 * w2,
        (uint128)a0 * b2 + (uint128)a1 * b1 + (uint128)a2 * b0 +
            (uint128)a3 * w4 + (uint128)a4 * w3,
        (uint128)a0 * b3 + (uint128)a1 * b2 + (uint128)a2 * b1 +
            (uint128)a3 * b0 + (uint128)a4 * w4,
        (uint128)a0 * b4 + (uint128)a1 * b3 + (uint128)a2 * b2 +
            (uint128)a3 * b1 + (uint128)a4 * b0);
}

/* a * a. */
static inline struct field25519 field25519_square(const struct field25519 *a)
{
    const uint64_t a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2],
                   a3 = a->limb[3], a4 = a->limb[4];
    const uint64_t d0 = 2 * a0, d1 = 2 * a1, d2 = 2 * a2;
    const uint64_t w3 = 19 * a3, w4 = 19 * a4;

    return field25519_carry(
        (uint128)a0 * a0 + (uint128)d1 * w4 + (uint128)d2 * w3,
        (uint128)d0 * a1 + (uint128)d2 * w4 + (uint128)a3 * w3,
        (uint128)d0 * a2 + (uint128)a1 * a1 + (uint128)(2 * a3) * w4,
        (uint128)d0 * a3 + (uint128)d1 * a2 + (uint128)a4 * w4,
        (uint128)d0 * a4 + (uint128)d1 * a3 + (uint128)a2 * a2);
}

/* The same element in tight limbs. `a` is loose. */
struct field25519 field25519_tight(const struct field25519 *a);

/* -a, tight. Limbs of `a` may be up to 2^53 - 76. */
struct field25519 field25519_negate(const struct field25519 *a);

/* Reads 255 bits, little endian; the highest bit is ignored, and values of p
 * or more are taken as they are. */
struct field25519 field25519_from_bytes(const uint8_t bytes[32]);

/* Writes the one representative below p, little endian. `a` is loose. */
void field25519_to_bytes(uint8_t bytes[32], const struct field25519 *a);

/* Whether both, or it and 0, are the same modulo p. Both are loose. */
bool field25519_equal(const struct field25519 *a, const struct field25519 *b);
bool field25519_is_zero(const struct field25519 *a);

/* Whether the representative below p is odd: what RFC 9496 calls negative. */
bool field25519_is_negative(const struct field25519 *a);

/* The one of a and -a that is not negative. `a` is tight. */
struct field25519 field25519_absolute(const struct field25519 *a);

/* 1 / a; 0 for 0. */
struct field25519 field25519_invert(const struct field25519 *a);

/* RFC 9496, 4.2, SQRT_RATIO_M1 with u = 1: sets `*ret_root` to the square
 * root of 1 / v that is not negative and returns true; where 1 / v has none,
 * sets it to that of sqrt(-1) / v and returns false (for 0: false, 0). */
bool field25519_inverse_root(struct field25519 *ret_root,
                             const struct field25519 *v);

#endif
