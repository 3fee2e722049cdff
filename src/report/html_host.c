/* What disturbed the run, what is to be doubted, and what the host is. */
#include "report/html.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/chart.h"
#include "report/figure.h"
#include "report/markup.h"
#include "result/clock_grain.h"
#include "result/result.h"

static void add_pair(struct text *out, const char *name, const char *value)
{
    if (value != NULL && value[0] != '\0' && strcmp(value, "-") != 0)
        text_printf(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name,
                    markup(out->arena, value));
}

static void add_number(struct text *out, const char *name, double value,
                       const char *unit)
{
    char spelled[FIGURE_ROOM];

    add_pair(out, name, figure(value, unit, spelled));
}

static void add_size(struct text *out, const char *name, uint64_t bytes)
{
    char spelled[UNITS_ROOM];

    add_pair(out, name, units_spell_size(bytes, spelled));
}

static void add_whole(struct text *out, const char *name, uint64_t value)
{
    char spelled[UNITS_ROOM];

    add_pair(out, name, figure_exact_u64(value, spelled));
}

static void add_conditions(struct text *out,
                           const struct result_conditions *conditions)
{
    text_add(out, "<dl class=\"card facts-list\">\n");
    add_number(out, "Stolen by the hypervisor", conditions->steal_share,
               "share");
    add_number(out, "Other work in this host", conditions->other_cpu_share,
               "share");
    add_number(out, "Held back by the control group",
               conditions->throttled_share, "share");
    add_number(out, "Load at the start", conditions->load, "ratio");
    add_number(out, "Waited for the CPU", conditions->psi_cpu, "share");
    add_number(out, "Waited for storage", conditions->psi_io, "share");
    add_number(out, "Waited for memory", conditions->psi_memory, "share");
    add_pair(out, "Clock source", conditions->clock_source);
    add_number(out, "Clock read", conditions->clock_read_ns, "ns");
    if (clock_grain_ns(conditions) > 0)
        add_number(out, "Shortest time the clock tells",
                   clock_grain_ns(conditions), "ns");
    add_pair(out, "Governor", conditions->governor);
    add_pair(out, "Transparent huge pages", conditions->thp);
    add_pair(out, "C library", conditions->libc);
    add_size(out, "Streaming stores from", conditions->memcpy_streaming_bytes);
    text_add(out, "</dl>\n");
}

/* True when an earlier result carries the same mark. */
static bool was_told(const struct document *document, size_t r, size_t m)
{
    const char *id = words_or(document->results[r].marks[m].id, "-");

    for (size_t i = 0; i <= r; i++) {
        size_t end = i < r ? document->results[i].mark_count : m;
        for (size_t j = 0; j < end; j++) {
            if (strcmp(words_or(document->results[i].marks[j].id, "-"), id) == 0)
                return true;
        }
    }
    return false;
}

/* Of many, how many: names that fill half a screen tell nobody more. */
enum { MOST_BEARERS = 8 };

static size_t count_bearers(const struct document *document, const char *id,
                            size_t *ret_measured)
{
    size_t count = 0;

    *ret_measured = 0;
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        *ret_measured += words_measured(result);
        for (size_t j = 0; j < result->mark_count; j++) {
            if (strcmp(words_or(result->marks[j].id, "-"), id) == 0) {
                count++;
                break;
            }
        }
    }
    return count;
}

static void add_bearers(struct text *out, const struct document *document,
                        const char *id)
{
    const char *comma = "";
    size_t measured;
    size_t count = count_bearers(document, id, &measured);

    if (count > MOST_BEARERS) {
        text_printf(out, "%zu of %zu results", count, measured);
        return;
    }
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        for (size_t j = 0; j < result->mark_count; j++) {
            if (strcmp(words_or(result->marks[j].id, "-"), id) != 0)
                continue;
            text_printf(out, "%s%s", comma,
                        markup(out->arena,
                               words_placed(document, result,
                                            words_title(result), out->arena)));
            comma = ", ";
            break;
        }
    }
}

static void add_doubt(struct text *out, const struct document *document,
                      const struct result_mark *mark)
{
    text_printf(out,
                "<div class=\"doubt\"><dt><span class=\"mark\">%s</span></dt>"
                "<dd>%s<br/><small>",
                markup(out->arena, words_or(mark->id, "-")),
                markup(out->arena, words_or(mark->advice, "-")));
    add_bearers(out, document, words_or(mark->id, "-"));
    text_add(out, "</small></dd></div>\n");
}

static void add_doubts(struct text *out, const struct document *document)
{
    struct text doubts;

    text_init(&doubts, out->arena);
    for (size_t i = 0; i < document->target_count; i++) {
        const struct result_target *target = &document->targets[i];
        for (size_t m = 0; m < target->mark_count; m++)
            text_printf(
                &doubts,
                "<div class=\"doubt\"><dt><span class=\"mark\">%s</span>"
                "</dt><dd>%s<br/><small>%s</small></dd></div>\n",
                markup(out->arena, words_or(target->marks[m].id, "-")),
                markup(out->arena, target->marks[m].advice),
                markup(out->arena, target->mount.path));
    }
    for (size_t i = 0; i < document->result_count; i++) {
        for (size_t m = 0; m < document->results[i].mark_count; m++) {
            if (!was_told(document, i, m))
                add_doubt(&doubts, document, &document->results[i].marks[m]);
        }
    }
    if (doubts.length > 0)
        text_printf(out, "<dl class=\"card doubts\">\n%s</dl>\n", doubts.bytes);
}

