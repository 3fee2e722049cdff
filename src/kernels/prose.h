/* Text-like data from a seed, for compression: always the same, so that every
 * host compresses the same bytes, and nothing needs to be shipped.
 *
 * Words are syllables, common ones shorter; how often a word comes falls as one
 * over its rank (Zipf's law), and some phrases come again. zstd at level 3
 * makes it about a third, as it does with English books.
 * Source: own model; G. Zipf for the frequencies. */
#ifndef ASSAY_KERNELS_PROSE_H
#define ASSAY_KERNELS_PROSE_H

#include <stddef.h>
#include <stdint.h>

/* Fills `to` with `bytes` characters: letters, digits, ". ,", spaces and
 * newlines, no terminating zero. A longer text begins with the shorter one. */
void prose_write(char *to, size_t bytes, uint64_t seed);

#endif
