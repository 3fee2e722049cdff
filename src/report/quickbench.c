/* The report of Quickbench, section for section and line for line, with our figures.
 *
 * Differences from the original, on purpose: the host's name is left out, a latency is
 * the time to completion, MB is 10^6 bytes and MiB 2^20, a disk's GB is 10^9 bytes, and
 * one closing line says what to doubt. docs/quickbench.md explains each line. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/words.h"
#include "result/result.h"

static const double small_block = 4096;
static const double large_block = 1 << 20;

static void add_line(struct page *page, const char *line)
{
    page_add(page, PAGE_PLAIN, line);
    text_add(page->out, "\n");
}

static void add_heading(struct page *page, const char *heading)
{
    page_add(page, PAGE_HEAD, heading);
    text_add(page->out, "\n");
}

/* "Label: value", the value's unknown spelled out. */
static void add_item(struct page *page, const char *label, const char *value)
{
    add_line(page, arena_printf(page->out->arena, "%s: %s", label,
                                words_or(value, "unknown")));
}

static void add_count(struct page *page, const char *label, uint64_t count)
{
    char digits[UNITS_ROOM];

    add_item(page, label, figure_exact_u64(count, digits));
}

/* Digits without a prefix, as the original prints them; "-" when unknown. */
static const char *whole(double value, char out[UNITS_ROOM])
{
    if (!isfinite(value))
        return strcpy(out, "-");
    (void)snprintf(out, UNITS_ROOM, fabs(value) < 1e15 ? "%.0f" : "%.3g", value);
    return out;
}

static void add_missing(struct page *page, const char *label,
                        const struct result *result)
{
    const char *reason =
        result == NULL ? "it was not asked for" : words_missing_reason(result);

    add_line(page, arena_printf(page->out->arena, "%s: not measured: %s", label,
                                reason));
}

static void add_versions(struct page *page, const struct document *document)
{
    const struct host *host = &document->host;
    struct arena *arena = page->out->arena;

    add_item(page, "Quickbench",
             arena_printf(arena, "assay %s (%s)",
                          words_or(document->assay_version, "unknown"),
                          words_or(document->assay_commit, "unknown")));
    add_item(page, "Kernel ",
             arena_printf(arena, "%s, %s, %s", words_or(host->kernel, "unknown"),
                          words_or(host->cpu.architecture, "unknown machine"),
                          words_or(host->os, "unknown system")));
    add_item(page, "libc ", document->conditions.libc);
}

static void add_cpu_info(struct page *page, const struct host_cpu *cpu)
{
    struct arena *arena = page->out->arena;
    uint64_t per_socket = UNKNOWN_U64;

    if (known_u64(cpu->cores) && known_u64(cpu->sockets) && cpu->sockets > 0)
        per_socket = cpu->cores / cpu->sockets;
    add_heading(page, "[ CPU info ]");
    add_item(page, "Model name", cpu->model);
    if (cpu->bios_model != NULL)
        add_item(page, "BIOS Model name", cpu->bios_model);
    add_count(page, "Thread(s) per core", cpu->threads_per_core);
    add_count(page, "Core(s) per socket", per_socket);
    add_count(page, "Socket(s)", cpu->sockets);
    if (cpu->usable_reason != NULL && known_double(cpu->usable_cpus))
        add_line(page,
                 arena_printf(
                     arena, "Usable CPU(s): %.4g of %s: %s", cpu->usable_cpus,
                     cpu->online.count > 0
                         ? arena_printf(arena, "%zu", cpu->online.count)
                         : "an unknown number",
                     cpu->usable_reason));
}

/* " (61 % of one job's; 99 % by CPU time)": the second where it says another thing, since
 * a job that had to wait for its CPU shares no core. */
static void add_share(struct text *line, const struct result_point *point,
                      const struct result_point *one)
{
    double share = point->score / one->score;
    double by_cpu = point->per_cpu_second / one->per_cpu_second;
    char percent[UNITS_ROOM];

    text_printf(line, " (%s %% of one job's", whole(100 * share, percent));
    if (known_double(by_cpu) && fabs(by_cpu - share) >= 0.05)
        text_printf(line, "; %s %% by CPU time", whole(100 * by_cpu, percent));
    text_add(line, ")");
}

