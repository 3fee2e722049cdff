/* The curve's constants, the table of the base point's multiples and the
 * choice of an implementation. */
#include "kernels/edwards25519.h"

#include <stddef.h>

#include "kernels/edwards25519_variants.h"

const struct edwards edwards_identity = {
    .x = { { 0 } },
    .y = { { 1 } },
    .z = { { 1 } },
    .t = { { 0 } },
};

/* RFC 8032, 5.1: y = 4 / 5 and the even x. */
const struct edwards edwards_base_point = {
    .x = { { 0x62d608f25d51a, 0x412a4b4f6592a, 0x75b7171a4b31d, 0x1ff60527118fe,
             0x216936d3cd6e5 } },
    .y = { { 0x6666666666658, 0x4cccccccccccc, 0x1999999999999, 0x3333333333333,
             0x6666666666666 } },
    .z = { { 1 } },
    .t = { { 0x68ab3a5b7dda3, 0x00eea2a5eadbb, 0x2af8df483c27e, 0x332b375274732,
             0x67875f0fd78b7 } },
};

static const struct edwards_variant *const variants[] = {
#if defined(__x86_64__)
    &edwards_avx2,
#endif
    &edwards_portable,
};

const struct edwards_variant *const *edwards_variants(unsigned *ret_count)
{
    *ret_count = sizeof(variants) / sizeof(variants[0]);
    return variants;
}

const struct edwards_variant *edwards_best(void)
{
    const size_t last = sizeof(variants) / sizeof(variants[0]) - 1;

    for (size_t i = 0; i < last; i++)
        if (variants[i]->supported())
            return variants[i];
    return variants[last];
}

/* n B with Z = 1, in the form for additions. */
static struct edwards_affine small_multiple(unsigned n)
{
    const struct field25519 d2 = field25519_add(&field25519_d, &field25519_d);
    const struct scalar25519 scalar = { { n } };
    const int8_t none[SCALAR25519_DIGITS] = { 0 };
    int8_t digits[SCALAR25519_DIGITS];
    struct edwards_affine r;
    struct field25519 inverse, x, y, xy;
    struct edwards p;

    scalar25519_recode(digits, &scalar, EDWARDS_POINT_WIDTH);
    p = edwards_portable.combine(NULL, none, digits, &edwards_base_point);
    inverse = field25519_invert(&p.z);
    x = field25519_mul(&p.x, &inverse);
    y = field25519_mul(&p.y, &inverse);
    xy = field25519_mul(&x, &y);
    r.y_minus_x = field25519_sub(&y, &x);
    r.y_minus_x = field25519_tight(&r.y_minus_x);
    r.y_plus_x = field25519_add(&y, &x);
    r.y_plus_x = field25519_tight(&r.y_plus_x);
    r.xy2d = field25519_mul(&xy, &d2);
    return r;
}

void edwards_base_init(struct edwards_base *base,
                       const struct edwards_variant *variant)
{
    for (unsigned i = 0; i < EDWARDS_BASE_MULTIPLES; i++) {
        const struct edwards_affine multiple = small_multiple(2 * i + 1);

        variant->set_base(base, i, &multiple);
    }
}

struct edwards edwards_negate(const struct edwards *point)
{
    struct edwards r = *point;

    r.x = field25519_negate(&point->x);
    r.t = field25519_negate(&point->t);
    return r;
}
