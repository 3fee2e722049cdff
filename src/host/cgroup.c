#include "host/cgroup.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "host/mountinfo.h"
#include "host/sysroot.h"

enum { DEPTH = 256 }; /* of a tree; deeper ones are cut at the top */

void cgroup_parse(const char *text, struct arena *arena,
                  struct cgroup_lines *ret_lines)
{
    char *rest = arena_strdup(arena, text), *line;
    struct cgroup_lines found = { 0 };
    size_t room = 0;

    while ((line = strsep(&rest, "\n")) != NULL) {
        const char *number = strsep(&line, ":");
        const char *controllers = strsep(&line, ":");
        if (line == NULL || line[0] != '/' || number[0] == '\0')
            continue;
        if (found.count == room) {
            room = room > 0 ? 2 * room : 16;
            found.lines = arena_grow(arena, found.lines, found.count, room,
                                     sizeof(*found.lines));
        }
        found.lines[found.count++] = (struct cgroup_line){ controllers, line };
    }
    *ret_lines = found;
}

void cgroups_read(const struct sysroot *root, const struct mountinfo *mounts,
                  struct arena *arena, struct cgroups *ret_cgroups)
{
    struct err ignored; /* no /proc: no groups */
    char *text;

    *ret_cgroups = (struct cgroups){ .mounts = mounts };
    if (sysroot_read(root, "/proc/self/cgroup", arena, &text, &ignored) == 0)
        cgroup_parse(text, arena, &ret_cgroups->lines);
}

static const char *path_of(const struct cgroup_lines *lines,
                           const char *controller, struct arena *arena)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *has = lines->lines[i].controllers;
        if (controller[0] == '\0' ? has[0] == '\0'
                                  : mount_option(has, controller, arena) != NULL)
            return lines->lines[i].path;
    }
    return NULL;
}

/* Below the mount point, where is the group `path`? A path that does not lie
 * in the mounted part, or leads out of the namespace, is answered with the
 * mount point: in a container that is our group or the nearest one in sight. */
static char *folder_of(const struct mount_entry *mount, const char *path,
                       const struct sysroot *root, struct arena *arena)
{
    const char *tail = "";
    char *folder;

    if (strcmp(mount->root, "/") == 0)
        tail = path;
    else if (path_is_below(path, mount->root))
        tail = path + strlen(mount->root);
    if (strcmp(tail, "/") == 0 || strstr(tail, "/..") != NULL)
        tail = "";
    folder = arena_printf(arena, "%s%s", mount->point, tail);
    return sysroot_exists(root, folder) ? folder
                                        : arena_strdup(arena, mount->point);
}

static void climb(const char *folder, const char *top, struct arena *arena,
                  struct cgroup_chain *chain)
{
    char *at = arena_strdup(arena, folder);

    chain->folders = ARENA_ARRAY(arena, char *, DEPTH);
    while (chain->count < DEPTH && path_is_below(at, top)) {
        char *slash;
        chain->folders[chain->count++] = at;
        at = arena_strdup(arena, at);
        slash = strrchr(at, '/');
        if (slash == NULL || slash == at)
            break;
        *slash = '\0';
    }
}

static bool carries(const struct mount_entry *mount, const char *controller,
                    struct arena *arena)
{
    if (controller[0] == '\0')
        return strcmp(mount->type, "cgroup2") == 0;
    return strcmp(mount->type, "cgroup") == 0 &&
           mount_option(mount->super_options, controller, arena) != NULL;
}

/* Of several mounts of one hierarchy the one that shows most of our path is
 * best: its chain of parents is the longest. */
static void find_in(const struct sysroot *root, const struct cgroups *cgroups,
                    const char *controller, int version, struct arena *arena,
                    struct cgroup_chain *chain)
{
    const char *path = path_of(&cgroups->lines, controller, arena);

    for (size_t i = 0; path != NULL && i < cgroups->mounts->count; i++) {
        const struct mount_entry *mount = &cgroups->mounts->entries[i];
        struct cgroup_chain next = { .version = version };
        if (!carries(mount, controller, arena))
            continue;
        climb(folder_of(mount, path, root, arena), mount->point, arena, &next);
        if (next.count > chain->count)
            *chain = next;
    }
}

void cgroup_find(const struct sysroot *root, const struct cgroups *cgroups,
                 const char *controller, struct arena *arena,
                 struct cgroup_chain *ret_chain)
{
    *ret_chain = (struct cgroup_chain){ 0 };
    find_in(root, cgroups, controller, 1, arena, ret_chain);
    if (ret_chain->version == 0)
        find_in(root, cgroups, "", 2, arena, ret_chain);
}

const char *cgroup_layout(const struct mountinfo *mounts)
{
    bool one = false, two = false;

    for (size_t i = 0; i < mounts->count; i++) {
        one = one || strcmp(mounts->entries[i].type, "cgroup") == 0;
        two = two || strcmp(mounts->entries[i].type, "cgroup2") == 0;
    }
    return one && two ? "hybrid" : one ? "v1" : two ? "v2" : NULL;
}
