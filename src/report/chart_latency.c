/* How long single operations took: percentile curves, their distribution, and the
 * histogram of stalls. */
#include "report/chart.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/svg.h"
#include "report/table.h"
#include "report/words.h"
#include "result/result.h"

/* Results whose curves are drawn, as many as there are shapes. */
struct chosen {
    const struct result *results[SVG_SERIES];
    const char *names[SVG_SERIES];
    size_t count;
};

/* Small random I/O and durable writes say most; the rest fills up. */
static bool says_much(const struct result *result)
{
    return strstr(result->id, ".4k") != NULL ||
           strstr(result->id, "fsync") != NULL;
}

static void choose_pass(struct chosen *chosen, const struct document *document,
                        struct arena *arena, bool much)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *r = &document->results[i];
        if (chosen->count < SVG_SERIES && r->latency != NULL && r->id != NULL &&
            r->latency->bucket_count >= 2 && r->latency->n > 0 &&
            known_u64(r->latency->n) &&
            strcmp(words_or(r->resource, ""), "disk") == 0 &&
            says_much(r) == much) {
            chosen->names[chosen->count] =
                words_placed(document, r, words_title(r), arena);
            chosen->results[chosen->count++] = r;
        }
    }
}

static struct chosen choose(const struct document *document, struct arena *arena)
{
    struct chosen chosen = { .count = 0 };

    choose_pass(&chosen, document, arena, true);
    choose_pass(&chosen, document, arena, false);
    return chosen;
}

static void reach_times(struct axis *axis, const struct chosen *chosen)
{
    axis_begin(axis);
    for (size_t i = 0; i < chosen->count; i++) {
        const struct result_latency *l = chosen->results[i]->latency;
        for (size_t b = 0; b < l->bucket_count; b++)
            axis_reach(axis, (double)l->buckets[b].to_ns);
    }
}

/* Shares as nines: 0.99 is 2. The curve of a result ends where its last operation
 * alone would decide. */
static double nines(double share)
{
    return -log10(1 - share);
}

static void add_curve(const struct plot *plot, const struct result *result,
                      unsigned series, bool as_nines)
{
    const struct result_latency *l = result->latency;
    double *x = ARENA_ARRAY(plot->out->arena, double, l->bucket_count);
    double *y = ARENA_ARRAY(plot->out->arena, double, l->bucket_count);
    double seen = 0;

    for (size_t b = 0; b < l->bucket_count; b++) {
        double share, time = (double)l->buckets[b].to_ns;
        seen += (double)l->buckets[b].count;
        share = fmin(seen / (double)l->n, 1);
        x[b] = as_nines ? fmin(nines(share), log10((double)l->n)) : time;
        y[b] = as_nines ? time : share * 100;
    }
    plot_line(plot, x, y, l->bucket_count, series);
}

static void add_percentile(const struct plot *plot, const char *name,
                           unsigned series, double at, uint64_t ns)
{
    char time[FIGURE_ROOM];

    if (known_u64(ns))
        plot_mark(plot, at, (double)ns, series,
                  arena_printf(plot->out->arena, "%s, %.4g %%: %s", name,
                               100 * (1 - pow(10, -at)),
                               figure_u64(ns, "ns", time)));
}

/* A bound on the 99th percentile is a short line across it. */
static void add_bounds(const struct plot *plot, const struct document *document,
                       const struct result *result)
{
    for (size_t v = 0; v < document->verdict_count; v++) {
        const struct result_verdict *verdict = &document->verdicts[v];
        for (size_t i = 0; i < verdict->finding_count; i++) {
            const struct result_finding *f = &verdict->findings[i];
            double x, y;
            if (strcmp(words_or(f->statistic, ""), "p99") != 0 ||
                strcmp(words_or(f->requirement, ""), result->id) != 0 ||
                !plot_x(plot, 2, &x) || !plot_y(plot, f->bound, &y))
                continue;
            text_printf(
                plot->out,
                "<path class=\"bound\" d=\"M%.1f %.1fh40\"/>"
                "<text class=\"note\" x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">p99 bound, %s</text>\n",
                x - 20, y, x, y - 5,
                markup(plot->out->arena, words_or(verdict->profile, "-")));
        }
    }
}

