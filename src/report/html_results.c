/* The figures most people look for, and the table of all of them. */
#include "report/html.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/rate.h"
#include "report/spread.h"
#include "result/result.h"

static const char *const glances[] = {
    "cpu.blake2b",      "cpu.sr25519",       "memory.read",
    "memory.latency",   "disk.read.4k.q1",   "disk.read.4k.q16",
    "disk.write.4k.q1", "disk.fsync.append",
};

static void add_tile(struct text *out, const struct document *document,
                     const struct result *result)
{
    char score[FIGURE_ROOM], span[FIGURE_SPAN_ROOM], p99[FIGURE_ROOM];

    text_printf(
        out,
        "<li class=\"card tile\"><p class=\"what\">%s</p>"
        "<p class=\"score\">%s</p><p class=\"span\">%s</p>",
        markup(out->arena,
               words_placed(document, result, words_title(result), out->arena)),
        markup(out->arena,
               figure(result->score, words_unit(result, out->arena), score)),
        markup(out->arena, figure_span(result_interval(result),
                                       words_unit(result, out->arena), span)));
    if (result->latency != NULL && known_u64(result->latency->p99))
        text_printf(out, "<p class=\"span\">p99 %s</p>",
                    figure_u64(result->latency->p99, "ns", p99));
    text_add(out, "</li>\n");
}

void html_glance(struct text *out, const struct document *document)
{
    size_t count = 0;

    for (size_t i = 0; i < sizeof(glances) / sizeof(glances[0]); i++) {
        const struct result *result = result_find(document, glances[i], NULL);
        if (result == NULL || !words_measured(result))
            continue;
        if (count++ == 0)
            text_add(out, "<section>\n<h2>At a glance</h2>\n"
                          "<ul class=\"tiles\">\n");
        add_tile(out, document, result);
    }
    if (count > 0)
        text_add(out, "</ul>\n</section>\n");
}

/* The rounds as dots, those beyond the scale at its ends. */
static void add_dots(struct text *out, const struct result *result, double scale)
{
    text_add(out, "<td><svg class=\"dots\" width=\"104\" height=\"16\" "
                  "aria-hidden=\"true\"><path class=\"track\" d=\"M2 8H102\"/>"
                  "<path class=\"mid\" d=\"M52 2V14\"/>");
    for (size_t i = 0; i < result->sample_count; i++) {
        double share = (rate_of_round(result, i) - 1) / scale;
        if (isfinite(share))
            text_printf(out, "<circle cx=\"%.1f\" cy=\"8\" r=\"2.6\"/>",
                        52 + 48 * fmin(fmax(share, -1), 1));
    }
    text_add(out, "</svg></td>");
}

static void add_figure(struct text *out, const char *class, double value,
                       const char *unit)
{
    char spelled[FIGURE_ROOM];

    text_printf(out, "<td class=\"%s\">%s</td>", class,
                markup(out->arena, figure(value, unit, spelled)));
}

static void add_marks(struct text *out, const struct result *result)
{
    text_add(out, "<td>");
    for (size_t i = 0; i < result->mark_count; i++)
        text_printf(out, "<span class=\"mark\">%s</span> ",
                    markup(out->arena, words_or(result->marks[i].id, "-")));
    text_add(out, "</td>");
}

/* The columns that a table may do without: those that no row has a value for. */
enum column {
    COLUMN_SPREAD,
    COLUMN_CPU_SECOND,
    COLUMN_P50,
    COLUMN_P99,
    COLUMNS,
};

static const char *const heads[COLUMNS] = {
    [COLUMN_SPREAD] = "Typical spread",
    [COLUMN_CPU_SECOND] = "Per CPU second",
    [COLUMN_P50] = "p50",
    [COLUMN_P99] = "p99",
};

struct columns {
    bool shown[COLUMNS];
    size_t count; /* of those shown */
    bool doubts;  /* the last column */
    double scale; /* of the dots, a share to each side */
};

static double ns_of(uint64_t ns)
{
    return known_u64(ns) ? (double)ns : UNKNOWN_DOUBLE;
}

