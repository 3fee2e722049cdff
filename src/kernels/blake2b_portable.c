/* BLAKE2b in plain C, for CPUs without a vector variant. */
#include "kernels/blake2b_variants.h"
#include "kernels/le64.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE uint64_t rotate_right(uint64_t x, unsigned bits)
{
    return x >> bits | x << (64 - bits);
}

/* RFC 7693, 3.1. */
#define MIX(a, b, c, d, x, y)                                                  \
    do {                                                                       \
        (a) += (b) + (x);                                                      \
        (d) = rotate_right((d) ^ (a), 32);                                     \
        (c) += (d);                                                            \
        (b) = rotate_right((b) ^ (c), 24);                                     \
        (a) += (b) + (y);                                                      \
        (d) = rotate_right((d) ^ (a), 16);                                     \
        (c) += (d);                                                            \
        (b) = rotate_right((b) ^ (c), 63);                                     \
    } while (0)

ALWAYS_INLINE void round_of(uint64_t v[16], const uint64_t m[16],
                            const uint8_t s[16])
{
    MIX(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
    MIX(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
    MIX(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
    MIX(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
    MIX(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
    MIX(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
    MIX(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
    MIX(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
}

static void compress(uint64_t h[8], const uint8_t *block, uint64_t counted,
                     bool last)
{
    const uint64_t *iv = blake2b_iv;
    const uint64_t v12 = iv[4] ^ counted;
    const uint64_t v14 = last ? ~iv[6] : iv[6];
    uint64_t v[16] = { h[0],  h[1],  h[2],  h[3],  h[4], h[5],  h[6], h[7],
                       iv[0], iv[1], iv[2], iv[3], v12,  iv[5], v14,  iv[7] };
    uint64_t m[16];

    for (unsigned i = 0; i < 16; i++)
        m[i] = le64_load(block + 8 * i);
    BLAKE2B_ROUNDS(round_of, v, m);
    for (unsigned i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

static void absorb(uint64_t h[8], const uint8_t *data, size_t len)
{
    blake2b_absorb(compress, h, data, len);
}

static bool supported(void)
{
    return true;
}

const struct blake2b_variant blake2b_portable = {
    .name = "portable",
    .supported = supported,
    .absorb = absorb,
};