static void add_jobs(struct page *page, const struct result_point *point,
                     const struct result_point *one)
{
    char rate[UNITS_ROOM], clock[UNITS_ROOM], jobs[UNITS_ROOM];
    struct text line;

    text_init(&line, page->out->arena);
    text_printf(&line, "%s // jobs : %s loop/job/s",
                words_or(figure_exact_u64(point->x, jobs), "?"),
                whole(point->score, rate));
    if (point->label != NULL)
        text_printf(&line, ", %s", point->label);
    if (point->x > 1 && point->score > 0 && one->score > 0)
        add_share(&line, point, one);
    if (known_double(point->clock_hz))
        text_printf(&line, ", clock %s",
                    units_spell(point->clock_hz, UNIT_HZ, clock));
    add_line(page, line.bytes);
}

static void add_cpu_loop(struct page *page, const struct document *document)
{
    const struct result *result = result_find(document, "cpu.scaling", NULL);

    add_heading(page, "[ CPU loop ]");
    if (result == NULL || !words_measured(result) || result->curve_count == 0) {
        add_missing(page, "Jobs", result);
        return;
    }
    for (size_t i = 0; i < result->curve_count; i++)
        add_jobs(page, &result->curve[i], &result->curve[0]);
    if (result->conclusion != NULL)
        add_line(page, result->conclusion);
}

static void add_total(struct page *page, const struct host_memory *memory)
{
    const uint64_t mib = 1 << 20;
    struct text line;

    text_init(&line, page->out->arena);
    if (!known_u64(memory->total_bytes)) {
        add_item(page, "Total ", NULL);
        return;
    }
    text_printf(&line, "Total : %llu MiB usable",
                (unsigned long long)(memory->total_bytes / mib));
    if (known_u64(memory->installed_bytes))
        text_printf(&line, ", %llu MiB installed",
                    (unsigned long long)(memory->installed_bytes / mib));
    if (known_u64(memory->limit_bytes) &&
        memory->limit_bytes < memory->total_bytes)
        text_printf(&line, "; a control group allows %llu MiB",
                    (unsigned long long)(memory->limit_bytes / mib));
    add_line(page, line.bytes);
}

static void add_bandwidth(struct page *page, const struct document *document)
{
    const struct result *one = result_find(document, "memory.read", NULL);
    const struct result *all = result_find(document, "memory.read.all", NULL);
    char rate[FIGURE_ROOM];
    struct text line;

    if (one == NULL || !words_measured(one)) {
        add_missing(page, "Bandwidth", one);
        return;
    }
    text_init(&line, page->out->arena);
    text_printf(&line, "Bandwidth: %s, reading, 1 CPU",
                figure(one->score, one->unit, rate));
    if (all != NULL && words_measured(all) && all->workers > 1 &&
        known_u64(all->workers))
        text_printf(&line, "; %s with all %llu",
                    figure(all->score, all->unit, rate),
                    (unsigned long long)all->workers);
    add_line(page, line.bytes);
}

static void add_cell(struct page *page, const char *string, size_t columns)
{
    page_add(page, PAGE_PLAIN, string);
    page_pad(page, string, columns);
}

static void add_disk(struct page *page, const struct host_disk *disk)
{
    const double gb = 1e9;
    char digits[UNITS_ROOM];
    double size = known_u64(disk->size_bytes) ? (double)disk->size_bytes / gb
                                              : UNKNOWN_DOUBLE;

    add_cell(page, words_or(disk->name, "?"), 12);
    add_cell(page, words_or(disk->bus, "?"), 10);
    add_cell(page, whole(size, digits), 12);
    add_cell(page,
             known_u64(disk->queue_depth)
                 ? figure_exact_u64(disk->queue_depth, digits)
                 : "?",
             10);
    add_line(page, words_or(disk->model, "?"));
}

