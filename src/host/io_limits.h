/* Limits of the control groups on disks. */
#ifndef ASSAY_HOST_IO_LIMITS_H
#define ASSAY_HOST_IO_LIMITS_H

struct arena;
struct cgroups;
struct host_limits;
struct sysroot;

/* Fills `io` with the smallest limit of each device, operation and unit over all
 * groups up the tree: io.max of version 2, blkio.throttle.* of version 1. */
void io_limits_read(const struct sysroot *root, const struct cgroups *cgroups,
                    struct arena *arena, struct host_limits *limits);

#endif
