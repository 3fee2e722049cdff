#include "host/limits.h"

#include <stddef.h>
#include <string.h>
#include <sys/resource.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "host/cgroup.h"
#include "host/host.h"
#include "host/io_limits.h"
#include "host/status.h"
#include "host/sysroot.h"

static const struct {
    int resource;
    const char *line; /* how /proc/self/limits begins its line */
} names[] = {
    [LIMIT_ADDRESS_SPACE] = { RLIMIT_AS, "Max address space" },
    [LIMIT_DATA] = { RLIMIT_DATA, "Max data size" },
    [LIMIT_FILE_SIZE] = { RLIMIT_FSIZE, "Max file size" },
    [LIMIT_LOCKED_MEMORY] = { RLIMIT_MEMLOCK, "Max locked memory" },
    [LIMIT_OPEN_FILES] = { RLIMIT_NOFILE, "Max open files" },
};

static uint64_t captured(const struct sysroot *root, const char *line)
{
    struct err ignored; /* not captured: taken as unlimited */
    struct arena scratch;
    uint64_t value = UNKNOWN_U64;
    char *text = NULL;

    arena_init(&scratch);
    if (sysroot_read(root, "/proc/self/limits", &scratch, &text, &ignored) == 0)
        value = words_find(text, line);
    arena_release(&scratch);
    return value;
}

uint64_t limits_of(const struct sysroot *root, enum limit limit)
{
    struct rlimit now;

    if (!root->live)
        return captured(root, names[limit].line);
    if (getrlimit((__rlimit_resource_t)names[limit].resource, &now) < 0 ||
        now.rlim_cur == RLIM_INFINITY)
        return UNKNOWN_U64;
    return now.rlim_cur;
}

void limits_read(const struct sysroot *root, const struct cgroups *cgroups,
                 struct arena *arena, struct host_limits *limits)
{
    limits->cgroup = cgroup_layout(cgroups->mounts);
    limits->open_files = limits_of(root, LIMIT_OPEN_FILES);
    limits->file_bytes = limits_of(root, LIMIT_FILE_SIZE);
    limits->locked_bytes = limits_of(root, LIMIT_LOCKED_MEMORY);
    io_limits_read(root, cgroups, arena, limits);
}
