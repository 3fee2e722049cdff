#include "host/container.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "host/cgroup.h"
#include "host/mountinfo.h"
#include "host/sysroot.h"

/* The kernel gives the first PID namespace always this number. */
static const char first_namespace[] = "pid:[4026531836]";

static const char *from_kernel(const struct sysroot *root, struct arena *arena)
{
    const char *release =
        sysroot_line(root, arena, "/proc/sys/kernel/osrelease");

    if (release != NULL && (strstr(release, "Microsoft") != NULL ||
                            strstr(release, "microsoft") != NULL ||
                            strstr(release, "WSL") != NULL))
        return "wsl";
    if (sysroot_exists(root, "/proc/vz") && !sysroot_exists(root, "/proc/bc"))
        return "openvz";
    return NULL;
}

/* The value of a variable in a process's environment, whose NULs became blanks;
 * NULL when it is not there or not ours to read. */
static char *variable_of(const struct sysroot *root, const char *process,
                         const char *name, struct arena *arena)
{
    struct err ignored; /* not told */
    char *text, *at;

    if (sysroot_read(root, arena_printf(arena, "/proc/%s/environ", process),
                     arena, &text, &ignored) < 0)
        return NULL;
    text = arena_printf(arena, " %s", text);
    at = strstr(text, arena_printf(arena, " %s=", name));
    if (at == NULL)
        return NULL;
    at += strlen(name) + 2;
    at[strcspn(at, " \n")] = '\0';
    return at[0] != '\0' ? text_clean(arena, at) : NULL;
}

/* A pod may do without a service account, but not without these variables. */
static bool in_kubernetes(const struct sysroot *root, struct arena *arena)
{
    return sysroot_exists(root, "/run/secrets/kubernetes.io") ||
           sysroot_exists(root, "/var/run/secrets/kubernetes.io") ||
           variable_of(root, "self", "KUBERNETES_SERVICE_HOST", arena) != NULL;
}

/* "container=lxc" in the environment of the first process, root only; systemd
 * inside a container writes the same for all to read. The value may be a name with
 * a version behind it. */
static const char *from_first_process(const struct sysroot *root,
                                      struct arena *arena)
{
    char *told = sysroot_line(root, arena, "/run/systemd/container");

    return told != NULL ? told : variable_of(root, "1", "container", arena);
}

static const char *from_groups(const struct cgroups *cgroups)
{
    static const struct {
        const char *part; /* of a control group's path */
        const char *name;
    } signs[] = {
        { "/kubepods", "kubernetes" },
        { "/docker/", "docker" },
        { "/docker-", "docker" },
        { "/libpod", "podman" },
        { "/lxc/", "lxc" },
        { "/lxc.payload", "lxc" },
        { "/machine.slice/machine-", "systemd-nspawn" },
        { "/system.slice/containerd", "containerd" },
    };

    for (size_t i = 0; i < cgroups->lines.count; i++)
        for (size_t s = 0; s < sizeof(signs) / sizeof(signs[0]); s++)
            if (strstr(cgroups->lines.lines[i].path, signs[s].part) != NULL)
                return signs[s].name;
    return NULL;
}

/* An image that became a whole machine may carry /.dockerenv along, so that file
 * counts only where more speaks for a container. */
static const char *from_files(const struct sysroot *root,
                              const struct cgroups *cgroups, bool own_processes)
{
    const struct mount_entry *top = mountinfo_find(cgroups->mounts, "/");
    bool layered = top != NULL && strcmp(top->type, "overlay") == 0;

    if (sysroot_exists(root, "/run/.containerenv"))
        return "podman";
    if (sysroot_exists(root, "/.dockerenv") && (own_processes || layered))
        return "docker";
    if (sysroot_exists(root, "/dev/lxd/sock") ||
        sysroot_exists(root, "/dev/incus/sock"))
        return "lxc";
    return NULL;
}

const char *container_read(const struct sysroot *root,
                           const struct cgroups *cgroups, struct arena *arena)
{
    const char *space = sysroot_target(root, arena, "/proc/self/ns/pid");
    bool own = space != NULL && strcmp(space, first_namespace) != 0;
    const char *name = from_kernel(root, arena);

    if (name == NULL && in_kubernetes(root, arena))
        name = "kubernetes";
    if (name == NULL)
        name = from_groups(cgroups);
    if (name == NULL)
        name = from_first_process(root, arena);
    if (name == NULL)
        name = from_files(root, cgroups, own);
    if (name != NULL)
        return name;
    return space == NULL ? NULL : own ? "other" : "none";
}
