/* What the kinds of file systems have in common, and where their bytes are. */
#ifndef ASSAY_HOST_FILESYSTEM_H
#define ASSAY_HOST_FILESYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "host/host.h"

struct arena;
struct mount_entry;
struct sysroot;

struct filesystem_kind {
    const char *word; /* of its layer: "filesystem", "memory", "network", "fuse" */
    bool memory;
    bool network; /* another machine or the hypervisor's host has the bytes */
    bool fuse;
    enum fact compressed;
};

/* What an entry of the mount table says of its file system. */
struct filesystem_kind filesystem_kind(const struct mount_entry *entry,
                                       struct arena *arena);

/* The block devices a file system lies on, as "254:0"; none when they cannot be
 * found (no /sys, ZFS). */
size_t filesystem_devices(const struct sysroot *root,
                          const struct mount_entry *entry, struct arena *arena,
                          char ***ret_devices);

/* The name of a file system by its magic number from statfs, where there is no mount
 * table; NULL when unknown. Source: Linux, include/uapi/linux/magic.h. */
const char *filesystem_by_magic(unsigned long magic);

#endif
