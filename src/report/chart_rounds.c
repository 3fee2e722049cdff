/* Every round of every step over the time of the run, against the step's own median:
 * what slows several steps at one moment is the host, not the step. */
#include "report/chart.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/rate.h"
#include "report/svg.h"
#include "report/table.h"
#include "report/words.h"
#include "result/result.h"

static const char *const resources[] = { "cpu", "os", "memory", "disk" };
static const char *const names[] = { "CPU", "system", "memory", "storage" };
enum { RESOURCES = 4 };

/* Per cent between which rounds are drawn; those beyond are at the edge. */
struct reach {
    double least;
    double most;
};

/* The nearest edges come first; one in twenty rounds may lie beyond. */
static const double lower_edges[] = { 50, 25, 0 };
static const double upper_edges[] = { 125, 150, 200, 300 };

static unsigned series_of(const struct result *result)
{
    for (unsigned i = 0; i < RESOURCES; i++) {
        if (strcmp(words_or(result->resource, ""), resources[i]) == 0)
            return i + 1;
    }
    return RESOURCES + 1;
}

static double seconds_of(const struct sample *sample)
{
    return (double)sample->at_ns / 1e9;
}

/* Whether most rounds lie above an edge, or below it. */
static bool holds_most(const struct document *document, double edge, bool above)
{
    size_t rounds = 0;
    size_t within = 0;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *r = &document->results[i];
        for (size_t s = 0; s < r->sample_count; s++) {
            double percent = 100 * rate_of_round(r, s);
            rounds += isfinite(percent) ? 1 : 0;
            within += above ? percent >= edge : percent <= edge;
        }
    }
    return 20 * within >= 19 * rounds;
}

static double edge_of(const struct document *document, const double *edges,
                      size_t count, bool above)
{
    size_t i = 0;

    while (i + 1 < count && !holds_most(document, edges[i], above))
        i++;
    return edges[i];
}

static struct reach reach_of(const struct document *document)
{
    return (struct reach){
        edge_of(document, lower_edges,
                sizeof(lower_edges) / sizeof(lower_edges[0]), true),
        edge_of(document, upper_edges,
                sizeof(upper_edges) / sizeof(upper_edges[0]), false),
    };
}

static double kept_within(double percent, const struct reach *reach)
{
    return fmin(fmax(percent, reach->least), reach->most);
}

static void reach_rounds(struct plot *plot, const struct document *document,
                         const struct reach *reach)
{
    axis_begin(&plot->x);
    axis_begin(&plot->y);
    axis_reach(&plot->y, 95);
    axis_reach(&plot->y, 105);
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *r = &document->results[i];
        for (size_t s = 0; s < r->sample_count; s++) {
            double percent = 100 * rate_of_round(r, s);
            if (isfinite(percent)) {
                axis_reach(&plot->x, seconds_of(&r->samples[s]));
                axis_reach(&plot->y, kept_within(percent, reach));
            }
        }
    }
}

static void add_rounds(const struct plot *plot, const struct result *result,
                       const struct reach *reach)
{
    for (size_t s = 0; s < result->sample_count; s++) {
        double percent = 100 * rate_of_round(result, s);
        bool far = fabs(percent - 100) > 10;
        if (isfinite(percent))
            plot_mark(plot, seconds_of(&result->samples[s]),
                      kept_within(percent, reach), series_of(result),
                      far ? arena_printf(
                                plot->out->arena, "%s, round %zu: %.0f %%",
                                words_title(result), s + 1, fmin(percent, 9999))
                          : NULL);
    }
}

static void add_table(struct text *out, const struct document *document)
{
    struct table table;

    table_init(&table, out, "rounds",
               "Step|Rounds|Worst|Best|Each, in % of the median");
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *r = &document->results[i];
        double worst = (double)INFINITY, best = -(double)INFINITY;
        struct text each;
        text_init(&each, out->arena);
        for (size_t s = 0; s < r->sample_count; s++) {
            double rate = rate_of_round(r, s);
            if (!isfinite(rate))
                continue;
            worst = fmin(worst, rate);
            best = fmax(best, rate);
            text_printf(&each, "%s%.0f", each.length > 0 ? " " : "",
                        fmin(100 * rate, 9999));
        }
        if (each.length == 0)
            continue;
        table_add(&table, words_placed(document, r, words_title(r), out->arena));
        table_add_figure(&table, (double)r->sample_count, NULL);
        table_add_figure(&table, worst, "share");
        table_add_figure(&table, best, "share");
        table_add(&table, each.bytes);
    }
    table_close(&table);
}

static void add_key(struct text *out, const struct document *document)
{
    bool seen[RESOURCES + 1] = { false };

    for (size_t i = 0; i < document->result_count; i++) {
        if (document->results[i].sample_count > 0)
            seen[series_of(&document->results[i]) - 1] = true;
    }
    text_add(out, "<ul class=\"key dots\">");
    for (unsigned i = 0; i <= RESOURCES; i++) {
        if (seen[i])
            svg_key(out, i + 1, i < RESOURCES ? names[i] : "other");
    }
    text_add(out, "</ul>\n");
}

void chart_rounds(struct text *out, const struct document *document)
{
    struct plot plot = {
        .out = out,
        .x = { .label = "seconds into the run" },
        .y = { .label = "of the step's median, more is better",
               .kind = AXIS_PERCENT },
        .left = 44,
        .top = 28,
        .width = 306,
        .height = 190,
    };
    struct reach reach = reach_of(document);
    double median;

    reach_rounds(&plot, document, &reach);
    if (!axis_settle(&plot.x, true) || !axis_settle(&plot.y, false))
        return;
    chart_open(out, "Rounds over the run",
               "What slows several steps at one moment is the host, not the "
               "step.");
    svg_open(out, "rounds", 260, "Rounds over the run",
             "Each round of each step, in per cent of the step's own median, "
             "against the time of the run.");
    plot_frame(&plot);
    if (plot_y(&plot, 100, &median))
        text_printf(out, "<path class=\"guide\" d=\"M%.1f %.1fH%.1f\"/>\n",
                    plot.left, median, plot.left + plot.width);
    for (size_t i = 0; i < document->result_count; i++)
        add_rounds(&plot, &document->results[i], &reach);
    svg_close(out);
    add_key(out, document);
    add_table(out, document);
    chart_close(out);
}
