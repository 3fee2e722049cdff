#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "host/mountinfo.h"

static const char table[] =
    "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,errors=continue\n"
    "23 22 0:30 / /mnt/a\\040b\\011c\\134d rw master:1 propagate_from:2 - "
    "fuse.x server:/a\\040b rw,user_id=0\n"
    "24 22 8:1 /sub /mnt/one rw - xfs /dev/sda1 rw\n"
    "25 22 0:31 / /mnt/one rw - tmpfs none rw,size=4k\n"
    "26 22 0:32 / /empty rw - tmpfs  rw\n"
    "27 22 0:33 / /last rw - proc proc";

static void test_fields(void **state)
{
    struct mountinfo mounts;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    mountinfo_parse(table, &arena, &mounts);
    assert_int_equal(mounts.count, 6);
    assert_int_equal(mounts.entries[0].id, 22);
    assert_string_equal(mounts.entries[0].device, "254:1");
    assert_string_equal(mounts.entries[0].options, "rw,relatime");
    assert_string_equal(mounts.entries[0].super_options, "rw,errors=continue");
    assert_string_equal(mounts.entries[1].point, "/mnt/a b\tc\\d");
    assert_string_equal(mounts.entries[1].type, "fuse.x");
    assert_string_equal(mounts.entries[1].source, "server:/a b");
    assert_string_equal(mounts.entries[2].root, "/sub");
    assert_null(mounts.entries[4].source);
    assert_string_equal(mounts.entries[5].super_options, "");
    arena_release(&arena);
}

static void test_bad_lines(void **state)
{
    static const char *const bad[] = {
        "",
        "\n\n",
        "22",
        "22 1 254:1 / / rw",
        "22 1 254:1 / / rw shared:1",
        "22 1 254:1 / / rw -",
        "22 1 254:1 / / rw - ext4",
        "x 1 254:1 / / rw - ext4 /dev/vda1 rw",
        "-1 1 254:1 / / rw - ext4 /dev/vda1 rw",
    };
    struct mountinfo mounts;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        mountinfo_parse(bad[i], &arena, &mounts);
        assert_int_equal(mounts.count, 0);
    }
    arena_release(&arena);
}

static void test_find(void **state)
{
    static const struct {
        const char *path;
        uint64_t id;
    } cases[] = {
        { "/", 22 },
        { "/mnt", 22 },
        { "/mnt/one", 25 }, /* the one mounted last hides the other */
        { "/mnt/one/deep", 25 },
        { "/mnt/oneness", 22 }, /* not below /mnt/one */
        { "/mnt/a b\tc\\d/x", 23 },
    };
    struct mountinfo mounts;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    mountinfo_parse(table, &arena, &mounts);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(mountinfo_find(&mounts, cases[i].path)->id,
                         cases[i].id);
    mountinfo_parse("25 22 0:31 / /mnt rw - tmpfs none rw", &arena, &mounts);
    assert_null(mountinfo_find(&mounts, "/other"));
    arena_release(&arena);
}

static void test_option(void **state)
{
    static const struct {
        const char *options;
        const char *name;
        const char *want;
    } cases[] = {
        { "rw,size=4k", "size", "4k" },
        { "rw,size=4k", "rw", "" },
        { "rw,size=4k", "siz", NULL },
        { "rw,size=4k", "ro", NULL },
        { "a=b=c", "a", "b=c" },
        { "upperdir=/a,x", "upperdir", "/a" },
        { "", "rw", NULL },
        { ",,rw", "rw", "" },
        { "compress-force=zstd", "compress", NULL },
    };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *got = mount_option(cases[i].options, cases[i].name, &arena);
        if (cases[i].want == NULL)
            assert_null(got);
        else
            assert_string_equal(got, cases[i].want);
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_option),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