/* The device at the bottom of a target's stack, whose counters the original reads. */
static const char *device_of(const struct host_mount *mount)
{
    for (size_t i = mount->stack_count; i > 0; i--) {
        if (mount->stack[i - 1].device != NULL)
            return words_or(mount->stack[i - 1].name, "?");
    }
    return words_or(mount->source, "?");
}

/* "Tested: /srv, ext4 < dm-0 (lvm) < vdb (disk); a file of 1 GiB, direct, io_uring". */
static void add_tested(struct page *page, const struct result_target *target)
{
    const struct host_mount *mount = &target->mount;
    char size[UNITS_ROOM];
    struct text line;

    text_init(&line, page->out->arena);
    text_printf(&line, "Tested: %s", words_or(mount->path, "?"));
    for (size_t i = 0; i < mount->stack_count; i++)
        text_printf(&line, "%s%s (%s)", i == 0 ? ", " : " < ",
                    words_or(mount->stack[i].name, "?"),
                    words_or(mount->stack[i].kind, "?"));
    if (known_u64(target->file_bytes) && target->file_bytes > 0)
        text_printf(&line, "; a file of %s",
                    units_spell_size(target->file_bytes, size));
    text_printf(&line, ", %s, %s", words_or(target->direct, "unknown"),
                words_or(target->engine, "no engine"));
    add_line(page, line.bytes);
}

static void add_storage_info(struct page *page, const struct document *document)
{
    add_heading(page, "[ Storage info ]");
    add_line(page, "Name        Bus       Size(GB)    QDepth    Model");
    for (size_t i = 0; i < document->host.disk_count; i++)
        add_disk(page, &document->host.disks[i]);
    for (size_t i = 0; i < document->target_count; i++)
        add_tested(page, &document->targets[i]);
}

/* Of all operations, from their histogram; its buckets are 1/64 of a value wide. */
static double mean_ns(const struct result_latency *latency)
{
    double sum = 0;
    double n = 0;

    for (size_t i = 0; latency != NULL && i < latency->bucket_count; i++) {
        const struct result_bucket *bucket = &latency->buckets[i];
        double middle = ((double)bucket->from_ns + (double)bucket->to_ns) / 2;
        sum += middle * (double)bucket->count;
        n += (double)bucket->count;
    }
    return n > 0 ? sum / n : UNKNOWN_DOUBLE;
}

static void add_latency(struct page *page, const struct result *result,
                        struct text *line)
{
    const double us = 1000;
    const char *unit = page_sign(page, "µs", "us");
    char digits[UNITS_ROOM];

    text_printf(line, "  %7s %s avg. lat.",
                whole(mean_ns(result->latency) / us, digits), unit);
    if (result->latency != NULL && known_u64(result->latency->p99))
        text_printf(line, ", p99 %s %s",
                    whole((double)result->latency->p99 / us, digits), unit);
}

/* A kind of request: all the lines of one direction and block size. */
struct matrix {
    const char *direction;
    const char *family; /* "disk.write.4k" */
    const char *order;  /* said after the figures */
    double block;
};

static void add_transfer(struct page *page, const struct matrix *matrix,
                         const struct result *result, const char *label)
{
    enum { FEW = 6 }; /* of fewer there is no interval */
    const double mb = 1e6;
    bool in_bytes = strcmp(words_or(result->unit, ""),
                           unit_name(UNIT_BYTES_PER_SECOND)) == 0;
    double bytes = in_bytes ? result->score : result->score * matrix->block;
    char rate[UNITS_ROOM], count[UNITS_ROOM];
    struct text line;

    text_init(&line, page->out->arena);
    text_printf(&line, "%s: %6s MB/s  %7s IO/s", label, whole(bytes / mb, rate),
                whole(bytes / matrix->block, count));
    add_latency(page, result, &line);
    text_printf(&line, ", %s", matrix->order);
    if (result->n < FEW)
        text_printf(&line, ", %llu slices only", (unsigned long long)result->n);
    add_line(page, line.bytes);
}

