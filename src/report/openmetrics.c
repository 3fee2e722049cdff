/* Gauges for Prometheus' textfile collector.
 *
 * Base units stand in the names and labels take few values: no host name (the
 * scraper knows it), no run id. It is the older text format, without "# EOF"
 * and without time stamps: the collector refuses a file that has them. A series
 * that would come twice comes once, as one doubled line makes the collector
 * drop the whole file. What is unknown is left out. */
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/words.h"
#include "result/result.h"

/* One metric being written: its head goes out with its first sample. */
struct family {
    struct text *out;
    const char *name;
    const char *help;
    const char **seen; /* the label sets so far */
    size_t count;
    size_t room;
};

static struct family family_begin(struct text *out, const char *name,
                                  const char *help)
{
    return (struct family){ .out = out, .name = name, .help = help };
}

static bool family_has(const struct family *family, const char *labels)
{
    for (size_t i = 0; i < family->count; i++) {
        if (strcmp(family->seen[i], labels) == 0)
            return true;
    }
    return false;
}

static void family_remember(struct family *family, const char *labels)
{
    if (family->count == family->room) {
        family->room = family->room * 2 + 16;
        family->seen =
            arena_grow(family->out->arena, family->seen, family->count,
                       family->room, sizeof(family->seen[0]));
    }
    family->seen[family->count++] = labels;
}

/* Adds a sample; `labels` is the inside of the braces and may be empty. */
static void family_add(struct family *family, const char *labels, double value)
{
    char number[UNITS_ROOM];

    if (!isfinite(value) || family_has(family, labels))
        return;
    if (family->count == 0)
        text_printf(family->out, "# HELP %s %s\n# TYPE %s gauge\n",
                    family->name, family->help, family->name);
    family_remember(family, labels);
    text_add(family->out, family->name);
    if (labels[0] != '\0')
        text_printf(family->out, "{%s}", labels);
    text_printf(family->out, " %s\n", figure_exact(value, number));
}

static void add_label(struct text *labels, const char *name, const char *value)
{
    if (value == NULL)
        return;
    text_printf(labels, "%s%s=\"", labels->length > 0 ? "," : "", name);
    for (const char *s = text_clean(labels->arena, value); *s != '\0'; s++) {
        if (*s == '"' || *s == '\\')
            text_add(labels, "\\");
        text_add_bytes(labels, s, 1);
    }
    text_add(labels, "\"");
}

static struct text result_labels(struct arena *arena,
                                 const struct result *result)
{
    struct text labels;

    text_init(&labels, arena);
    add_label(&labels, "benchmark", words_or(result->id, "unnamed"));
    add_label(&labels, "target", result->target);
    return labels;
}

/* How the document's units are called in Prometheus; the last row takes the
 * rest. */
static const struct {
    const char *unit;
    const char *suffix;
    double scale;
} unit_rows[] = {
    { "bytes/s", "_bytes_per_second", 1 },
    { "ops/s", "_operations_per_second", 1 },
    { "flop/s", "_flops_per_second", 1 },
    { "ns", "_seconds", 1e-9 },
    { "share", "_ratio", 1 },
    { "ratio", "_ratio", 1 },
    { NULL, "", 1 },
};
enum { UNIT_ROWS = sizeof(unit_rows) / sizeof(unit_rows[0]) };

static size_t unit_row(const char *unit)
{
    size_t row = 0;

    while (unit_rows[row].unit != NULL &&
           strcmp(unit_rows[row].unit, words_or(unit, "")) != 0)
        row++;
    return row;
}

enum statistic { STATISTIC_SCORE, STATISTIC_LOW, STATISTIC_HIGH };

static double statistic_of(const struct result *result, enum statistic which)
{
    struct interval interval = result_interval(result);

    return which == STATISTIC_SCORE ? result->score
           : which == STATISTIC_LOW ? interval.low
                                    : interval.high;
}

