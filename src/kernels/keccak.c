/* Keccak-f[1600] with the steps of a round merged row by row. */
#include "kernels/keccak.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* FIPS 202, 3.2.5: iota, by round. */
static const uint64_t round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
    0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
    0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
    0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* `count` is below 64. */
ALWAYS_INLINE uint64_t rotate_left(uint64_t x, unsigned count)
{
    return x << count | x >> (-count & 63);
}

/* Chi: a row of the result from five lanes. */
#define ROW(at)                                                                \
    do {                                                                       \
        e[at] = b0 ^ (~b1 & b2);                                               \
        e[at + 1] = b1 ^ (~b2 & b3);                                           \
        e[at + 2] = b2 ^ (~b3 & b4);                                           \
        e[at + 3] = b3 ^ (~b4 & b0);                                           \
        e[at + 4] = b4 ^ (~b0 & b1);                                           \
    } while (0)

/* From `a` to `e`. Written out, so that the five lanes of a row never need
 * memory: as loops this took twice the instructions. */
ALWAYS_INLINE void round_of(uint64_t e[25], const uint64_t a[25],
                            uint64_t constant)
{
    /* Theta: the parity of each column, and what it adds to its lanes. */
    const uint64_t c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
    const uint64_t c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21];
    const uint64_t c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22];
    const uint64_t c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23];
    const uint64_t c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24];
    const uint64_t d0 = c4 ^ rotate_left(c1, 1);
    const uint64_t d1 = c0 ^ rotate_left(c2, 1);
    const uint64_t d2 = c1 ^ rotate_left(c3, 1);
    const uint64_t d3 = c2 ^ rotate_left(c4, 1);
    const uint64_t d4 = c3 ^ rotate_left(c0, 1);
    uint64_t b0, b1, b2, b3, b4;

    /* Rho and pi bring these lanes into each row. */
    b0 = rotate_left(a[0] ^ d0, 0);
    b1 = rotate_left(a[6] ^ d1, 44);
    b2 = rotate_left(a[12] ^ d2, 43);
    b3 = rotate_left(a[18] ^ d3, 21);
    b4 = rotate_left(a[24] ^ d4, 14);
    ROW(0);
    b0 = rotate_left(a[3] ^ d3, 28);
    b1 = rotate_left(a[9] ^ d4, 20);
    b2 = rotate_left(a[10] ^ d0, 3);
    b3 = rotate_left(a[16] ^ d1, 45);
    b4 = rotate_left(a[22] ^ d2, 61);
    ROW(5);
    b0 = rotate_left(a[1] ^ d1, 1);
    b1 = rotate_left(a[7] ^ d2, 6);
    b2 = rotate_left(a[13] ^ d3, 25);
    b3 = rotate_left(a[19] ^ d4, 8);
    b4 = rotate_left(a[20] ^ d0, 18);
    ROW(10);
    b0 = rotate_left(a[4] ^ d4, 27);
    b1 = rotate_left(a[5] ^ d0, 36);
    b2 = rotate_left(a[11] ^ d1, 10);
    b3 = rotate_left(a[17] ^ d2, 15);
    b4 = rotate_left(a[23] ^ d3, 56);
    ROW(15);
    b0 = rotate_left(a[2] ^ d2, 62);
    b1 = rotate_left(a[8] ^ d3, 55);
    b2 = rotate_left(a[14] ^ d4, 39);
    b3 = rotate_left(a[15] ^ d0, 41);
    b4 = rotate_left(a[21] ^ d1, 2);
    ROW(20);
    e[0] ^= constant;
}

void keccak_f1600(uint64_t lanes[25])
{
    uint64_t other[25];

    for (int i = 0; i < 24; i += 2) {
        round_of(other, lanes, round_constants[i]);
        round_of(lanes, other, round_constants[i + 1]);
    }
}
