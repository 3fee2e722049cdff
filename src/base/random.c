#include "base/random.h"

#include <string.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15U);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

void random_init(struct random *random, uint64_t seed)
{
    for (size_t i = 0; i < 4; i++)
        random->state[i] = splitmix(&seed);
}

uint64_t random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t random_below(struct random *random, uint64_t bound)
{
    uint64_t least = (0 - bound) % bound; /* 2^64 mod bound */
    uint64_t value;

    do
        value = random_next(random);
    while (value < least);
    return value % bound;
}

double random_unit(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

void random_fill(struct random *random, void *bytes, size_t length)
{
    unsigned char *at = bytes;

    while (length > 0) {
        uint64_t word = random_next(random);
        size_t n = length < sizeof(word) ? length : sizeof(word);
        memcpy(at, &word, n);
        at += n;
        length -= n;
    }
}

void random_shuffle(struct random *random, size_t *numbers, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)random_below(random, i);
        size_t kept = numbers[i - 1];
        numbers[i - 1] = numbers[j];
        numbers[j] = kept;
    }
}
