/* Encodings of ristretto255, step by step as the RFC has them and with its
 * names. */
#include "kernels/ristretto255.h"

#include <string.h>

/* 1 / sqrt(a - d) with a = -1. */
static const struct field25519 inverse_root_a_minus_d = { {
    0x0fdaa805d40ea,
    0x2eb482e57d339,
    0x007610274bc58,
    0x6510b613dc8ff,
    0x786c8905cfaff,
} };

/* The element, where `bytes` are its one encoding and it is not negative. */
static bool read_field(struct field25519 *ret_s, const uint8_t bytes[32])
{
    uint8_t again[32];

    *ret_s = field25519_from_bytes(bytes);
    field25519_to_bytes(again, ret_s);
    return memcmp(again, bytes, 32) == 0 && (bytes[0] & 1) == 0;
}

bool ristretto255_decode(struct edwards *ret_point, const uint8_t bytes[32])
{
    const struct field25519 *one = &field25519_one;
    struct field25519 s, ss, u1, u2, u2_sqr, u1_sqr, du, v, t, root;
    struct field25519 den_x, den_y, x, y;
    bool was_square;

    if (!read_field(&s, bytes))
        return false;
    ss = field25519_square(&s);
    u1 = field25519_sub(one, &ss);
    u2 = field25519_add(one, &ss);
    u1_sqr = field25519_square(&u1);
    u2_sqr = field25519_square(&u2);
    du = field25519_mul(&field25519_d, &u1_sqr);
    du = field25519_add(&du, &u2_sqr);
    v = field25519_negate(&du); /* -(d u1^2) - u2^2 */
    t = field25519_mul(&v, &u2_sqr);
    was_square = field25519_inverse_root(&root, &t);

    den_x = field25519_mul(&root, &u2);
    den_y = field25519_mul(&root, &den_x);
    den_y = field25519_mul(&den_y, &v);
    x = field25519_add(&s, &s);
    x = field25519_mul(&x, &den_x);
    x = field25519_absolute(&x);
    y = field25519_mul(&u1, &den_y);
    t = field25519_mul(&x, &y);
    if (!was_square || field25519_is_negative(&t) || field25519_is_zero(&y))
        return false;
    *ret_point = (struct edwards){ x, y, *one, t };
    return true;
}

void ristretto255_encode(uint8_t bytes[32], const struct edwards *point)
{
    const struct field25519 plus = field25519_add(&point->z, &point->y);
    const struct field25519 minus = field25519_sub(&point->z, &point->y);
    const struct field25519 u1 = field25519_mul(&plus, &minus);
    const struct field25519 u2 = field25519_mul(&point->x, &point->y);
    struct field25519 x = point->x, y = point->y;
    struct field25519 v, root, den1, den2, den_inv, z_inv, t;

    v = field25519_square(&u2);
    v = field25519_mul(&u1, &v);
    (void)field25519_inverse_root(&root, &v); /* for points: a square, or 0 */
    den1 = field25519_mul(&root, &u1);
    den2 = field25519_mul(&root, &u2);
    z_inv = field25519_mul(&den1, &den2);
    z_inv = field25519_mul(&z_inv, &point->t);
    den_inv = den2;
    t = field25519_mul(&point->t, &z_inv);
    if (field25519_is_negative(&t)) {
        x = field25519_mul(&point->y, &field25519_sqrt_m1);
        y = field25519_mul(&point->x, &field25519_sqrt_m1);
        den_inv = field25519_mul(&den1, &inverse_root_a_minus_d);
    }
    t = field25519_mul(&x, &z_inv);
    if (field25519_is_negative(&t))
        y = field25519_negate(&y);
    t = field25519_sub(&point->z, &y);
    t = field25519_mul(&den_inv, &t);
    t = field25519_absolute(&t);
    field25519_to_bytes(bytes, &t);
}
