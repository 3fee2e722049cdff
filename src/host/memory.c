#include "host/memory.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/cgroup.h"
#include "host/cpu_list.h"
#include "host/host.h"
#include "host/limits.h"
#include "host/smbios.h"
#include "host/status.h"
#include "host/sysroot.h"

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b; /* an unknown number is the largest there is */
}

/* Kernels before 3.14 have no MemAvailable: what is free, and the file pages that
 * are not shared memory. */
static uint64_t estimate_available(const char *meminfo)
{
    uint64_t free = field_find_size(meminfo, "MemFree");
    uint64_t cached = field_find_size(meminfo, "Cached");
    uint64_t shared = field_find_size(meminfo, "Shmem");

    if (!known_u64(free))
        return UNKNOWN_U64;
    if (known_u64(cached) && known_u64(shared) && cached > shared)
        free += cached - shared;
    return free;
}

/* Before /proc is mounted the system call has to do; it knows of no file pages that
 * could be dropped. */
static void ask_system(struct host_memory *memory)
{
    struct sysinfo now;

    if (sysinfo(&now) < 0)
        return;
    memory->total_bytes = (uint64_t)now.totalram * now.mem_unit;
    memory->available_bytes = (uint64_t)now.freeram * now.mem_unit;
    memory->swap_total_bytes = (uint64_t)now.totalswap * now.mem_unit;
    memory->swap_free_bytes = (uint64_t)now.freeswap * now.mem_unit;
}

static void read_meminfo(const struct sysroot *root, struct host_memory *memory)
{
    struct err ignored; /* no /proc: all stays unknown */
    struct arena scratch;
    char *text = NULL;

    arena_init(&scratch);
    (void)sysroot_read(root, "/proc/meminfo", &scratch, &text, &ignored);
    memory->total_bytes = field_find_size(text, "MemTotal");
    memory->available_bytes = field_find_size(text, "MemAvailable");
    if (!known_u64(memory->available_bytes) && text != NULL)
        memory->available_bytes = estimate_available(text);
    memory->swap_total_bytes = field_find_size(text, "SwapTotal");
    memory->swap_free_bytes = field_find_size(text, "SwapFree");
    memory->dirty_bytes = field_find_size(text, "Dirty");
    memory->huge_page_bytes = field_find_size(text, "Hugepagesize");
    memory->huge_pages_free = field_find_size(text, "HugePages_Free");
    if (text == NULL && root->live)
        ask_system(memory);
    arena_release(&scratch);
}

/* The kernel manages memory in blocks of equal size; only some builds show
 * them. */
static uint64_t sum_blocks(const struct sysroot *root)
{
    char *size, **names;
    struct arena scratch;
    uint64_t blocks = 0, bytes = 0;
    size_t count;

    arena_init(&scratch);
    size = sysroot_line(root, &scratch,
                        "/sys/devices/system/memory/block_size_bytes");
    count = sysroot_list(root, &scratch, "/sys/devices/system/memory", &names);
    for (size_t i = 0; i < count; i++)
        if (text_starts(names[i], "memory") &&
            isdigit((unsigned char)names[i][6]))
            blocks++;
    if (size != NULL)
        bytes = strtoull(size, NULL, 16);
    arena_release(&scratch);
    return blocks > 0 && bytes > 0 && bytes <= 1ULL << 40 ? blocks * bytes
                                                          : UNKNOWN_U64;
}

/* "always [madvise] never": the word in brackets. */
static char *chosen(const char *line, struct arena *arena)
{
    const char *begin = line != NULL ? strchr(line, '[') : NULL;

    if (begin == NULL)
        return NULL;
    return arena_strndup(arena, begin + 1, strcspn(begin + 1, "]"));
}

struct group_files {
    const char *limit;
    const char *usage;
    const char *inactive; /* the field of memory.stat */
};

static void take_limit(const struct sysroot *root, const char *folder,
                       const struct group_files *files, struct arena *arena,
                       struct host_memory *memory)
{
    uint64_t limit = sysroot_u64(root, "%s/%s", folder, files->limit);
    uint64_t usage = sysroot_u64(root, "%s/%s", folder, files->usage);
    uint64_t inactive;
    struct err ignored; /* no statistics: nothing counts as droppable */
    char *stat = NULL;

    if (!known_u64(limit) || limit >= memory->total_bytes)
        return;
    if (limit < memory->limit_bytes) {
        memory->limit_bytes = limit;
        memory->limit_source =
            arena_printf(arena, "%s/%s", folder, files->limit);
    }
    (void)sysroot_read(root, arena_printf(arena, "%s/memory.stat", folder),
                       arena, &stat, &ignored);
    inactive = words_find(stat, files->inactive);
    if (!known_u64(usage))
        usage = 0;
    if (known_u64(inactive))
        usage -= least(inactive, usage);
    memory->limit_left_bytes =
        least(memory->limit_left_bytes, limit > usage ? limit - usage : 0);
}

static void read_group_limits(const struct sysroot *root,
                              const struct cgroups *cgroups,
                              struct arena *arena, struct host_memory *memory)
{
    static const struct group_files v1 = { "memory.limit_in_bytes",
                                           "memory.usage_in_bytes",
                                           "total_inactive_file" };
    static const struct group_files v2_max = { "memory.max", "memory.current",
                                               "inactive_file" };
    /* Above "high" the kernel slows a group down: for a gauge, a limit too. */
    static const struct group_files v2_high = { "memory.high", "memory.current",
                                                "inactive_file" };
    struct cgroup_chain chain;

    cgroup_find(root, cgroups, "memory", arena, &chain);
    for (size_t i = 0; i < chain.count; i++) {
        if (chain.version == 1) {
            take_limit(root, chain.folders[i], &v1, arena, memory);
        } else {
            take_limit(root, chain.folders[i], &v2_max, arena, memory);
            take_limit(root, chain.folders[i], &v2_high, arena, memory);
        }
    }
}

static uint64_t count_nodes(const struct sysroot *root, struct arena *arena)
{
    char *line =
        sysroot_line(root, arena, "/sys/devices/system/node/has_memory");
    struct cpu_list nodes = cpu_list_parse(line, arena);

    return nodes.count > 0 ? nodes.count : UNKNOWN_U64;
}

void memory_read(const struct sysroot *root, const struct cgroups *cgroups,
                 const struct smbios *smbios, struct arena *arena,
                 struct host_memory *memory)
{
    read_meminfo(root, memory);
    memory->installed_bytes = known_u64(smbios->memory_bytes)
                                  ? smbios->memory_bytes
                                  : sum_blocks(root);
    memory->limit_bytes = UNKNOWN_U64;
    memory->limit_left_bytes = UNKNOWN_U64;
    read_group_limits(root, cgroups, arena, memory);
    memory->rlimit_bytes = least(limits_of(root, LIMIT_ADDRESS_SPACE),
                                 limits_of(root, LIMIT_DATA));
    memory->usable_bytes =
        least(memory->available_bytes,
              least(memory->limit_left_bytes, memory->rlimit_bytes));
    memory->huge_pages =
        chosen(sysroot_line(root, arena,
                            "/sys/kernel/mm/transparent_hugepage/enabled"),
               arena);
    memory->nodes = count_nodes(root, arena);
}
