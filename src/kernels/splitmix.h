/* SplitMix64, for orders and data that a seed must fix: small, and good from
 * any seed. Not for secrets.
 * Source: S. Vigna's splitmix64.c, in the public domain. */
#ifndef ASSAY_KERNELS_SPLITMIX_H
#define ASSAY_KERNELS_SPLITMIX_H

#include <stdint.h>

/* Steps `*state` and returns the next 64 bits. */
static inline uint64_t splitmix_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number below `bound`, which is 1 or more. Numbers are favoured by at most
 * bound / 2^64 of their share. */
static inline uint64_t splitmix_below(uint64_t *state, uint64_t bound)
{
    return splitmix_next(state) % bound;
}

#endif
