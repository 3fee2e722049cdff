/* Tables fit for an issue, a forum or a step summary (GitHub-flavoured
 * Markdown). */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/unknown.h"
#include "report/compare.h"
#include "report/figure.h"
#include "report/markdown.h"
#include "report/words.h"
#include "result/result.h"

static void add_cpu(struct text *out, const struct host_cpu *cpu)
{
    char usable[FIGURE_ROOM];

    text_printf(out, "| CPU | %s", markdown_code(out, cpu->model));
    text_printf(out, ", %s usable |\n", figure(cpu->usable_cpus, NULL, usable));
    if (cpu->usable_reason != NULL)
        text_printf(out, "| | %s |\n", markdown_prose(out, cpu->usable_reason));
}

static void add_host(struct text *out, const struct document *document)
{
    const struct host *host = &document->host;
    char bytes[UNITS_ROOM];
    char seconds[UNITS_ROOM];

    text_add(out, "| host | |\n| --- | --- |\n");
    add_cpu(out, &host->cpu);
    text_printf(out, "| memory | %s |\n",
                units_spell_size(host->memory.total_bytes, bytes));
    text_printf(out, "| system | %s, %s |\n", markdown_code(out, host->os),
                markdown_code(out, host->kernel));
    text_printf(out, "| virtualization | %s |\n",
                markdown_code(out, words_or(host->virtualization, "unknown")));
    if (host->container != NULL && strcmp(host->container, "none") != 0)
        text_printf(out, "| container | %s |\n",
                    markdown_code(out, host->container));
    for (size_t i = 0; i < document->target_count; i++) {
        const struct result_target *target = &document->targets[i];
        text_printf(out, "| storage | %s",
                    markdown_code(out, target->mount.path));
        text_printf(out, " on %s", markdown_code(out, target->mount.filesystem));
        text_printf(out, ", %s |\n", markdown_prose(out, target->direct));
    }
    text_printf(out, "| measured | %s, in %s, assay %s |\n",
                markdown_prose(out, document->started),
                units_spell_duration(document->elapsed_s, seconds),
                markdown_prose(out, document->assay_version));
}

static const char *marks_cell(struct text *out, const struct result_mark *marks,
                              size_t count)
{
    struct text cell;

    text_init(&cell, out->arena);
    for (size_t i = 0; i < count; i++) {
        text_add(&cell, i > 0 ? ", " : "");
        text_add(&cell, markdown_prose(out, marks[i].id));
    }
    return cell.bytes;
}

static const char *sign(enum outcome outcome)
{
    return outcome == OUTCOME_PASS ? "✅" : outcome == OUTCOME_FAIL ? "❌" : "❔";
}

static void add_finding(struct text *out, const struct result_finding *finding)
{
    enum outcome outcome = outcome_from_word(finding->outcome);
    const char *bound = words_bound(finding, out->arena);
    char ratio[FIGURE_ROOM];

    text_printf(out, "| %s %s | %s", sign(outcome), outcome_word(outcome),
                markdown_prose(out, words_finding(finding)));
    text_printf(out, " | %s",
                markdown_prose(out, words_value(finding, out->arena)));
    text_printf(out, " | %s", words_span(finding, out->arena));
    if (bound != NULL)
        text_printf(out, " | %s %s", finding->at_least ? "≥" : "≤",
                    markdown_prose(out, bound));
    else
        text_add(out, " | -");
    text_printf(out, " | %s", figure(finding->ratio, "share", ratio));
    text_printf(out, " | %s |\n",
                markdown_prose(out, words_or(finding->reason, " ")));
}

static void add_verdict(struct text *out, const struct result_verdict *verdict)
{
    enum outcome outcome = outcome_from_word(verdict->outcome);

    text_printf(out, "\n## %s %s: %s\n\n", sign(outcome),
                markdown_prose(out, words_verdict(verdict)),
                outcome_word(outcome));
    if (verdict->source != NULL)
        text_printf(out, "Source: %s\n\n", markdown_prose(out, verdict->source));
    text_add(out, "| | requirement | measured | 95 % interval | asked for "
                  "| met to | |\n"
                  "| --- | --- | ---: | ---: | ---: | ---: | --- |\n");
    for (size_t i = 0; i < verdict->finding_count; i++)
        add_finding(out, &verdict->findings[i]);
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];
        const char *several = words_settle_several(verdict, i, out->arena);

        if (words_settled_alone(verdict, i))
            text_printf(out, "\nTo settle %s: %s\n",
                        markdown_prose(out, words_finding(finding)),
                        markdown_prose(out, finding->settle));
        if (several != NULL)
            text_printf(out, "\n%s\n", markdown_prose(out, several));
    }
    for (size_t i = 0; i < verdict->note_count; i++)
        text_printf(out, "\n%s\n", markdown_prose(out, verdict->notes[i]));
}

