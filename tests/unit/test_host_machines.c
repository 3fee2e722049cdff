/* Every machine in tests/hosts/ must read as the facts beside it say. With
 * ASSAY_WRITE_FACTS=1 in the environment the facts are written anew; review the
 * difference like code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "host_facts.h"
#include "host_tree.h"

/* Fails with the first line that differs; whole texts would bury it. */
static void compare(struct arena *arena, const char *found, const char *expected)
{
    char *a = arena_strdup(arena, found), *b = arena_strdup(arena, expected);

    while (a != NULL && b != NULL)
        assert_string_equal(strsep(&a, "\n"), strsep(&b, "\n"));
    assert_true(a == NULL && b == NULL);
}

static void check_machine(void **state)
{
    const char *folder = *state;
    struct sysroot root = { -1, false };
    char *tree, *facts_path, *expected, *line, *rest;
    struct text found;
    struct arena arena;
    struct host host;
    struct err err;

    arena_init(&arena);
    tree = tree_unpack(&arena, arena_printf(&arena, "%s/tree.txt", folder));
    facts_path = arena_printf(&arena, "%s/facts.txt", folder);
    assert_int_equal(sysroot_open(tree, &root, &err), 0);
    assert_int_equal(host_read(&root, &arena, &host, &err), 0);
    text_init(&found, &arena);
    put_host(&found, &host);
    expected = tree_read(&arena, facts_path);
    rest = arena_strdup(&arena, expected);
    while ((line = strsep(&rest, "\n")) != NULL) {
        struct host_mount mount;
        if (!text_starts(line, "mount of: "))
            continue;
        assert_int_equal(
            host_mount_read(&root, line + 10, &arena, &mount, &err), 0);
        put_mount(&found, &mount);
    }
    sysroot_release(&root);
    tree_remove(tree);
    if (getenv("ASSAY_WRITE_FACTS") != NULL)
        tree_write(facts_path, found.bytes, found.length);
    else
        compare(&arena, found.bytes, expected);
    arena_release(&arena);
}

int main(void)
{
    enum { MOST = 64 };
    static struct CMUnitTest tests[MOST];
    const char *top = getenv("ASSAY_TESTS");
    struct sysroot root = { -1, false };
    struct arena arena;
    struct err err;
    char **names;
    size_t count;
    int failed;

    arena_init(&arena);
    top = arena_printf(&arena, "%s/hosts", top != NULL ? top : "tests");
    if (sysroot_open(top, &root, &err) < 0)
        fail_msg("%s", err.text);
    count = sysroot_list(&root, &arena, "/", &names);
    assert_in_range(count, 1, MOST);
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            .name = names[i],
            .test_func = check_machine,
            .initial_state = arena_printf(&arena, "%s/%s", top, names[i]),
        };
    failed = _cmocka_run_group_tests("machines", tests, count, NULL, NULL);
    sysroot_release(&root);
    arena_release(&arena);
    return failed;
}
