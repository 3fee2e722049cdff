/* What kind of pages hold a piece of this process's memory, and on which node memory
 * is far away. */
#ifndef ASSAY_BENCH_MEMORY_PAGES_H
#define ASSAY_BENCH_MEMORY_PAGES_H

#include <stdint.h>

struct host_cpu;

/* The share of the mapping around `address` that lies in transparent huge pages, from
 * the text of /proc/self/smaps; NaN when it is not in there. */
double memory_huge_share_of(const char *smaps, uintptr_t address);

/* The same, asking the kernel now; NaN without /proc. */
double memory_huge_share(const void *address);

/* A memory node that is not the first usable CPU's, so that its memory is remote to
 * that CPU; UNKNOWN_U64 when all CPUs sit on one node or nothing is told. */
uint64_t memory_remote_node(const struct host_cpu *cpu);

#endif