static void add_matrix(struct page *page, const struct document *document,
                       const char *target, const struct matrix *matrix)
{
    static const unsigned depths[] = { 1, 4, 16 };
    struct arena *arena = page->out->arena;

    for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
        char *id = arena_printf(arena, "%s.q%u", matrix->family, depths[i]);
        char *label = arena_printf(arena, "%-6s (%2u thread[s])",
                                   matrix->direction, depths[i]);
        const struct result *result = result_find(document, id, target);

        if (result != NULL && words_measured(result))
            add_transfer(page, matrix, result, label);
        else
            add_missing(page, label, result);
    }
}

static void add_storage(struct page *page, const struct document *document,
                        const struct result_target *target)
{
    static const struct matrix small[] = {
        { "Writes", "disk.write.4k", "random", small_block },
        { "Reads", "disk.read.4k", "random", small_block },
    };
    static const struct matrix large[] = {
        { "Writes", "disk.write.1m", "sequential", large_block },
        { "Reads", "disk.read.1m", "sequential", large_block },
    };
    const char *device = device_of(&target->mount);
    struct arena *arena = page->out->arena;

    add_heading(
        page,
        arena_printf(arena, "[ Storage bandwidth - 4k blocks (%s) ]", device));
    for (size_t i = 0; i < 2; i++)
        add_matrix(page, document, target->mount.path, &small[i]);
    add_heading(
        page,
        arena_printf(arena, "[ Storage bandwidth - 1M blocks (%s) ]", device));
    for (size_t i = 0; i < 2; i++)
        add_matrix(page, document, target->mount.path, &large[i]);
}

static size_t measured(const struct document *document)
{
    size_t count = 0;

    for (size_t i = 0; i < document->result_count; i++)
        count += words_measured(&document->results[i]);
    return count;
}

static size_t marked(const struct document *document, const char *id)
{
    size_t count = 0;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        count += mark_find(result->marks, result->mark_count, id) != NULL;
    }
    return count;
}

/* Each mark once, where it is met first, with how many figures have it. */
static void add_marks(const struct document *document, struct text *line)
{
    struct text seen;

    text_init(&seen, line->arena);
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        for (size_t m = 0; m < result->mark_count; m++) {
            const struct result_mark *mark = &result->marks[m];
            char *word = arena_printf(line->arena, " %s ", mark->id);
            if (strstr(seen.bytes, word) != NULL)
                continue;
            text_add(&seen, word);
            text_printf(line, "%s%s in %zu of %zu (%s)",
                        line->length > 0 ? "; " : "", mark->id,
                        marked(document, mark->id), measured(document),
                        words_or(mark->advice, "no advice"));
        }
    }
}

static void add_doubt(struct page *page, const struct document *document)
{
    struct text line;

    text_init(&line, page->out->arena);
    if (!document->complete)
        text_printf(&line, "the run was ended by %s, figures are missing",
                    words_or(document->interrupted_by, "something unknown"));
    add_marks(document, &line);
    add_item(page, "To doubt",
             line.length > 0 ? line.bytes
                             : "nothing was seen that disturbed these figures");
}

static int render(const struct document *document,
                  const struct report_options *options, struct text *out,
                  struct err *err)
{
    struct page page;

    (void)err;
    page_init(&page, options, out);
    add_versions(&page, document);
    add_cpu_info(&page, &document->host.cpu);
    add_cpu_loop(&page, document);
    add_heading(&page, "[ Memory ]");
    add_total(&page, &document->host.memory);
    add_bandwidth(&page, document);
    add_storage_info(&page, document);
    for (size_t i = 0; i < document->target_count; i++)
        add_storage(&page, document, &document->targets[i]);
    if (document->target_count == 0)
        add_line(&page,
                 "Storage bandwidth: not measured: no directory was tested");
    add_doubt(&page, document);
    return 0;
}

const struct report_format report_quickbench = {
    .name = "quickbench",
    .suffixes = NULL,
    .about = "the report of Quickbench, section for section",
    .render = render,
};