static double value_of(const struct result *result, enum column column)
{
    const struct result_latency *latency = result->latency;

    switch (column) {
    case COLUMN_SPREAD:
        return result->mad;
    case COLUMN_CPU_SECOND:
        return result->per_cpu_second;
    case COLUMN_P50:
        return latency != NULL ? ns_of(latency->p50) : UNKNOWN_DOUBLE;
    case COLUMN_P99:
        return latency != NULL ? ns_of(latency->p99) : UNKNOWN_DOUBLE;
    default:
        return UNKNOWN_DOUBLE;
    }
}

static const char *unit_of(const struct result *result, enum column column,
                           struct arena *arena)
{
    if (column == COLUMN_SPREAD)
        return "share";
    return column == COLUMN_CPU_SECOND ? words_unit(result, arena) : "ns";
}

static bool is_of(const struct result *result, const char *resource)
{
    return strcmp(words_or(result->resource, ""), resource) == 0;
}

static struct columns columns_of(const struct document *document,
                                 const char *resource)
{
    struct columns columns = { .scale = spread_scale(document) };

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        if (!is_of(result, resource) || !words_measured(result))
            continue;
        for (enum column c = 0; c < COLUMNS; c++)
            columns.shown[c] =
                columns.shown[c] || isfinite(value_of(result, c));
        columns.doubts = columns.doubts || result->mark_count > 0;
    }
    for (enum column c = 0; c < COLUMNS; c++)
        columns.count += columns.shown[c];
    return columns;
}

static void add_measured(struct text *out, const struct result *result,
                         const struct columns *columns)
{
    char span[FIGURE_SPAN_ROOM];
    const char *unit = words_unit(result, out->arena);

    add_figure(out, "n strong", result->score, unit);
    text_printf(
        out, "<td class=\"n\">%s</td>",
        markup(out->arena, figure_span(result_interval(result), unit, span)));
    add_dots(out, result, columns->scale);
    for (enum column c = 0; c < COLUMNS; c++) {
        if (columns->shown[c])
            add_figure(out, "n", value_of(result, c),
                       unit_of(result, c, out->arena));
    }
    if (columns->doubts)
        add_marks(out, result);
}

static void add_row(struct text *out, const struct document *document,
                    const struct result *result, const struct columns *columns)
{
    const size_t always = 3; /* score, interval, rounds */

    text_printf(
        out, "<tr><th scope=\"row\">%s<br/><code>%s</code>",
        markup(out->arena,
               words_placed(document, result, words_title(result), out->arena)),
        markup(out->arena, words_or(result->id, "-")));
    if (result->note != NULL)
        text_printf(out, "<br/><small>%s</small>",
                    markup(out->arena, result->note));
    text_add(out, "</th>");
    if (words_measured(result))
        add_measured(out, result, columns);
    else
        text_printf(out, "<td colspan=\"%zu\" class=\"missing\">%s: %s</td>",
                    always + columns->count + columns->doubts,
                    markup(out->arena, words_missing_status(result)),
                    markup(out->arena, words_missing_reason(result)));
    text_add(out, "</tr>\n");
}

static void open_table(struct text *out, const char *heading,
                       const struct columns *columns)
{
    text_printf(out,
                "<div class=\"card scroll\" tabindex=\"0\" "
                "role=\"group\" aria-label=\"%s: all results\">"
                "<table class=\"results\"><thead><tr>"
                "<th scope=\"col\">Result</th>"
                "<th scope=\"col\" class=\"n\">Score</th>"
                "<th scope=\"col\" class=\"n\">95 %% interval</th>"
                "<th scope=\"col\">Rounds, within %.0f %%</th>",
                markup(out->arena, heading), 100 * columns->scale);
    for (enum column c = 0; c < COLUMNS; c++) {
        if (columns->shown[c])
            text_printf(out, "<th scope=\"col\" class=\"n\">%s</th>", heads[c]);
    }
    text_printf(out, "%s</tr></thead><tbody>\n",
                columns->doubts ? "<th scope=\"col\">Doubts</th>" : "");
}

void html_results(struct text *out, const struct document *document,
                  const char *resource, const char *heading)
{
    struct columns columns = columns_of(document, resource);
    size_t count = 0;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (!is_of(result, resource))
            continue;
        if (count++ == 0)
            open_table(out, heading, &columns);
        add_row(out, document, result, &columns);
    }
    if (count > 0)
        text_add(out, "</tbody></table></div>\n");
}
