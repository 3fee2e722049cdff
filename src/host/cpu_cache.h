/* The caches the online CPUs use. */
#ifndef ASSAY_HOST_CPU_CACHE_H
#define ASSAY_HOST_CPU_CACHE_H

struct arena;
struct host_cpu;
struct sysroot;

/* Fills caches, smallest level first, and `last_cache` of each place. Caches that
 * differ in size (hybrid cores) are told apart. Without /sys there are none.
 * To be called after cpu_topology_read. */
void cpu_cache_read(const struct sysroot *root, struct arena *arena,
                    struct host_cpu *cpu);

#endif
