/* How much last-level cache the CPUs in use can reach: what a buffer must exceed to
 * be memory and not cache. */
#ifndef ASSAY_HOST_CACHE_REACH_H
#define ASSAY_HOST_CACHE_REACH_H

#include <stdint.h>

struct host_cpu;

/* The last-level caches of the first `workers` usable CPUs, summed, in bytes; 0 when
 * the caches are not known. */
uint64_t host_cache_reach(const struct host_cpu *cpu, uint64_t workers);

#endif
