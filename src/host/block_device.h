/* One block device as /sys shows it, and what it is made of. */
#ifndef ASSAY_HOST_BLOCK_DEVICE_H
#define ASSAY_HOST_BLOCK_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "host/host.h"

struct arena;
struct sysroot;

enum block_kind {
    BLOCK_DISK,
    BLOCK_PARTITION,
    BLOCK_CRYPT,
    BLOCK_LVM,
    BLOCK_RAID,
    BLOCK_LOOP,
    BLOCK_MEMORY,
    BLOCK_MULTIPATH,
    BLOCK_MAPPED, /* anything else that is made of others: dm-integrity, bcache */
};

struct block_device {
    enum block_kind kind;
    const char *name;   /* "vda1" */
    const char *device; /* "254:1" */
    const char *folder; /* in /sys, without links */
    const char *model;
    const char *detail; /* for people: model, members, backing file; may be NULL */
    const char *backing_file; /* of a loop device */
    char **members;           /* device numbers of what it is made of */
    size_t member_count;
    enum fact rotational;
    const char *write_cache;
};

/* The word of a kind, such as "crypt". */
const char *block_kind_name(enum block_kind kind);

/* What a disk calls itself, with the vendor's name where that tells more; `folder` is
 * its own in /sys. NULL: nothing. */
const char *block_model(const struct sysroot *root, const char *folder,
                        struct arena *arena);

/* Reads one device by its number; false when /sys has none. */
bool block_device_read(const struct sysroot *root, const char *number,
                       struct arena *arena, struct block_device *ret_device);

/* The names of the hidden paths of a multipath NVMe disk, such as "nvme0c1n1". */
size_t block_device_paths(const struct sysroot *root,
                          const struct block_device *device,
                          struct arena *arena, char ***ret_names);

/* True when its counter of completed reads or writes ever moved. */
bool block_device_has_counted(const struct sysroot *root,
                              const struct block_device *device);

#endif
