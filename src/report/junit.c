/* JUnit XML, for the test views of CI systems.
 *
 * A suite for each profile with a case for each requirement, and a suite of the
 * measurements: what failed to measure is an error there. Undecided is skipped:
 * it neither passed nor failed. So is a recommendation that is missed: a failure
 * would stop a pipeline whose verdict is a pass. */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/words.h"
#include "result/result.h"

struct tally {
    size_t tests, failures, errors, skipped;
};

static struct tally tally_of_verdict(const struct result_verdict *verdict)
{
    struct tally tally = { .tests = verdict->finding_count };

    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];
        enum outcome o = outcome_from_word(finding->outcome);
        bool failed = o == OUTCOME_FAIL && words_decides(finding);

        tally.failures += failed;
        tally.skipped += !failed && o != OUTCOME_PASS;
    }
    return tally;
}

static bool was_skipped(const struct result *result)
{
    return result->status != NULL && strcmp(result->status, "skipped") == 0;
}

static struct tally tally_of_results(const struct document *document)
{
    struct tally tally = { .tests = document->result_count };

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (was_skipped(result))
            tally.skipped++;
        else if (!words_measured(result))
            tally.errors++;
    }
    return tally;
}

static void add_counts(struct text *out, struct tally tally)
{
    text_printf(out,
                " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
                "skipped=\"%zu\"",
                tally.tests, tally.failures, tally.errors, tally.skipped);
}

/* "1.12 GB/s (1.09 to 1.14 GB/s), asked for: at least 944 MB/s" */
static void add_comparison(struct text *out,
                           const struct result_finding *finding)
{
    const char *bound = words_bound(finding, out->arena);

    text_add(out, markup(out->arena, words_value(finding, out->arena)));
    if (isfinite(finding->interval.low))
        text_printf(out, " (%s)",
                    markup(out->arena, words_span(finding, out->arena)));
    if (bound != NULL)
        text_printf(out, ", asked for: %s %s",
                    finding->at_least ? "at least" : "at most",
                    markup(out->arena, bound));
}

/* What to doubt, a line each: a test view shows them below the figure. */
static void add_doubts(struct text *out, const struct result_mark *marks,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text_printf(out, "\ndoubt, %s",
                    markup(out->arena, words_or(marks[i].id, "unnamed")));
        if (marks[i].advice != NULL)
            text_printf(out, ": %s", markup(out->arena, marks[i].advice));
    }
}

static void add_line(struct text *out, const char *label, const char *words)
{
    if (words != NULL)
        text_printf(out, "\n%s: %s", label, markup(out->arena, words));
}

static void add_finding(struct text *out, const struct result_verdict *verdict,
                        const struct result_finding *finding)
{
    enum outcome outcome = outcome_from_word(finding->outcome);
    bool decides = words_decides(finding);
    struct arena *arena = out->arena;

    text_printf(out, "    <testcase classname=\"%s.%s\" name=\"%s (%s%s)\">\n",
                markup(arena, words_or(verdict->profile, "unnamed")),
                markup(arena, words_or(finding->requirement, "unnamed")),
                markup(arena, words_finding(finding)),
                markup(arena, words_or(finding->statistic, "score")),
                decides ? "" : ", recommended");
    if (outcome != OUTCOME_PASS)
        text_printf(
            out, "      <%s message=\"%s%s\"/>\n",
            outcome == OUTCOME_FAIL && decides ? "failure" : "skipped",
            decides ? "" : "recommended: ",
            markup(arena, words_or(finding->reason, outcome_word(outcome))));
    text_add(out, "      <system-out>");
    add_comparison(out, finding);
    if (outcome == OUTCOME_PASS) /* else it is the message */
        add_line(out, "reason", finding->reason);
    add_line(out, "to settle it", finding->settle);
    add_doubts(out, finding->marks, finding->mark_count);
    text_add(out, "</system-out>\n    </testcase>\n");
}

