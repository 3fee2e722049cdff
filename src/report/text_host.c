#include "report/text_host.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/text_rows.h"
#include "report/words.h"
#include "result/result.h"

/* Joins what is known with a separator; NULL when nothing is. */
static char *joined(struct arena *arena, const char *separator,
                    const char *const *parts, size_t count)
{
    struct text text;

    text_init(&text, arena);
    for (size_t i = 0; i < count; i++) {
        if (parts[i] == NULL || parts[i][0] == '\0')
            continue;
        if (text.length > 0)
            text_add(&text, separator);
        text_add(&text, parts[i]);
    }
    return text.length > 0 ? text.bytes : NULL;
}

static const char *environment(const struct host *host, struct arena *arena)
{
    const char *machine = "cannot tell whether this is a virtual machine";
    const char *container = NULL;

    if (host->virtualization != NULL &&
        strcmp(host->virtualization, "none") == 0)
        machine = "no virtual machine";
    else if (host->virtualization != NULL)
        machine =
            arena_printf(arena, "%s virtual machine", host->virtualization);
    if (host->container != NULL && strcmp(host->container, "none") == 0)
        container = "no container";
    else if (host->container != NULL)
        container = arena_printf(arena, "in a %s container", host->container);
    return joined(arena, ", ",
                  (const char *const[]){ machine, container, host->product }, 3);
}

void text_host(struct page *page, const struct document *document)
{
    const struct host *host = &document->host;
    struct arena *arena = page->out->arena;

    page_heading(page, "HOST");
    page_item(page, "name", host->name);
    page_item(page, "system",
              joined(arena, ", ",
                     (const char *const[]){ host->os, host->kernel }, 2));
    page_item(page, "machine", environment(host, arena));
}

static const char *counted(struct arena *arena, uint64_t n, const char *one,
                           const char *many)
{
    if (!known_u64(n))
        return NULL;
    return arena_printf(arena, "%llu %s", (unsigned long long)n,
                        n == 1 ? one : many);
}

static void add_topology(struct page *page, const struct host_cpu *cpu)
{
    struct arena *arena = page->out->arena;
    const char *parts[] = {
        counted(arena, cpu->sockets, "socket", "sockets"),
        counted(arena, cpu->cores, "core", "cores"),
        known_u64(cpu->threads_per_core)
            ? arena_printf(arena, "%llu thread%s per core",
                           (unsigned long long)cpu->threads_per_core,
                           cpu->threads_per_core == 1 ? "" : "s")
            : NULL,
    };

    page_item(page, "topology",
              arena_printf(arena, "%s (the kernel's word)",
                           joined(arena, ", ", parts, 3) != NULL
                               ? joined(arena, ", ", parts, 3)
                               : "unknown"));
}

static void add_usable(struct page *page, const struct host_cpu *cpu)
{
    struct arena *arena = page->out->arena;
    const char *count;

    if (!known_double(cpu->usable_cpus))
        return;
    count = cpu->online.count > 0
                ? arena_printf(arena, "%.4g of %zu CPUs online",
                               cpu->usable_cpus, cpu->online.count)
                : arena_printf(arena, "%.4g", cpu->usable_cpus);
    page_item(page, "usable",
              cpu->usable_reason != NULL
                  ? arena_printf(arena, "%s: %s", count, cpu->usable_reason)
                  : count);
}

static void add_caches(struct page *page, const struct host_cpu *cpu)
{
    struct text text;
    char size[UNITS_ROOM], level[UNITS_ROOM];

    text_init(&text, page->out->arena);
    for (size_t i = 0; i < cpu->cache_count; i++) {
        const struct host_cache *cache = &cpu->caches[i];
        const char *type = cache->type != NULL ? cache->type : "";

        text_printf(&text, "%sL%s%s %s", i > 0 ? ", " : "",
                    words_or(figure_exact_u64(cache->level, level), "?"),
                    type[0] == 'd'   ? "d"
                    : type[0] == 'i' ? "i"
                                     : "",
                    units_spell_size(cache->bytes, size));
        if (known_u64(cache->instances) && cache->instances > 1)
            text_printf(&text, " x %llu", (unsigned long long)cache->instances);
    }
    if (text.length > 0)
        page_item(page, "caches", text.bytes);
}

void text_cpu(struct page *page, const struct document *document)
{
    const struct host_cpu *cpu = &document->host.cpu;
    struct arena *arena = page->out->arena;

    page_heading(page, "CPU");
    page_item(page, "model", cpu->model != NULL ? cpu->model : "unknown");
    page_item(page, "firmware", cpu->bios_model);
    add_topology(page, cpu);
    add_usable(page, cpu);
    add_caches(page, cpu);
    page_item(page, "flags", joined(arena, " ", cpu->flags, cpu->flag_count));
    text_rows(page, document, "cpu", NULL);
}

/* What the kernel costs: there are results, or there is nothing to head. */
void text_system(struct page *page, const struct document *document)
{
    bool any = false;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        any = any || (strcmp(result->resource, "os") == 0 && !result->left_out);
    }
    if (!any)
        return;
    page_heading(page, "SYSTEM");
    text_rows(page, document, "os", NULL);
}

