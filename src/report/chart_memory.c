/* The latency ladder over sizes, with the caches marked, and bandwidth by level. */
#include "report/chart.h"

#include <math.h>
#include <stdio.h>
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

static void reach_points(struct plot *plot, const struct result *result)
{
    axis_begin(&plot->x);
    axis_begin(&plot->y);
    for (size_t i = 0; i < result->curve_count; i++) {
        const struct result_point *p = &result->curve[i];
        axis_reach(&plot->x, known_u64(p->x) ? (double)p->x : UNKNOWN_DOUBLE);
        axis_reach(&plot->y, p->score);
        axis_reach(&plot->y, p->ci95.low);
        axis_reach(&plot->y, p->ci95.high);
    }
}

/* A guide where each level of cache ends. */
static void add_caches(const struct plot *plot, const struct host_cpu *cpu)
{
    double last = -1;

    for (size_t i = 0; i < cpu->cache_count; i++) {
        const struct host_cache *cache = &cpu->caches[i];
        char label[32];
        if (strcmp(words_or(cache->type, ""), "instruction") == 0 ||
            !known_u64(cache->level) || !known_u64(cache->bytes))
            continue;
        (void)snprintf(label, sizeof(label), "L%.0f", (double)cache->level);
        plot_guide(plot, (double)cache->bytes, label, &last);
    }
}

static void add_points(const struct plot *plot, const struct result *result)
{
    struct arena *arena = plot->out->arena;
    double *x = ARENA_ARRAY(arena, double, result->curve_count);
    double *y = ARENA_ARRAY(arena, double, result->curve_count);

    for (size_t i = 0; i < result->curve_count; i++) {
        const struct result_point *p = &result->curve[i];
        x[i] = (double)p->x;
        y[i] = p->score;
        plot_range(plot, x[i], p->ci95.low, p->ci95.high, 1);
    }
    plot_line(plot, x, y, result->curve_count, 1);
    for (size_t i = 0; i < result->curve_count; i++) {
        char size[UNITS_ROOM], score[FIGURE_ROOM];
        plot_mark(plot, x[i], y[i], 1,
                  arena_printf(arena, "%s: %s",
                               units_spell_size(result->curve[i].x, size),
                               figure(y[i], result->unit, score)));
    }
}

static void add_table(struct text *out, const struct result *result,
                      const char *what, const char *heads)
{
    struct table table;

    table_init(&table, out, what, heads);
    for (size_t i = 0; i < result->curve_count; i++) {
        const struct result_point *p = &result->curve[i];
        char size[UNITS_ROOM], span[FIGURE_SPAN_ROOM];
        table_add(&table, words_or(p->label, units_spell_size(p->x, size)));
        table_add_figure(&table, p->score, result->unit);
        table_add(&table, figure_span(p->ci95, result->unit, span));
    }
    table_close(&table);
}

/* The ladder is the curve over bytes whose unit is a time. */
static const struct result *find_curve(const struct document *document,
                                       const char *unit)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (words_measured(result) && result->curve_count >= 2 &&
            strcmp(words_or(result->curve_x, ""), "bytes") == 0 &&
            strcmp(words_or(result->unit, ""), unit) == 0)
            return result;
    }
    return NULL;
}

void chart_ladder(struct text *out, const struct document *document)
{
    const struct result *result = find_curve(document, "ns");
    struct plot plot = {
        .out = out,
        .x = { .label = "working set", .log = true, .kind = AXIS_SIZE },
        .y = { .label = "per load", .log = true, .unit = "ns" },
        .left = 54,
        .top = 28,
        .width = 296,
        .height = 170,
    };

    if (result == NULL)
        return;
    reach_points(&plot, result);
    if (!axis_settle(&plot.x, false) || !axis_settle(&plot.y, false))
        return;
    chart_open(out, "Memory latency", result->conclusion);
    svg_open(out, "ladder", 240, "Memory latency",
             "Time of one dependent load against the size of the working set, "
             "both axes logarithmic; vertical lines mark the caches.");
    plot_frame(&plot);
    add_caches(&plot, &document->host.cpu);
    add_points(&plot, result);
    svg_close(out);
    add_table(out, result, "memory latency",
              "Working set|Per load|95 % interval");
    chart_close(out);
}

enum { ROW = 44, ROW_TOP = 8, BAR_LEFT = 4, BAR_WIDTH = 260 };

static void add_bar(struct text *out, const struct result *result, size_t i,
                    double most)
{
    const struct result_point *p = &result->curve[i];
    double y = ROW_TOP + (double)i * ROW;
    double width = p->score / most * BAR_WIDTH;
    char size[UNITS_ROOM], score[FIGURE_ROOM];

    text_printf(
        out,
        "<text x=\"%d\" y=\"%.0f\">%s</text>"
        "<rect class=\"bar\" x=\"%d\" y=\"%.0f\" width=\"%.1f\" "
        "height=\"14\" rx=\"2\"/>",
        BAR_LEFT, y + 11,
        markup(out->arena, words_or(p->label, units_spell_size(p->x, size))),
        BAR_LEFT, y + 18, width > 0 ? width : 0);
    text_printf(out, "<text class=\"value\" x=\"%.1f\" y=\"%.0f\">%s</text>\n",
                BAR_LEFT + (width > 0 ? width : 0) + 8, y + 30,
                markup(out->arena, figure(p->score, result->unit, score)));
}

void chart_levels(struct text *out, const struct document *document)
{
    const struct result *result = find_curve(document, "bytes/s");
    double most = 0;

    if (result == NULL || result->curve_count > 64)
        return;
    for (size_t i = 0; i < result->curve_count; i++)
        most = fmax(most, result->curve[i].score);
    if (!(most > 0) || !isfinite(most))
        return;
    chart_open(out, "Read bandwidth by level", result->conclusion);
    svg_open(out, "levels", ROW_TOP + (double)result->curve_count * ROW,
             "Read bandwidth by level",
             "A bar for each size of buffer: small ones stay in a cache, the "
             "largest is memory.");
    for (size_t i = 0; i < result->curve_count; i++) {
        if (isfinite(result->curve[i].score))
            add_bar(out, result, i, most);
    }
    svg_close(out);
    add_table(out, result, "read bandwidth by level",
              "Buffer|Bandwidth|95 % interval");
    chart_close(out);
}
