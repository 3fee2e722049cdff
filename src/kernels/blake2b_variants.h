/* The implementations of BLAKE2b, for `blake2b.c` alone, and what they share.
 * A file whose architecture is not the one built for defines nothing. */
#ifndef ASSAY_KERNELS_BLAKE2B_VARIANTS_H
#define ASSAY_KERNELS_BLAKE2B_VARIANTS_H

#include <string.h>

#include "kernels/blake2b.h"

#if defined(__x86_64__)
extern const struct blake2b_variant blake2b_avx2;
#elif defined(__aarch64__)
extern const struct blake2b_variant blake2b_neon;
#endif
extern const struct blake2b_variant blake2b_portable;

/* RFC 7693, 2.6: the initialisation vector. */
static const uint64_t blake2b_iv[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* RFC 7693, 2.7: the order of the message words, by round. */
static const uint8_t blake2b_sigma[12][16] = {
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
    { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
    { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
    { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
    { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
    { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
    { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
    { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
    { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
    { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
    { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
};

/* The twelve rounds written out, so that each knows its word order when it is
 * compiled: `round(state, block, order)` must be inlined. */
#define BLAKE2B_ROUNDS(round, state, block)                                    \
    do {                                                                       \
        round(state, block, blake2b_sigma[0]);                                 \
        round(state, block, blake2b_sigma[1]);                                 \
        round(state, block, blake2b_sigma[2]);                                 \
        round(state, block, blake2b_sigma[3]);                                 \
        round(state, block, blake2b_sigma[4]);                                 \
        round(state, block, blake2b_sigma[5]);                                 \
        round(state, block, blake2b_sigma[6]);                                 \
        round(state, block, blake2b_sigma[7]);                                 \
        round(state, block, blake2b_sigma[8]);                                 \
        round(state, block, blake2b_sigma[9]);                                 \
        round(state, block, blake2b_sigma[10]);                                \
        round(state, block, blake2b_sigma[11]);                                \
    } while (0)

/* Compresses one block into `h`; with it, `counted` bytes are hashed. */
typedef void blake2b_compress(uint64_t h[8], const uint8_t *block,
                              uint64_t counted, bool last);

/* The `absorb` of a variant whose `compress` reads nothing but the block: the
 * last one is short and filled up with zeros. */
static inline void blake2b_absorb(blake2b_compress *compress, uint64_t h[8],
                                  const uint8_t *data, size_t len)
{
    uint8_t tail[BLAKE2B_BLOCK_BYTES] = { 0 };
    size_t at = 0;

    for (; len - at > BLAKE2B_BLOCK_BYTES; at += BLAKE2B_BLOCK_BYTES)
        compress(h, data + at, at + BLAKE2B_BLOCK_BYTES, false);
    memcpy(tail, data + at, len - at);
    compress(h, tail, len, true);
}

#endif