/* One family for each suffix; "share" and "ratio" have theirs in common. */
static void add_scores(struct text *out, const struct document *document,
                       const char *stem, const char *help, enum statistic which)
{
    for (size_t row = 0; row < UNIT_ROWS; row++) {
        const char *suffix = unit_rows[row].suffix;
        struct family family = family_begin(
            out, arena_printf(out->arena, "%s%s", stem, suffix), help);
        if (row > 0 && strcmp(suffix, unit_rows[row - 1].suffix) == 0)
            continue;
        for (size_t i = 0; i < document->result_count; i++) {
            const struct result *result = &document->results[i];
            size_t own = unit_row(result->unit);
            if (!words_measured(result) ||
                strcmp(unit_rows[own].suffix, suffix) != 0)
                continue;
            family_add(&family, result_labels(out->arena, result).bytes,
                       statistic_of(result, which) * unit_rows[own].scale);
        }
    }
}

static void add_measured(struct text *out, const struct document *document)
{
    struct family family =
        family_begin(out, "assay_measured",
                     "1 where a benchmark gave a score, 0 where it was skipped "
                     "or failed.");

    for (size_t i = 0; i < document->result_count; i++)
        family_add(&family,
                   result_labels(out->arena, &document->results[i]).bytes,
                   words_measured(&document->results[i]));
}

static void add_percentile(struct family *family, const struct result *result,
                           const char *percentile, uint64_t ns)
{
    struct text labels = result_labels(family->out->arena, result);

    add_label(&labels, "percentile", percentile);
    family_add(family, labels.bytes,
               known_u64(ns) ? (double)ns * 1e-9 : UNKNOWN_DOUBLE);
}

static void add_latencies(struct text *out, const struct document *document)
{
    struct family family =
        family_begin(out, "assay_latency_seconds",
                     "Percentiles of the time that single operations took.");

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        const struct result_latency *latency = result->latency;
        if (latency == NULL)
            continue;
        add_percentile(&family, result, "50", latency->p50);
        add_percentile(&family, result, "90", latency->p90);
        add_percentile(&family, result, "99", latency->p99);
        add_percentile(&family, result, "99.9", latency->p999);
        add_percentile(&family, result, "100", latency->max);
    }
}

static void add_marks(struct text *out, const struct document *document)
{
    struct family family =
        family_begin(out, "assay_mark", "1 for each doubt about a score.");

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        for (size_t j = 0; j < result->mark_count; j++) {
            struct text labels = result_labels(out->arena, result);
            add_label(&labels, "mark", words_or(result->marks[j].id, "other"));
            family_add(&family, labels.bytes, 1);
        }
    }
}

/* One series for each outcome, 1 for the one that holds. */
static void add_outcomes(struct family *family, const struct text *labels,
                         const char *word)
{
    enum outcome holds = outcome_from_word(word);

    for (enum outcome o = OUTCOME_PASS; o < OUTCOME_NONE; o++) {
        struct text own;
        text_init(&own, labels->arena);
        text_add(&own, labels->bytes);
        add_label(&own, "outcome", outcome_word(o));
        family_add(family, own.bytes, o == holds);
    }
}

static struct text finding_labels(struct arena *arena,
                                  const struct result_verdict *verdict,
                                  const struct result_finding *finding)
{
    struct text labels;

    text_init(&labels, arena);
    add_label(&labels, "profile", words_or(verdict->profile, "unnamed"));
    add_label(&labels, "requirement", words_or(finding->requirement, "unnamed"));
    add_label(&labels, "statistic", words_or(finding->statistic, "score"));
    add_label(&labels, "level", words_or(finding->level, "minimum"));
    return labels;
}

static void add_verdicts(struct text *out, const struct document *document)
{
    struct family family = family_begin(
        out, "assay_verdict", "1 for the outcome that holds for a profile.");

    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        struct text labels;
        text_init(&labels, out->arena);
        add_label(&labels, "profile", words_or(verdict->profile, "unnamed"));
        add_outcomes(&family, &labels, verdict->outcome);
    }
}

static void add_findings(struct text *out, const struct document *document)
{
    struct family outcomes =
        family_begin(out, "assay_requirement",
                     "1 for the outcome that holds for a requirement.");

    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        for (size_t j = 0; j < verdict->finding_count; j++) {
            struct text labels =
                finding_labels(out->arena, verdict, &verdict->findings[j]);
            add_outcomes(&outcomes, &labels, verdict->findings[j].outcome);
        }
    }
}

