/* Which mounts '-d all' names, from tables as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "host/all_mounts.h"
#include "host/sysroot.h"
#include "host_tree.h"

/* Two disks, vda with two file systems on it. */
static const char disks[] =
    "/sys/dev/block/254:0 -> ../../devices/virtio0/block/vda\n"
    "/sys/devices/virtio0/block/vda/stat = 1 0 8 0 1 0 8 0 0 0 0\n"
    "/sys/dev/block/254:1 -> ../../devices/virtio0/block/vda/vda1\n"
    "/sys/devices/virtio0/block/vda/vda1/partition = 1\n"
    "/sys/devices/virtio0/block/vda/dev = 254:0\n"
    "/sys/dev/block/254:16 -> ../../devices/virtio1/block/vdb\n"
    "/sys/devices/virtio1/block/vdb/stat = 1 0 8 0 1 0 8 0 0 0 0\n"
    "/proc/self/mountinfo:\n";

static char *named(const char *mounts, struct arena *arena)
{
    struct text text, list;
    struct sysroot root;
    const char **paths;
    struct err err;
    char *folder;
    size_t count;

    text_init(&text, arena);
    text_init(&list, arena);
    text_printf(&text, "%s%s", disks, mounts);
    folder = tree_new_folder(arena);
    tree_unpack_text(arena, text.bytes, folder);
    assert_int_equal(sysroot_open(folder, &root, &err), 0);
    count = all_mounts_writable(&root, arena, &paths);
    for (size_t i = 0; i < count; i++)
        text_printf(&list, "%s%s", i > 0 ? " " : "", paths[i]);
    sysroot_release(&root);
    tree_remove(folder);
    return list.length > 0 ? list.bytes : arena_strdup(arena, "");
}

static void test_which(void **state)
{
    static const struct {
        const char *mounts, *want;
    } rows[] = {
        { "\t20 1 254:1 / / rw - ext4 /dev/vda1 rw\n"
          "\t21 20 254:16 / /srv rw - xfs /dev/vdb rw\n",
          "/ /srv" },
        /* bound, read-only, memory, network and FUSE ones are not asked for */
        { "\t20 1 254:1 / / rw - ext4 /dev/vda1 rw\n"
          "\t21 20 254:1 / /again rw - ext4 /dev/vda1 rw\n"
          "\t22 20 254:1 /etc/hosts /hosts rw - ext4 /dev/vda1 rw\n"
          "\t23 20 254:16 / /ro ro - xfs /dev/vdb rw\n"
          "\t24 20 0:30 / /tmp rw - tmpfs tmpfs rw\n"
          "\t25 20 0:31 / /nfs rw - nfs4 server:/export rw\n"
          "\t26 20 0:32 / /fuse rw - fuse.sshfs me@server: rw\n",
          "/" },
        /* nobody reaches what another mount hides */
        { "\t20 1 254:1 / / rw - ext4 /dev/vda1 rw\n"
          "\t21 20 254:16 / /srv rw - xfs /dev/vdb rw\n"
          "\t22 20 0:30 / /srv rw - tmpfs tmpfs rw\n",
          "/" },
        { "\t20 1 0:30 / / rw - tmpfs tmpfs rw\n", "" },
        /* of the subvolumes of one btrfs the first; never a folder of one */
        { "\t20 1 254:16 /root /btrfs rw - btrfs /dev/vdb "
          "rw,subvolid=256,subvol=/root\n"
          "\t21 20 254:16 /home /home rw - btrfs /dev/vdb "
          "rw,subvolid=257,subvol=/home\n",
          "/btrfs" },
        { "\t20 1 254:16 /root/etc /etc rw - btrfs /dev/vdb "
          "rw,subvolid=256,subvol=/root\n",
          "" },
        /* a mount that cannot be asked does not stand for one that can */
        { "\t20 1 254:16 / /ro ro - xfs /dev/vdb rw\n"
          "\t21 20 254:16 / /srv rw - xfs /dev/vdb rw\n",
          "/srv" },
        { "\t20 1 254:16 / /a rw - xfs /dev/vdb rw\n"
          "\t21 20 0:30 / /a rw - tmpfs tmpfs rw\n"
          "\t22 20 254:16 / /srv rw - xfs /dev/vdb rw\n",
          "/srv" },
    };
    (void)state;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena arena;

        arena_init(&arena);
        assert_string_equal(named(rows[i].mounts, &arena), rows[i].want);
        arena_release(&arena);
    }
}

/* A host with many disks gets them all. */
static void test_more_than_a_few(void **state)
{
    enum { MANY = 100 };
    struct text mounts;
    struct arena arena;
    const char *list;
    size_t spaces = 0;
    (void)state;

    arena_init(&arena);
    text_init(&mounts, &arena);
    for (unsigned i = 0; i < MANY; i++)
        text_printf(&mounts, "\t%u 1 254:%u / /d%u rw - ext4 /dev/x%u rw\n",
                    i + 20, 100 + i, i, i);
    for (unsigned i = 0; i < MANY; i++)
        text_printf(&mounts,
                    "/sys/dev/block/254:%u -> ../../devices/x%u\n"
                    "/sys/devices/x%u/stat = 1 0 8 0 1 0 8 0 0 0 0\n",
                    100 + i, i, i);
    list = named(mounts.bytes, &arena);
    for (const char *c = list; *c != '\0'; c++)
        spaces += *c == ' ';
    assert_int_equal(spaces + 1, MANY);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which),
        cmocka_unit_test(test_more_than_a_few),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
