#include "host/block_device.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/counters.h"
#include "host/sysroot.h"

const char *block_kind_name(enum block_kind kind)
{
    static const char *const names[] = {
        [BLOCK_DISK] = "disk",     [BLOCK_PARTITION] = "partition",
        [BLOCK_CRYPT] = "crypt",   [BLOCK_LVM] = "lvm",
        [BLOCK_RAID] = "raid",     [BLOCK_LOOP] = "loop",
        [BLOCK_MEMORY] = "memory", [BLOCK_MULTIPATH] = "multipath",
        [BLOCK_MAPPED] = "mapped",
    };

    return names[kind];
}

static bool has(const struct sysroot *root, const char *folder,
                const char *file, struct arena *arena)
{
    return sysroot_exists(root, arena_printf(arena, "%s/%s", folder, file));
}

/* Reads the members' numbers; their names go into the detail. */
static void read_members(const struct sysroot *root, struct arena *arena,
                         struct block_device *device, struct text *names)
{
    char **found;
    size_t count = sysroot_list(
        root, arena, arena_printf(arena, "%s/slaves", device->folder), &found);

    device->members = found;
    for (size_t i = 0; i < count; i++) {
        char *number = sysroot_line(root, arena, "%s/slaves/%s/dev",
                                    device->folder, found[i]);
        text_printf(names, "%s%s", i > 0 ? ", " : "", found[i]);
        if (number != NULL)
            device->members[device->member_count++] = number;
    }
}

static void read_mapped(const struct sysroot *root, struct arena *arena,
                        struct block_device *device)
{
    const char *uuid = sysroot_line(root, arena, "%s/dm/uuid", device->folder);

    device->kind = uuid == NULL                   ? BLOCK_MAPPED
                   : text_starts(uuid, "CRYPT-")  ? BLOCK_CRYPT
                   : text_starts(uuid, "LVM-")    ? BLOCK_LVM
                   : text_starts(uuid, "mpath-")  ? BLOCK_MULTIPATH
                   : text_starts(uuid, "DMRAID-") ? BLOCK_RAID
                                                  : BLOCK_MAPPED;
    device->detail = sysroot_line(root, arena, "%s/dm/name", device->folder);
}

/* A partition's folder lies in its disk's. */
static void read_partition(const struct sysroot *root, struct arena *arena,
                           struct block_device *device)
{
    char *disk = arena_strdup(arena, device->folder);
    char *number;

    *strrchr(disk, '/') = '\0'; /* found by its last part: has one */
    number = sysroot_line(root, arena, "%s/dev", disk);
    device->kind = BLOCK_PARTITION;
    device->members = ARENA_NEW(arena, char *);
    device->members[0] = number;
    device->member_count = number != NULL;
}

/* SCSI tells vendor and model apart; a vendor of "ATA" says nothing, and virtio has
 * a number there. */
const char *block_model(const struct sysroot *root, const char *folder,
                        struct arena *arena)
{
    const char *model = sysroot_line(root, arena, "%s/device/model", folder);
    const char *vendor = sysroot_line(root, arena, "%s/device/vendor", folder);

    if (model == NULL) /* memory cards */
        return sysroot_line(root, arena, "%s/device/name", folder);
    if (vendor == NULL || text_starts(vendor, "ATA") ||
        text_starts(vendor, "0x") || text_starts(model, vendor))
        return model;
    return arena_printf(arena, "%s %s", vendor, model);
}

static void read_disk(const struct sysroot *root, struct arena *arena,
                      struct block_device *device)
{
    uint64_t rotational =
        sysroot_u64(root, "%s/queue/rotational", device->folder);

    device->model = block_model(root, device->folder, arena);
    device->detail = device->model;
    device->rotational = !known_u64(rotational) ? FACT_UNKNOWN
                         : rotational != 0      ? FACT_YES
                                                : FACT_NO;
    device->write_cache =
        sysroot_line(root, arena, "%s/queue/write_cache", device->folder);
    if (strstr(device->folder, "/nvme-subsystem/") != NULL)
        device->kind = BLOCK_MULTIPATH;
}

/* What it is shows by what its folder holds. */
static void read_kind(const struct sysroot *root, struct arena *arena,
                      struct block_device *device)
{
    struct text names;
    char *level;

    text_init(&names, arena);
    if (has(root, device->folder, "partition", arena)) {
        read_partition(root, arena, device);
        return;
    }
    read_members(root, arena, device, &names);
    level = sysroot_line(root, arena, "%s/md/level", device->folder);
    device->backing_file =
        sysroot_line(root, arena, "%s/loop/backing_file", device->folder);
    if (has(root, device->folder, "dm", arena)) {
        read_mapped(root, arena, device);
    } else if (level != NULL) {
        device->kind = BLOCK_RAID;
        device->detail = arena_printf(arena, "%s of %s", level, names.bytes);
    } else if (text_starts(device->name, "loop")) {
        device->kind = BLOCK_LOOP;
        device->detail = device->backing_file;
    } else if (text_starts(device->name, "zram") ||
               text_starts(device->name, "ram")) {
        device->kind = BLOCK_MEMORY;
    } else if (device->member_count > 0) {
        device->kind = BLOCK_MAPPED;
        device->detail = names.bytes;
    } else {
        read_disk(root, arena, device);
    }
}

bool block_device_read(const struct sysroot *root, const char *number,
                       struct arena *arena, struct block_device *ret_device)
{
    struct block_device device = { .kind = BLOCK_DISK,
                                   .rotational = FACT_UNKNOWN };

    device.folder = sysroot_link(
        root, arena, arena_printf(arena, "/sys/dev/block/%s", number));
    if (device.folder == NULL)
        return false;
    device.name = strrchr(device.folder, '/') + 1;
    device.device = number;
    read_kind(root, arena, &device);
    *ret_device = device;
    return true;
}

/* "nvme0c1n1" is a path through controller 1 of subsystem 0 to name space 1, that
 * is of "nvme0n1". */
static bool is_path_of(const char *path, const char *disk)
{
    size_t subsystem = strspn(disk + 4, "0123456789") + 4;
    size_t controller;

    if (strncmp(path, disk, subsystem) != 0 || path[subsystem] != 'c')
        return false;
    controller = strspn(path + subsystem + 1, "0123456789");
    return controller > 0 &&
           strcmp(path + subsystem + 1 + controller, disk + subsystem) == 0;
}

size_t block_device_paths(const struct sysroot *root,
                          const struct block_device *device,
                          struct arena *arena, char ***ret_names)
{
    size_t count, kept = 0;

    *ret_names = NULL;
    if (!text_starts(device->name, "nvme"))
        return 0;
    count = sysroot_list(root, arena, "/sys/block", ret_names);
    for (size_t i = 0; i < count; i++)
        if (is_path_of((*ret_names)[i], device->name))
            (*ret_names)[kept++] = (*ret_names)[i];
    return kept;
}

bool block_device_has_counted(const struct sysroot *root,
                              const struct block_device *device)
{
    struct device_counters now;

    return counters_device(root, device->device, &now) &&
           now.reads + now.writes > 0;
}
