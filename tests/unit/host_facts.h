/* Facts of a machine as text, one a line, to be compared with what is expected. */
#ifndef ASSAY_TESTS_HOST_FACTS_H
#define ASSAY_TESTS_HOST_FACTS_H

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "base/unknown.h"
#include "host/cpu_list.h"
#include "host/host.h"

static inline void put(struct text *t, const char *name, const char *value)
{
    text_printf(t, "%s: %s\n", name, value != NULL ? value : "-");
}

static inline void put_u64(struct text *t, const char *name, uint64_t value)
{
    if (known_u64(value))
        text_printf(t, "%s: %" PRIu64 "\n", name, value);
    else
        put(t, name, NULL);
}

static inline void put_double(struct text *t, const char *name, double value)
{
    if (known_double(value))
        text_printf(t, "%s: %.6g\n", name, value);
    else
        put(t, name, NULL);
}

static inline void put_list(struct text *t, const char *name,
                            const struct cpu_list *list)
{
    put(t, name, cpu_list_spell(list, t->arena));
}

static inline void put_fact(struct text *t, const char *name, enum fact fact)
{
    put(t, name, fact == FACT_YES ? "yes" : fact == FACT_NO ? "no" : NULL);
}

/* Runs of CPUs that differ in nothing but their numbers would fill pages, so
 * places are told as the CPUs of each core, socket, node, kind and last cache. */
static inline void put_group(struct text *t, const char *name,
                             const struct host_cpu *cpu,
                             uint64_t (*key)(const struct host_place *))
{
    text_printf(t, "%s:", name);
    for (size_t i = 0; i < cpu->place_count; i++) {
        struct cpu_list same = { 0 };
        size_t room = 0, first = 0;
        while (key(&cpu->places[first]) != key(&cpu->places[i]))
            first++;
        if (first < i)
            continue;
        for (size_t j = i; j < cpu->place_count; j++)
            if (key(&cpu->places[j]) == key(&cpu->places[i]))
                cpu_list_add(&same, &room, cpu->places[j].cpu, t->arena);
        text_printf(t, " %" PRIu64 "={%s}", key(&cpu->places[i]),
                    cpu_list_spell(&same, t->arena));
    }
    text_add(t, "\n");
}

static inline uint64_t key_core(const struct host_place *place)
{
    return place->core;
}

static inline uint64_t key_socket(const struct host_place *place)
{
    return place->socket;
}

static inline uint64_t key_node(const struct host_place *place)
{
    return place->node;
}

static inline uint64_t key_cache(const struct host_place *place)
{
    return place->last_cache;
}

static inline void put_places(struct text *t, const struct host_cpu *cpu)
{
    if (cpu->place_count <= 64)
        put_group(t, "cpu.core", cpu, key_core);
    put_group(t, "cpu.socket", cpu, key_socket);
    put_group(t, "cpu.node", cpu, key_node);
    if (cpu->cache_count > 0)
        put_group(t, "cpu.last_cache", cpu, key_cache);
    for (size_t i = 0, next; i < cpu->place_count; i = next) {
        const char *kind = cpu->places[i].kind;
        next = i + 1;
        while (next < cpu->place_count &&
               (kind == NULL) == (cpu->places[next].kind == NULL) &&
               (kind == NULL || strcmp(kind, cpu->places[next].kind) == 0))
            next++;
        if (kind != NULL)
            text_printf(t, "cpu.kind: %" PRIu64 "-%" PRIu64 " %s\n",
                        cpu->places[i].cpu, cpu->places[next - 1].cpu, kind);
    }
}

static inline void put_cpu(struct text *t, const struct host_cpu *cpu)
{
    put(t, "cpu.architecture", cpu->architecture);
    put(t, "cpu.model", cpu->model);
    put(t, "cpu.bios_model", cpu->bios_model);
    put(t, "cpu.vendor", cpu->vendor);
    put(t, "cpu.microcode", cpu->microcode);
    put_u64(t, "cpu.sockets", cpu->sockets);
    put_u64(t, "cpu.cores", cpu->cores);
    put_u64(t, "cpu.threads_per_core", cpu->threads_per_core);
    put_list(t, "cpu.present", &cpu->present);
    put_list(t, "cpu.online", &cpu->online);
    put_list(t, "cpu.affinity", &cpu->affinity);
    put_list(t, "cpu.cpuset", &cpu->cpuset);
    put_list(t, "cpu.usable", &cpu->usable);
    put_double(t, "cpu.quota_cpus", cpu->quota_cpus);
    put_u64(t, "cpu.quota_period_ns", cpu->quota_period_ns);
    put(t, "cpu.quota_source", cpu->quota_source);
    put_double(t, "cpu.usable_cpus", cpu->usable_cpus);
    put(t, "cpu.usable_reason", cpu->usable_reason);
    for (size_t i = 0; i < cpu->cache_count; i++)
        text_printf(t,
                    "cpu.cache: L%" PRIu64 " %s %" PRIu64 " bytes, %" PRIu64
                    " of them, shared by %" PRIu64 "\n",
                    cpu->caches[i].level, cpu->caches[i].type,
                    cpu->caches[i].bytes, cpu->caches[i].instances,
                    cpu->caches[i].shared_by);
    put_places(t, cpu);
    text_add(t, "cpu.flags:");
    for (size_t i = 0; i < cpu->flag_count; i++)
        text_printf(t, " %s", cpu->flags[i]);
    text_add(t, "\n");
}

