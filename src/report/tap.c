/* TAP version 14: a test point for each requirement and each measurement.
 *
 * Undecided is "ok ... # SKIP undecided", and a recommendation that is missed "not ok
 * ... # TODO recommended", which no reader counts: its exit status then comes from the
 * sure misses alone. */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/figure.h"
#include "report/words.h"
#include "result/result.h"

/* A description ends at the first bare "#", and a backslash escapes. */
static void add_description(struct text *out, const char *string)
{
    for (const char *s = text_clean(out->arena, string); *s != '\0'; s++) {
        if (*s == '#' || *s == '\\')
            text_add(out, "\\");
        text_add_bytes(out, s, 1);
    }
}

/* The rest of a line of the YAML block: a double-quoted scalar. */
static void add_scalar(struct text *out, const char *value)
{
    text_add(out, "\"");
    for (const char *s = text_clean(out->arena, value); *s != '\0'; s++) {
        if (*s == '"' || *s == '\\')
            text_add(out, "\\");
        text_add_bytes(out, s, 1);
    }
    text_add(out, "\"\n");
}

static void add_detail(struct text *out, const char *key, const char *value)
{
    if (value == NULL || strcmp(value, "-") == 0)
        return;
    text_printf(out, "  %s: ", key);
    add_scalar(out, value);
}

static void add_doubts(struct text *out, const struct result_mark *marks,
                       size_t count)
{
    if (count > 0)
        text_add(out, "  doubts:\n");
    for (size_t i = 0; i < count; i++) {
        text_add(out, "    - mark: ");
        add_scalar(out, words_or(marks[i].id, "unnamed"));
        text_add(out, "      advice: ");
        add_scalar(out, words_or(marks[i].advice, "none was noted"));
    }
}

static void add_point(struct text *out, bool ok, size_t number,
                      const char *room, const char *what)
{
    text_printf(out, "%s %zu - ", ok ? "ok" : "not ok", number);
    add_description(out, room);
    text_add(out, ": ");
    add_description(out, what);
}

static void add_directive(struct text *out, const char *words,
                          const char *reason)
{
    text_printf(out, " # %s", words);
    if (reason != NULL) {
        text_add(out, ": ");
        add_description(out, reason);
    }
}

static void add_finding(struct text *out, size_t number,
                        const struct result_verdict *verdict,
                        const struct result_finding *finding)
{
    enum outcome outcome = outcome_from_word(finding->outcome);

    add_point(out, outcome != OUTCOME_FAIL, number,
              words_or(verdict->profile, "unnamed"), words_finding(finding));
    if (outcome == OUTCOME_UNDECIDED)
        add_directive(out, "SKIP undecided", finding->reason);
    else if (outcome == OUTCOME_FAIL && !words_decides(finding))
        add_directive(out, "TODO recommended", finding->reason);
    text_add(out, "\n  ---\n");
    add_detail(out, "outcome", outcome_word(outcome));
    add_detail(out, "requirement", finding->requirement);
    add_detail(out, "statistic", finding->statistic);
    add_detail(out, "level", finding->level);
    add_detail(out, "measured", words_value(finding, out->arena));
    add_detail(out, "interval", words_span(finding, out->arena));
    add_detail(out, finding->at_least ? "at-least" : "at-most",
               words_bound(finding, out->arena));
    add_detail(out, "reason", finding->reason);
    add_detail(out, "settle", finding->settle);
    add_doubts(out, finding->marks, finding->mark_count);
    text_add(out, "  ...\n");
}

static void add_result(struct text *out, size_t number,
                       const struct document *document,
                       const struct result *result)
{
    bool skipped =
        result->status != NULL && strcmp(result->status, "skipped") == 0;
    bool ok = words_measured(result);
    const char *unit = words_unit(result, out->arena);
    char score[FIGURE_ROOM];
    char span[FIGURE_SPAN_ROOM];

    add_point(out, ok || skipped, number, "measured",
              words_placed(document, result,
                           words_or(result->id, words_title(result)),
                           out->arena));
    if (skipped)
        add_directive(out, "SKIP skipped", result->reason);
    text_add(out, "\n  ---\n");
    add_detail(out, "status", words_or(result->status, "unknown"));
    add_detail(out, "score", figure(result->score, unit, score));
    add_detail(out, "interval",
               figure_span(result_interval(result), unit, span));
    if (!ok)
        add_detail(out, "reason", words_missing_reason(result));
    add_doubts(out, result->marks, result->mark_count);
    text_add(out, "  ...\n");
}

/* What many figures suffered from, for those who read along. */
static void add_cautions(struct text *out, const struct document *document)
{
    struct words_caution cautions[WORDS_CAUTIONS];
    size_t count = words_cautions(document, out->arena, cautions);

    for (size_t i = 0; i < count; i++)
        text_printf(out, "# %s: %s\n", cautions[i].name,
                    text_clean(out->arena, cautions[i].sentence));
}

static int tap_render(const struct document *document,
                      const struct report_options *options, struct text *out,
                      struct err *err)
{
    size_t count =
        outcome_count(document, OUTCOME_NONE) + document->result_count;
    size_t number = 0;

    (void)options;
    (void)err;
    text_printf(out, "TAP version 14\n1..%zu%s\n", count,
                count == 0 ? " # SKIP nothing was measured" : "");
    add_cautions(out, document);
    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        for (size_t j = 0; j < verdict->finding_count; j++)
            add_finding(out, ++number, verdict, &verdict->findings[j]);
    }
    for (size_t i = 0; i < document->result_count; i++)
        add_result(out, ++number, document, &document->results[i]);
    if (!document->complete && count > 0)
        text_add(out, "# incomplete: the run was interrupted\n");
    return 0;
}

const struct report_format report_tap = {
    .name = "tap",
    .suffixes = ".tap",
    .about =
        "TAP version 14: a test point for each requirement and measurement.",
    .render = tap_render,
};
