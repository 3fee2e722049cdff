/* Pointer chase: the latency of a load that must wait for the one before.
 *
 * chase_build() links all lines of a buffer into one cycle; chase_walk()
 * follows it. No load can start before the last one ended, and no prefetcher
 * can guess the next line.
 *
 * Source: intel/lmbench (lat_mem_rd) and google/multichase for the idea; the
 * cycle by S. Sattolo, "An algorithm to generate a random cyclic permutation"
 * (1986), since a plain shuffle falls into many short cycles. */
#ifndef ASSAY_KERNELS_CHASE_H
#define ASSAY_KERNELS_CHASE_H

#include <stddef.h>
#include <stdint.h>

/* A node is one cache line, bytes. */
#define CHASE_LINE 64

enum chase_order {
    /* Any line may follow any other. Inside huge pages this is the latency of
     * the memory; inside 4 KiB pages the page walk comes on top. */
    CHASE_RANDOM,

    /* Random among 64 pages of 4 KiB at a time, group after group: the
     * addresses of a group fit in the smallest translation cache, so the page
     * walk hardly counts even without huge pages. A group is visited eight
     * times, each time on other lines, and neighbouring lines never on the
     * same visit: a prefetched neighbour is gone before its turn. */
    CHASE_NEAR_PAGES
};

/* Links the `bytes` / CHASE_LINE lines at `memory` into one cycle; `seed` fixes
 * it. `memory` is the caller's, aligned to a pointer, and `bytes` at least
 * CHASE_LINE; a rest of less than a line is left alone. All lines are written,
 * so the memory has been touched afterwards; nothing else is needed. Only one
 * word of each line is used, CHASE_LINE bytes apart from the first: chains that
 * begin at different words may share their lines. */
void chase_build(void *memory, size_t bytes, enum chase_order order,
                 uint64_t seed);

/* Makes `loads` dependent loads from `start` (any line's address) and returns
 * the line arrived at. As many loads as there are lines lead back to `start`
 * through every line once. */
void *chase_walk(void *start, uint64_t loads);

#endif
