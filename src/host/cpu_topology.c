#include "host/cpu_topology.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/cpu_affinity.h"
#include "host/cpu_list.h"
#include "host/cpuinfo.h"
#include "host/host.h"
#include "host/sysroot.h"

#define CPU_FOLDER "/sys/devices/system/cpu"

static struct cpu_list list_file(const struct sysroot *root, const char *path,
                                 struct arena *arena)
{
    return cpu_list_parse(sysroot_line(root, arena, "%s", path), arena);
}

static struct cpu_list listed_in_cpuinfo(const struct cpuinfo *info,
                                         struct arena *arena)
{
    struct cpu_list list = { 0 };
    size_t room = 0;

    for (size_t i = 0; i < info->count; i++)
        cpu_list_add(&list, &room, info->cpus[i].number, arena);
    cpu_list_sort(&list);
    return list;
}

static struct cpu_list first_numbers(long count, struct arena *arena)
{
    struct cpu_list list = { 0 };
    size_t room = 0;

    for (long i = 0; i < count; i++)
        cpu_list_add(&list, &room, (uint64_t)i, arena);
    return list;
}

/* Only CPUs that are on have a topology. */
static struct cpu_list with_topology(const struct sysroot *root,
                                     struct arena *arena)
{
    struct cpu_list list = { 0 };
    struct arena scratch;
    size_t room = 0, count;
    char **names;

    arena_init(&scratch);
    count = sysroot_list(root, &scratch, CPU_FOLDER, &names);
    for (size_t i = 0; i < count; i++)
        if (text_starts(names[i], "cpu") &&
            isdigit((unsigned char)names[i][3]) &&
            sysroot_exists(
                root,
                arena_printf(&scratch, CPU_FOLDER "/%s/topology", names[i])))
            cpu_list_add(&list, &room, strtoull(names[i] + 3, NULL, 10), arena);
    cpu_list_sort(&list);
    arena_release(&scratch);
    return list;
}

static bool is_within(const struct cpu_list *part, const struct cpu_list *whole,
                      struct arena *scratch)
{
    return cpu_list_both(part, whole, scratch).count == part->count;
}

/* Brings mask and online CPUs together, whichever of them lies. */
static void settle_online(const struct sysroot *root, struct arena *arena,
                          struct host_cpu *cpu)
{
    struct cpu_list real, on;

    if (cpu->affinity.count == 0)
        cpu->affinity = cpu->online;
    if (is_within(&cpu->affinity, &cpu->online, arena))
        return;
    real = with_topology(root, arena);
    if (real.count > 0)
        cpu->online = real;
    on = cpu_list_both(&cpu->affinity, &cpu->online, arena);
    if (on.count == 0) /* nothing left to believe but the mask */
        on = cpu->online = cpu->affinity;
    cpu->affinity = on;
    if (!is_within(&cpu->online, &cpu->present, arena))
        cpu->present = cpu->online;
}

static void read_lists(const struct sysroot *root, const struct cpuinfo *info,
                       struct arena *arena, struct host_cpu *cpu)
{
    cpu->affinity = cpu_affinity_read(root, arena);
    cpu->online = list_file(root, CPU_FOLDER "/online", arena);
    cpu->present = list_file(root, CPU_FOLDER "/present", arena);
    if (cpu->online.count == 0)
        cpu->online = listed_in_cpuinfo(info, arena);
    if (cpu->online.count == 0)
        cpu->online = first_numbers(
            root->live ? sysconf(_SC_NPROCESSORS_ONLN) : 1, arena);
    if (cpu->present.count == 0)
        cpu->present = cpu->online;
    settle_online(root, arena, cpu);
}

/* Finds `number` in the ascending `places`. */
static struct host_place *place_of(struct host_cpu *cpu, uint64_t number)
{
    size_t low = 0, high = cpu->place_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cpu->places[middle].cpu < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < cpu->place_count && cpu->places[low].cpu == number
               ? &cpu->places[low]
               : NULL;
}

static const struct cpuinfo_cpu *told_of(const struct cpuinfo *info,
                                         uint64_t number)
{
    for (size_t i = 0; i < info->count; i++)
        if (info->cpus[i].number == number)
            return &info->cpus[i];
    return NULL;
}

/* The kernel's socket number, read as text: old ARM kernels say -1. */
static uint64_t socket_key(const struct sysroot *root, uint64_t number)
{
    uint64_t key =
        sysroot_u64(root, CPU_FOLDER "/cpu%ju/topology/physical_package_id",
                    (uintmax_t)number);
    return known_u64(key) ? key : 0;
}

static struct cpu_list siblings_of(const struct sysroot *root, uint64_t number,
                                   struct arena *arena)
{
    static const char *const names[] = { "core_cpus_list",
                                         "thread_siblings_list" };
    struct cpu_list list = { 0 };

    for (size_t i = 0; i < 2 && list.count == 0; i++)
        list = cpu_list_parse(sysroot_line(root, arena,
                                           CPU_FOLDER "/cpu%ju/topology/%s",
                                           (uintmax_t)number, names[i]),
                              arena);
    return list;
}

/* From /sys: CPUs that list each other as siblings are one core. */
static void read_places(const struct sysroot *root, struct arena *scratch,
                        struct host_cpu *cpu)
{
    for (size_t i = 0; i < cpu->place_count; i++) {
        struct host_place *place = &cpu->places[i];
        struct cpu_list siblings;
        if (known_u64(place->core))
            continue;
        place->core = cpu->cores++;
        place->socket = socket_key(root, place->cpu);
        siblings = siblings_of(root, place->cpu, scratch);
        for (size_t s = 0; s < siblings.count; s++) {
            struct host_place *other = place_of(cpu, siblings.numbers[s]);
            if (other != NULL && !known_u64(other->core)) {
                other->core = place->core;
                other->socket = place->socket;
            }
        }
    }
}

