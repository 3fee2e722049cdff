/* The group ristretto255: encodings of 32 bytes for classes of points.
 * Variable time: not for secrets. Source: RFC 9496, section 4.3. */
#ifndef ASSAY_KERNELS_RISTRETTO255_H
#define ASSAY_KERNELS_RISTRETTO255_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/edwards25519.h"

/* Sets `*ret_point` to a point of the class that `bytes` encode, with Z = 1.
 * Returns false, with `*ret_point` untouched, where they encode none. Zeros
 * are the identity's encoding. */
bool ristretto255_decode(struct edwards *ret_point, const uint8_t bytes[32]);

/* Writes the one encoding of the class of `point`. */
void ristretto255_encode(uint8_t bytes[32], const struct edwards *point);

#endif
