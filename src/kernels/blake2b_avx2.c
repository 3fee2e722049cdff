/* BLAKE2b with AVX2: the four columns of the state, then its four diagonals,
 * lie in the four 64-bit lanes of one register per row. */
#include "kernels/blake2b_variants.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((target("avx2"), always_inline))

/* Words that a load for a lane can reach before and after the block. */
enum { REACH_BYTES = 24 };

struct rows {
    __m256i a, b, c, d;
};

AVX2_INLINE __m256i load(const uint8_t *block, int word)
{
    return _mm256_loadu_si256((const void *)(block + 8 * word));
}

/* Words w0 to w3 of the block in lanes 0 to 3. Each is loaded with its
 * neighbours so that it falls into its lane, and blended there: no shuffle,
 * because the shuffle unit is what the rounds themselves are short of. */
AVX2_INLINE __m256i words(const uint8_t *block, int w0, int w1, int w2, int w3)
{
    __m256i x = load(block, w0);

    x = _mm256_blend_epi32(x, load(block, w1 - 1), 0x0c);
    x = _mm256_blend_epi32(x, load(block, w2 - 2), 0x30);
    return _mm256_blend_epi32(x, load(block, w3 - 3), 0xc0);
}

AVX2_INLINE __m256i rotate_right_24(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11,
                                                   12, 13, 14, 15, 8, 9, 10, 3,
                                                   4, 5, 6, 7, 0, 1, 2, 11, 12,
                                                   13, 14, 15, 8, 9, 10));
}

AVX2_INLINE __m256i rotate_right_16(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10,
                                                   11, 12, 13, 14, 15, 8, 9, 2,
                                                   3, 4, 5, 6, 7, 0, 1, 10, 11,
                                                   12, 13, 14, 15, 8, 9));
}

AVX2_INLINE __m256i rotate_right_63(__m256i x)
{
    return _mm256_xor_si256(_mm256_srli_epi64(x, 63), _mm256_add_epi64(x, x));
}

/* (a + word) + late, in this order: `late` comes last, and a compiler that
 * adds it first, as it may, costs 5 % of the speed. */
AVX2_INLINE __m256i add_early_late(__m256i a, __m256i word, __m256i late)
{
    __m256i sum = _mm256_add_epi64(a, word);

    __asm__("" : "+x"(sum));
    return _mm256_add_epi64(sum, late);
}

/* RFC 7693, 3.1: four mixing functions at once. */
AVX2_INLINE void mix(struct rows *v, __m256i x, __m256i y)
{
    v->a = add_early_late(v->a, x, v->b);
    v->d = _mm256_shuffle_epi32(_mm256_xor_si256(v->d, v->a), 0xb1);
    v->c = _mm256_add_epi64(v->c, v->d);
    v->b = rotate_right_24(_mm256_xor_si256(v->b, v->c));
    v->a = add_early_late(v->a, y, v->b);
    v->d = rotate_right_16(_mm256_xor_si256(v->d, v->a));
    v->c = _mm256_add_epi64(v->c, v->d);
    v->b = rotate_right_63(_mm256_xor_si256(v->b, v->c));
}

/* Brings diagonals into lanes and back. Row b stays: it is the last one that
 * mix() finishes, so a shuffle of it would be waited for. */
AVX2_INLINE void diagonals(struct rows *v)
{
    v->a = _mm256_permute4x64_epi64(v->a, 0x93);
    v->c = _mm256_permute4x64_epi64(v->c, 0x39);
    v->d = _mm256_permute4x64_epi64(v->d, 0x4e);
}

AVX2_INLINE void columns(struct rows *v)
{
    v->a = _mm256_permute4x64_epi64(v->a, 0x39);
    v->c = _mm256_permute4x64_epi64(v->c, 0x93);
    v->d = _mm256_permute4x64_epi64(v->d, 0x4e);
}

/* `s` is the order of the message words. */
AVX2_INLINE void round_of(struct rows *v, const uint8_t *block,
                          const uint8_t s[16])
{
    mix(v, words(block, s[0], s[2], s[4], s[6]),
        words(block, s[1], s[3], s[5], s[7]));
    diagonals(v);
    mix(v, words(block, s[14], s[8], s[10], s[12]),
        words(block, s[15], s[9], s[11], s[13]));
    columns(v);
}

/* Compresses one block after which `counted` bytes are hashed. REACH_BYTES
 * before and after it must be readable; what they hold does not matter. */
AVX2_INLINE void compress(__m256i h[2], const uint8_t *block, uint64_t counted,
                          bool last)
{
    struct rows v = {
        h[0],
        h[1],
        _mm256_loadu_si256((const void *)&blake2b_iv[0]),
        _mm256_loadu_si256((const void *)&blake2b_iv[4]),
    };

    v.d = _mm256_xor_si256(
        v.d, _mm256_set_epi64x(0, last ? -1 : 0, 0, (long long)counted));
    BLAKE2B_ROUNDS(round_of, &v, block);
    h[0] = _mm256_xor_si256(h[0], _mm256_xor_si256(v.a, v.c));
    h[1] = _mm256_xor_si256(h[1], _mm256_xor_si256(v.b, v.d));
}

/* The first block and the last have nothing readable on one side: they are
 * hashed from a copy. The last one is short and filled up with zeros. */
AVX2 static void compress_copy(__m256i h[2], const uint8_t *data, size_t len,
                               uint64_t counted, bool last)
{
    uint8_t copy[REACH_BYTES + BLAKE2B_BLOCK_BYTES + REACH_BYTES] = { 0 };

    memcpy(copy + REACH_BYTES, data, len);
    compress(h, copy + REACH_BYTES, counted, last);
}

AVX2 static void absorb(uint64_t h[8], const uint8_t *data, size_t len)
{
    __m256i state[2] = {
        _mm256_loadu_si256((const void *)&h[0]),
        _mm256_loadu_si256((const void *)&h[4]),
    };
    size_t at = 0;

    if (len > BLAKE2B_BLOCK_BYTES) {
        at = BLAKE2B_BLOCK_BYTES;
        compress_copy(state, data, at, at, false);
    }
    while (len - at >= BLAKE2B_BLOCK_BYTES + REACH_BYTES) {
        compress(state, data + at, at + BLAKE2B_BLOCK_BYTES, false);
        at += BLAKE2B_BLOCK_BYTES;
    }
    if (len - at > BLAKE2B_BLOCK_BYTES) {
        compress_copy(state, data + at, BLAKE2B_BLOCK_BYTES,
                      at + BLAKE2B_BLOCK_BYTES, false);
        at += BLAKE2B_BLOCK_BYTES;
    }
    compress_copy(state, data + at, len - at, len, true);
    _mm256_storeu_si256((void *)&h[0], state[0]);
    _mm256_storeu_si256((void *)&h[4], state[1]);
}

static bool supported(void)
{
    return __builtin_cpu_supports("avx2");
}

const struct blake2b_variant blake2b_avx2 = {
    .name = "avx2",
    .supported = supported,
    .absorb = absorb,
};

#endif
