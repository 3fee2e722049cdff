#include "host/cpu_cache.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "host/cpu_list.h"
#include "host/host.h"
#include "host/sysroot.h"

enum { INDICES = 8 }; /* caches that one CPU sees; four are usual */

/* One cache as a CPU sees it. */
struct seen {
    uint64_t level;
    const char *type;
    uint64_t bytes;
    struct cpu_list sharers; /* online ones */
};

/* "48K", "32M"; some kernels say "0K" where firmware is silent. */
static uint64_t parse_size(const char *text)
{
    char *end;
    unsigned long long size = text != NULL ? strtoull(text, &end, 10) : 0;

    if (size == 0 || size >= 1ULL << 40)
        return UNKNOWN_U64;
    return size << (*end == 'K' ? 10 : *end == 'M' ? 20 : 0);
}

static const char *type_word(const char *type)
{
    return type == NULL                       ? NULL
           : strcmp(type, "Data") == 0        ? "data"
           : strcmp(type, "Unified") == 0     ? "unified"
           : strcmp(type, "Instruction") == 0 ? "instruction"
                                              : NULL;
}

static bool read_one(const struct sysroot *root, const struct host_cpu *cpu,
                     uint64_t number, unsigned index, struct arena *scratch,
                     struct seen *ret_seen)
{
    char folder[96];
    struct cpu_list all;

    (void)snprintf(folder, sizeof(folder),
                   "/sys/devices/system/cpu/cpu%ju/cache/index%u",
                   (uintmax_t)number, index);
    ret_seen->level = sysroot_u64(root, "%s/level", folder);
    if (!known_u64(ret_seen->level)) /* mostly: there is no such cache */
        return false;
    ret_seen->type = type_word(sysroot_line(root, scratch, "%s/type", folder));
    ret_seen->bytes =
        parse_size(sysroot_line(root, scratch, "%s/size", folder));
    if (ret_seen->type == NULL || !known_u64(ret_seen->bytes))
        return false;
    all = cpu_list_parse(
        sysroot_line(root, scratch, "%s/shared_cpu_list", folder), scratch);
    ret_seen->sharers = cpu_list_both(&all, &cpu->online, scratch);
    if (ret_seen->sharers.count == 0) { /* told nothing: private */
        size_t room = 0;
        cpu_list_add(&ret_seen->sharers, &room, number, scratch);
    }
    return true;
}

static void add_instance(struct host_cpu *cpu, const struct seen *seen,
                         size_t *room, struct arena *arena)
{
    struct host_cache *cache;
    size_t i = 0;

    while (i < cpu->cache_count &&
           (cpu->caches[i].level != seen->level ||
            strcmp(cpu->caches[i].type, seen->type) != 0 ||
            cpu->caches[i].bytes != seen->bytes))
        i++;
    if (i == *room) {
        *room = *room > 0 ? 2 * *room : INDICES;
        cpu->caches = arena_grow(arena, cpu->caches, cpu->cache_count, *room,
                                 sizeof(*cache));
    }
    cache = &cpu->caches[i];
    if (i == cpu->cache_count) {
        cpu->cache_count++;
        *cache = (struct host_cache){ .level = seen->level,
                                      .type = seen->type,
                                      .bytes = seen->bytes };
    }
    cache->instances++;
    if (seen->sharers.count > cache->shared_by)
        cache->shared_by = seen->sharers.count;
}

/* The search over all CPUs and their caches. */
struct search {
    struct host_cpu *cpu;
    struct arena *arena;
    size_t room;            /* of the caches */
    uint64_t *last_level;   /* of each place: the highest level seen so far */
    bool *covered[INDICES]; /* by an instance that was read at another CPU */
    uint64_t instances;
};

/* Notes an instance at all the CPUs that share it, so that it is read once: large
 * machines have tens of thousands of these files. */
static void cover(struct search *search, unsigned index, const struct seen *seen)
{
    struct host_cpu *cpu = search->cpu;

    for (size_t i = 0; i < cpu->place_count; i++) {
        if (!cpu_list_has(&seen->sharers, cpu->places[i].cpu))
            continue;
        search->covered[index][i] = true;
        if (seen->level > search->last_level[i]) {
            search->last_level[i] = seen->level;
            cpu->places[i].last_cache = search->instances;
        }
    }
    search->instances++;
    add_instance(cpu, seen, &search->room, search->arena);
}

/* Turns the numbers of instances into 0, 1, 2 ... in the order of the CPUs. */
static void number_last_caches(struct host_cpu *cpu, struct arena *scratch,
                               uint64_t instances)
{
    uint64_t *number = ARENA_ARRAY(scratch, uint64_t, instances), count = 0;

    for (size_t i = 0; i < cpu->place_count; i++) {
        uint64_t *last = &cpu->places[i].last_cache;
        if (!known_u64(*last))
            continue;
        if (number[*last] == 0)
            number[*last] = ++count;
        *last = number[*last] - 1;
    }
}

static int compare_caches(const void *a, const void *b)
{
    const struct host_cache *x = a, *y = b;

    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (strcmp(x->type, y->type) != 0)
        return strcmp(x->type, y->type);
    return (x->bytes < y->bytes) - (x->bytes > y->bytes);
}

void cpu_cache_read(const struct sysroot *root, struct arena *arena,
                    struct host_cpu *cpu)
{
    struct search search = { .cpu = cpu, .arena = arena };
    struct arena scratch;
    struct seen seen;

    arena_init(&scratch);
    search.last_level = ARENA_ARRAY(&scratch, uint64_t, cpu->place_count);
    for (unsigned index = 0; index < INDICES; index++)
        search.covered[index] = ARENA_ARRAY(&scratch, bool, cpu->place_count);
    for (size_t i = 0; i < cpu->place_count; i++) {
        for (unsigned index = 0; index < INDICES; index++) {
            if (search.covered[index][i])
                continue;
            if (!read_one(root, cpu, cpu->places[i].cpu, index, &scratch, &seen))
                break;
            cover(&search, index, &seen);
        }
    }
    number_last_caches(cpu, &scratch, search.instances);
    if (cpu->cache_count > 0)
        qsort(cpu->caches, cpu->cache_count, sizeof(*cpu->caches),
              compare_caches);
    arena_release(&scratch);
}
