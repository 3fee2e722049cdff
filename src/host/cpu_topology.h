/* Which CPUs there are and how they hang together, as the kernel tells it. In a
 * guest all of this may be invented. */
#ifndef ASSAY_HOST_CPU_TOPOLOGY_H
#define ASSAY_HOST_CPU_TOPOLOGY_H

struct arena;
struct cpuinfo;
struct host_cpu;
struct sysroot;

/* Fills affinity, present, online, places, sockets, cores and threads_per_core.
 *
 * The affinity mask is the kernel's own word. Where it names CPUs that the list of
 * online ones does not, that list is a container's fiction (lxcfs numbers from 0), and
 * the CPUs that have a topology in /sys count as online.
 *
 * Counts things that differ and never multiplies counts: core numbers have gaps,
 * kinds of cores mix, and a Xen guest may call each CPU a socket.
 * `threads_per_core` is the most of any core. Without /sys, cpuinfo is asked;
 * without that the CPUs that are configured, each a core of its own. */
void cpu_topology_read(const struct sysroot *root, const struct cpuinfo *info,
                       struct arena *arena, struct host_cpu *cpu);

#endif
