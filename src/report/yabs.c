/* The JSON of "Yet Another Bench Script", for the sites that collect it.
 *
 * Its members are filled where we have the like: "fio" rows hold our pure reads
 * and writes, "rw" only where a mix of both was measured in that size, which we
 * do in no size of theirs. What we do not measure is null or an empty list,
 * never a guess: network, Geekbench, uptime. */
#include "report/report.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/words.h"
#include "result/result.h"

static json_t *string_or_null(struct arena *arena, const char *string)
{
    return string == NULL ? json_null()
                          : json_string(text_clean(arena, string));
}

/* Whole numbers, as theirs are. */
static json_t *whole_or_null(double value)
{
    if (!isfinite(value) || fabs(value) > 9e15)
        return json_null();
    return json_integer((json_int_t)llround(value));
}

static json_t *kib_or_null(uint64_t bytes)
{
    return whole_or_null(known_u64(bytes) ? (double)bytes / 1024
                                          : UNKNOWN_DOUBLE);
}

static double score_of(const struct document *document, const char *id)
{
    const struct result *result = result_find(document, id, NULL);

    return result != NULL && words_measured(result) ? result->score
                                                    : UNKNOWN_DOUBLE;
}

/* "20260131-120000" out of "2026-01-31T12:00:00Z". */
static json_t *time_of(const char *started)
{
    char digits[16];
    size_t n = 0;

    if (started == NULL || strlen(started) < 19)
        return json_null();
    for (size_t i = 0; i < 19; i++) {
        if (i == 10)
            digits[n++] = '-';
        else if (started[i] >= '0' && started[i] <= '9' && n < 15)
            digits[n++] = started[i];
    }
    digits[n] = '\0';
    return n == 15 ? json_string(digits) : json_null();
}

static json_t *os_object(const struct document *document, struct arena *arena)
{
    const struct host *host = &document->host;
    const char *arch = words_or(host->cpu.architecture, "");

    return json_pack("{s:o,s:o,s:o,s:n,s:o}", "arch",
                     string_or_null(arena, strcmp(arch, "x86_64") == 0
                                               ? "x64"
                                               : host->cpu.architecture),
                     "distro", string_or_null(arena, host->os), "kernel",
                     string_or_null(arena, host->kernel), "uptime", "vm",
                     string_or_null(arena, host->virtualization));
}

static json_t *flag_of(const struct host_cpu *cpu, const char *name)
{
    if (cpu->flag_count == 0)
        return json_null();
    for (size_t i = 0; i < cpu->flag_count; i++) {
        if (cpu->flags[i] != NULL && strcmp(cpu->flags[i], name) == 0)
            return json_true();
    }
    return json_false();
}

/* The effective clock beside the first result that measured it. */
static double clock_of(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        for (size_t j = 0; j < result->sample_count; j++) {
            if (isfinite(result->samples[j].clock_hz))
                return result->samples[j].clock_hz;
        }
    }
    return UNKNOWN_DOUBLE;
}

static json_t *cpu_object(const struct document *document, struct arena *arena)
{
    const struct host_cpu *cpu = &document->host.cpu;
    double clock = clock_of(document);
    char mhz[64] = "";

    if (isfinite(clock))
        (void)snprintf(mhz, sizeof(mhz), "%.3f MHz", clock / 1e6);
    return json_pack("{s:o,s:o,s:o,s:o,s:n}", "model",
                     string_or_null(arena, cpu->model), "cores",
                     whole_or_null(cpu->online.count > 0
                                       ? (double)cpu->online.count
                                       : UNKNOWN_DOUBLE),
                     "freq", string_or_null(arena, mhz[0] == '\0' ? NULL : mhz),
                     "aes", flag_of(cpu, "aes"), "virt");
}

static double disk_total(const struct document *document)
{
    double sum = UNKNOWN_DOUBLE;

    for (size_t i = 0; i < document->host.disk_count; i++) {
        uint64_t bytes = document->host.disks[i].size_bytes;
        if (known_u64(bytes))
            sum = (isnan(sum) ? 0 : sum) + (double)bytes;
    }
    return sum;
}

static json_t *memory_object(const struct document *document)
{
    const struct host_memory *memory = &document->host.memory;

    return json_pack(
        "{s:o,s:s,s:o,s:s,s:o,s:s}", "ram", kib_or_null(memory->total_bytes),
        "ram_units", "KiB", "swap", kib_or_null(memory->swap_total_bytes),
        "swap_units", "KiB", "disk", whole_or_null(disk_total(document) / 1000),
        "disk_units", "KB");
}

/* One row of "fio"; NULL when neither direction was measured. */
static json_t *fio_row(const char *size, double bytes, double reads,
                       double writes)
{
    if (isnan(reads) && isnan(writes))
        return NULL;
    return json_pack(
        "{s:s,s:o,s:o,s:o,s:o,s:n,s:n,s:s}", "bs", size, "speed_r",
        whole_or_null(reads * bytes / 1000), "iops_r", whole_or_null(reads),
        "speed_w", whole_or_null(writes * bytes / 1000), "iops_w",
        whole_or_null(writes), "speed_rw", "iops_rw", "speed_units", "KBps");
}

static json_t *fio_array(const struct document *document)
{
    const double mib = 1048576;
    json_t *rows = json_array();
    json_t *small = fio_row("4k", 4096, score_of(document, "disk.read.4k.q16"),
                            score_of(document, "disk.write.4k.q16"));
    json_t *large =
        fio_row("1m", mib, score_of(document, "disk.read.1m.q4") / mib,
                score_of(document, "disk.write.1m.q4") / mib);

    if (small != NULL)
        (void)json_array_append_new(rows, small);
    if (large != NULL)
        (void)json_array_append_new(rows, large);
    return rows;
}

static json_t *partition_of(const struct document *document, struct arena *arena)
{
    return string_or_null(arena, document->target_count == 0
                                     ? NULL
                                     : document->targets[0].mount.source);
}

static json_t *yabs_object(const struct document *document, struct arena *arena)
{
    char version[48];

    (void)snprintf(version, sizeof(version), "assay-%.40s",
                   words_or(document->assay_version, "unknown"));
    return json_pack(
        "{s:o,s:o,s:o,s:{s:n,s:n},s:o,s:o,s:o,s:o,s:[],s:[],s:{s:o}}",
        "version", string_or_null(arena, version), "time",
        time_of(document->started), "os", os_object(document, arena), "net",
        "ipv4", "ipv6", "cpu", cpu_object(document, arena), "mem",
        memory_object(document), "partition", partition_of(document, arena),
        "fio", fio_array(document), "iperf", "geekbench", "runtime", "elapsed",
        whole_or_null(document->elapsed_s));
}

static int yabs_render(const struct document *document,
                       const struct report_options *options, struct text *out,
                       struct err *err)
{
    json_t *object = yabs_object(document, out->arena);
    char *text = object == NULL ? NULL : json_dumps(object, JSON_INDENT(2));

    (void)options;
    json_decref(object);
    if (text == NULL)
        return err_set(err, ERR_SPACE, "no memory for the report");
    text_add(out, text);
    text_add(out, "\n");
    free(text);
    return 0;
}

const struct report_format report_yabs = {
    .name = "yabs",
    .suffixes = ".yabs.json",
    .about = "the JSON that collectors of Yet Another Bench Script accept",
    .render = yabs_render,
};
