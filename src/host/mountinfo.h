/* /proc/self/mountinfo as a table. */
#ifndef ASSAY_HOST_MOUNTINFO_H
#define ASSAY_HOST_MOUNTINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct sysroot;

struct mount_entry {
    uint64_t id;
    const char *device; /* "254:0" */
    const char *root;   /* which part of the file system: "/", "/docker/ab" */
    const char *point;
    const char *options;       /* of this mount */
    const char *type;          /* "ext4", "fuse.sshfs" */
    const char *source;        /* NULL: not told */
    const char *super_options; /* of the file system */
};

struct mountinfo {
    struct mount_entry *entries; /* in the order of mounting */
    size_t count;
};

/* Takes a text apart. Lines that cannot be understood are left out; octal escapes
 * such as "\040" are undone. Source: proc_pid_mountinfo(5). */
void mountinfo_parse(const char *text, struct arena *arena,
                     struct mountinfo *ret_mounts);

/* Reads the table of this process; an empty one when there is none. */
void mountinfo_read(const struct sysroot *root, struct arena *arena,
                    struct mountinfo *ret_mounts);

/* The mount that `path`, absolute and without links, lies on: the longest mount
 * point above it, the one mounted last where several share it. NULL: none. */
const struct mount_entry *mountinfo_find(const struct mountinfo *mounts,
                                         const char *path);

/* True when `path` is `folder` or lies below it. */
bool path_is_below(const char *path, const char *folder);

/* The value of one option in a list such as "rw,upperdir=/a,index=off"; "" for an
 * option without a value, NULL when it is not there. */
char *mount_option(const char *options, const char *name, struct arena *arena);

#endif
