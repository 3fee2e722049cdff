#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "host/cgroup.h"
#include "host/mountinfo.h"
#include "host/sysroot.h"
#include "host_tree.h"

static void test_parse(void **state)
{
    struct cgroup_lines lines;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    cgroup_parse("9:name=systemd:/a\n2:cpu,cpuacct:/b:c\n0::/d\n"
                 "bad\n3:cpu\n4:cpu:relative\n:cpu:/no-number\n\n",
                 &arena, &lines);
    assert_int_equal(lines.count, 3);
    assert_string_equal(lines.lines[0].controllers, "name=systemd");
    assert_string_equal(lines.lines[1].controllers, "cpu,cpuacct");
    assert_string_equal(lines.lines[1].path, "/b:c");
    assert_string_equal(lines.lines[2].controllers, "");
    arena_release(&arena);
}

/* Each case: what /proc tells, which folders there are, and the chain of folders
 * that has to come out, joined by blanks. */
static const struct {
    const char *name;
    const char *cgroup;
    const char *mounts;
    const char *folders; /* a tree */
    const char *controller;
    int version;
    const char *want;
} cases[] = {
    { "version 2 of a plain host", "0::/a.slice/b.service\n",
      "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      "/sys/fs/cgroup/a.slice/b.service/\n", "cpu",
      2, "/sys/fs/cgroup/a.slice/b.service /sys/fs/cgroup/a.slice /sys/fs/cgroup" },
    { "version 1", "4:cpu,cpuacct:/x/y\n",
      "30 1 0:26 / /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct\n",
      "/cg/cpu/x/y/\n", "cpu", 1, "/cg/cpu/x/y /cg/cpu/x /cg/cpu" },
    { "a controller whose name begins alike", "4:cpuset:/x\n5:cpu:/y\n",
      "30 1 0:26 / /cg/cpuset rw - cgroup cgroup rw,cpuset\n"
      "31 1 0:27 / /cg/cpu rw - cgroup cgroup rw,cpu\n",
      "/cg/cpu/y/\n", "cpu", 1, "/cg/cpu/y /cg/cpu" },
    { "a container's mount begins at its own group", "4:cpu:/docker/abc\n",
      "30 1 0:26 /docker/abc /cg/cpu ro - cgroup cgroup rw,cpu\n", "/cg/cpu/\n",
      "cpu", 1, "/cg/cpu" },
    { "a group inside the container", "4:cpu:/docker/abc/in\n",
      "30 1 0:26 /docker/abc /cg/cpu ro - cgroup cgroup rw,cpu\n",
      "/cg/cpu/in/\n", "cpu", 1, "/cg/cpu/in /cg/cpu" },
    { "a name space of its own", "0::/\n",
      "30 1 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
      "/sys/fs/cgroup/\n", "cpu", 2, "/sys/fs/cgroup" },
    { "mounted from outside of the name space", "0::/\n",
      "30 1 0:26 /.. /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
      "/sys/fs/cgroup/\n", "cpu", 2, "/sys/fs/cgroup" },
    { "moved out of its name space", "0::/../other\n",
      "30 1 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/other/\n",
      "cpu", 2, "/sys/fs/cgroup" },
    { "a path that is not mounted", "0::/docker/abc\n",
      "30 1 0:26 /docker/xyz /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
      "/sys/fs/cgroup/\n", "cpu", 2, "/sys/fs/cgroup" },
    { "a folder that is gone", "0::/gone\n",
      "30 1 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
      "/sys/fs/cgroup/\n", "cpu", 2, "/sys/fs/cgroup" },
    { "mounted twice, once in part", "0::/a/b\n",
      "30 1 0:26 /a/b /part ro - cgroup2 cgroup rw\n"
      "31 1 0:26 / /whole ro - cgroup2 cgroup rw\n",
      "/whole/a/b/\n/part/\n", "cpu", 2, "/whole/a/b /whole/a /whole" },
    { "hybrid: this controller is in version 2", "2:memory:/m\n0::/u\n",
      "30 1 0:26 / /cg/memory rw - cgroup cgroup rw,memory\n"
      "31 1 0:27 / /cg/unified rw - cgroup2 cgroup2 rw\n",
      "/cg/memory/m/\n/cg/unified/u/\n", "cpu", 2, "/cg/unified/u /cg/unified" },
    { "hybrid: this one in version 1", "2:memory:/m\n0::/u\n",
      "30 1 0:26 / /cg/memory rw - cgroup cgroup rw,memory\n"
      "31 1 0:27 / /cg/unified rw - cgroup2 cgroup2 rw\n",
      "/cg/memory/m/\n/cg/unified/u/\n", "memory", 1,
      "/cg/memory/m /cg/memory" },
    { "nothing is mounted", "0::/\n", "", "/x/\n", "cpu", 0, "" },
    { "nothing is told", "", "30 1 0:26 / /cg rw - cgroup2 cgroup2 rw\n",
      "/cg/\n", "cpu", 0, "" },
};

static void test_find(void **state)
{
    struct cgroup_chain chain;
    struct mountinfo mounts;
    struct cgroups cgroups;
    struct sysroot root;
    struct arena arena;
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct text got;
        char *folder;
        arena_init(&arena);
        folder = tree_new_folder(&arena);
        tree_unpack_text(&arena, arena_strdup(&arena, cases[i].folders), folder);
        assert_int_equal(sysroot_open(folder, &root, &err), 0);
        mountinfo_parse(cases[i].mounts, &arena, &mounts);
        cgroups.mounts = &mounts;
        cgroup_parse(cases[i].cgroup, &arena, &cgroups.lines);
        cgroup_find(&root, &cgroups, cases[i].controller, &arena, &chain);
        text_init(&got, &arena);
        for (size_t f = 0; f < chain.count; f++)
            text_printf(&got, "%s%s", f > 0 ? " " : "", chain.folders[f]);
        if (chain.version != cases[i].version ||
            strcmp(got.bytes, cases[i].want) != 0)
            fail_msg("%s: version %d, '%s'", cases[i].name, chain.version,
                     got.bytes);
        sysroot_release(&root);
        tree_remove(folder);
        arena_release(&arena);
    }
}

static void test_layout(void **state)
{
    struct mountinfo mounts;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    mountinfo_parse("1 0 0:1 / /a rw - cgroup c rw,cpu\n", &arena, &mounts);
    assert_string_equal(cgroup_layout(&mounts), "v1");
    mountinfo_parse("1 0 0:1 / /a rw - cgroup2 c rw\n", &arena, &mounts);
    assert_string_equal(cgroup_layout(&mounts), "v2");
    mountinfo_parse("1 0 0:1 / /a rw - cgroup2 c rw\n"
                    "2 0 0:2 / /b rw - cgroup c rw,cpu\n",
                    &arena, &mounts);
    assert_string_equal(cgroup_layout(&mounts), "hybrid");
    mountinfo_parse("", &arena, &mounts);
    assert_null(cgroup_layout(&mounts));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_layout),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
