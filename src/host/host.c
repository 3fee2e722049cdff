#include "host/host.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/err.h"
#include "host/cgroup.h"
#include "host/container.h"
#include "host/cpu_cache.h"
#include "host/cpu_model.h"
#include "host/cpu_topology.h"
#include "host/cpu_usable.h"
#include "host/cpuinfo.h"
#include "host/disks.h"
#include "host/limits.h"
#include "host/machine.h"
#include "host/memory.h"
#include "host/mountinfo.h"
#include "host/smbios.h"
#include "host/sysroot.h"
#include "host/virtualization.h"

/* What several readers ask; lives in the scratch arena. */
struct sources {
    struct cpuinfo cpuinfo;
    struct smbios smbios;
    struct mountinfo mounts;
    struct cgroups cgroups;
};

static void read_sources(const struct sysroot *root, struct arena *scratch,
                         struct sources *sources)
{
    struct err ignored; /* no /proc: an empty table */
    char *text;

    if (sysroot_read(root, "/proc/cpuinfo", scratch, &text, &ignored) < 0)
        text = arena_strdup(scratch, "");
    cpuinfo_parse(text, scratch, &sources->cpuinfo);
    smbios_read(root, scratch, &sources->smbios);
    mountinfo_read(root, scratch, &sources->mounts);
    cgroups_read(root, &sources->mounts, scratch, &sources->cgroups);
}

int host_read(const struct sysroot *root, struct arena *arena,
              struct host *ret_host, struct err *err)
{
    struct host host = { 0 };
    struct sources sources;
    struct arena scratch;
    struct stat status;

    if (fstat(root->fd, &status) < 0)
        return err_system(err, errno, "cannot look at the root folder");
    if (!S_ISDIR(status.st_mode))
        return err_set(err, ERR_DATA, "the root is no folder");
    arena_init(&scratch);
    read_sources(root, &scratch, &sources);
    machine_read(root, arena, &host);
    host.virtualization = virtualization_read(root, &sources.cpuinfo, arena);
    host.container = container_read(root, &sources.cgroups, arena);
    cpu_model_read(root, &sources.cpuinfo, &sources.smbios, arena, &host.cpu);
    cpu_topology_read(root, &sources.cpuinfo, arena, &host.cpu);
    cpu_cache_read(root, arena, &host.cpu);
    cpu_usable_read(root, &sources.cgroups, arena, &host.cpu);
    memory_read(root, &sources.cgroups, &sources.smbios, arena, &host.memory);
    limits_read(root, &sources.cgroups, arena, &host.limits);
    disks_read(root, arena, &host);
    arena_release(&scratch);
    *ret_host = host;
    return 0;
}
