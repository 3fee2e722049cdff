/* I/Os per second and their 99th percentile against the queue depth. */
#include "report/chart.h"

#include <stdlib.h>
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

enum { MOST_POINTS = 32 };

struct depth_point {
    double depth, rate, low, high, p99_ns;
};

struct depth_series {
    const char *name;
    struct depth_point points[MOST_POINTS];
    size_t count;
};

static double ns_or_unknown(uint64_t ns)
{
    return known_u64(ns) ? (double)ns : UNKNOWN_DOUBLE;
}

static void from_curve(struct depth_series *series, const struct result *result)
{
    for (size_t i = 0; i < result->curve_count && i < MOST_POINTS; i++) {
        const struct result_point *p = &result->curve[i];
        series->points[series->count++] =
            (struct depth_point){ (double)p->x, p->score, p->ci95.low,
                                  p->ci95.high, ns_or_unknown(p->p99_ns) };
    }
}

static int by_depth(const void *a, const void *b)
{
    double x = ((const struct depth_point *)a)->depth;
    double y = ((const struct depth_point *)b)->depth;

    return x < y ? -1 : x > y;
}

/* Whether a result is of the directory that is drawn: the first one tested. */
static bool is_drawn(const struct document *document,
                     const struct result *result)
{
    return document->target_count < 2 || result->target == NULL ||
           strcmp(result->target,
                  words_or(document->targets[0].mount.path, "")) == 0;
}

/* From single results, "disk.read.4k.q16" being the one at depth 16. */
static void from_results(struct depth_series *series,
                         const struct document *document, const char *front)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *r = &document->results[i];
        struct interval interval = result_interval(r);
        char *end;
        unsigned long depth;
        if (!words_measured(r) || r->id == NULL || !text_starts(r->id, front) ||
            !is_drawn(document, r))
            continue;
        depth = strtoul(r->id + strlen(front), &end, 10);
        if (*end != '\0' || depth == 0 || series->count == MOST_POINTS)
            continue;
        series->points[series->count++] = (struct depth_point){
            (double)depth, r->score, interval.low, interval.high,
            ns_or_unknown(r->latency == NULL ? UNKNOWN_U64 : r->latency->p99)
        };
    }
    qsort(series->points, series->count, sizeof(series->points[0]), by_depth);
}

static void reach(const struct depth_series *series, struct plot *rates,
                  struct plot *tails)
{
    for (size_t i = 0; i < series->count; i++) {
        const struct depth_point *p = &series->points[i];
        axis_reach(&rates->x, p->depth);
        axis_reach(&rates->y, p->rate);
        axis_reach(&rates->y, p->high);
        axis_reach(&tails->y, p->p99_ns);
    }
}

static void add_series(const struct plot *plot,
                       const struct depth_series *series, unsigned number,
                       bool tails)
{
    struct arena *arena = plot->out->arena;
    double x[MOST_POINTS], y[MOST_POINTS];

    for (size_t i = 0; i < series->count; i++) {
        const struct depth_point *p = &series->points[i];
        x[i] = p->depth;
        y[i] = tails ? p->p99_ns : p->rate;
        if (!tails)
            plot_range(plot, p->depth, p->low, p->high, number);
    }
    plot_line(plot, x, y, series->count, number);
    for (size_t i = 0; i < series->count; i++) {
        char value[FIGURE_ROOM];
        plot_mark(plot, x[i], y[i], number,
                  arena_printf(arena, "%s, depth %.0f: %s", series->name, x[i],
                               figure(y[i], tails ? "ns" : "IO/s", value)));
    }
}

static void add_table(struct text *out, const struct depth_series *series,
                      size_t count)
{
    struct table table;

    table_init(&table, out, "rate and latency by depth",
               "Operation|Depth|Rate|95 % interval|p99");
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < series[s].count; i++) {
            const struct depth_point *p = &series[s].points[i];
            struct interval interval = { p->low, p->high };
            char span[FIGURE_SPAN_ROOM];
            table_add(&table, series[s].name);
            table_add_figure(&table, p->depth, NULL);
            table_add_figure(&table, p->rate, "IO/s");
            table_add(&table, figure_span(interval, "IO/s", span));
            table_add_figure(&table, p->p99_ns, "ns");
        }
    }
    table_close(&table);
}

static void add_panel(const struct plot *plot, const struct depth_series *series,
                      size_t count, bool tails)
{
    plot_frame(plot);
    for (size_t s = 0; s < count; s++)
        add_series(plot, &series[s], (unsigned)s + 1, tails);
}

void chart_depth(struct text *out, const struct document *document)
{
    const struct result *curve = chart_curve(document, "disk", "depth");
    struct depth_series series[2] = { { .name = "read" }, { .name = "write" } };
    struct plot rates = { .out = out,
                          .x = { .log = true, .kind = AXIS_COUNT },
                          .y = { .label = "IO/s" },
                          .left = 58,
                          .top = 28,
                          .width = 292,
                          .height = 104 };
    struct plot tails = rates;

    tails.y =
        (struct axis){ .label = "p99 latency", .log = true, .unit = "ns" };
    tails.top = 178;
    if (curve != NULL)
        from_curve(&series[0], curve);
    else
        from_results(&series[0], document, "disk.read.4k.q");
    from_results(&series[1], document, "disk.write.4k.q");
    if (series[0].count < 2 && series[1].count < 2)
        return;
    axis_begin(&rates.x);
    axis_begin(&rates.y);
    axis_begin(&tails.y);
    reach(&series[0], &rates, &tails);
    reach(&series[1], &rates, &tails);
    if (!axis_settle(&rates.x, false) || !axis_settle(&rates.y, true))
        return;
    tails.x = rates.x;
    tails.x.label = "queue depth";
    chart_open(out, "4 KiB random I/O by queue depth",
               curve == NULL ? NULL : curve->conclusion);
    svg_open(out, "depth", 328, "4 KiB random I/O by queue depth",
             "Above, I/Os per second against queue depth; below, the "
             "99th percentile of their latency, on a logarithmic axis.");
    add_panel(&rates, series, 2, false);
    if (axis_settle(&tails.y, false))
        add_panel(&tails, series, 2, true);
    svg_close(out);
    text_add(out, "<ul class=\"key\">");
    for (unsigned s = 0; s < 2; s++) {
        if (series[s].count > 0)
            svg_key(out, s + 1, series[s].name);
    }
    text_add(out, "</ul>\n");
    add_table(out, series, 2);
    chart_close(out);
}
