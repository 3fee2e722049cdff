/* Whether this process lives in a container, and of which kind. */
#ifndef ASSAY_HOST_CONTAINER_H
#define ASSAY_HOST_CONTAINER_H

struct arena;
struct cgroups;
struct sysroot;

/* "docker", "podman", "lxc", "systemd-nspawn", "kubernetes", "wsl", ...; "other"
 * when the process has a PID namespace of its own but nothing tells whose; "none"
 * when it has the machine's; NULL when it cannot be told. */
const char *container_read(const struct sysroot *root,
                           const struct cgroups *cgroups, struct arena *arena);

#endif