static bool has_p99(const struct result *result)
{
    return words_measured(result) && result->latency != NULL &&
           known_u64(result->latency->p99);
}

static bool any_p99(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        if (has_p99(&document->results[i]))
            return true;
    }
    return false;
}

static void add_result(struct text *out, const struct document *document,
                       const struct result *result, bool tails)
{
    const char *unit = words_unit(result, out->arena);
    char score[FIGURE_ROOM];
    char span[FIGURE_SPAN_ROOM];
    char p99[FIGURE_ROOM] = "-";

    text_printf(
        out, "| %s | ",
        markdown_prose(out, words_placed(document, result, words_title(result),
                                         out->arena)));
    if (!words_measured(result)) {
        text_printf(out, "- | - | %s%s: ", tails ? "- | " : "",
                    markdown_prose(out, words_missing_status(result)));
        text_printf(out, "%s |\n",
                    markdown_prose(out, words_missing_reason(result)));
        return;
    }
    text_printf(
        out, "%s | %s | ",
        markdown_prose(out, figure(result->score, unit, score)),
        markdown_prose(out, figure_span(result_interval(result), unit, span)));
    if (has_p99(result))
        (void)figure_u64(result->latency->p99, "ns", p99);
    text_printf(out, "%s%s%s |\n", tails ? p99 : "", tails ? " | " : "",
                marks_cell(out, result->marks, result->mark_count));
}

/* A column of latencies only where there are some. */
static void add_results(struct text *out, const struct document *document)
{
    bool tails = any_p99(document);

    if (document->result_count > 0)
        text_printf(out,
                    "\n## Results\n\n"
                    "| | score | 95 %% interval |%s doubts |\n"
                    "| --- | ---: | ---: |%s --- |\n",
                    tails ? " p99 latency |" : "", tails ? " ---: |" : "");
    for (size_t i = 0; i < document->result_count; i++)
        add_result(out, document, &document->results[i], tails);
}

/* What the marks in the table mean, each once. */
static void add_doubts(struct text *out, const struct document *document)
{
    bool any = false;

    for (size_t r = 0; r < document->result_count; r++) {
        for (size_t m = 0; m < document->results[r].mark_count; m++) {
            const struct result_mark *mark = &document->results[r].marks[m];

            if (mark->advice == NULL || !mark_is_new(document, r, mark->id))
                continue;
            text_printf(out, "%s- %s: %s\n", any ? "" : "\n",
                        markdown_prose(out, mark->id),
                        markdown_prose(out, mark->advice));
            any = true;
        }
    }
}

static void add_cautions(struct text *out, const struct document *document)
{
    struct words_caution cautions[WORDS_CAUTIONS];
    size_t count = words_cautions(document, out->arena, cautions);

    for (size_t i = 0; i < count; i++)
        text_printf(out, "**%s**: %s\n\n", cautions[i].name,
                    markdown_prose(out, cautions[i].sentence));
}

static int markdown_render(const struct document *document,
                           const struct report_options *options,
                           struct text *out, struct err *err)
{
    (void)options;
    (void)err;
    text_add(out, "# assay");
    if (document->host.name != NULL)
        text_printf(out, ": %s", markdown_code(out, document->host.name));
    text_add(out, "\n\n");
    if (!document->complete)
        text_printf(out, "**Incomplete**: interrupted by %s\n\n",
                    markdown_prose(
                        out, words_or(document->interrupted_by, "something")));
    add_cautions(out, document);
    add_host(out, document);
    for (size_t i = 0; i < document->verdict_count; i++)
        add_verdict(out, &document->verdicts[i]);
    add_results(out, document);
    add_doubts(out, document);
    return 0;
}

const struct report_format report_markdown = {
    .name = "markdown",
    .suffixes = ".md .markdown",
    .about = "tables for an issue, a forum or a job summary",
    .render = markdown_render,
    .compare = compare_markdown,
};
