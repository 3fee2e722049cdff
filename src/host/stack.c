#include "host/stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/block_device.h"
#include "host/burst.h"
#include "host/filesystem.h"
#include "host/host.h"
#include "host/mountinfo.h"
#include "host/sysroot.h"

enum { DEPTH = 16 }; /* layers; deeper is a loop device on its own file */

struct descent {
    const struct sysroot *root;
    const struct mountinfo *mounts;
    struct arena *arena;
    struct host_mount *mount;
    size_t layer_room;
    size_t leaf_room;
    unsigned depth;
};

static void descend_mount(struct descent *d, const struct mount_entry *entry);
static void descend_device(struct descent *d, const char *device);

/* Returns false when the device is there already: two members of an array may be
 * parts of one disk. */
static bool add_layer(struct descent *d, const char *name, const char *kind,
                      const char *detail, const char *device)
{
    struct host_mount *mount = d->mount;

    for (size_t i = 0; device != NULL && i < mount->stack_count; i++)
        if (mount->stack[i].device != NULL &&
            strcmp(mount->stack[i].device, device) == 0 &&
            strcmp(mount->stack[i].name, name) == 0)
            return false;
    if (mount->stack_count == d->layer_room) {
        d->layer_room = d->layer_room > 0 ? 2 * d->layer_room : 8;
        mount->stack = arena_grow(d->arena, mount->stack, mount->stack_count,
                                  d->layer_room, sizeof(*mount->stack));
    }
    mount->stack[mount->stack_count++] = (struct host_layer){
        .name = text_clean(d->arena, name),
        .kind = kind,
        .detail = text_clean(d->arena, detail),
        .device = text_clean(d->arena, device),
    };
    return true;
}

static void add_leaf(struct descent *d, const char *leaf)
{
    struct host_mount *mount = d->mount;

    if (mount->leaf_count == d->leaf_room) {
        d->leaf_room = d->leaf_room > 0 ? 2 * d->leaf_room : 4;
        mount->leaves = arena_grow(d->arena, mount->leaves, mount->leaf_count,
                                   d->leaf_room, sizeof(*mount->leaves));
    }
    mount->leaves[mount->leaf_count++] = arena_strdup(d->arena, leaf);
}

/* One slow or cautious disk below makes the whole so. */
static void take_disk(struct descent *d, const struct block_device *device)
{
    struct host_mount *mount = d->mount;

    if (device->rotational > mount->rotational)
        mount->rotational = device->rotational;
    if (mount->write_cache == NULL ||
        (device->write_cache != NULL &&
         strcmp(device->write_cache, "write back") == 0))
        mount->write_cache = device->write_cache;
    if (mount->burst == NULL)
        mount->burst = burst_note(d->root, device, d->arena);
    if (mount->memory == FACT_UNKNOWN)
        mount->memory = FACT_NO;
}

/* The counters of a multipath NVMe disk stay at zero on many kernels; then those
 * of its hidden paths count, which have names but no device numbers. */
static void add_multipath(struct descent *d, const struct block_device *device)
{
    char **paths;
    size_t count = block_device_paths(d->root, device, d->arena, &paths);

    (void)add_layer(d, device->name, "multipath",
                    arena_printf(d->arena, "%s, %zu path%s",
                                 device->model != NULL ? device->model : "NVMe",
                                 count, count == 1 ? "" : "s"),
                    device->device);
    take_disk(d, device);
    if (count == 0 || block_device_has_counted(d->root, device))
        add_leaf(d, device->device);
    for (size_t i = 0; i < count; i++) {
        (void)add_layer(d, paths[i], "disk", NULL, NULL);
        if (!block_device_has_counted(d->root, device))
            add_leaf(d, paths[i]);
    }
}

static void descend_members(struct descent *d, const struct block_device *device)
{
    for (size_t i = 0; i < device->member_count; i++)
        if (device->members[i] != NULL)
            descend_device(d, device->members[i]);
}

static void descend_file(struct descent *d, const char *path)
{
    const struct mount_entry *entry = mountinfo_find(d->mounts, path);

    if (entry != NULL)
        descend_mount(d, entry);
}

