/* Arithmetic modulo the group's order, in words of 64 bits. */
#include "kernels/scalar25519.h"

#include <string.h>

#include "kernels/le64.h"
#include "kernels/uint128.h"

/* L: 2^252 and a rest of two words. */
static const uint64_t order[4] = { 0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0,
                                   0x1000000000000000 };

enum {
    REST_WORDS = 2, /* of the order, what lies below bit 252 */
    HIGH_WORDS = 5, /* of 512 bits, what lies above it */
};

static void load_words(uint64_t *words, const uint8_t *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        words[i] = le64_load(bytes + 8 * (size_t)i);
}

/* a -= b, of 4 words each; whether it borrowed past the highest. */
static bool subtract(uint64_t a[4], const uint64_t b[4])
{
    uint64_t borrow = 0;

    for (int i = 0; i < 4; i++) {
        const uint128 difference = (uint128)a[i] - b[i] - borrow;

        a[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    return borrow != 0;
}

/* a += b, of 4 words each; a carry past the highest is dropped. */
static void add(uint64_t a[4], const uint64_t b[4])
{
    uint64_t carry = 0;

    for (int i = 0; i < 4; i++) {
        const uint128 sum = (uint128)a[i] + b[i] + carry;

        a[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

/* product = a * b, of `count` words and of `others`. */
static void multiply(uint64_t *product, const uint64_t *a, unsigned count,
                     const uint64_t *b, unsigned others)
{
    memset(product, 0, (count + others) * sizeof(*product));
    for (unsigned i = 0; i < count; i++) {
        uint64_t carry = 0;

        for (unsigned k = 0; k < others; k++) {
            const uint128 sum = (uint128)a[i] * b[k] + product[i + k] + carry;

            product[i + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        product[i + others] = carry;
    }
}

/* Cuts `count` words, 4 or more, at bit 252 into `low` and `high`, which has
 * HIGH_WORDS. */
static void split(uint64_t low[4], uint64_t high[HIGH_WORDS],
                  const uint64_t *words, unsigned count)
{
    memcpy(low, words, 4 * sizeof(*low));
    low[3] &= UINT64_MAX >> 4;
    for (unsigned i = 0; i < HIGH_WORDS; i++) {
        const uint64_t below = i + 3 < count ? words[i + 3] : 0;
        const uint64_t above = i + 4 < count ? words[i + 4] : 0;

        high[i] = below >> 60 | above << 4;
    }
}

/* a - b modulo L, both below it. */
static void subtract_modulo(uint64_t a[4], const uint64_t b[4])
{
    if (subtract(a, b))
        add(a, order);
}

/* a + b modulo L, both below it. */
static void add_modulo(uint64_t a[4], const uint64_t b[4])
{
    add(a, b);
    subtract_modulo(a, order);
}

/* Folds from the top: with L = 2^252 + rest, low + high 2^252 is low - high
 * rest modulo L. The product is folded in turn. Each fold takes 127 bits off,
 * so that the third leaves nothing high. All lows are below 2^252, so below
 * L. */
static struct scalar25519 reduce(const uint64_t wide[8])
{
    uint64_t product[HIGH_WORDS + REST_WORDS];
    uint64_t low[4], high[HIGH_WORDS];
    struct scalar25519 r = { { 0 } };

    split(r.word, high, wide, 8);
    multiply(product, high, HIGH_WORDS, order, REST_WORDS);
    split(low, high, product, HIGH_WORDS + REST_WORDS);
    subtract_modulo(r.word, low);
    multiply(product, high, HIGH_WORDS, order, REST_WORDS);
    split(low, high, product, HIGH_WORDS + REST_WORDS);
    add_modulo(r.word, low);
    multiply(product, high, HIGH_WORDS, order, REST_WORDS);
    split(low, high, product, HIGH_WORDS + REST_WORDS);
    subtract_modulo(r.word, low);
    return r;
}

bool scalar25519_from_bytes(struct scalar25519 *ret_a, const uint8_t bytes[32])
{
    struct scalar25519 a = { { 0 } };
    uint64_t rest[4];

    load_words(a.word, bytes, 4);
    memcpy(rest, a.word, sizeof(rest));
    if (!subtract(rest, order))
        return false;
    *ret_a = a;
    return true;
}

struct scalar25519 scalar25519_from_wide(const uint8_t bytes[64])
{
    uint64_t wide[8];

    load_words(wide, bytes, 8);
    return reduce(wide);
}

void scalar25519_to_bytes(uint8_t bytes[32], const struct scalar25519 *a)
{
    for (size_t i = 0; i < 4; i++)
        le64_store(bytes + 8 * i, a->word[i]);
}

struct scalar25519 scalar25519_mul_add(const struct scalar25519 *a,
                                       const struct scalar25519 *b,
                                       const struct scalar25519 *c)
{
    uint64_t wide[8];
    struct scalar25519 r = { { 0 } };

    multiply(wide, a->word, 4, b->word, 4);
    r = reduce(wide);
    add_modulo(r.word, c->word);
    return r;
}

void scalar25519_recode(int8_t digits[SCALAR25519_DIGITS],
                        const struct scalar25519 *a, unsigned width)
{
    const unsigned range = 1u << width;
    unsigned carry = 0; /* what a negative digit left to add further up */
    unsigned i = 0;

    memset(digits, 0, SCALAR25519_DIGITS);
    while (i < SCALAR25519_DIGITS) {
        const unsigned word = i / 64, bit = i % 64;
        uint64_t window = a->word[word] >> bit;
        unsigned digit;

        if (bit > 64 - width && word < 3)
            window |= a->word[word + 1] << (64 - bit);
        digit = (unsigned)(window & (range - 1)) + carry;
        if (digit % 2 == 0) {
            i++; /* an even window, carry included: its lowest bit is 0 */
            continue;
        }
        carry = digit > range / 2;
        digits[i] = (int8_t)(carry ? (int)digit - (int)range : (int)digit);
        i += width;
    }
}
