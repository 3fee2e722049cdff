#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/filesystem.h"
#include "host/host.h"
#include "host/mountinfo.h"
#include "host/stack.h"
#include "host/sysroot.h"

/* Options that are no one's business, or as long as a page. */
static bool is_shown(const char *option, size_t length)
{
    static const char *const hidden[] = {
        "lowerdir=", "username=", "domain=", "addr=", "clientaddr=", "workdir="
    };

    for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
        if (length >= strlen(hidden[i]) && text_starts(option, hidden[i]))
            return false;
    return true;
}

static void add_options(struct text *list, const char *options, bool read_only,
                        struct arena *arena)
{
    while (*options != '\0') {
        size_t length = strcspn(options, ",");
        char *one = arena_strndup(arena, options, length);
        if (length > 0 && is_shown(options, length) &&
            mount_option(list->bytes, one, arena) == NULL &&
            !(read_only && strcmp(one, "rw") == 0))
            text_printf(list, "%s%s", list->length > 0 ? "," : "", one);
        options += length + (options[length] == ',');
    }
}

static char *join_options(const struct mount_entry *entry, struct arena *arena)
{
    bool read_only = mount_option(entry->options, "ro", arena) != NULL ||
                     mount_option(entry->super_options, "ro", arena) != NULL;
    struct text list;

    text_init(&list, arena);
    add_options(&list, entry->options, read_only, arena);
    add_options(&list, entry->super_options, read_only, arena);
    return list.length > 0 ? text_clean(arena, list.bytes) : NULL;
}

/* The kernel's own word which mount a path is on; it is exact where mounts hide
 * each other. */
static const struct mount_entry *find_by_id(const struct mountinfo *mounts,
                                            const char *path)
{
    struct statx status;

    if (statx(AT_FDCWD, path, 0, STATX_MNT_ID, &status) < 0 ||
        (status.stx_mask & STATX_MNT_ID) == 0)
        return NULL;
    for (size_t i = 0; i < mounts->count; i++)
        if (mounts->entries[i].id == status.stx_mnt_id)
            return &mounts->entries[i];
    return NULL;
}

/* Without a mount table the file system itself tells its kind and device. */
static int entry_from_system(const char *path, struct arena *arena,
                             struct mount_entry *ret_entry, struct err *err)
{
    struct statfs system;
    struct stat status;
    const char *type;

    if (statfs(path, &system) < 0 || stat(path, &status) < 0)
        return err_system(err, errno, "cannot look at '%s'", path);
    type = filesystem_by_magic((unsigned long)system.f_type);
    *ret_entry = (struct mount_entry){
        .device = arena_printf(arena, "%u:%u", major(status.st_dev),
                               minor(status.st_dev)),
        .type = type != NULL ? type : "unknown",
        .source = NULL,
        .options = "",
        .super_options = "",
    };
    return 0;
}

static int find_entry(const struct sysroot *root, const char *path,
                      const struct mountinfo *mounts, struct arena *arena,
                      struct mount_entry *ret_entry, struct err *err)
{
    const struct mount_entry *found = NULL;
    char real[PATH_MAX];

    if (!root->live) {
        found = mountinfo_find(mounts, path);
        if (found == NULL)
            return err_set(err, ERR_DATA, "no mount holds '%s'", path);
        *ret_entry = *found;
        return 0;
    }
    if (realpath(path, real) == NULL)
        return err_system(err, errno, "cannot look at '%s'", path);
    found = find_by_id(mounts, real);
    if (found == NULL)
        found = mountinfo_find(mounts, real);
    if (found == NULL)
        return entry_from_system(real, arena, ret_entry, err);
    *ret_entry = *found;
    return 0;
}

static void read_room(const struct sysroot *root, struct host_mount *mount)
{
    struct statvfs room;

    mount->free_bytes = UNKNOWN_U64;
    mount->size_bytes = UNKNOWN_U64;
    if (!root->live || statvfs(mount->path, &room) < 0)
        return;
    mount->free_bytes = (uint64_t)room.f_bavail * room.f_frsize;
    mount->size_bytes = (uint64_t)room.f_blocks * room.f_frsize;
}

int host_mount_read(const struct sysroot *root, const char *path,
                    struct arena *arena, struct host_mount *ret_mount,
                    struct err *err)
{
    struct host_mount mount = { 0 };
    struct mount_entry entry;
    struct mountinfo mounts;

    mountinfo_read(root, arena, &mounts);
    if (find_entry(root, path, &mounts, arena, &entry, err) < 0)
        return -1;
    mount.path = arena_strdup(arena, path);
    mount.mount_point = text_clean(arena, entry.point);
    mount.filesystem = text_clean(arena, entry.type);
    mount.source = text_clean(arena, entry.source);
    mount.mount_options = join_options(&entry, arena);
    stack_read(root, &mounts, &entry, arena, &mount);
    read_room(root, &mount);
    *ret_mount = mount;
    return 0;
}

int host_device_read(const struct sysroot *root, const char *path,
                     struct arena *arena, struct host_mount *ret_mount,
                     struct err *err)
{
    struct host_mount mount = { .free_bytes = UNKNOWN_U64,
                                .size_bytes = UNKNOWN_U64 };
    struct mountinfo mounts;
    struct stat status;

    if (stat(path, &status) < 0)
        return err_set(err, ERR_USAGE, "cannot look at '%s': %s", path,
                       strerrordesc_np(errno));
    if (!S_ISBLK(status.st_mode))
        return err_set(err, ERR_USAGE, "'%s' is no block device", path);
    mount.path = arena_strdup(arena, path);
    mountinfo_read(root, arena, &mounts);
    stack_read_device(root, &mounts,
                      arena_printf(arena, "%u:%u", major(status.st_rdev),
                                   minor(status.st_rdev)),
                      arena, &mount);
    *ret_mount = mount;
    return 0;
}

bool host_mount_lies_on(const struct host_mount *mount, const char *device)
{
    if (device == NULL)
        return false;
    for (size_t i = 0; i < mount->leaf_count; i++)
        if (mount->leaves[i] != NULL && strcmp(mount->leaves[i], device) == 0)
            return true;
    for (size_t i = 0; i < mount->stack_count; i++)
        if (mount->stack[i].device != NULL &&
            strcmp(mount->stack[i].device, device) == 0)
            return true;
    return false;
}