static void descend_device(struct descent *d, const char *number)
{
    struct block_device device;

    if (d->depth >= DEPTH ||
        !block_device_read(d->root, number, d->arena, &device))
        return;
    d->depth++;
    if (device.kind == BLOCK_MULTIPATH && device.member_count == 0) {
        add_multipath(d, &device);
    } else if (add_layer(d, device.name, block_kind_name(device.kind),
                         device.detail, device.device)) {
        if (device.kind == BLOCK_DISK) {
            take_disk(d, &device);
            add_leaf(d, device.device);
        } else if (device.kind == BLOCK_MEMORY) {
            d->mount->memory = FACT_YES;
            if (text_starts(device.name, "zram"))
                d->mount->compressed = FACT_YES;
        } else if (device.backing_file != NULL) {
            descend_file(d, device.backing_file);
        }
        descend_members(d, &device);
    }
    d->depth--;
}

/* A container does not see where its overlay's upper folder is. The container
 * engine binds a few files of its own over ours, though: when those come from the
 * same folder of the host as the upper one, so does their device. */
static const struct mount_entry *engine_mount(const struct descent *d,
                                              const char *upper)
{
    static const char *const engines[] = { "/var/lib/docker/",
                                           "/var/lib/containerd/",
                                           "/var/lib/containers/",
                                           "/var/lib/rancher/" };

    for (size_t e = 0; e < sizeof(engines) / sizeof(engines[0]); e++) {
        if (!text_starts(upper, engines[e]))
            continue;
        for (size_t i = 0; i < d->mounts->count; i++)
            if (text_starts(d->mounts->entries[i].root, engines[e]) &&
                strcmp(d->mounts->entries[i].type, "overlay") != 0)
                return &d->mounts->entries[i];
    }
    return NULL;
}

static void descend_overlay(struct descent *d, const struct mount_entry *entry)
{
    char *upper = mount_option(entry->super_options, "upperdir", d->arena);
    const struct mount_entry *below = NULL;
    const char *detail = upper;

    if (upper == NULL)
        detail = "no upper folder: read-only";
    else if (!d->root->live || sysroot_exists(d->root, upper))
        below = mountinfo_find(d->mounts, upper);
    if (below == entry ||
        (below != NULL && strcmp(below->point, entry->point) == 0))
        below = NULL;
    if (upper != NULL && below == NULL)
        below = engine_mount(d, upper);
    if (upper != NULL && below == NULL)
        detail = "its upper folder is outside of this container";
    (void)add_layer(d, "overlay", "filesystem", detail, entry->device);
    if (below != NULL)
        descend_mount(d, below);
}

static void descend_sources(struct descent *d, const struct mount_entry *entry)
{
    char **devices;
    size_t count = filesystem_devices(d->root, entry, d->arena, &devices);

    for (size_t i = 0; i < count; i++)
        descend_device(d, devices[i]);
}

static void descend_mount(struct descent *d, const struct mount_entry *entry)
{
    struct filesystem_kind kind = filesystem_kind(entry, d->arena);

    if (d->depth >= DEPTH)
        return;
    d->depth++;
    if (kind.memory)
        d->mount->memory = FACT_YES;
    if (kind.network)
        d->mount->network = FACT_YES;
    if (kind.fuse)
        d->mount->fuse = FACT_YES;
    if (d->mount->compressed != FACT_YES &&
        (kind.compressed != FACT_NO || d->mount->compressed == FACT_UNKNOWN))
        d->mount->compressed = kind.compressed;
    if (strcmp(entry->type, "overlay") == 0) {
        descend_overlay(d, entry);
    } else {
        (void)add_layer(d, entry->type, kind.word, entry->source, entry->device);
        if (!kind.memory && !kind.network)
            descend_sources(d, entry);
    }
    d->depth--;
}

static void begin(struct host_mount *mount)
{
    mount->memory = FACT_UNKNOWN;
    mount->network = FACT_NO;
    mount->fuse = FACT_NO;
    mount->compressed = FACT_UNKNOWN;
    mount->rotational = FACT_UNKNOWN;
}

void stack_read(const struct sysroot *root, const struct mountinfo *mounts,
                const struct mount_entry *entry, struct arena *arena,
                struct host_mount *mount)
{
    struct descent d = {
        .root = root, .mounts = mounts, .arena = arena, .mount = mount
    };

    begin(mount);
    descend_mount(&d, entry);
    /* The pools of ZFS are disks, though none that we can see. */
    if (mount->memory == FACT_UNKNOWN && strcmp(entry->type, "zfs") == 0)
        mount->memory = FACT_NO;
}

void stack_read_device(const struct sysroot *root,
                       const struct mountinfo *mounts, const char *number,
                       struct arena *arena, struct host_mount *mount)
{
    struct descent d = {
        .root = root, .mounts = mounts, .arena = arena, .mount = mount
    };

    begin(mount);
    descend_device(&d, number);
    if (mount->leaf_count == 0)
        add_leaf(&d, number);
}
