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

static bool seen_before(const struct mountinfo *mounts, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(mounts->entries[k].device, mounts->entries[i].device) == 0 &&
            strcmp(mounts->entries[k].root, "/") == 0)
            return true;
    }
    return false;
}

/* A bind mount shows a part (often a single file) of what is listed elsewhere. */
static bool is_candidate(const struct mountinfo *mounts, size_t i,
                         struct arena *arena)
{
    const struct mount_entry *entry = &mounts->entries[i];

    return strcmp(entry->root, "/") == 0 && is_writable(entry, arena) &&
           !seen_before(mounts, i);
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

size_t all_mounts_writable(const struct sysroot *root, struct arena *arena,
                           const char ***ret_paths)
{
    struct mountinfo mounts;
    size_t count = 0;

    mountinfo_read(root, arena, &mounts);
    *ret_paths = ARENA_ARRAY(arena, const char *, mounts.count);
    for (size_t i = 0; i < mounts.count; i++) {
        const struct mount_entry *entry = &mounts.entries[i];

        if (is_candidate(&mounts, i, arena) &&
            is_on_disk(root, &mounts, entry, arena))
            (*ret_paths)[count++] = entry->point;
    }
    return count;
}