static void add_key(struct text *out, const struct chosen *chosen)
{
    text_add(out, "<ul class=\"key\">");
    for (size_t i = 0; i < chosen->count; i++)
        svg_key(out, (unsigned)i + 1, chosen->names[i]);
    text_add(out, "</ul>\n");
}

static void add_table(struct text *out, const struct chosen *chosen)
{
    struct table table;

    table_init(&table, out, "latency percentiles",
               "Operation|Operations|p50|p90|p99|p99.9|Longest|Stalled");
    for (size_t i = 0; i < chosen->count; i++) {
        const struct result_latency *l = chosen->results[i]->latency;
        const uint64_t columns[] = { l->p50,  l->p90, l->p99,
                                     l->p999, l->max, l->stalled_ns };
        char spelled[FIGURE_ROOM];
        table_add(&table, chosen->names[i]);
        table_add(&table, figure_u64(l->n, NULL, spelled));
        for (size_t c = 0; c < sizeof(columns) / sizeof(columns[0]); c++)
            table_add(&table, figure_u64(columns[c], "ns", spelled));
    }
    table_close(&table);
}

void chart_percentiles(struct text *out, const struct document *document)
{
    struct chosen chosen = choose(document, out->arena);
    struct plot plot = {
        .out = out,
        .x = { .label = "share of operations", .high = 4.2, .kind = AXIS_NINES },
        .y = { .label = "took at most", .log = true, .unit = "ns" },
        .left = 54,
        .top = 28,
        .width = 296,
        .height = 190,
    };

    reach_times(&plot.y, &chosen);
    if (chosen.count == 0 || !axis_settle(&plot.y, false))
        return;
    chart_open(out, "Latency percentiles", NULL);
    svg_open(
        out, "percentiles", 260, "Latency percentiles",
        "How long the given share of operations took at most; each step to "
        "the right leaves a tenth as many slower ones.");
    plot_frame(&plot);
    for (size_t i = 0; i < chosen.count; i++) {
        const struct result *r = chosen.results[i];
        unsigned series = (unsigned)i + 1;
        add_curve(&plot, r, series, true);
        add_bounds(&plot, document, r);
        add_percentile(&plot, chosen.names[i], series, nines(0.5),
                       r->latency->p50);
        add_percentile(&plot, chosen.names[i], series, 2, r->latency->p99);
        add_percentile(&plot, chosen.names[i], series, 3, r->latency->p999);
    }
    svg_close(out);
    add_key(out, &chosen);
    add_table(out, &chosen);
    chart_close(out);
}

static void add_distribution_table(struct text *out, const struct chosen *chosen)
{
    struct table table;

    table_init(&table, out, "latency distribution", "Operation|Up to|Share");
    for (size_t i = 0; i < chosen->count; i++) {
        const struct result_latency *l = chosen->results[i]->latency;
        double seen = 0;
        double told = 0;
        for (size_t b = 0; b < l->bucket_count; b++) {
            seen += (double)l->buckets[b].count / (double)l->n;
            if (seen < told + 0.1 && b + 1 < l->bucket_count)
                continue; /* a row for each tenth is enough to read */
            told = seen;
            table_add(&table, chosen->names[i]);
            table_add_figure(&table, (double)l->buckets[b].to_ns, "ns");
            table_add_figure(&table, seen, "share");
        }
    }
    table_close(&table);
}

