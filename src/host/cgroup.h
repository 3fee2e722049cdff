/* Where this process stands in the trees of control groups. */
#ifndef ASSAY_HOST_CGROUP_H
#define ASSAY_HOST_CGROUP_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct mountinfo;
struct sysroot;

/* One line of /proc/self/cgroup. */
struct cgroup_line {
    const char *controllers; /* "cpu,cpuacct", "name=systemd"; "": version 2 */
    const char *path;        /* below the root of the cgroup namespace */
};

struct cgroup_lines {
    struct cgroup_line *lines;
    size_t count;
};

/* The folders that hold one controller's limits for this process, its own group
 * first, then each parent up to the top of what is mounted here. */
struct cgroup_chain {
    int version; /* 1 or 2; 0: this controller is nowhere to be seen */
    char **folders;
    size_t count;
};

/* What a process needs to find its groups, read once. */
struct cgroups {
    struct cgroup_lines lines;
    const struct mountinfo *mounts;
};

/* Takes "N:controllers:path" lines apart; bad lines are left out. */
void cgroup_parse(const char *text, struct arena *arena,
                  struct cgroup_lines *ret_lines);

/* Reads which groups this process is in. `mounts` has to live on. */
void cgroups_read(const struct sysroot *root, const struct mountinfo *mounts,
                  struct arena *arena, struct cgroups *ret_cgroups);

/* Finds the folders of a controller such as "cpu", in version 1 or 2 of the
 * interface, whichever has it.
 *
 * In a container the mounted part of the tree may begin at our own group or
 * at a parent, and the path may be told relative to either; folders above what is
 * mounted cannot be seen, nor can their limits. */
void cgroup_find(const struct sysroot *root, const struct cgroups *cgroups,
                 const char *controller, struct arena *arena,
                 struct cgroup_chain *ret_chain);

/* "v1", "v2", "hybrid" (version 1 controllers beside a version 2 tree); NULL: no
 * control groups are mounted. */
const char *cgroup_layout(const struct mountinfo *mounts);

#endif
