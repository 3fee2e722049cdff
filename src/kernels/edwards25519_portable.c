/* The double multiplication in one lane, with the formulas of sections 3.1
 * and 3.3 of the source for a = -1. */
#include "kernels/edwards25519_variants.h"

/* A sum before its last products: X = E F, Y = G H, Z = F G, T = E H. */
struct completed {
    struct field25519 e, f, g, h;
};

/* A point to be added: Y - X, Y + X, 2 Z, 2 d T. */
struct cached {
    struct field25519 y_minus_x, y_plus_x, z2, t2d;
};

/* X, Y and Z alone: all that doubling reads. */
static void finish_without_t(struct edwards *ret, const struct completed *c)
{
    ret->x = field25519_mul(&c->e, &c->f);
    ret->y = field25519_mul(&c->g, &c->h);
    ret->z = field25519_mul(&c->f, &c->g);
}

static void finish(struct edwards *ret, const struct completed *c)
{
    finish_without_t(ret, c);
    ret->t = field25519_mul(&c->e, &c->h);
}

static void twice(struct completed *ret, const struct edwards *p)
{
    const struct field25519 a = field25519_square(&p->x);
    const struct field25519 b = field25519_square(&p->y);
    const struct field25519 c = field25519_square(&p->z);
    const struct field25519 c2 = field25519_add(&c, &c);
    const struct field25519 sum = field25519_add(&p->x, &p->y);
    const struct field25519 square = field25519_square(&sum);

    /* All four with their sign turned, which no product shows. */
    ret->h = field25519_add(&a, &b);
    ret->e = field25519_sub(&ret->h, &square);
    ret->g = field25519_sub(&a, &b);
    ret->f = field25519_add(&ret->g, &c2);
}

/* The last steps of a sum, with D = 2 Z Z' and the other products. */
static void join(struct completed *ret, const struct field25519 *a,
                 const struct field25519 *b, const struct field25519 *c,
                 const struct field25519 *d)
{
    ret->e = field25519_sub(b, a);
    ret->h = field25519_add(b, a);
    ret->f = field25519_sub(d, c);
    ret->g = field25519_add(d, c);
}

static void add(struct completed *ret, const struct edwards *p,
                const struct field25519 *y_minus_x,
                const struct field25519 *y_plus_x, const struct field25519 *t2d,
                const struct field25519 *d)
{
    const struct field25519 minus = field25519_sub(&p->y, &p->x);
    const struct field25519 plus = field25519_add(&p->y, &p->x);
    const struct field25519 a = field25519_mul(&minus, y_minus_x);
    const struct field25519 b = field25519_mul(&plus, y_plus_x);
    const struct field25519 c = field25519_mul(&p->t, t2d);

    join(ret, &a, &b, &c, d);
}

/* p + q, or p - q: the negative of a point has its sums exchanged and T of
 * the other sign, which exchanges F and G. */
static void add_signed(struct completed *ret, const struct edwards *p,
                       const struct field25519 *y_minus_x,
                       const struct field25519 *y_plus_x,
                       const struct field25519 *t2d, const struct field25519 *d,
                       bool minus)
{
    struct field25519 f;

    if (!minus) {
        add(ret, p, y_minus_x, y_plus_x, t2d, d);
        return;
    }
    add(ret, p, y_plus_x, y_minus_x, t2d, d);
    f = ret->f;
    ret->f = ret->g;
    ret->g = f;
}

static void cache(struct cached *ret, const struct edwards *p)
{
    const struct field25519 d2 = field25519_add(&field25519_d, &field25519_d);

    ret->y_minus_x = field25519_sub(&p->y, &p->x);
    ret->y_plus_x = field25519_add(&p->y, &p->x);
    ret->z2 = field25519_add(&p->z, &p->z);
    ret->t2d = field25519_mul(&p->t, &d2);
}

static void add_cached(struct completed *ret, const struct edwards *p,
                       const struct cached *q, bool minus)
{
    const struct field25519 d = field25519_mul(&p->z, &q->z2);

    add_signed(ret, p, &q->y_minus_x, &q->y_plus_x, &q->t2d, &d, minus);
}

static void add_affine(struct completed *ret, const struct edwards *p,
                       const struct edwards_affine *q, bool minus)
{
    const struct field25519 d = field25519_add(&p->z, &p->z);

    add_signed(ret, p, &q->y_minus_x, &q->y_plus_x, &q->xy2d, &d, minus);
}

/* The odd multiples 1, 3, ... 15 of a point. */
static void odd_multiples(struct cached odd[EDWARDS_POINT_MULTIPLES],
                          const struct edwards *point)
{
    struct edwards two, next;
    struct completed sum;

    twice(&sum, point);
    finish(&two, &sum);
    cache(&odd[0], point);
    for (int i = 1; i < EDWARDS_POINT_MULTIPLES; i++) {
        add_cached(&sum, &two, &odd[i - 1], false);
        finish(&next, &sum);
        cache(&odd[i], &next);
    }
}

/* Where digit `digit` finds its multiple. */
static unsigned entry(int8_t digit)
{
    return (unsigned)(digit < 0 ? -digit : digit) / 2;
}

static struct edwards combine(const struct edwards_base *base,
                              const int8_t s[SCALAR25519_DIGITS],
                              const int8_t k[SCALAR25519_DIGITS],
                              const struct edwards *point)
{
    struct cached odd[EDWARDS_POINT_MULTIPLES];
    struct edwards r = edwards_identity;
    struct completed sum;

    odd_multiples(odd, point);
    for (int i = edwards_top_digit(s, k); i >= 0; i--) {
        twice(&sum, &r);
        if (k[i] != 0) {
            finish(&r, &sum);
            add_cached(&sum, &r, &odd[entry(k[i])], k[i] < 0);
        }
        if (s[i] != 0) {
            finish(&r, &sum);
            add_affine(&sum, &r, &base->odd.affine[entry(s[i])], s[i] < 0);
        }
        if (i == 0)
            finish(&r, &sum);
        else
            finish_without_t(&r, &sum);
    }
    return r;
}

static void set_base(struct edwards_base *base, unsigned i,
                     const struct edwards_affine *multiple)
{
    base->odd.affine[i] = *multiple;
}

static bool supported(void)
{
    return true;
}

const struct edwards_variant edwards_portable = {
    .name = "portable",
    .supported = supported,
    .set_base = set_base,
    .combine = combine,
};
