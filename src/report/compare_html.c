/* Comparisons as a page in the manner of the other: on each bar the middle is the
 * base's speed, and what lies right of it is faster. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/compare.h"
#include "report/html.h"
#include "report/markup.h"
#include "report/report.h"
#include "result/comparison.h"

static enum outcome outcome_of(const struct comparison_row *row)
{
    if (strcmp(row->outcome, "worse") == 0)
        return OUTCOME_FAIL;
    return strcmp(row->outcome, "better") == 0 ? OUTCOME_PASS : OUTCOME_NONE;
}

static const char *word_of(const struct comparison_row *row)
{
    switch (outcome_of(row)) {
    case OUTCOME_FAIL:
        return "slower";
    case OUTCOME_PASS:
        return "faster";
    default:
        return strcmp(row->outcome, "same") == 0 ? "no difference shown"
                                                 : "not compared";
    }
}

static const char *class_of(const struct comparison_row *row)
{
    return outcome_of(row) == OUTCOME_FAIL   ? "fail"
           : outcome_of(row) == OUTCOME_PASS ? "pass"
                                             : "open";
}

/* The widest ratio that the bars must show, as a power of two. */
static double reach_of(const struct comparison *comparison)
{
    double reach = 0.2;

    for (size_t i = 0; i < comparison->row_count; i++) {
        const struct comparison_row *row = &comparison->rows[i];
        double ends[] = { row->ratio_interval.low, row->ratio_interval.high };
        for (size_t e = 0; e < 2; e++) {
            if (isfinite(ends[e]) && ends[e] > 0)
                reach = fmax(reach, fabs(log2(ends[e])) * 1.1);
        }
    }
    return fmin(reach, 4);
}

/* Where a ratio lies, in per cent of the bar's width; beyond the reach at the edge. */
static double bar_at(double ratio, double reach)
{
    if (!isfinite(ratio) || !(ratio > 0))
        return (double)NAN;
    return fmin(fmax(50 + 48 * log2(ratio) / reach, 2), 98);
}

static void add_bar(struct text *out, const struct comparison_row *row,
                    double reach)
{
    double at = bar_at(row->ratio, reach);
    double low = bar_at(row->ratio_interval.low, reach);
    double high = bar_at(row->ratio_interval.high, reach);

    if (!isfinite(at))
        return;
    text_printf(out,
                "<svg class=\"bar %s\" width=\"100%%\" height=\"28\" "
                "aria-hidden=\"true\"><rect class=\"met\" x=\"50%%\" y=\"4\" "
                "width=\"50%%\" height=\"20\"/><line class=\"track\" x1=\"0\" "
                "x2=\"100%%\" y1=\"14\" y2=\"14\"/><line class=\"mid\" "
                "x1=\"50%%\" x2=\"50%%\" y1=\"1\" y2=\"27\"/>",
                class_of(row));
    if (isfinite(low) && isfinite(high))
        text_printf(out,
                    "<line class=\"span\" x1=\"%.2f%%\" x2=\"%.2f%%\" "
                    "y1=\"14\" y2=\"14\"/>",
                    low, high);
    text_printf(out,
                "<svg x=\"%.2f%%\" y=\"14\" overflow=\"visible\"><path "
                "class=\"value\" d=\"M0-7L7 0L0 7L-7 0Z\"/></svg></svg>",
                at);
}

static void add_figures(struct text *out, const struct comparison_row *row)
{
    char base[FIGURE_ROOM], now[FIGURE_ROOM], change[FIGURE_ROOM];
    char span[FIGURE_SPAN_ROOM];

    text_printf(out, "<p class=\"figures\"><b>%s</b>",
                compare_spell_change(row->ratio, change));
    if (isfinite(row->ratio_interval.low))
        text_printf(out, " <span>%s</span>", compare_spell_span(row, span));
    text_printf(out, " <span>base %s",
                markup(out->arena,
                       figure(row->base, compare_unit(row, out->arena), base)));
    text_printf(out, ", new %s</span></p>",
                markup(out->arena,
                       figure(row->now, compare_unit(row, out->arena), now)));
}

