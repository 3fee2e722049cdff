/* Sorting of random 64-bit keys: branches that cannot be foreseen, over data
 * that fit in a cache or not as the caller likes. One key sorted is one
 * operation of credit.
 *
 * Our own introsort (quicksort by the median of three, insertion sort for
 * sixteen keys or fewer, heapsort where the pivots are bad), since libc's qsort
 * may allocate and calls a function for each comparison.
 * Source: D. Musser, "Introspective sorting and selection algorithms" (1997).
 */
#ifndef ASSAY_KERNELS_SORT_H
#define ASSAY_KERNELS_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes `count` random keys, always the same for a seed. */
void sort_fill(uint64_t *keys, size_t count, uint64_t seed);

/* Puts the keys in ascending order, in place. */
void sort_keys(uint64_t *keys, size_t count);

/* Are these the keys that sort_fill() wrote for that seed, in ascending order?
 * Compares sums and exclusive-ors, not each key. */
bool sort_proved(const uint64_t *keys, size_t count, uint64_t seed);

#endif
