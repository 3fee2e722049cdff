/* Integers modulo L = 2^252 + 27742317777372353535851937790883648493, the
 * order of the group: what multiplies points. Variable time: not for secrets.
 */
#ifndef ASSAY_KERNELS_SCALAR25519_H
#define ASSAY_KERNELS_SCALAR25519_H

#include <stdbool.h>
#include <stdint.h>

struct scalar25519 {
    uint64_t word[4]; /* least significant first; below L */
};

enum { SCALAR25519_DIGITS = 256 };

/* Reads 32 bytes, little endian. Returns false, with `*ret_a` untouched, where
 * they are L or more. */
bool scalar25519_from_bytes(struct scalar25519 *ret_a, const uint8_t bytes[32]);

/* Reads 64 bytes, little endian, modulo L. */
struct scalar25519 scalar25519_from_wide(const uint8_t bytes[64]);

/* Writes 32 bytes, little endian. */
void scalar25519_to_bytes(uint8_t bytes[32], const struct scalar25519 *a);

/* a * b + c modulo L. */
struct scalar25519 scalar25519_mul_add(const struct scalar25519 *a,
                                       const struct scalar25519 *b,
                                       const struct scalar25519 *c);

/* Writes `a` as the sum of digits[i] * 2^i, where digits are 0 or odd and
 * below 2^(width - 1) either way, and of `width` in a row one at most is not
 * 0 (the width-`width` non-adjacent form). `width` is 2 to 8. */
void scalar25519_recode(int8_t digits[SCALAR25519_DIGITS],
                        const struct scalar25519 *a, unsigned width);

#endif
