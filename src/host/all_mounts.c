#include "host/all_mounts.h"

#include <string.h>

#include "base/arena.h"
#include "host/host.h"
#include "host/mountinfo.h"
#include "host/stack.h"

static bool is_writable(const struct mount_entry *entry, struct arena *arena)
{
    return mount_option(entry->options, "ro", arena) == NULL &&
           mount_option(entry->super_options, "ro", arena) == NULL;
}

/* The whole of a file system, or a whole subvolume of one: btrfs is often mounted in
 * no other way. Bind mounts show a part (often a single file) of what is listed
 * elsewhere. */
static bool is_whole(const struct mount_entry *entry, struct arena *arena)
{
    const char *subvolume =
        strcmp(entry->type, "btrfs") == 0
            ? mount_option(entry->super_options, "subvol", arena)
            : NULL;

    return strcmp(entry->root, subvolume != NULL ? subvolume : "/") == 0;
}

/* By what the mount table and /sys say: to ask the file system itself might mean to
 * wait for a dead one. */
static bool is_on_disk(const struct sysroot *root,
                       const struct mountinfo *mounts,
                       const struct mount_entry *entry, struct arena *arena)
{
    struct host_mount mount = { 0 };

    if (mountinfo_find(mounts, entry->point) != entry)
        return false; /* another one is mounted over it */
    stack_read(root, mounts, entry, arena, &mount);
    return mount.leaf_count > 0 && mount.memory != FACT_YES &&
           mount.network != FACT_YES;
}

/* Whether one of the mounts found so far shows the same file system. */
static bool is_found(const struct mount_entry *const *found, size_t count,
                     const struct mount_entry *entry)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(found[i]->device, entry->device) == 0)
            return true;
    }
    return false;
}

size_t all_mounts_writable(const struct sysroot *root, struct arena *arena,
                           const char ***ret_paths)
{
    const struct mount_entry **found;
    struct mountinfo mounts;
    size_t count = 0;

    mountinfo_read(root, arena, &mounts);
    found = ARENA_ARRAY(arena, const struct mount_entry *, mounts.count);
    *ret_paths = ARENA_ARRAY(arena, const char *, mounts.count);
    for (size_t i = 0; i < mounts.count; i++) {
        const struct mount_entry *entry = &mounts.entries[i];

        if (!is_whole(entry, arena) || !is_writable(entry, arena) ||
            is_found(found, count, entry) ||
            !is_on_disk(root, &mounts, entry, arena))
            continue;
        found[count] = entry;
        (*ret_paths)[count++] = entry->point;
    }
    return count;
}
