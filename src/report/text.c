/* The report for a terminal, in the order in which somebody asks: is it good enough,
 * what is it, how fast is it, and what should I doubt? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "base/unknown.h"
#include "report/compare.h"
#include "report/page.h"
#include "report/report.h"
#include "report/text_host.h"
#include "report/text_rows.h"
#include "report/words.h"
#include "result/clock_grain.h"
#include "result/result.h"

static const char *in_capitals(struct page *page, const char *words)
{
    char *capitals = arena_strdup(page->out->arena, words);

    for (char *c = capitals; *c != '\0'; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    return capitals;
}

static void add_title(struct page *page, const struct document *document)
{
    char spelled[UNITS_ROOM];

    page_add(page, PAGE_HEAD, "assay ");
    page_add(page, PAGE_HEAD,
             document->assay_version != NULL ? document->assay_version : "?");
    if (document->started != NULL) {
        text_add(page->out, ", ");
        page_add(page, PAGE_PLAIN, document->started);
    }
    if (known_double(document->elapsed_s)) {
        text_add(page->out, ", ");
        page_add(page, PAGE_PLAIN,
                 units_spell_duration(document->elapsed_s, spelled));
    }
    text_add(page->out, "\n");
    if (!document->complete)
        page_paragraph(page, PAGE_BAD, 0,
                       arena_printf(page->out->arena,
                                    "INCOMPLETE: ended early by %s; what was "
                                    "measured until then follows",
                                    document->interrupted_by != NULL
                                        ? document->interrupted_by
                                        : "an unknown cause"));
}

/* A busy host is the first thing to know about every figure below. */
static void add_cautions(struct page *page, const struct document *document)
{
    struct words_caution cautions[WORDS_CAUTIONS];
    size_t count = words_cautions(document, page->out->arena, cautions);

    for (size_t i = 0; i < count; i++)
        page_paragraph(page, PAGE_DOUBT, 0,
                       arena_printf(page->out->arena, "%s: %s",
                                    in_capitals(page, cautions[i].name),
                                    cautions[i].sentence));
}

static enum page_style style_of(const char *outcome)
{
    if (strcmp(outcome, "pass") == 0)
        return PAGE_GOOD;
    return strcmp(outcome, "fail") == 0 ? PAGE_BAD : PAGE_DOUBT;
}

static const char *sign_of(const struct page *page, const char *outcome)
{
    if (strcmp(outcome, "pass") == 0)
        return page_sign(page, "✔", "+");
    return strcmp(outcome, "fail") == 0 ? page_sign(page, "✘", "x") : "?";
}

static const char *or_empty(const char *string)
{
    return string != NULL ? string : "";
}

/* What was asked for, beside the figure; under it where the line has no room. */
static void add_wanted(struct page *page, const struct result_finding *finding,
                       size_t column)
{
    const char *label = words_decides(finding) ? "" : " (recommended)";
    struct arena *arena = page->out->arena;
    const char *bound = words_bound(finding, arena);
    char *wanted;

    if (bound == NULL) {
        page_add(page, PAGE_FAINT, label);
        return;
    }
    wanted =
        arena_printf(arena, "%s %s%s",
                     finding->at_least ? "at least" : "at most", bound, label);
    if (column + 2 + text_columns(wanted) > page->width)
        text_add(page->out, "\n    ");
    text_add(page->out, "  ");
    page_add(page, PAGE_FAINT, wanted);
}

static size_t at_least(size_t columns, const char *string)
{
    size_t own = text_columns(string);

    return own > columns ? own : columns;
}

static void add_finding(struct page *page, const struct result_verdict *verdict,
                        size_t i)
{
    enum { MARK = 4, TITLE = 28, VALUE = 13 };
    const struct result_finding *finding = &verdict->findings[i];
    struct arena *arena = page->out->arena;
    const char *shown = words_value(finding, arena);
    const char *title = words_finding(finding);
    size_t room;

    text_add(page->out, "  ");
    page_add(page, style_of(finding->outcome), sign_of(page, finding->outcome));
    text_add(page->out, " ");
    page_add(page, PAGE_PLAIN, title);
    page_pad(page, title, TITLE);
    room = page_room(shown, VALUE, title, TITLE);
    page_pad(page, shown, room);
    page_add(page, PAGE_HEAD, shown);
    add_wanted(page, finding,
               MARK + at_least(TITLE, title) + at_least(room, shown));
    text_add(page->out, "\n");
    if (finding->reason != NULL) /* a pass within a tolerance has one too */
        page_paragraph(page, PAGE_PLAIN, 6, finding->reason);
    if (words_settled_alone(verdict, i))
        page_paragraph(page, PAGE_DOUBT, 6, finding->settle);
}

static void add_verdict(struct page *page, const struct result_verdict *verdict)
{
    text_add(page->out, "\n");
    page_add(page, style_of(verdict->outcome),
             in_capitals(page, verdict->outcome));
    text_add(page->out, "  ");
    page_add(page, PAGE_HEAD,
             verdict->title != NULL ? verdict->title : verdict->profile);
    if (verdict->role != NULL) {
        page_add(page, PAGE_PLAIN, ", role ");
        page_add(page, PAGE_PLAIN, verdict->role);
    }
    text_add(page->out, "\n");
    for (size_t i = 0; i < verdict->finding_count; i++)
        add_finding(page, verdict, i);
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const char *settle = words_settle_several(verdict, i, page->out->arena);

        if (settle != NULL)
            page_paragraph(page, PAGE_DOUBT, 2, settle);
    }
    if (verdict->source != NULL)
        page_paragraph(
            page, PAGE_FAINT, 2,
            arena_printf(page->out->arena, "source: %s", verdict->source));
    for (size_t i = 0; i < verdict->note_count; i++)
        page_paragraph(page, PAGE_FAINT, 2, or_empty(verdict->notes[i]));
}