static void add_row(struct text *out, const struct comparison_row *row,
                    double reach)
{
    const char *remark = compare_remark(row, out);

    text_add(out, "<li class=\"finding\"><div class=\"who\">");
    if (outcome_of(row) != OUTCOME_NONE)
        html_sign(out, outcome_of(row));
    text_printf(out,
                "<div><p class=\"what\">%s</p><p class=\"kind\">%s</p></div>"
                "</div><div class=\"much\">",
                markup(out->arena, words_or(row->title, row->id)), word_of(row));
    add_bar(out, row, reach);
    add_figures(out, row);
    if (remark[0] != '\0')
        text_printf(out, "<p class=\"why\">%s</p>", markup(out->arena, remark));
    text_add(out, "</div></li>\n");
}

static const char *name_of(const struct comparison_side *side)
{
    return words_or(side->file, words_or(side->run_id, "a run"));
}

static void add_side(struct text *out, const char *label,
                     const struct comparison_side *side)
{
    text_printf(out, "<p>%s: <code>%s</code>", label,
                markup(out->arena, name_of(side)));
    if (side->host != NULL)
        text_printf(out, " on %s", markup(out->arena, side->host));
    text_printf(out, ", %s%s</p>\n",
                markup(out->arena, words_or(side->started, "time unknown")),
                side->complete ? "" : ", <strong>incomplete</strong>");
}

static void add_banner(struct text *out, const struct comparison *comparison)
{
    enum outcome outcome = comparison->worse > 0 ? OUTCOME_FAIL : OUTCOME_PASS;

    text_printf(out, "<div class=\"banner %s\">",
                outcome == OUTCOME_FAIL ? "fail" : "pass");
    html_sign(out, outcome);
    text_printf(out, "<div><h2>%s</h2>", compare_sum(comparison, out));
    add_side(out, "Base", &comparison->base);
    add_side(out, "New", &comparison->now);
    text_add(out, "</div></div>\n");
}

static void add_scale(struct text *out, double reach)
{
    char low[FIGURE_ROOM], high[FIGURE_ROOM];

    text_printf(out,
                "<div class=\"scale\" aria-hidden=\"true\"><span>%s</span>"
                "<span>as the base</span><span>%s</span></div>\n",
                compare_spell_change(pow(2, -reach), low),
                compare_spell_change(pow(2, reach), high));
}

/* Regions need names of their own: `number` tells them apart. */
static void add_changes(struct text *out, const struct comparison *comparison,
                        size_t number)
{
    if (comparison->change_count == 0)
        return;
    text_printf(out,
                "<section>\n<h2>Changed in between</h2>\n"
                "<div class=\"card scroll\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"Changed up to run %zu\">\n"
                "<table><thead><tr><th scope=\"col\">What</th>"
                "<th scope=\"col\">Base</th><th scope=\"col\">New</th></tr>"
                "</thead><tbody>\n",
                number);
    for (size_t i = 0; i < comparison->change_count; i++) {
        const struct comparison_change *change = &comparison->changes[i];
        text_printf(out, "<tr><th scope=\"row\">%s</th>",
                    markup(out->arena, change->what));
        text_printf(out, "<td>%s</td>",
                    markup(out->arena, words_or(change->base, "-")));
        text_printf(out, "<td>%s</td></tr>\n",
                    markup(out->arena, words_or(change->now, "-")));
    }
    text_add(out, "</tbody></table></div>\n</section>\n");
}

static void add_comparison(struct text *out,
                           const struct comparison *comparison, size_t number)
{
    double reach = reach_of(comparison);

    text_add(out, "<section class=\"verdict card\">\n");
    add_banner(out, comparison);
    if (comparison->row_count > comparison->apart)
        add_scale(out, reach);
    text_add(out, "<ul>\n");
    for (size_t i = 0; i < comparison->row_count; i++)
        add_row(out, &comparison->rows[i], reach);
    text_add(out, "</ul>\n</section>\n");
    add_changes(out, comparison, number);
}

void compare_html(const struct comparison *list, size_t count,
                  const struct report_options *options, struct text *out)
{
    (void)options;
    html_begin(out, "assay compare");
    text_add(out, "<header>\n<p class=\"brand\">assay compare</p>\n"
                  "<h1>Differences beyond the noise of both runs</h1>\n"
                  "</header>\n<main>\n");
    for (size_t i = 0; i < count; i++)
        add_comparison(out, &list[i], i + 1);
    text_add(out, "</main>\n<footer>\n<p>Speed of the new run over that of the "
                  "base: more is better, whatever the unit. A difference is "
                  "shown when the 95 % interval of that ratio, made from the "
                  "intervals of both scores, leaves no difference out. That "
                  "none is shown does not mean that there is none.</p>\n"
                  "</footer>\n</body>\n</html>\n");
}
