/* Verdicts: a banner each, and for each requirement a bar on the scale of what was
 * asked for, so that all that lies right of the middle line meets it. */
#include "report/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "report/chart.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/table.h"
#include "result/result.h"

static const char *const classes[] = {
    [OUTCOME_PASS] = "pass",
    [OUTCOME_UNDECIDED] = "open",
    [OUTCOME_FAIL] = "fail",
    [OUTCOME_NONE] = "open",
};

/* A disc with a tick, a square with a cross, a diamond with a question mark. */
static const char *const signs[] = {
    [OUTCOME_PASS] = "<circle cx=\"12\" cy=\"12\" r=\"11\"/>"
                     "<path d=\"M7 12.5l3.5 3.5L17.5 8.5\"/>",
    [OUTCOME_UNDECIDED] = "<path class=\"body\" d=\"M12 0L24 12L12 24L0 12Z\"/>"
                          "<path d=\"M9.2 9.6a2.8 2.8 0 1 1 4.2 2.4"
                          "c-1 .6-1.4 1-1.4 2.2M12 17.2v.1\"/>",
    [OUTCOME_FAIL] =
        "<rect x=\"1\" y=\"1\" width=\"22\" height=\"22\" rx=\"3\"/>"
        "<path d=\"M7.5 7.5l9 9m0-9l-9 9\"/>",
    [OUTCOME_NONE] = "",
};

void html_sign(struct text *out, enum outcome outcome)
{
    text_printf(out,
                "<svg class=\"sign %s\" viewBox=\"0 0 24 24\" width=\"24\" "
                "height=\"24\" aria-hidden=\"true\">%s</svg>",
                classes[outcome], signs[outcome]);
}

/* The widest ratio that a verdict's bars must show, as a power of two. */
static double reach_of(const struct result_verdict *verdict)
{
    double reach = 0.4;

    for (size_t i = 0; i < verdict->finding_count; i++) {
        double ratio = verdict->findings[i].ratio;
        if (isfinite(ratio) && ratio > 0)
            reach = fmax(reach, fabs(log2(ratio)) * 1.25);
    }
    return fmin(reach, 4);
}

/* Where a value lies on the bar, in per cent of its width; NaN: nowhere. Values beyond
 * the reach stay at the edge. */
static double bar_at(const struct result_finding *f, double value, double reach)
{
    double ratio = f->at_least ? value / f->bound : f->bound / value;
    double at = 50 + 48 * log2(ratio) / reach;

    if (!isfinite(ratio) || !(ratio > 0))
        return (double)NAN;
    return fmin(fmax(at, 2), 98);
}

static void add_interval(struct text *out, const struct result_finding *f,
                         double reach)
{
    double a = bar_at(f, f->interval.low, reach);
    double b = bar_at(f, f->interval.high, reach);

    if (isfinite(a) && isfinite(b))
        text_printf(
            out,
            "<line class=\"span\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"14\" "
            "y2=\"14\"/>",
            fmin(a, b), fmax(a, b));
}

/* The bound as published is the middle; a tolerance allows a little less. */
static void add_bounds(struct text *out, const struct result_finding *f,
                       double reach)
{
    double allowed =
        f->bound * (f->at_least ? 1 - f->tolerance : 1 + f->tolerance);
    double at = bar_at(f, allowed, reach);

    text_add(out,
             "<rect class=\"met\" x=\"50%\" y=\"4\" width=\"50%\" "
             "height=\"20\"/>"
             "<line class=\"track\" x1=\"0\" x2=\"100%\" y1=\"14\" "
             "y2=\"14\"/>"
             "<line class=\"mid\" x1=\"50%\" x2=\"50%\" y1=\"1\" y2=\"27\"/>");
    if (f->tolerance > 0 && isfinite(at))
        text_printf(out,
                    "<line class=\"allowed\" x1=\"%.2f%%\" x2=\"%.2f%%\" "
                    "y1=\"4\" y2=\"24\"/>",
                    at, at);
}

