#include "host/filesystem.h"

#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/arena.h"
#include "base/text.h"
#include "host/mountinfo.h"
#include "host/sysroot.h"

static bool is_one_of(const char *type, const char *const *types)
{
    for (; *types != NULL; types++)
        if (strcmp(type, *types) == 0)
            return true;
    return false;
}

static enum fact compression(const struct mount_entry *entry,
                             struct arena *arena)
{
    static const char *const always[] = { "squashfs", "erofs", "cramfs", NULL };
    static const char *const hidden[] = { "zfs", "overlay", NULL };
    static const char *const options[] = { "compress", "compress-force",
                                           "compress_algorithm", "compression" };

    if (is_one_of(entry->type, always))
        return FACT_YES;
    if (is_one_of(entry->type, hidden))
        return FACT_UNKNOWN;
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        const char *value =
            mount_option(entry->super_options, options[i], arena);
        if (value != NULL)
            return strcmp(value, "no") == 0 || strcmp(value, "none") == 0
                       ? FACT_NO
                       : FACT_YES;
    }
    return FACT_NO;
}

struct filesystem_kind filesystem_kind(const struct mount_entry *entry,
                                       struct arena *arena)
{
    static const char *const memory[] = { "tmpfs",    "ramfs",     "rootfs",
                                          "devtmpfs", "hugetlbfs", NULL };
    static const char *const network[] = { "nfs",
                                           "nfs4",
                                           "cifs",
                                           "smb3",
                                           "smbfs",
                                           "9p",
                                           "ceph",
                                           "virtiofs",
                                           "afs",
                                           "lustre",
                                           "gpfs",
                                           "beegfs",
                                           "ncpfs",
                                           "coda",
                                           "orangefs",
                                           "vboxsf",
                                           "fuse.sshfs",
                                           "fuse.glusterfs",
                                           "fuse.ceph-fuse",
                                           "fuse.s3fs",
                                           "fuse.vmhgfs-fuse",
                                           NULL };
    struct filesystem_kind kind = {
        .word = "filesystem",
        .memory = is_one_of(entry->type, memory),
        .network = is_one_of(entry->type, network),
        .fuse = strcmp(entry->type, "fuse") == 0 ||
                strcmp(entry->type, "fuseblk") == 0 ||
                text_starts(entry->type, "fuse."),
    };

    kind.compressed = kind.network || kind.fuse ? FACT_UNKNOWN
                      : kind.memory             ? FACT_NO
                                                : compression(entry, arena);
    if (kind.memory)
        kind.word = "memory";
    else if (kind.network)
        kind.word = "network";
    else if (kind.fuse)
        kind.word = "fuse";
    return kind;
}

/* "/dev/mapper/NAME" by the names in /sys: a container may have no such node. */
static char *mapped_device(const struct sysroot *root, const char *wanted,
                           struct arena *arena)
{
    char **names;
    size_t count = sysroot_list(root, arena, "/sys/block", &names);

    for (size_t i = 0; i < count; i++) {
        const char *name;
        if (!text_starts(names[i], "dm-"))
            continue;
        name = sysroot_line(root, arena, "/sys/block/%s/dm/name", names[i]);
        if (name != NULL && strcmp(name, wanted) == 0)
            return sysroot_line(root, arena, "/sys/block/%s/dev", names[i]);
    }
    return NULL;
}

static char *device_by_node(const struct sysroot *root, const char *path,
                            struct arena *arena)
{
    struct stat status;

    if (!root->live || stat(path, &status) < 0 || !S_ISBLK(status.st_mode))
        return NULL;
    return arena_printf(arena, "%u:%u", major(status.st_rdev),
                        minor(status.st_rdev));
}

static char *device_of_source(const struct sysroot *root, const char *source,
                              struct arena *arena)
{
    const char *name;
    char *device;

    if (source == NULL || !text_starts(source, "/dev/"))
        return NULL;
    name = strrchr(source, '/');
    device = device_by_node(root, source, arena);
    if (device == NULL && text_starts(source, "/dev/mapper/"))
        device = mapped_device(root, name + 1, arena);
    if (device == NULL)
        device = sysroot_line(root, arena, "/sys/class/block/%s/dev", name + 1);
    return device;
}

