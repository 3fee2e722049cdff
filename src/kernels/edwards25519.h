/* Points of the curve -x^2 + y^2 = 1 + d x^2 y^2 and the one multiplication
 * that verifying a signature needs. Variable time: not for secrets.
 *
 * Source: Hisil, Wong, Carter and Dawson, "Twisted Edwards curves revisited"
 * (2008): extended coordinates, and section 4.2 for the parallel form. */
#ifndef ASSAY_KERNELS_EDWARDS25519_H
#define ASSAY_KERNELS_EDWARDS25519_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/field25519.h"
#include "kernels/scalar25519.h"

/* x = X / Z, y = Y / Z, x y = T / Z; all tight. */
struct edwards {
    struct field25519 x, y, z, t;
};

/* Digits of the two scalars, in non-adjacent form: a table of 64 multiples
 * serves the base, which never changes, one of 8 the other point. */
enum {
    EDWARDS_BASE_WIDTH = 8,
    EDWARDS_BASE_MULTIPLES = 1 << (EDWARDS_BASE_WIDTH - 2),
    EDWARDS_POINT_WIDTH = 5,
    EDWARDS_POINT_MULTIPLES = 1 << (EDWARDS_POINT_WIDTH - 2),
};

/* A point to be added, as a one-lane variant wants it: with Z = 1, these are
 * y - x, y + x and 2 d x y. */
struct edwards_affine {
    struct field25519 y_minus_x, y_plus_x, xy2d;
};

/* The same as a four-lane variant wants it: Y - X, Y + X, 2 Z, 2 d T side by
 * side in words of two limbs. */
struct edwards_lanes {
    uint64_t word[5][4];
};

/* The odd multiples 1, 3, ... 127 of the base point, in one variant's form. */
struct edwards_base {
    union {
        struct edwards_affine affine[EDWARDS_BASE_MULTIPLES];
        struct edwards_lanes lanes[EDWARDS_BASE_MULTIPLES];
    } odd;
};

/* One implementation. All give the same points. */
struct edwards_variant {
    const char *name; /* "avx2", "portable" */

    /* Whether this CPU can run it. */
    bool (*supported)(void);

    /* Fills in entry `i` of `base` from its coordinates. */
    void (*set_base)(struct edwards_base *base, unsigned i,
                     const struct edwards_affine *multiple);

    /* s B + k P, with the digits of s in the base's width and those of k in
     * the point's. `base` was filled in by the same variant. */
    struct edwards (*combine)(const struct edwards_base *base,
                              const int8_t s[SCALAR25519_DIGITS],
                              const int8_t k[SCALAR25519_DIGITS],
                              const struct edwards *point);
};

/* The variants built for this architecture, the preferred first; the last is
 * `portable`, which every CPU supports. Sets `*ret_count`, 1 or more. */
const struct edwards_variant *const *edwards_variants(unsigned *ret_count);

/* The first variant that this CPU supports. */
const struct edwards_variant *edwards_best(void);

/* Computes the base's multiples in the form of `variant`: a third of a
 * millisecond, once. */
void edwards_base_init(struct edwards_base *base,
                       const struct edwards_variant *variant);

extern const struct edwards edwards_base_point;
extern const struct edwards edwards_identity;

/* -P. */
struct edwards edwards_negate(const struct edwards *point);

#endif