static inline void put_memory(struct text *t, const struct host_memory *memory)
{
    put_u64(t, "memory.total_bytes", memory->total_bytes);
    put_u64(t, "memory.installed_bytes", memory->installed_bytes);
    put_u64(t, "memory.available_bytes", memory->available_bytes);
    put_u64(t, "memory.limit_bytes", memory->limit_bytes);
    put_u64(t, "memory.limit_left_bytes", memory->limit_left_bytes);
    put(t, "memory.limit_source", memory->limit_source);
    put_u64(t, "memory.rlimit_bytes", memory->rlimit_bytes);
    put_u64(t, "memory.usable_bytes", memory->usable_bytes);
    put_u64(t, "memory.swap_total_bytes", memory->swap_total_bytes);
    put_u64(t, "memory.swap_free_bytes", memory->swap_free_bytes);
    put_u64(t, "memory.dirty_bytes", memory->dirty_bytes);
    put(t, "memory.huge_pages", memory->huge_pages);
    put_u64(t, "memory.huge_page_bytes", memory->huge_page_bytes);
    put_u64(t, "memory.huge_pages_free", memory->huge_pages_free);
    put_u64(t, "memory.nodes", memory->nodes);
}

static inline void put_disk(struct text *t, const struct host_disk *disk)
{
    text_printf(t, "disk: %s\n", disk->name);
    put(t, "  device", disk->device);
    put(t, "  bus", disk->bus);
    put_u64(t, "  size_bytes", disk->size_bytes);
    put_u64(t, "  queue_depth", disk->queue_depth);
    put(t, "  model", disk->model);
    put_fact(t, "  rotational", disk->rotational);
    put_fact(t, "  read_only", disk->read_only);
    put(t, "  scheduler", disk->scheduler);
    put(t, "  write_cache", disk->write_cache);
    put_u64(t, "  logical_block_bytes", disk->logical_block_bytes);
}

static inline void put_host(struct text *t, const struct host *host)
{
    put(t, "name", host->name);
    put(t, "id", host->id);
    put(t, "kernel", host->kernel);
    put(t, "os", host->os);
    put(t, "product", host->product);
    put(t, "virtualization", host->virtualization);
    put(t, "container", host->container);
    put(t, "clock_source", host->clock_source);
    put_cpu(t, &host->cpu);
    put_memory(t, &host->memory);
    put(t, "limits.cgroup", host->limits.cgroup);
    put_u64(t, "limits.open_files", host->limits.open_files);
    put_u64(t, "limits.file_bytes", host->limits.file_bytes);
    put_u64(t, "limits.locked_bytes", host->limits.locked_bytes);
    for (size_t i = 0; i < host->limits.io_count; i++)
        text_printf(t, "limits.io: %s %s %.15g %s by %s\n",
                    host->limits.io[i].device, host->limits.io[i].operation,
                    host->limits.io[i].value, host->limits.io[i].unit,
                    host->limits.io[i].source);
    for (size_t i = 0; i < host->disk_count; i++)
        put_disk(t, &host->disks[i]);
}

static inline void put_mount(struct text *t, const struct host_mount *mount)
{
    text_printf(t, "mount of: %s\n", mount->path);
    put(t, "  mount_point", mount->mount_point);
    put(t, "  filesystem", mount->filesystem);
    put(t, "  source", mount->source);
    put(t, "  mount_options", mount->mount_options);
    for (size_t i = 0; i < mount->stack_count; i++) {
        const struct host_layer *layer = &mount->stack[i];
        text_printf(t, "  layer: %s, %s, %s, %s\n", layer->name, layer->kind,
                    layer->detail != NULL ? layer->detail : "-",
                    layer->device != NULL ? layer->device : "-");
    }
    for (size_t i = 0; i < mount->leaf_count; i++)
        put(t, "  leaf", mount->leaves[i]);
    put_fact(t, "  memory", mount->memory);
    put_fact(t, "  network", mount->network);
    put_fact(t, "  fuse", mount->fuse);
    put_fact(t, "  compressed", mount->compressed);
    put_fact(t, "  rotational", mount->rotational);
    put(t, "  write_cache", mount->write_cache);
    put(t, "  burst", mount->burst);
}

#endif
