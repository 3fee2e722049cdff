/* The pseudo-random generator from which Substrate's machine benchmark takes
 * its messages, its disk data and its order of disk positions. Following it
 * to the letter is not needed for equal scores, but makes the work the same.
 *
 * Source: PCG XSL RR 128/64 (M. O'Neill, 2014) as in the Rust crate rand_pcg
 * (`Pcg64`, there also `Lcg128Xsl64`), and the shuffle of the crate rand 0.8.
 */
#ifndef ASSAY_KERNELS_PCG64_H
#define ASSAY_KERNELS_PCG64_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/uint128.h"

struct pcg64 {
    uint128 state;
    uint128 increment;
};

/* Starts at the fixed seed that Substrate uses. */
void pcg64_init(struct pcg64 *pcg);

/* The next 64 random bits. */
uint64_t pcg64_next(struct pcg64 *pcg);

/* Fills `len` bytes with little-endian words; a last word may be cut short. */
void pcg64_fill(struct pcg64 *pcg, uint8_t *bytes, size_t len);

/* Shuffles `count` numbers, below 2^32 of them. */
void pcg64_shuffle(struct pcg64 *pcg, uint32_t *numbers, size_t count);

#endif
