/* The rarer operations of the field: encodings, comparisons and powers. */
#include "kernels/field25519.h"

#include <string.h>

#include "kernels/le64.h"

const struct field25519 field25519_zero = { { 0 } };
const struct field25519 field25519_one = { { 1 } };
const struct field25519 field25519_d = { {
    0x34dca135978a3,
    0x1a8283b156ebd,
    0x5e7a26001c029,
    0x739c663a03cbb,
    0x52036cee2b6ff,
} };
const struct field25519 field25519_sqrt_m1 = { {
    0x61b274a0ea0b0,
    0x0d5a5fc8f189d,
    0x7ef5e9cbd0c60,
    0x78595a6804c9e,
    0x2b8324804fc1d,
} };

struct field25519 field25519_from_bytes(const uint8_t bytes[32])
{
    const uint64_t mask = FIELD25519_LIMB_MASK;
    struct field25519 a;

    /* Limb i starts at bit 51 i: that bit's byte, and the rest by shift. */
    a.limb[0] = le64_load(bytes) & mask;
    a.limb[1] = le64_load(bytes + 6) >> 3 & mask;
    a.limb[2] = le64_load(bytes + 12) >> 6 & mask;
    a.limb[3] = le64_load(bytes + 19) >> 1 & mask;
    a.limb[4] = le64_load(bytes + 24) >> 12 & mask;
    return a;
}

struct field25519 field25519_tight(const struct field25519 *a)
{
    return field25519_carry(a->limb[0], a->limb[1], a->limb[2], a->limb[3],
                            a->limb[4]);
}

struct field25519 field25519_negate(const struct field25519 *a)
{
    const struct field25519 r = field25519_sub(&field25519_zero, a);

    return field25519_tight(&r);
}

/* Brings a tight element below p: adds 19 and looks whether that carries past
 * 2^255, which it does from p on; then keeps the low 255 bits of a + 19. */
static struct field25519 canonical(const struct field25519 *a)
{
    const uint64_t mask = FIELD25519_LIMB_MASK;
    struct field25519 r = *a;
    uint64_t over = 19;

    for (int i = 0; i < 5; i++)
        over = (r.limb[i] + over) >> 51;
    over *= 19;
    for (int i = 0; i < 5; i++) {
        over += r.limb[i];
        r.limb[i] = over & mask;
        over >>= 51;
    }
    return r;
}

void field25519_to_bytes(uint8_t bytes[32], const struct field25519 *a)
{
    const struct field25519 tight = field25519_tight(a);
    const struct field25519 r = canonical(&tight);

    le64_store(bytes, r.limb[0] | r.limb[1] << 51);
    le64_store(bytes + 8, r.limb[1] >> 13 | r.limb[2] << 38);
    le64_store(bytes + 16, r.limb[2] >> 26 | r.limb[3] << 25);
    le64_store(bytes + 24, r.limb[3] >> 39 | r.limb[4] << 12);
}

bool field25519_equal(const struct field25519 *a, const struct field25519 *b)
{
    uint8_t bytes_a[32], bytes_b[32];

    field25519_to_bytes(bytes_a, a);
    field25519_to_bytes(bytes_b, b);
    return memcmp(bytes_a, bytes_b, 32) == 0;
}

bool field25519_is_zero(const struct field25519 *a)
{
    return field25519_equal(a, &field25519_zero);
}

bool field25519_is_negative(const struct field25519 *a)
{
    uint8_t bytes[32];

    field25519_to_bytes(bytes, a);
    return (bytes[0] & 1) != 0;
}

struct field25519 field25519_absolute(const struct field25519 *a)
{
    return field25519_is_negative(a) ? field25519_negate(a) : *a;
}

/* a^(2^count): `count` squarings. */
static struct field25519 square_times(const struct field25519 *a, int count)
{
    struct field25519 r = *a;

    for (int i = 0; i < count; i++)
        r = field25519_square(&r);
    return r;
}

/* a^(2^250 - 1), and a^11 on the way. Writing e(n) for a^(2^n - 1), each line
 * is e(m + n) = e(m)^(2^n) * e(n). */
static struct field25519 power_250(const struct field25519 *a,
                                   struct field25519 *ret_a11)
{
    const struct field25519 a2 = field25519_square(a);
    const struct field25519 a8 = square_times(&a2, 2);
    const struct field25519 a9 = field25519_mul(&a8, a);
    const struct field25519 a11 = field25519_mul(&a9, &a2);
    const struct field25519 a22 = field25519_square(&a11);
    const struct field25519 e5 = field25519_mul(&a22, &a9);
    struct field25519 t = square_times(&e5, 5);
    const struct field25519 e10 = field25519_mul(&t, &e5);
    struct field25519 e20, e40, e50, e100, e200;

    t = square_times(&e10, 10);
    e20 = field25519_mul(&t, &e10);
    t = square_times(&e20, 20);
    e40 = field25519_mul(&t, &e20);
    t = square_times(&e40, 10);
    e50 = field25519_mul(&t, &e10);
    t = square_times(&e50, 50);
    e100 = field25519_mul(&t, &e50);
    t = square_times(&e100, 100);
    e200 = field25519_mul(&t, &e100);
    t = square_times(&e200, 50);
    *ret_a11 = a11;
    return field25519_mul(&t, &e50);
}

struct field25519 field25519_invert(const struct field25519 *a)
{
    struct field25519 a11;
    struct field25519 r = power_250(a, &a11);

    r = square_times(&r, 5); /* p - 2 = (2^250 - 1) 2^5 + 11 */
    return field25519_mul(&r, &a11);
}

/* a^((p - 5) / 8), and (p - 5) / 8 = (2^250 - 1) 2^2 + 1. */
static struct field25519 power_p58(const struct field25519 *a)
{
    struct field25519 a11;
    struct field25519 r = power_250(a, &a11);

    r = square_times(&r, 2);
    return field25519_mul(&r, a);
}

bool field25519_inverse_root(struct field25519 *ret_root,
                             const struct field25519 *v)
{
    const struct field25519 v2 = field25519_square(v);
    const struct field25519 v3 = field25519_mul(&v2, v);
    const struct field25519 v6 = field25519_square(&v3);
    const struct field25519 v7 = field25519_mul(&v6, v);
    const struct field25519 power = power_p58(&v7);
    struct field25519 r = field25519_mul(&power, &v3);
    const struct field25519 r2 = field25519_square(&r);
    const struct field25519 check = field25519_mul(&r2, v);
    const struct field25519 minus = field25519_negate(&check);
    const bool right = field25519_equal(&check, &field25519_one);
    const bool flipped = field25519_equal(&minus, &field25519_one);

    if (flipped || field25519_equal(&minus, &field25519_sqrt_m1))
        r = field25519_mul(&r, &field25519_sqrt_m1);
    *ret_root = field25519_absolute(&r);
    return right || flipped;
}