static void add_ratios(struct text *out, const struct document *document)
{
    struct family ratios = family_begin(
        out, "assay_requirement_met_ratio",
        "Measured value over the bound, turned so that 1 and more meets it.");

    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        for (size_t j = 0; j < verdict->finding_count; j++) {
            struct text labels =
                finding_labels(out->arena, verdict, &verdict->findings[j]);
            family_add(&ratios, labels.bytes, verdict->findings[j].ratio);
        }
    }
}

/* Seconds since 1970 of a time in the document's form; NaN for another form. */
static double unix_time(const char *started)
{
    struct tm tm = { 0 };
    char z = '\0';

    if (started == NULL ||
        sscanf(started, "%4d-%2d-%2dT%2d:%2d:%2d%c", &tm.tm_year, &tm.tm_mon,
               &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &z) != 7 ||
        z != 'Z')
        return UNKNOWN_DOUBLE;
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    return (double)timegm(&tm);
}

static void add_one(struct text *out, const char *name, const char *help,
                    const char *labels, double value)
{
    struct family family = family_begin(out, name, help);

    family_add(&family, labels, value);
}

static double number_or_unknown(uint64_t value)
{
    return known_u64(value) ? (double)value : UNKNOWN_DOUBLE;
}

static void add_host(struct text *out, const struct document *document)
{
    const struct host *host = &document->host;
    struct text labels;

    text_init(&labels, out->arena);
    add_label(&labels, "model", host->cpu.model);
    add_label(&labels, "architecture", host->cpu.architecture);
    add_label(&labels, "kernel", host->kernel);
    add_label(&labels, "virtualization", host->virtualization);
    add_label(&labels, "container", host->container);
    add_one(out, "assay_host_info", "What the host is.", labels.bytes, 1);
    add_one(out, "assay_usable_cpus",
            "CPUs this process may use, under masks and quotas.", "",
            host->cpu.usable_cpus);
    add_one(out, "assay_memory_total_bytes", "Memory of the host.", "",
            number_or_unknown(host->memory.total_bytes));
    add_one(out, "assay_memory_usable_bytes",
            "Memory this process may use, under its limits.", "",
            number_or_unknown(host->memory.usable_bytes));
}

static void add_run(struct text *out, const struct document *document)
{
    const struct result_conditions *conditions = &document->conditions;
    struct text labels;

    text_init(&labels, out->arena);
    add_label(&labels, "version", words_or(document->assay_version, "unknown"));
    add_one(out, "assay_build_info", "The program that measured.", labels.bytes,
            1);
    add_one(out, "assay_run_complete", "1 when the run reached its end.", "",
            document->complete);
    add_one(out, "assay_run_duration_seconds", "How long the run took.", "",
            document->elapsed_s);
    add_one(out, "assay_run_end_timestamp_seconds",
            "Unix time of the end of the run.", "",
            unix_time(document->started) + document->elapsed_s);
    add_one(
        out, "assay_steal_ratio",
        "Share of the usable CPUs' time that the hypervisor gave to others.",
        "", conditions->steal_share);
    add_one(out, "assay_other_cpu_ratio",
            "Share of all CPUs' time that other work in the host used.", "",
            conditions->other_cpu_share);
    add_one(out, "assay_throttled_ratio",
            "Share of the run that the control group held us back.", "",
            conditions->throttled_share);
}

static int openmetrics_render(const struct document *document,
                              const struct report_options *options,
                              struct text *out, struct err *err)
{
    (void)options;
    (void)err;
    add_run(out, document);
    add_host(out, document);
    add_measured(out, document);
    add_scores(out, document, "assay_score", "Median of the rounds.",
               STATISTIC_SCORE);
    add_scores(out, document, "assay_score_low",
               "Lower end of the score's 95 % interval.", STATISTIC_LOW);
    add_scores(out, document, "assay_score_high",
               "Upper end of the score's 95 % interval.", STATISTIC_HIGH);
    add_latencies(out, document);
    add_marks(out, document);
    add_verdicts(out, document);
    add_findings(out, document);
    add_ratios(out, document);
    return 0;
}

const struct report_format report_openmetrics = {
    .name = "openmetrics",
    .suffixes = ".prom",
    .about = "gauges for the textfile collector of Prometheus' node_exporter",
    .render = openmetrics_render,
};
