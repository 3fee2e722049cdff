#include "host/disks.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/block_device.h"
#include "host/host.h"
#include "host/sysroot.h"

enum { SECTOR_BYTES = 512 }; /* the unit of /sys, whatever the disk's blocks */

static bool is_disk_name(const char *name)
{
    static const char *const others[] = { "loop",   "ram", "zram", "sr",
                                          "fd",     "dm-", "md",   "mtdblock",
                                          "bcache", "zd",  "drbd" };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (text_starts(name, others[i]))
            return false;
    return strstr(name, "boot") == NULL && strstr(name, "rpmb") == NULL;
}

const char *disk_bus(const char *name, const char *folder)
{
    static const struct {
        const char *begin; /* of the name */
        const char *bus;
    } by_name[] = {
        { "nvme", "nvme" },   { "vd", "virtio" }, { "xvd", "xen" },
        { "mmcblk", "mmc" },  { "nbd", "nbd" },   { "rbd", "ceph" },
        { "pmem", "nvdimm" }, { "dasd", "ccw" },  { "ubd", "uml" },
        { "nullb", "null" },
    };
    static const struct {
        const char *part; /* of the folder */
        const char *bus;
    } by_folder[] = {
        { "/usb", "usb" },       { "/ata", "sata" },
        { "/virtio", "virtio" }, { "/vmbus", "hyper-v" },
        { "/VMBUS", "hyper-v" }, { "/ufs", "ufs" },
        { "/session", "iscsi" }, { "/rport-", "fibre channel" },
    };

    for (size_t i = 0; i < sizeof(by_name) / sizeof(by_name[0]); i++)
        if (text_starts(name, by_name[i].begin))
            return by_name[i].bus;
    for (size_t i = 0; i < sizeof(by_folder) / sizeof(by_folder[0]); i++)
        if (folder != NULL && strstr(folder, by_folder[i].part) != NULL)
            return by_folder[i].bus;
    return text_starts(name, "sd") ? "scsi" : NULL;
}

char *disk_scheduler(const char *line, struct arena *arena)
{
    const char *begin = line != NULL ? strchr(line, '[') : NULL;

    if (begin == NULL)
        return arena_strdup(arena, line);
    return arena_strndup(arena, begin + 1, strcspn(begin + 1, "]"));
}

static enum fact fact_file(const struct sysroot *root, const char *name,
                           const char *file)
{
    uint64_t value = sysroot_u64(root, "/sys/block/%s/%s", name, file);

    return !known_u64(value) ? FACT_UNKNOWN : value != 0 ? FACT_YES : FACT_NO;
}

static uint64_t queue_depth(const struct sysroot *root, const char *name)
{
    uint64_t depth =
        sysroot_u64(root, "/sys/block/%s/device/queue_depth", name);

    return known_u64(depth)
               ? depth
               : sysroot_u64(root, "/sys/block/%s/queue/nr_requests", name);
}

static struct host_disk read_one(const struct sysroot *root, const char *name,
                                 struct arena *arena)
{
    char *folder =
        sysroot_link(root, arena, arena_printf(arena, "/sys/block/%s", name));
    uint64_t sectors = sysroot_u64(root, "/sys/block/%s/size", name);

    return (struct host_disk){
        .name = text_clean(arena, name),
        .device = sysroot_line(root, arena, "/sys/block/%s/dev", name),
        .bus = disk_bus(name, folder),
        .size_bytes = known_u64(sectors) && sectors < UINT64_MAX / SECTOR_BYTES
                          ? sectors * SECTOR_BYTES
                          : UNKNOWN_U64,
        .queue_depth = queue_depth(root, name),
        .model = block_model(root, arena_printf(arena, "/sys/block/%s", name),
                             arena),
        .rotational = fact_file(root, name, "queue/rotational"),
        .read_only = fact_file(root, name, "ro"),
        .scheduler = disk_scheduler(
            sysroot_line(root, arena, "/sys/block/%s/queue/scheduler", name),
            arena),
        .write_cache =
            sysroot_line(root, arena, "/sys/block/%s/queue/write_cache", name),
        .logical_block_bytes =
            sysroot_u64(root, "/sys/block/%s/queue/logical_block_size", name),
    };
}

void disks_read(const struct sysroot *root, struct arena *arena,
                struct host *host)
{
    char **names;
    size_t count = sysroot_list(root, arena, "/sys/block", &names);

    host->disks = ARENA_ARRAY(arena, struct host_disk, count);
    for (size_t i = 0; i < count; i++) {
        struct host_disk disk;
        if (!is_disk_name(names[i]) ||
            fact_file(root, names[i], "hidden") == FACT_YES)
            continue;
        disk = read_one(root, names[i], arena);
        if (disk.size_bytes != 0) /* an empty reader or an unused nbd */
            host->disks[host->disk_count++] = disk;
    }
}