static void add_share(struct page *page, const char *label, double share,
                      const char *what)
{
    char spelled[UNITS_ROOM];

    if (known_double(share))
        page_item(page, label,
                  arena_printf(page->out->arena, "%s %s",
                               units_spell(share, UNIT_SHARE, spelled), what));
}

static void add_pressure(struct page *page, const struct result_conditions *c)
{
    char cpu[UNITS_ROOM], io[UNITS_ROOM], memory[UNITS_ROOM];

    if (!known_double(c->psi_cpu))
        return;
    page_item(
        page, "pressure",
        arena_printf(page->out->arena,
                     "something waited for the CPU %s, the disk %s, memory "
                     "%s of the time",
                     units_spell(c->psi_cpu, UNIT_SHARE, cpu),
                     units_spell(c->psi_io, UNIT_SHARE, io),
                     units_spell(c->psi_memory, UNIT_SHARE, memory)));
}

/* What a slow one means stands at the top. */
static void add_clock(struct page *page, const struct result_conditions *c)
{
    bool ticks = !known_double(c->clock_read_ns);
    double ns = ticks ? c->clock_step_ns : c->clock_read_ns;
    char spelled[UNITS_ROOM];

    if (known_double(ns))
        page_item(page, "clock",
                  arena_printf(
                      page->out->arena, "%s, %s%s%s%s",
                      c->clock_source != NULL ? c->clock_source : "unknown",
                      ticks ? "in steps of " : "",
                      units_spell(ns, UNIT_NS, spelled), ticks ? "" : " to read",
                      clock_grain_ns(c) > 0 ? ": SLOW, see above" : ""));
}

static void add_conditions(struct page *page, const struct document *document)
{
    const struct result_conditions *c = &document->conditions;

    page_heading(page, "WHAT DISTURBED THE RUN");
    add_share(page, "stolen", c->steal_share,
              "of the CPUs' time, taken by the hypervisor");
    if (known_double(c->throttled_share) && c->throttled_share > 0)
        add_share(page, "throttled", c->throttled_share,
                  "of the run, by the control group");
    add_share(page, "other work", c->other_cpu_share,
              "of all CPUs' time, by other processes here");
    if (known_double(c->load))
        page_item(page, "load",
                  arena_printf(page->out->arena, "%.2f at the start", c->load));
    add_pressure(page, c);
    add_clock(page, c);
}

/* Each mark once, with its advice. */
static void add_doubts(struct page *page, const struct document *document)
{
    bool any = false;

    for (size_t r = 0; r < document->result_count; r++) {
        for (size_t m = 0; m < document->results[r].mark_count; m++) {
            const struct result_mark *mark = &document->results[r].marks[m];
            if (!mark_is_new(document, r, mark->id))
                continue;
            if (!any)
                page_heading(page, "WHAT TO DOUBT");
            any = true;
            page_item(page, mark->id, or_empty(mark->advice));
        }
    }
}

static void add_left_out(struct page *page, const struct document *document)
{
    struct text line;
    size_t count = 0;

    text_init(&line, page->out->arena);
    for (size_t i = 0; i < document->result_count; i++) {
        if (!document->results[i].left_out)
            continue;
        text_printf(&line, "%s%s", count++ > 0 ? ", " : "",
                    document->results[i].id);
    }
    if (count > 0)
        page_item(page, "left out",
                  arena_printf(page->out->arena, "%s (%s)", line.bytes,
                               "for the time or a quota; --thorough, or name "
                               "them"));
}

static bool any_score(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        if (known_double(document->results[i].score))
            return true;
    }
    return false;
}

/* Pairs of CPUs never have an interval; all others do from six rounds on. */
static bool any_without_interval(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        if (known_double(result->score) && result->pair_count == 0 &&
            known_u64(result->n) && result->n < RANK_LEAST)
            return true;
    }
    return false;
}

static void add_explanation(struct page *page, const struct document *document)
{
    if (!any_score(document))
        return;
    text_add(page->out, "\n");
    page_paragraph(
        page, PAGE_FAINT, 0,
        "Scores are medians over rounds spread over the run. The 95 % "
        "column is half the interval of that median, widened by a "
        "guard band for what a minute cannot show (one CPU 2 %, "
        "several CPUs and memory 5 %, kernel costs 15 %). A "
        "score per second of CPU time is shown where it differs: "
        "the time between was not ours. "
        "MB is 10^6 bytes.");
    if (any_without_interval(document))
        page_paragraph(page, PAGE_FAINT, 0,
                       "'-' in place of an interval: of under six rounds there "
                       "is none; a longer run has them.");
}

static int render(const struct document *document,
                  const struct report_options *options, struct text *out,
                  struct err *err)
{
    struct page page;

    (void)err;
    page_init(&page, options, out);
    add_title(&page, document);
    add_cautions(&page, document);
    for (size_t i = 0; i < document->verdict_count; i++)
        add_verdict(&page, &document->verdicts[i]);
    text_host(&page, document);
    text_cpu(&page, document);
    text_system(&page, document);
    text_memory(&page, document);
    text_storage(&page, document);
    if (document->result_count > 0) {
        add_conditions(&page, document);
        add_left_out(&page, document);
        add_doubts(&page, document);
    }
    add_explanation(&page, document);
    return 0;
}

const struct report_format report_text = {
    .name = "text",
    .suffixes = ".txt",
    .about = "for a terminal: aligned, calm, colours where they mean something",
    .render = render,
    .compare = compare_text,
};