/* The members of one btrfs file system when `device` is among them, or when
 * no device was found out but this is the only one. */
static size_t members_of(const struct sysroot *root, const char *uuid,
                         const char *device, struct arena *arena,
                         char ***ret_devices)
{
    char *folder = arena_printf(arena, "/sys/fs/btrfs/%s/devices", uuid);
    char **names;
    size_t count = sysroot_list(root, arena, folder, &names), found = 0;
    bool ours = device == NULL;

    for (size_t i = 0; i < count; i++) {
        char *number = sysroot_line(root, arena, "%s/%s/dev", folder, names[i]);
        if (number == NULL)
            continue;
        ours = ours || strcmp(number, device) == 0;
        names[found++] = number;
    }
    *ret_devices = names;
    return ours ? found : 0;
}

static size_t btrfs_devices(const struct sysroot *root, const char *device,
                            struct arena *arena, char ***ret_devices)
{
    char **uuids;
    size_t count = sysroot_list(root, arena, "/sys/fs/btrfs", &uuids),
           systems = 0;

    for (size_t i = 0; i < count; i++)
        systems += strchr(uuids[i], '-') != NULL; /* not "features" */
    if (device == NULL && systems != 1)
        return 0;
    for (size_t i = 0; i < count; i++) {
        size_t found = members_of(root, uuids[i], device, arena, ret_devices);
        if (strchr(uuids[i], '-') != NULL && found > 0)
            return found;
    }
    return 0;
}

/* bcachefs writes all its members: "/dev/sda:/dev/sdb". */
static size_t listed_devices(const struct sysroot *root, const char *source,
                             struct arena *arena, char **devices, size_t room)
{
    char *rest = arena_strdup(arena, source), *one;
    size_t count = 0;

    while ((one = strsep(&rest, ":")) != NULL && count < room) {
        char *device = device_of_source(root, one, arena);
        if (device != NULL)
            devices[count++] = device;
    }
    return count;
}

size_t filesystem_devices(const struct sysroot *root,
                          const struct mount_entry *entry, struct arena *arena,
                          char ***ret_devices)
{
    enum { MOST = 64 };
    char **devices = ARENA_ARRAY(arena, char *, MOST);

    *ret_devices = devices;
    if (sysroot_exists(
            root, arena_printf(arena, "/sys/dev/block/%s", entry->device))) {
        devices[0] = arena_strdup(arena, entry->device);
        return 1;
    }
    if (strcmp(entry->type, "btrfs") == 0) {
        char *device = device_of_source(root, entry->source, arena);
        size_t count = btrfs_devices(root, device, arena, ret_devices);
        if (count > 0 || device == NULL)
            return count;
        *ret_devices = devices;
        devices[0] = device;
        return 1;
    }
    return listed_devices(root, entry->source, arena, devices, MOST);
}

const char *filesystem_by_magic(unsigned long magic)
{
    static const struct {
        uint32_t magic;
        const char *name;
    } table[] = {
        { 0xef53, "ext2/ext3/ext4" },
        { 0x58465342, "xfs" },
        { 0x9123683e, "btrfs" },
        { 0x01021994, "tmpfs" },
        { 0x858458f6, "ramfs" },
        { 0x794c7630, "overlay" },
        { 0x6969, "nfs" },
        { 0xff534d42, "cifs" },
        { 0xfe534d42, "smb3" },
        { 0x01021997, "9p" },
        { 0x65735546, "fuse" },
        { 0x2fc12fc1, "zfs" },
        { 0xf2f52010, "f2fs" },
        { 0x73717368, "squashfs" },
        { 0xe0f5e1e2, "erofs" },
        { 0x00c36400, "ceph" },
        { 0x958458f6, "hugetlbfs" },
        { 0xca451a4e, "bcachefs" },
        { 0x4d44, "vfat" },
        { 0x2011bab0, "exfat" },
        { 0x9660, "iso9660" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (table[i].magic == (uint32_t)magic)
            return table[i].name;
    return NULL;
}
