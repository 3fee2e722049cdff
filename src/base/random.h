/* Small fixed-seed random numbers: splitmix64 to seed, xoshiro256** to draw.
 * For shuffles, data that must not compress, and simulations; never for secrets.
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", 2021 (algorithms in the public domain). */
#ifndef ASSAY_BASE_RANDOM_H
#define ASSAY_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state[4];
};

/* Starts the sequence that belongs to `seed`; any seed is good. */
void random_init(struct random *random, uint64_t seed);

/* Returns the next 64 bits. */
uint64_t random_next(struct random *random);

/* Returns a number in 0 .. bound-1 without bias; `bound` is 1 or more. */
uint64_t random_below(struct random *random, uint64_t bound);

/* Returns a number in [0, 1). */
double random_unit(struct random *random);

/* Fills memory with random bytes. */
void random_fill(struct random *random, void *bytes, size_t length);

/* Puts `count` numbers into random order (Fisher-Yates). */
void random_shuffle(struct random *random, size_t *numbers, size_t count);

#endif
