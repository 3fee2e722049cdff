#include "host/cpu_usable.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/cgroup.h"
#include "host/cpu_list.h"
#include "host/host.h"
#include "host/sysroot.h"

static struct cpu_list read_cpuset(const struct sysroot *root,
                                   const struct cgroups *cgroups,
                                   struct arena *arena, const char **ret_source)
{
    static const char *const names[] = { "cpuset.cpus.effective",
                                         "cpuset.effective_cpus",
                                         "cpuset.cpus" };
    struct cgroup_chain chain;

    cgroup_find(root, cgroups, "cpuset", arena, &chain);
    for (size_t i = 0; i < chain.count; i++) {
        for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
            struct cpu_list list = cpu_list_parse(
                sysroot_line(root, arena, "%s/%s", chain.folders[i], names[n]),
                arena);
            if (list.count > 0) {
                *ret_source =
                    arena_printf(arena, "%s/%s", chain.folders[i], names[n]);
                return list;
            }
        }
    }
    return (struct cpu_list){ 0 };
}

struct quota {
    double cpus; /* NaN: none */
    uint64_t period_ns;
    const char *source;
};

static void take_quota(struct quota *least, const char *quota,
                       uint64_t period_us, char *source)
{
    struct err ignored; /* "max" and "-1" are no quota */
    uint64_t quota_us;

    if (quota == NULL || !known_u64(period_us) || period_us == 0 ||
        period_us > UINT64_MAX / 1000 - 1 ||
        number_u64(quota, &quota_us, &ignored) < 0 || quota_us == 0)
        return;
    if (known_double(least->cpus) &&
        (double)quota_us / (double)period_us >= least->cpus)
        return;
    least->cpus = (double)quota_us / (double)period_us;
    least->period_ns = period_us * 1000;
    least->source = source;
}

/* One file: "50000 100000". */
static void quota_v2(const struct sysroot *root, const char *folder,
                     struct arena *arena, struct quota *least)
{
    char *line = sysroot_line(root, arena, "%s/cpu.max", folder);
    struct err ignored; /* an odd file holds no quota */
    uint64_t period_us;
    char *quota;

    if (line == NULL)
        return;
    quota = strsep(&line, " ");
    if (line == NULL || number_u64(line, &period_us, &ignored) < 0)
        return;
    take_quota(least, quota, period_us,
               arena_printf(arena, "%s/cpu.max", folder));
}

static void quota_v1(const struct sysroot *root, const char *folder,
                     struct arena *arena, struct quota *least)
{
    take_quota(least, sysroot_line(root, arena, "%s/cpu.cfs_quota_us", folder),
               sysroot_u64(root, "%s/cpu.cfs_period_us", folder),
               arena_printf(arena, "%s/cpu.cfs_quota_us", folder));
}

static struct quota read_quota(const struct sysroot *root,
                               const struct cgroups *cgroups,
                               struct arena *arena)
{
    struct quota least = { .cpus = UNKNOWN_DOUBLE, .period_ns = UNKNOWN_U64 };
    struct cgroup_chain chain;

    cgroup_find(root, cgroups, "cpu", arena, &chain);
    for (size_t i = 0; i < chain.count; i++) {
        if (chain.version == 1)
            quota_v1(root, chain.folders[i], arena, &least);
        else
            quota_v2(root, chain.folders[i], arena, &least);
    }
    return least;
}

/* Every list is a bound, but none may leave us without any CPU: we do run. */
static struct cpu_list pick_usable(const struct host_cpu *cpu,
                                   struct arena *arena)
{
    struct cpu_list usable = cpu->affinity, less;

    if (cpu->cpuset.count > 0) {
        less = cpu_list_both(&usable, &cpu->cpuset, arena);
        if (less.count > 0)
            usable = less;
    }
    return usable;
}

static const char *spell_reason(const struct host_cpu *cpu,
                                const char *cpuset_source, struct arena *arena)
{
    size_t online = cpu->online.count;
    size_t present = cpu->present.count;
    struct text text;

    if (cpu->usable_cpus >= (double)online && present <= online)
        return NULL;
    text_init(&text, arena);
    if (present > online)
        text_printf(&text, "%zu of the %zu CPUs present %s offline",
                    present - online, present,
                    present - online == 1 ? "is" : "are");
    if (cpu->usable.count < online) {
        bool by_set = cpu->cpuset.count == cpu->usable.count;
        text_printf(&text, "%s%s %s allows %zu of the %zu online CPUs: %s",
                    text.length > 0 ? "; " : "",
                    by_set ? "cpuset" : "the affinity mask of",
                    by_set ? cpuset_source : "this process", cpu->usable.count,
                    online, cpu_list_spell(&cpu->usable, arena));
    }
    if (known_double(cpu->quota_cpus) &&
        cpu->quota_cpus < (double)cpu->usable.count)
        text_printf(&text, "%sthe quota in %s allows the time of %.4g CPUs",
                    text.length > 0 ? "; " : "", cpu->quota_source,
                    cpu->quota_cpus);
    return text.bytes;
}

void cpu_usable_read(const struct sysroot *root, const struct cgroups *cgroups,
                     struct arena *arena, struct host_cpu *cpu)
{
    struct quota quota = read_quota(root, cgroups, arena);
    const char *cpuset_source = NULL;

    cpu->cpuset = read_cpuset(root, cgroups, arena, &cpuset_source);
    cpu->usable = pick_usable(cpu, arena);
    cpu->quota_cpus = quota.cpus;
    cpu->quota_period_ns = quota.period_ns;
    cpu->quota_source = quota.source;
    cpu->usable_cpus = (double)cpu->usable.count;
    if (known_double(quota.cpus) && quota.cpus < cpu->usable_cpus)
        cpu->usable_cpus = quota.cpus;
    cpu->usable_reason = spell_reason(cpu, cpuset_source, arena);
}