void text_memory(struct page *page, const struct document *document)
{
    const struct host_memory *memory = &document->host.memory;
    struct arena *arena = page->out->arena;
    char total[UNITS_ROOM], available[UNITS_ROOM], usable[UNITS_ROOM],
        limit[UNITS_ROOM];

    page_heading(page, "MEMORY");
    page_item(page, "total",
              arena_printf(arena, "%s, %s available, %s usable here",
                           units_spell_size(memory->total_bytes, total),
                           units_spell_size(memory->available_bytes, available),
                           units_spell_size(memory->usable_bytes, usable)));
    if (known_u64(memory->limit_bytes))
        page_item(page, "limit",
                  arena_printf(arena, "%s by %s",
                               units_spell_size(memory->limit_bytes, limit),
                               memory->limit_source != NULL
                                   ? memory->limit_source
                                   : "a control group"));
    if (memory->huge_pages != NULL)
        page_item(page, "huge pages", memory->huge_pages);
    text_rows(page, document, "memory", NULL);
}

static void add_disks(struct page *page, const struct host *host)
{
    char size[UNITS_ROOM];

    for (size_t i = 0; i < host->disk_count; i++) {
        const struct host_disk *disk = &host->disks[i];
        struct arena *arena = page->out->arena;
        const char *parts[] = {
            disk->model,
            disk->bus,
            units_spell(known_u64(disk->size_bytes) ? (double)disk->size_bytes
                                                    : UNKNOWN_DOUBLE,
                        UNIT_BYTES, size),
            known_u64(disk->queue_depth)
                ? arena_printf(arena, "queue %llu",
                               (unsigned long long)disk->queue_depth)
                : NULL,
            disk->scheduler != NULL
                ? arena_printf(arena, "scheduler %s", disk->scheduler)
                : NULL,
            disk->write_cache,
        };

        page_item(page, words_or(disk->name, "disk"),
                  joined(arena, ", ", parts, 6));
    }
}

static const char *spell_stack(const struct host_mount *mount,
                               struct arena *arena)
{
    struct text text;

    text_init(&text, arena);
    for (size_t i = 0; i < mount->stack_count; i++) {
        text_printf(&text, "%s%s", i > 0 ? " on " : "",
                    mount->stack[i].name != NULL ? mount->stack[i].name : "?");
        if (mount->stack[i].detail != NULL)
            text_printf(&text, " (%s)", mount->stack[i].detail);
    }
    return text.length > 0 ? text.bytes : NULL;
}

/* "a,b" as "a, b", so that a long list can be wrapped. */
static char *spaced(struct arena *arena, const char *list)
{
    struct text text;

    text_init(&text, arena);
    for (const char *c = list; *c != '\0'; c++) {
        text_add_bytes(&text, c, 1);
        if (*c == ',')
            text_add(&text, " ");
    }
    return text.bytes;
}

/* What a control group allows on the devices of a target. */
static void add_io_limits(struct page *page, const struct host_limits *limits,
                          const struct host_mount *mount)
{
    char value[FIGURE_ROOM];

    for (size_t i = 0; i < limits->io_count; i++) {
        const struct host_io_limit *limit = &limits->io[i];
        const char *unit =
            words_rate_unit(limit->unit, "IO", NULL, page->out->arena);

        if (!host_mount_lies_on(mount, limit->device))
            continue;
        page_item(
            page, "limit",
            arena_printf(page->out->arena, "%s %s on %s (%s)",
                         words_or(limit->operation, "at"),
                         figure(limit->value, unit, value), limit->device,
                         limit->source != NULL ? limit->source : "unknown"));
    }
}

static void add_target(struct page *page, const struct host *host,
                       const struct result_target *target)
{
    struct arena *arena = page->out->arena;
    char size[UNITS_ROOM];

    page_item(page, "tested", target->mount.path);
    page_item(page, "stored on", spell_stack(&target->mount, arena));
    if (target->mount.mount_options != NULL)
        page_item(page, "options", spaced(arena, target->mount.mount_options));
    if (target->direct == NULL)
        page_item(page, "not tested", target->direct_reason);
    else
        page_item(page, "direct I/O",
                  joined(arena, ": ",
                         (const char *const[]){ target->direct,
                                                target->direct_reason },
                         2));
    if (target->engine != NULL)
        page_item(page, "engine",
                  joined(arena, "; ",
                         (const char *const[]){ target->engine,
                                                target->engine_reason },
                         2));
    if (known_u64(target->file_bytes))
        page_item(page, "file",
                  joined(arena, "; ",
                         (const char *const[]){
                             units_spell_size(target->file_bytes, size),
                             target->file_reason },
                         2));
    if (known_u64(target->own_written_bytes) && target->own_written_bytes > 0)
        page_item(
            page, "written",
            arena_printf(arena, "%s in all",
                         units_spell_size(target->own_written_bytes, size)));
    add_io_limits(page, &host->limits, &target->mount);
    for (size_t i = 0; i < target->mark_count; i++)
        page_item(page, target->marks[i].id,
                  target->marks[i].advice != NULL ? target->marks[i].advice
                                                  : "");
}

void text_storage(struct page *page, const struct document *document)
{
    page_heading(page, "STORAGE");
    add_disks(page, &document->host);
    for (size_t i = 0; i < document->target_count; i++) {
        if (i > 0)
            text_add(page->out, "\n");
        add_target(page, &document->host, &document->targets[i]);
        text_rows(page, document, "disk", document->targets[i].mount.path);
    }
}