void chart_distribution(struct text *out, const struct document *document)
{
    struct chosen chosen = choose(document, out->arena);
    struct plot plot = {
        .out = out,
        .x = { .label = "latency", .log = true, .unit = "ns" },
        .y = { .label = "operations that took less",
               .high = 104,
               .kind = AXIS_PERCENT },
        .left = 54,
        .top = 28,
        .width = 296,
        .height = 190,
    };

    reach_times(&plot.x, &chosen);
    if (chosen.count == 0 || !axis_settle(&plot.x, false))
        return;
    chart_open(out, "Latency distribution", NULL);
    svg_open(out, "distribution", 260, "Latency distribution",
             "The share of operations that took less than the time below.");
    plot_frame(&plot);
    for (size_t i = 0; i < chosen.count; i++) {
        const struct result *r = chosen.results[i];
        add_curve(&plot, r, (unsigned)i + 1, false);
        if (known_u64(r->latency->p50))
            plot_mark(&plot, (double)r->latency->p50, 50, (unsigned)i + 1, NULL);
    }
    svg_close(out);
    add_key(out, &chosen);
    add_distribution_table(out, &chosen);
    chart_close(out);
}

/* Stalls in bins of half an octave: finer ones would be combs. */
enum { BINS = 96 };

static size_t bin_of(uint64_t ns)
{
    double bin = ns < 1 ? 0 : 2 * log2((double)ns);

    return bin > BINS - 1 ? BINS - 1 : (size_t)bin;
}

static void add_bins(const struct plot *plot, const double counts[BINS])
{
    double bottom = plot->top + plot->height;

    for (size_t i = 0; i < BINS; i++) {
        double from, to, top;
        if (!plot_x(plot, pow(2, (double)i / 2), &from) ||
            !plot_x(plot, pow(2, (double)(i + 1) / 2), &to) ||
            !plot_y(plot, counts[i], &top))
            continue;
        text_printf(plot->out,
                    "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                    "height=\"%.1f\"/>\n",
                    from + 0.5, top, to - from - 1, bottom - top);
    }
}

static void add_stall_table(struct text *out, const double counts[BINS])
{
    struct table table;

    table_init(&table, out, "stalls", "From|To|Stalls");
    for (size_t i = 0; i < BINS; i++) {
        if (!(counts[i] > 0))
            continue;
        table_add_figure(&table, pow(2, (double)i / 2), "ns");
        table_add_figure(&table, pow(2, (double)(i + 1) / 2), "ns");
        table_add_figure(&table, counts[i], NULL);
    }
    table_close(&table);
}

static const struct result *stalls_of(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *r = &document->results[i];
        if (strcmp(words_or(r->id, ""), "os.stall") == 0 &&
            r->latency != NULL && r->latency->bucket_count > 0)
            return r;
    }
    return NULL;
}

void chart_stalls(struct text *out, const struct document *document)
{
    const struct result *result = stalls_of(document);
    double counts[BINS] = { 0 };
    struct plot plot = {
        .out = out,
        .x = { .label = "length of the stall", .log = true, .unit = "ns" },
        .y = { .label = "stalls", .log = true },
        .left = 48,
        .top = 28,
        .width = 302,
        .height = 170,
    };

    if (result == NULL)
        return;
    axis_begin(&plot.x);
    axis_begin(&plot.y);
    axis_reach(&plot.y, 0.7); /* a single stall is to be seen */
    for (size_t b = 0; b < result->latency->bucket_count; b++) {
        const struct result_bucket *bucket = &result->latency->buckets[b];
        size_t bin = bin_of(bucket->from_ns);
        counts[bin] += (double)bucket->count;
        axis_reach(&plot.x, pow(2, (double)bin / 2));
        axis_reach(&plot.x, pow(2, (double)(bin + 1) / 2));
        axis_reach(&plot.y, counts[bin]);
    }
    if (!axis_settle(&plot.x, false) || !axis_settle(&plot.y, false))
        return;
    chart_open(out, "Stalls", result->conclusion);
    svg_open(out, "stalls", 240, "Stalls",
             "How many gaps of each length a spinning thread saw, both axes "
             "logarithmic.");
    plot_frame(&plot);
    add_bins(&plot, counts);
    svg_close(out);
    add_stall_table(out, counts);
    chart_close(out);
}
