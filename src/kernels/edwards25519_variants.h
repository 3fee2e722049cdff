/* The implementations of the double multiplication, for `edwards25519.c`
 * alone. A file whose architecture is not the one built for defines nothing. */
#ifndef ASSAY_KERNELS_EDWARDS25519_VARIANTS_H
#define ASSAY_KERNELS_EDWARDS25519_VARIANTS_H

#include "kernels/edwards25519.h"

#if defined(__x86_64__)
extern const struct edwards_variant edwards_avx2;
#endif
extern const struct edwards_variant edwards_portable;

/* The highest place where either number has a digit; -1 when both are 0. */
static inline int edwards_top_digit(const int8_t s[SCALAR25519_DIGITS],
                                    const int8_t k[SCALAR25519_DIGITS])
{
    int i = SCALAR25519_DIGITS - 1;

    while (i >= 0 && s[i] == 0 && k[i] == 0)
        i--;
    return i;
}

#endif
