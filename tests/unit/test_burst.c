/* What is known to be fast only for a while, and what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "host/block_device.h"
#include "host/burst.h"
#include "host/sysroot.h"
#include "host_tree.h"

static void test_volumes(void **state)
{
    static const struct {
        const char *name;
        const char *model;
        const char *tree;
        const char *cloud; /* in the note; NULL: no note */
    } cases[] = {
        { "nvme0n1", "Amazon Elastic Block Store", "/x/\n", "Amazon" },
        { "nvme1n1", "Amazon EC2 NVMe Instance Storage", "/x/\n", NULL },
        { "nvme0n1", "MSFT NVMe Accelerator v1.0", "/x/\n", "Azure" },
        { "nvme0n1", "nvme_card-pd", "/x/\n", "Google" },
        { "nvme0n1", "nvme_card", "/x/\n", NULL }, /* a local disk there */
        { "sda", "Google PersistentDisk", "/x/\n", "Google" },
        { "sda", "Msft Virtual Disk",
          "/sys/class/dmi/id/sys_vendor = Microsoft Corporation\n", "Azure" },
        { "sda", "Msft Virtual Disk", "/x/\n", NULL }, /* WSL */
        { "xvda", NULL, "/sys/class/dmi/id/bios_version = 4.11.amazon\n",
          "Amazon" },
        { "xvda", NULL, "/sys/class/dmi/id/bios_version = 4.11\n", NULL },
        { "vda", NULL, "/x/\n", NULL },
        { "sda", "WDC WD40EFRX-68N", "/x/\n", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct block_device device = { .name = cases[i].name,
                                       .model = cases[i].model };
        struct sysroot root;
        struct arena arena;
        const char *note;
        struct err err;
        char *folder;
        arena_init(&arena);
        folder = tree_new_folder(&arena);
        tree_unpack_text(&arena, arena_strdup(&arena, cases[i].tree), folder);
        assert_int_equal(sysroot_open(folder, &root, &err), 0);
        note = burst_note(&root, &device, &arena);
        sysroot_release(&root);
        tree_remove(folder);
        if ((note == NULL) != (cases[i].cloud == NULL) ||
            (note != NULL && strstr(note, cases[i].cloud) == NULL))
            fail_msg("case %zu: %s", i, note);
        arena_release(&arena);
    }
}

static void test_machines(void **state)
{
    (void)state;
    assert_true(burst_machine("Amazon EC2 t3.micro"));
    assert_true(burst_machine("Amazon EC2 t4g.xlarge"));
    assert_false(burst_machine("Amazon EC2 m6i.large"));
    assert_false(burst_machine("Amazon EC2 trn1.2xlarge"));
    assert_false(burst_machine("Dell Inc. t3.micro"));
    assert_false(burst_machine(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_volumes),
        cmocka_unit_test(test_machines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
