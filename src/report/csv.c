/* One row per result, for spreadsheets and data frames.
 *
 * RFC 4180 but for the line ends, which are bare newlines. Numbers are in base
 * units with a point; what is unknown is an empty cell and `reason` says why.
 */
#include "report/report.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "report/figure.h"
#include "result/result.h"

static const char header[] =
    "run_id,started,host,id,title,resource,unit,better,workers,target,method,"
    "status,reason,score,low,high,rounds,mean,median,min,max,cv,mad,"
    "per_cpu_second,burst,operations,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,"
    "stalled_ns,marks\n";

/* A spreadsheet takes a cell that begins with one of these for a formula, and a
 * host name may have been chosen with that in mind. */
static bool looks_like_formula(const char *string)
{
    return string[0] != '\0' && strchr("=+-@|%", string[0]) != NULL;
}

static void cell(struct text *out, const char *string)
{
    const char *clean = text_clean(out->arena, string);
    bool formula;

    if (clean == NULL)
        return;
    formula = looks_like_formula(clean);
    if (!formula && strpbrk(clean, ",\"; ") == NULL) {
        text_add(out, clean);
        return;
    }
    text_add(out, formula ? "\"'" : "\"");
    for (const char *s = clean; *s != '\0'; s++) {
        if (*s == '"')
            text_add(out, "\"");
        text_add_bytes(out, s, 1);
    }
    text_add(out, "\"");
}

static void next_cell(struct text *out, const char *string)
{
    text_add(out, ",");
    cell(out, string);
}

static void next_number(struct text *out, double value)
{
    char spelled[UNITS_ROOM];

    text_add(out, ",");
    text_add(out, figure_exact(value, spelled));
}

static void next_u64(struct text *out, uint64_t value)
{
    char spelled[UNITS_ROOM];

    text_add(out, ",");
    text_add(out, figure_exact_u64(value, spelled));
}

static void add_latency(struct text *out, const struct result_latency *latency)
{
    if (latency == NULL) {
        text_add(out, ",,,,,,,");
        return;
    }
    next_u64(out, latency->n);
    next_u64(out, latency->p50);
    next_u64(out, latency->p90);
    next_u64(out, latency->p99);
    next_u64(out, latency->p999);
    next_u64(out, latency->max);
    next_u64(out, latency->stalled_ns);
}

static void add_marks(struct text *out, const struct result *result)
{
    struct text marks;

    text_init(&marks, out->arena);
    for (size_t i = 0; i < result->mark_count; i++) {
        if (i > 0)
            text_add(&marks, " ");
        text_add(&marks, result->marks[i].id);
    }
    next_cell(out, marks.bytes);
}

static void add_statistics(struct text *out, const struct result *result)
{
    struct interval shown = result_interval(result);

    next_number(out, result->score);
    next_number(out, shown.low);
    next_number(out, shown.high);
    next_u64(out, result->n);
    next_number(out, result->mean);
    next_number(out, result->median);
    next_number(out, result->min);
    next_number(out, result->max);
    next_number(out, result->cv);
    next_number(out, result->mad);
    next_number(out, result->per_cpu_second);
    next_number(out, result->burst);
}

static void add_row(struct text *out, const struct document *document,
                    const struct result *result)
{
    cell(out, document->run_id);
    next_cell(out, document->started);
    next_cell(out, document->host.name);
    next_cell(out, result->id);
    next_cell(out, result->title);
    next_cell(out, result->resource);
    next_cell(out, result->unit);
    next_cell(out, result->better);
    next_u64(out, result->workers);
    next_cell(out, result->target);
    next_u64(out, result->method);
    next_cell(out, result->status);
    next_cell(out, result->reason);
    add_statistics(out, result);
    add_latency(out, result->latency);
    add_marks(out, result);
    text_add(out, "\n");
}

static int csv_render(const struct document *document,
                      const struct report_options *options, struct text *out,
                      struct err *err)
{
    (void)options;
    (void)err;
    text_add(out, header);
    for (size_t i = 0; i < document->result_count; i++)
        add_row(out, document, &document->results[i]);
    return 0;
}

const struct report_format report_csv = {
    .name = "csv",
    .suffixes = ".csv",
    .about = "one row per result, in base units, for spreadsheets",
    .render = csv_render,
};
