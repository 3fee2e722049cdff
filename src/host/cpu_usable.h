/* The CPUs this process may really use: the one place that decides it. */
#ifndef ASSAY_HOST_CPU_USABLE_H
#define ASSAY_HOST_CPU_USABLE_H

struct arena;
struct cgroups;
struct host_cpu;
struct sysroot;

/* Fills cpuset, usable, quota_..., usable_cpus and usable_reason. Quotas are those of
 * all groups up the tree in both versions of the interface; the smallest wins.
 * To be called after cpu_topology_read. */
void cpu_usable_read(const struct sysroot *root, const struct cgroups *cgroups,
                     struct arena *arena, struct host_cpu *cpu);

#endif
