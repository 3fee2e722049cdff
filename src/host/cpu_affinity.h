/* The CPUs the scheduler may put this process on. */
#ifndef ASSAY_HOST_CPU_AFFINITY_H
#define ASSAY_HOST_CPU_AFFINITY_H

#include "host/host.h"

struct arena;
struct sysroot;

/* The affinity mask, however many CPUs the kernel knows; from /proc/self/status in a
 * captured tree, where it may also name CPUs that are off. Empty when unknown. */
struct cpu_list cpu_affinity_read(const struct sysroot *root,
                                  struct arena *arena);

#endif