void html_disturbance(struct text *out, const struct document *document)
{
    text_add(out, "<section>\n<h2>What disturbed the run</h2>\n"
                  "<div class=\"split\">\n<div>\n");
    add_conditions(out, &document->conditions);
    add_doubts(out, document);
    text_add(out, "</div>\n");
    chart_rounds(out, document);
    text_add(out, "</div>\n</section>\n");
}

static void add_caches(struct text *out, const struct host_cpu *cpu)
{
    for (size_t i = 0; i < cpu->cache_count; i++) {
        const struct host_cache *cache = &cpu->caches[i];
        char size[UNITS_ROOM], level[UNITS_ROOM], number[UNITS_ROOM];
        add_pair(
            out,
            arena_printf(out->arena, "L%s %s cache",
                         words_or(figure_exact_u64(cache->level, level), "?"),
                         markup(out->arena, words_or(cache->type, ""))),
            arena_printf(
                out->arena, "%s × %s", units_spell_size(cache->bytes, size),
                words_or(figure_exact_u64(cache->instances, number), "?")));
    }
}

static void add_cpu(struct text *out, const struct host_cpu *cpu)
{
    text_add(out, "<h3>CPU</h3><dl class=\"facts-list\">\n");
    add_pair(out, "Model", cpu->model);
    add_pair(out, "By the firmware", cpu->bios_model);
    add_pair(out, "Architecture", cpu->architecture);
    add_pair(out, "Microcode", cpu->microcode);
    add_whole(out, "Sockets", cpu->sockets);
    add_whole(out, "Cores, the kernel's word", cpu->cores);
    add_whole(out, "Threads per core", cpu->threads_per_core);
    add_whole(out, "Online CPUs",
              cpu->online.count > 0 ? cpu->online.count : UNKNOWN_U64);
    add_number(out, "Usable CPUs", cpu->usable_cpus, NULL);
    add_pair(out, "Why fewer", cpu->usable_reason);
    add_caches(out, cpu);
    text_add(out, "</dl>\n");
}

static void add_memory(struct text *out, const struct host_memory *memory)
{
    text_add(out, "<h3>Memory</h3><dl class=\"facts-list\">\n");
    add_size(out, "Total", memory->total_bytes);
    add_size(out, "Installed", memory->installed_bytes);
    add_size(out, "Available", memory->available_bytes);
    add_size(out, "Limit", memory->limit_bytes);
    add_size(out, "Usable", memory->usable_bytes);
    add_size(out, "Swap", memory->swap_total_bytes);
    add_pair(out, "Huge pages", memory->huge_pages);
    add_whole(out, "NUMA nodes", memory->nodes);
    text_add(out, "</dl>\n");
}

static const char *stack_words(struct arena *arena,
                               const struct host_mount *mount)
{
    struct text words;

    text_init(&words, arena);
    for (size_t i = 0; i < mount->stack_count; i++) {
        const struct host_layer *layer = &mount->stack[i];
        text_printf(&words, "%s%s", i > 0 ? " on " : "",
                    words_or(layer->name, "?"));
        if (layer->kind != NULL)
            text_printf(&words, " (%s)", layer->kind);
    }
    return words.bytes;
}

static void add_target(struct text *out, const struct result_target *target)
{
    text_printf(out,
                "<h3>Storage at <code>%s</code></h3>"
                "<dl class=\"facts-list\">\n",
                markup(out->arena, words_or(target->mount.path, "?")));
    add_pair(out, "File system", target->mount.filesystem);
    add_pair(out, "Source", target->mount.source);
    add_pair(out, "Mount options", target->mount.mount_options);
    add_pair(out, "Stack", stack_words(out->arena, &target->mount));
    add_pair(out, "Reached", target->direct);
    add_pair(out, "Because", target->direct_reason);
    add_pair(out, "Engine", target->engine);
    add_pair(out, "Why not a better one", target->engine_reason);
    add_size(out, "Test file", target->file_bytes);
    add_pair(out, "Why so small", target->file_reason);
    add_size(out, "Free", target->mount.free_bytes);
    add_size(out, "Size", target->mount.size_bytes);
    text_add(out, "</dl>\n");
}

static void add_disk(struct text *out, const struct host_disk *disk)
{
    text_printf(out, "<h3>Disk <code>%s</code></h3><dl class=\"facts-list\">\n",
                markup(out->arena, words_or(disk->name, "?")));
    add_pair(out, "Model", disk->model);
    add_pair(out, "Bus", disk->bus);
    add_number(out, "Size",
               known_u64(disk->size_bytes) ? (double)disk->size_bytes
                                           : UNKNOWN_DOUBLE,
               "bytes");
    add_whole(out, "Queue depth", disk->queue_depth);
    add_pair(out, "Scheduler", disk->scheduler);
    add_pair(out, "Write cache", disk->write_cache);
    text_add(out, "</dl>\n");
}

void html_host(struct text *out, const struct document *document)
{
    const struct host *host = &document->host;

    text_add(out, "<section>\n<h2>Host</h2>\n<div class=\"card host\">\n"
                  "<h3>System</h3><dl class=\"facts-list\">\n");
    add_pair(out, "Name", host->name);
    add_pair(out, "Operating system", host->os);
    add_pair(out, "Kernel", host->kernel);
    add_pair(out, "Product", host->product);
    add_pair(out, "Virtualization", host->virtualization);
    add_pair(out, "Container", host->container);
    add_pair(out, "Control groups", host->limits.cgroup);
    text_add(out, "</dl>\n");
    add_cpu(out, &host->cpu);
    add_memory(out, &host->memory);
    for (size_t i = 0; i < document->target_count; i++)
        add_target(out, &document->targets[i]);
    for (size_t i = 0; i < host->disk_count; i++)
        add_disk(out, &host->disks[i]);
    text_add(out, "</div>\n</section>\n");
}