static void add_bar(struct text *out, const struct result_finding *f,
                    enum outcome outcome, double reach)
{
    double at = bar_at(f, f->value, reach);

    if (!isfinite(at))
        return;
    text_printf(out,
                "<svg class=\"bar %s\" width=\"100%%\" height=\"28\" "
                "aria-hidden=\"true\">",
                classes[outcome]);
    add_bounds(out, f, reach);
    add_interval(out, f, reach);
    text_printf(out,
                "<svg x=\"%.2f%%\" y=\"14\" overflow=\"visible\"><path "
                "class=\"value\" d=\"M0-7L7 0L0 7L-7 0Z\"/></svg></svg>",
                at);
}

static void add_words(struct text *out, const char *class, const char *words)
{
    if (words != NULL)
        text_printf(out, "<p class=\"%s\">%s</p>", class,
                    markup(out->arena, words));
}

/* "1066 MiB/s", its interval, "asked: at least 1000 MiB/s". */
static void add_figures(struct text *out, const struct result_finding *f)
{
    const char *bound = words_bound(f, out->arena);

    text_printf(out, "<p class=\"figures\"><b>%s</b>",
                markup(out->arena, words_value(f, out->arena)));
    if (isfinite(f->interval.low))
        text_printf(out, " <span>%s</span>",
                    markup(out->arena, words_span(f, out->arena)));
    if (bound != NULL)
        text_printf(out, " <span>asked: %s %s</span>",
                    f->at_least ? "at least" : "at most",
                    markup(out->arena, bound));
    text_add(out, "</p>");
}

static void add_finding(struct text *out, const struct result_verdict *verdict,
                        size_t i, double reach)
{
    const struct result_finding *f = &verdict->findings[i];
    enum outcome outcome = outcome_from_word(f->outcome);

    text_add(out, "<li class=\"finding\"><div class=\"who\">");
    html_sign(out, outcome);
    text_printf(out,
                "<div><p class=\"what\">%s</p><p class=\"kind\">%s, %s%s</p>"
                "</div></div>",
                markup(out->arena, words_finding(f)),
                markup(out->arena, outcome_word(outcome)),
                markup(out->arena, words_or(f->level, "minimum")),
                strcmp(words_or(f->recipe, ""), "not-stated") == 0
                    ? ", recipe not stated"
                    : "");
    text_add(out, "<div class=\"much\">");
    add_bar(out, f, outcome, reach);
    add_figures(out, f);
    add_words(out, "why", f->reason);
    if (outcome == OUTCOME_UNDECIDED && words_settled_alone(verdict, i))
        text_printf(out, "<p class=\"why\">To settle it: %s</p>",
                    markup(out->arena, f->settle));
    text_add(out, "</div></li>\n");
}

static void add_table(struct text *out, const struct result_verdict *verdict)
{
    struct table table;

    table_init(&table, out, words_verdict(verdict),
               "Requirement|Statistic|Measured|95 % interval|Asked for|"
               "Met to|Outcome|Recipe|Source");
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *f = &verdict->findings[i];
        table_add(&table, words_finding(f));
        table_add(&table, f->statistic);
        table_add(&table, words_value(f, out->arena));
        table_add(&table, words_span(f, out->arena));
        table_add(&table, words_bound(f, out->arena));
        table_add_figure(&table, f->ratio, "share");
        table_add(&table, outcome_word(outcome_from_word(f->outcome)));
        table_add(&table, words_or(f->recipe, "-"));
        table_add(&table, words_or(f->source, verdict->source));
    }
    table_close(&table);
}

/* Of those that decide, or of the recommendations beside them; OUTCOME_NONE: all. */
static size_t count_of(const struct result_verdict *verdict, bool decides,
                       enum outcome outcome)
{
    size_t count = 0;

    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];

        count += words_decides(finding) == decides &&
                 (outcome == OUTCOME_NONE ||
                  outcome_from_word(finding->outcome) == outcome);
    }
    return count;
}