/* "1.12 GB/s (1.09 to 1.14 GB/s)" */
static void add_score(struct text *out, const struct result *result)
{
    struct interval interval = result_interval(result);
    const char *unit = words_unit(result, out->arena);
    char score[FIGURE_ROOM], span[FIGURE_SPAN_ROOM];

    text_add(out, markup(out->arena, figure(result->score, unit, score)));
    if (isfinite(interval.low) && isfinite(interval.high))
        text_printf(out, " (%s)",
                    markup(out->arena, figure_span(interval, unit, span)));
}

static void add_result(struct text *out, const struct document *document,
                       const struct result *result)
{
    struct arena *arena = out->arena;

    text_printf(
        out, "    <testcase classname=\"assay.%s\" name=\"%s\">\n",
        markup(arena, words_or(result->resource, "other")),
        markup(arena,
               words_placed(document, result,
                            words_or(result->id, words_title(result)), arena)));
    if (words_measured(result)) {
        text_add(out, "      <system-out>");
        add_score(out, result);
        add_doubts(out, result->marks, result->mark_count);
        text_add(out, "</system-out>\n");
    } else {
        text_printf(out, "      <%s message=\"%s\"/>\n",
                    was_skipped(result) ? "skipped" : "error",
                    markup(arena, words_missing_reason(result)));
    }
    text_add(out, "    </testcase>\n");
}

static void open_suite(struct text *out, const struct document *document,
                       const char *name, struct tally tally)
{
    text_printf(out, "  <testsuite name=\"%s\"", markup(out->arena, name));
    add_counts(out, tally);
    if (document->started != NULL)
        text_printf(out, " timestamp=\"%s\"",
                    markup(out->arena, document->started));
    if (document->host.name != NULL)
        text_printf(out, " hostname=\"%s\"",
                    markup(out->arena, document->host.name));
    text_add(out, ">\n");
}

/* What many figures suffered from. */
static void add_cautions(struct text *out, const struct document *document)
{
    struct words_caution cautions[WORDS_CAUTIONS];
    size_t count = words_cautions(document, out->arena, cautions);

    if (count == 0)
        return;
    text_add(out, "    <system-out>");
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s%s: %s", i > 0 ? "\n" : "", cautions[i].name,
                    markup(out->arena, cautions[i].sentence));
    text_add(out, "</system-out>\n");
}

static struct tally tally_of_document(const struct document *document)
{
    struct tally sum = tally_of_results(document);

    for (size_t i = 0; i < document->verdict_count; i++) {
        struct tally tally = tally_of_verdict(&document->verdicts[i]);
        sum.tests += tally.tests;
        sum.failures += tally.failures;
        sum.skipped += tally.skipped;
    }
    return sum;
}

static int junit_render(const struct document *document,
                        const struct report_options *options, struct text *out,
                        struct err *err)
{
    char seconds[UNITS_ROOM];

    (void)options;
    (void)err;
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuites name=\"assay\"");
    add_counts(out, tally_of_document(document));
    if (isfinite(document->elapsed_s))
        text_printf(out, " time=\"%s\"",
                    figure_exact(document->elapsed_s, seconds));
    text_add(out, ">\n");
    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        open_suite(out, document, words_verdict(verdict),
                   tally_of_verdict(verdict));
        for (size_t j = 0; j < verdict->finding_count; j++)
            add_finding(out, verdict, &verdict->findings[j]);
        text_add(out, "  </testsuite>\n");
    }
    open_suite(out, document, "measurements", tally_of_results(document));
    for (size_t i = 0; i < document->result_count; i++)
        add_result(out, document, &document->results[i]);
    add_cautions(out, document);
    text_add(out, "  </testsuite>\n</testsuites>\n");
    return 0;
}

const struct report_format report_junit = {
    .name = "junit",
    .suffixes = ".xml",
    .about = "JUnit XML: a test case for each requirement and measurement",
    .render = junit_render,
};
