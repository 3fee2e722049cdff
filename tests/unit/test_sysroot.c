#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "host/sysroot.h"
#include "host_tree.h"

static const char tree_text[] = "/line = \x20 48 \n"
                                "/sys/two:\n\tfirst\n\tsecond\n"
                                "/empty:\n"
                                "/nul: hex\n\t6100620a\n"
                                "/bad: hex\n\tff41\n"
                                "/number = 18446744073709551614\n"
                                "/huge = 18446744073709551616\n"
                                "/negative = -1\n"
                                "/list/cpu10 = x\n"
                                "/list/cpu2 = x\n"
                                "/list/.hidden = x\n"
                                "/dev[0-2]/n = {n},{n+4}\n"
                                "/real/a/b/file = deep\n"
                                "/real/a/up -> ../c\n"
                                "/real/c/file = beside\n"
                                "/short -> real/a/up\n"
                                "/out -> ../../../real/a\n"
                                "/absolute -> /real/c\n"
                                "/gone -> real/nowhere/else\n"
                                "/loop -> loop2\n"
                                "/loop2 -> loop\n"
                                "/space -> pid:[42]\n";

struct fixture {
    struct arena arena;
    struct sysroot root;
    char *folder;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    struct err err;

    assert_non_null(f);
    arena_init(&f->arena);
    f->folder = tree_new_folder(&f->arena);
    tree_unpack_text(&f->arena, arena_strdup(&f->arena, tree_text), f->folder);
    assert_int_equal(sysroot_open(f->folder, &f->root, &err), 0);
    assert_false(f->root.live);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    sysroot_release(&f->root);
    tree_remove(f->folder);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static void test_open(void **state)
{
    struct sysroot root;
    struct err err;

    (void)state;
    assert_int_equal(sysroot_open("/nowhere/at/all", &root, &err), -1);
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_non_null(strstr(err.text, "'/nowhere/at/all'"));
    assert_int_equal(sysroot_open("/", &root, &err), 0);
    assert_true(root.live);
    sysroot_release(&root);
}

static void test_read(void **state)
{
    struct fixture *f = *state;
    struct err err;
    char *text;

    assert_int_equal(sysroot_read(&f->root, "/sys/two", &f->arena, &text, &err),
                     0);
    assert_string_equal(text, "first\nsecond\n");
    assert_int_equal(sysroot_read(&f->root, "/empty", &f->arena, &text, &err),
                     0);
    assert_string_equal(text, "");
    assert_int_equal(sysroot_read(&f->root, "/nul", &f->arena, &text, &err), 0);
    assert_string_equal(text, "a b\n");
    assert_int_equal(sysroot_read(&f->root, "/none", &f->arena, &text, &err),
                     -1);
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_string_equal(err.text,
                        "cannot open '/none': No such file or directory");
    assert_int_equal(sysroot_read(&f->root, "/list", &f->arena, &text, &err),
                     -1);
    assert_int_equal(err.kind, ERR_SYSTEM);
}

/* A file without end is cut, and nobody waits at an empty pipe. */
static void test_odd_files(void **state)
{
    struct fixture *f = *state;
    char *large = arena_printf(&f->arena, "%s/large", f->folder);
    char *pipe = arena_printf(&f->arena, "%s/pipe", f->folder);
    struct err err;
    char *text;

    tree_write(large, "x", 1);
    assert_int_equal(truncate(large, 64 << 20), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(sysroot_read(&f->root, "/large", &f->arena, &text, &err),
                     0);
    assert_int_equal(strlen(text), 4 << 20);
    assert_null(sysroot_line(&f->root, &f->arena, "/pipe"));
}

static void test_line(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(sysroot_line(&f->root, &f->arena, "/%s", "line"), "48");
    assert_string_equal(sysroot_line(&f->root, &f->arena, "/sys/two"), "first");
    assert_string_equal(sysroot_line(&f->root, &f->arena, "/bad"),
                        "\xef\xbf\xbd"
                        "A");
    assert_string_equal(sysroot_line(&f->root, &f->arena, "/dev1/n"), "1,5");
    assert_null(sysroot_line(&f->root, &f->arena, "/empty"));
    assert_null(sysroot_line(&f->root, &f->arena, "/none"));
    assert_null(sysroot_line(&f->root, &f->arena, "/list"));
    assert_null(sysroot_line(&f->root, &f->arena, "/%05000d", 1));
}

static void test_u64(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(sysroot_u64(&f->root, "/%s", "line"), 48);
    assert_int_equal(sysroot_u64(&f->root, "/number"), UINT64_MAX - 1);
    assert_int_equal(sysroot_u64(&f->root, "/huge"), UNKNOWN_U64);
    assert_int_equal(sysroot_u64(&f->root, "/negative"), UNKNOWN_U64);
    assert_int_equal(sysroot_u64(&f->root, "/none"), UNKNOWN_U64);
    assert_int_equal(sysroot_u64(&f->root, "/sys/two"), UNKNOWN_U64);
    assert_int_equal(sysroot_u64(&f->root, "/%05000d", 1), UNKNOWN_U64);
}

static void test_list(void **state)
{
    struct fixture *f = *state;
    char **names;

    assert_int_equal(sysroot_list(&f->root, &f->arena, "/list", &names), 3);
    assert_string_equal(names[0], ".hidden");
    assert_string_equal(names[1], "cpu2");
    assert_string_equal(names[2], "cpu10");
    assert_int_equal(sysroot_list(&f->root, &f->arena, "/none", &names), 0);
    assert_int_equal(sysroot_list(&f->root, &f->arena, "/line", &names), 0);
    assert_null(names);
}

static void test_link(void **state)
{
    static const struct {
        const char *path;
        const char *want;
    } cases[] = {
        { "/short", "/real/c" },           /* a link to a link */
        { "/real/a/up", "/real/c" },       /* upwards */
        { "/out", "/real/a" },             /* never above the root */
        { "/absolute", "/real/c" },        /* means the root, not the machine */
        { "/gone", "/real/nowhere/else" }, /* the end need not exist */
        { "/loop", NULL },                 /* has no end */
        { "/line", NULL },                 /* no link */
        { "/none", NULL },
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *got = sysroot_link(&f->root, &f->arena, cases[i].path);
        if (cases[i].want == NULL)
            assert_null(got);
        else
            assert_string_equal(got, cases[i].want);
    }
    assert_string_equal(sysroot_target(&f->root, &f->arena, "/space"),
                        "pid:[42]");
    assert_null(sysroot_target(&f->root, &f->arena, "/line"));
    assert_true(sysroot_exists(&f->root, "/real/a/b"));
    assert_false(sysroot_exists(&f->root, "/real/a/x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open),      cmocka_unit_test(test_read),
        cmocka_unit_test(test_odd_files), cmocka_unit_test(test_line),
        cmocka_unit_test(test_u64),       cmocka_unit_test(test_list),
        cmocka_unit_test(test_link),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