/* "6 of 8 requirements met, 1 missed, 1 undecided" */
static void add_count(struct text *out, const struct result_verdict *verdict,
                      bool decides)
{
    size_t missed = count_of(verdict, decides, OUTCOME_FAIL);
    size_t open = count_of(verdict, decides, OUTCOME_UNDECIDED);

    text_printf(out, "%zu of %zu %s met",
                count_of(verdict, decides, OUTCOME_PASS),
                count_of(verdict, decides, OUTCOME_NONE),
                decides ? "requirements" : "recommendations");
    if (missed > 0)
        text_printf(out, ", %zu missed", missed);
    if (open > 0)
        text_printf(out, ", %zu undecided", open);
}

/* Recommendations apart: a host that passes may miss all of them. */
static void add_counts(struct text *out, const struct result_verdict *verdict)
{
    bool requirements = count_of(verdict, true, OUTCOME_NONE) > 0;
    bool recommendations = count_of(verdict, false, OUTCOME_NONE) > 0;

    text_add(out, "<p>");
    if (requirements || !recommendations)
        add_count(out, verdict, true);
    if (requirements && recommendations)
        text_add(out, "; ");
    if (recommendations)
        add_count(out, verdict, false);
    text_add(out, ".</p>");
}

static void add_banner(struct text *out, const struct result_verdict *verdict,
                       enum outcome outcome)
{
    static const char *const words[] = { "Pass", "Undecided", "Fail", "" };

    text_printf(out, "<div class=\"banner %s\">", classes[outcome]);
    html_sign(out, outcome);
    text_printf(out, "<div><h2>%s: %s", words[outcome],
                markup(out->arena, words_verdict(verdict)));
    if (verdict->role != NULL)
        text_printf(out, ", role %s", markup(out->arena, verdict->role));
    text_add(out, "</h2>");
    add_counts(out, verdict);
    if (verdict->source != NULL)
        text_printf(out, "<p class=\"source\">Source: %s</p>",
                    markup(out->arena, verdict->source));
    text_add(out, "</div></div>\n");
}

static bool any_bar(const struct result_verdict *verdict)
{
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *f = &verdict->findings[i];
        if (isfinite(bar_at(f, f->value, 1)))
            return true;
    }
    return false;
}

static void add_scale(struct text *out, double reach)
{
    char low[UNITS_ROOM], high[UNITS_ROOM];

    text_printf(out,
                "<div class=\"scale\" aria-hidden=\"true\"><span>× %s</span>"
                "<span>asked for</span><span>× %s</span></div>\n",
                units_spell(pow(2, -reach), UNIT_RATIO, low),
                units_spell(pow(2, reach), UNIT_RATIO, high));
}

static void add_verdict(struct text *out, const struct result_verdict *verdict)
{
    double reach = reach_of(verdict);

    text_add(out, "<section class=\"card verdict\">\n");
    add_banner(out, verdict, outcome_from_word(verdict->outcome));
    if (any_bar(verdict))
        add_scale(out, reach);
    text_add(out, "<ul class=\"findings\">\n");
    for (size_t i = 0; i < verdict->finding_count; i++)
        add_finding(out, verdict, i, reach);
    text_add(out, "</ul>\n");
    for (size_t i = 0; i < verdict->finding_count; i++)
        add_words(out, "note", words_settle_several(verdict, i, out->arena));
    for (size_t i = 0; i < verdict->note_count; i++)
        add_words(out, "note", verdict->notes[i]);
    if (verdict->finding_count > 0)
        add_table(out, verdict);
    text_add(out, "</section>\n");
}

void html_verdicts(struct text *out, const struct document *document)
{
    for (size_t i = 0; i < document->verdict_count; i++)
        add_verdict(out, &document->verdicts[i]);
}