/* From cpuinfo: CPUs of one socket and core number are one core. */
static void places_from_cpuinfo(const struct cpuinfo *info, struct host_cpu *cpu)
{
    const struct cpuinfo_cpu **seen = calloc(cpu->place_count, sizeof(*seen));

    for (size_t i = 0; i < cpu->place_count; i++) {
        const struct cpuinfo_cpu *told = told_of(info, cpu->places[i].cpu);
        bool known = told != NULL && known_u64(told->core);
        size_t core = 0;
        while (seen != NULL && known && core < cpu->cores &&
               (seen[core] == NULL || seen[core]->core != told->core ||
                seen[core]->socket != told->socket))
            core++;
        if (seen == NULL || !known || core == cpu->cores) {
            core = cpu->cores++;
            if (seen != NULL)
                seen[core] = known ? told : NULL;
        }
        cpu->places[i].core = core;
        cpu->places[i].socket =
            known && known_u64(told->socket) ? told->socket : 0;
    }
    free(seen);
}

/* Turns the kernel's socket numbers into 0, 1, 2 ... and counts them. */
static void count_sockets(struct arena *scratch, struct host_cpu *cpu)
{
    struct cpu_list keys = { 0 };
    size_t room = 0;

    for (size_t i = 0; i < cpu->place_count; i++)
        cpu_list_add(&keys, &room, cpu->places[i].socket, scratch);
    cpu_list_sort(&keys);
    for (size_t i = 0; i < cpu->place_count; i++) {
        uint64_t at = 0;
        while (keys.numbers[at] != cpu->places[i].socket)
            at++;
        cpu->places[i].socket = at;
    }
    cpu->sockets = keys.count;
}

static void count_threads(struct arena *scratch, struct host_cpu *cpu)
{
    uint64_t *threads = ARENA_ARRAY(scratch, uint64_t, cpu->cores);

    for (size_t i = 0; i < cpu->place_count; i++) {
        uint64_t n = ++threads[cpu->places[i].core];
        if (n > cpu->threads_per_core)
            cpu->threads_per_core = n;
    }
}

static void read_nodes(const struct sysroot *root, struct arena *scratch,
                       struct host_cpu *cpu)
{
    struct cpu_list nodes =
        list_file(root, "/sys/devices/system/node/online", scratch);

    for (size_t n = 0; n < nodes.count; n++) {
        struct cpu_list list = cpu_list_parse(
            sysroot_line(root, scratch,
                         "/sys/devices/system/node/node%ju/cpulist",
                         (uintmax_t)nodes.numbers[n]),
            scratch);
        for (size_t i = 0; i < list.count; i++) {
            struct host_place *place = place_of(cpu, list.numbers[i]);
            if (place != NULL)
                place->node = nodes.numbers[n];
        }
    }
}

static void name_kind(const struct sysroot *root, const char *path,
                      const char *kind, struct arena *scratch,
                      struct host_cpu *cpu)
{
    struct cpu_list list = list_file(root, path, scratch);

    for (size_t i = 0; i < list.count; i++) {
        struct host_place *place = place_of(cpu, list.numbers[i]);
        if (place != NULL)
            place->kind = kind;
    }
}

/* ARM tells each core's capacity, the fastest being 1024. Where all are alike
 * there are no kinds. */
static void read_capacities(const struct sysroot *root, struct arena *arena,
                            struct host_cpu *cpu)
{
    bool differ = false;

    for (size_t i = 0; i < cpu->place_count; i++) {
        cpu->places[i].kind =
            sysroot_line(root, arena, CPU_FOLDER "/cpu%ju/cpu_capacity",
                         (uintmax_t)cpu->places[i].cpu);
        if (cpu->places[i].kind == NULL)
            break;
        differ =
            differ || strcmp(cpu->places[i].kind, cpu->places[0].kind) != 0;
    }
    for (size_t i = 0; i < cpu->place_count && !differ; i++)
        cpu->places[i].kind = NULL;
}

static void read_kinds(const struct sysroot *root, struct arena *arena,
                       struct arena *scratch, struct host_cpu *cpu)
{
    if (!sysroot_exists(root, "/sys/devices/cpu_atom/cpus")) {
        read_capacities(root, arena, cpu);
        return;
    }
    name_kind(root, "/sys/devices/cpu_core/cpus", "performance", scratch, cpu);
    name_kind(root, "/sys/devices/cpu_atom/cpus", "efficient", scratch, cpu);
    name_kind(root, "/sys/devices/cpu_lowpower/cpus", "low-power", scratch, cpu);
}

void cpu_topology_read(const struct sysroot *root, const struct cpuinfo *info,
                       struct arena *arena, struct host_cpu *cpu)
{
    struct arena scratch;

    arena_init(&scratch);
    read_lists(root, info, arena, cpu);
    cpu->place_count = cpu->online.count;
    cpu->places = ARENA_ARRAY(arena, struct host_place, cpu->place_count);
    for (size_t i = 0; i < cpu->place_count; i++)
        cpu->places[i] = (struct host_place){ .cpu = cpu->online.numbers[i],
                                              .core = UNKNOWN_U64,
                                              .last_cache = UNKNOWN_U64 };
    if (siblings_of(root, cpu->places[0].cpu, &scratch).count > 0)
        read_places(root, &scratch, cpu);
    else
        places_from_cpuinfo(info, cpu);
    count_sockets(&scratch, cpu);
    count_threads(&scratch, cpu);
    read_nodes(root, &scratch, cpu);
    read_kinds(root, arena, &scratch, cpu);
    arena_release(&scratch);
}
