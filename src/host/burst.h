/* Volumes and machines known to be fast only for a while. */
#ifndef ASSAY_HOST_BURST_H
#define ASSAY_HOST_BURST_H

#include <stdbool.h>

struct arena;
struct block_device;
struct sysroot;

/* A sentence when a disk is a cloud volume of a kind that bursts on credits, which a
 * short test cannot see the end of; NULL otherwise. */
const char *burst_note(const struct sysroot *root,
                       const struct block_device *device, struct arena *arena);

/* True when a machine of this product, as in struct host, has CPUs that run at full
 * speed on credits only: the T families of Amazon EC2. Others do not show it. */
bool burst_machine(const char *product);

#endif
