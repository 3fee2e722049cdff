/* A row: title, score, half of the interval, where the rounds lay, marks. Under it,
 * where they say more, lines for the CPU score, latencies and curves. */
#include "report/text_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/spread.h"
#include "report/words.h"
#include "result/result.h"

enum { INDENT = 2, TITLE = 31, SCORE = 14, HALF = 10, SPREAD = 11, DETAIL = 4 };

/* Wall and CPU score further apart than this: the time went elsewhere. */
static const double apart = 0.05;

static bool is_ok(const struct result *result)
{
    return strcmp(result->status, "ok") == 0;
}

static size_t spread_at(double value, double score, double scale)
{
    double share = (value / score - 1) / scale; /* -1 .. 1 within it */
    double at = (share + 1) / 2 * (SPREAD - 1);

    if (!(at > 0))
        return 0;
    return at > SPREAD - 1 ? SPREAD - 1 : (size_t)lround(at);
}

/* "···──●─····": the rounds from worst to best, the score in the middle. */
static void add_spread(struct page *page, const struct result *result,
                       double scale)
{
    size_t from, to;

    if (result->n == 0 || !(fabs(result->score) > 0)) {
        text_add_repeated(page->out, ' ', SPREAD);
        return;
    }
    from = spread_at(result->min, result->score, scale);
    to = spread_at(result->max, result->score, scale);
    for (size_t i = 0; i < SPREAD; i++) {
        if (i == SPREAD / 2)
            page_add(page, PAGE_PLAIN, page_sign(page, "●", "|"));
        else if (i >= from && i <= to)
            page_add(page, PAGE_PLAIN, page_sign(page, "─", "-"));
        else
            page_add(page, PAGE_FAINT, page_sign(page, "·", "."));
    }
}

static const char *spell_half(const struct page *page,
                              const struct result *result, char out[UNITS_ROOM])
{
    double half = interval_half_share(result_interval(result), result->score);

    if (!isfinite(half))
        return strcpy(out, "-");
    if (half >= 1)
        return strcpy(out, "> 100 %"); /* how much more says nothing */
    (void)snprintf(out, UNITS_ROOM, "%s%.*f %%", page_sign(page, "± ", "+-"),
                   half < 0.0995 ? 1 : 0, half * 100);
    return out;
}

static void add_right(struct page *page, enum page_style style,
                      const char *string, size_t columns)
{
    page_pad(page, string, columns);
    page_add(page, style, string);
}

static void add_marks(struct page *page, const struct result *result,
                      size_t column)
{
    struct text marks;

    text_init(&marks, page->out->arena);
    for (size_t i = 0; i < result->mark_count; i++)
        text_printf(&marks, "%s%s", i > 0 ? " " : "", result->marks[i].id);
    if (marks.length == 0)
        return;
    if (column + 2 + text_columns(marks.bytes) <= page->width) {
        text_add(page->out, "  ");
        page_add(page, PAGE_DOUBT, marks.bytes);
        return;
    }
    text_add(page->out, "\n");
    text_add_repeated(page->out, ' ', DETAIL);
    page_add(page, PAGE_DOUBT, marks.bytes);
}

/* What could not be measured has a reason in place of figures. */
static void add_reason(struct page *page, const struct result *result)
{
    const char *reason =
        result->reason != NULL ? result->reason : "no reason given";
    char *line =
        arena_printf(page->out->arena, "%s: %s", result->title, reason);

    page_paragraph(page, PAGE_FAINT, INDENT, line);
}

static void add_figures(struct page *page, const struct result *result,
                        double scale)
{
    bool wide = page->width >= 72;
    char score[FIGURE_ROOM], half[UNITS_ROOM];
    size_t title = wide ? TITLE : TITLE - 2;
    size_t column = INDENT + title + SCORE + HALF + (wide ? 2 + SPREAD : 0);

    text_add_repeated(page->out, ' ', INDENT);
    page_add(page, PAGE_PLAIN, result->title);
    page_pad(page, result->title, title);
    (void)figure(result->score, words_unit(result, page->out->arena), score);
    add_right(page, PAGE_HEAD, score,
              page_room(score, SCORE, result->title, title));
    add_right(page, PAGE_PLAIN, spell_half(page, result, half), HALF);
    if (wide) {
        text_add(page->out, "  ");
        add_spread(page, result, scale);
    }
    add_marks(page, result, column);
    text_add(page->out, "\n");
}

/* A latency is a time itself: 165 ns of CPU time. */
static const char *by_cpu_time(const char *unit)
{
    return unit != NULL && strcmp(unit, "ns") == 0 ? "of" : "per second of";
}

static void add_cpu_score(struct page *page, const struct result *result)
{
    char spelled[FIGURE_ROOM];
    double ratio = result->per_cpu_second / result->score;

    if (!known_double(ratio) || strcmp(result->resource, "disk") == 0 ||
        (ratio < 1 + apart && ratio > 1 - apart))
        return;
    page_paragraph(
        page, PAGE_FAINT, DETAIL,
        arena_printf(page->out->arena, "%s %s CPU time",
                     figure(result->per_cpu_second,
                            words_unit(result, page->out->arena), spelled),
                     by_cpu_time(result->unit)));
}

/* The same work counted the other way. */
static void add_other_rate(struct page *page, const struct result *result)
{
    char spelled[UNITS_ROOM];

    if (known_double(result->op_rate) && result->op != NULL)
        page_paragraph(page, PAGE_FAINT, DETAIL,
                       units_spell_rate(result->op_rate, result->op, spelled));
    if (known_double(result->byte_rate))
        page_paragraph(
            page, PAGE_FAINT, DETAIL,
            units_spell(result->byte_rate, UNIT_BYTES_PER_SECOND, spelled));
}

static void add_latency(struct page *page, const struct result *result)
{
    const struct result_latency *latency = result->latency;
    struct text line;

    if (latency == NULL)
        return;
    const struct {
        const char *name;
        uint64_t value;
    } figures[] = {
        { "p50", latency->p50 }, { "p90", latency->p90 },
        { "p99", latency->p99 }, { "p99.9", latency->p999 },
        { "max", latency->max },
    };
    text_init(&line, page->out->arena);
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        char spelled[FIGURE_ROOM];

        if (known_u64(figures[i].value))
            text_printf(&line, "%s %s %s", line.length > 0 ? "," : "",
                        figures[i].name,
                        figure_u64(figures[i].value, latency->unit, spelled));
    }
    if (line.length > 0)
        page_paragraph(
            page, PAGE_FAINT, DETAIL,
            arena_printf(page->out->arena, "%s%s",
                         strcmp(result->unit, "share") == 0 ? "gaps" : "latency",
                         line.bytes));
}

static const char *spell_x(const struct result *result,
                           const struct result_point *point,
                           char out[UNITS_ROOM + 8])
{
    const char *of = words_or(result->curve_x, "at");

    if (point->label != NULL)
        (void)snprintf(out, UNITS_ROOM + 8, "%.38s", point->label);
    else if (!known_u64(point->x))
        return strcpy(out, "?");
    else if (strcmp(of, "bytes") == 0)
        return units_spell_size(point->x, out);
    else if (strcmp(of, "jobs") == 0)
        (void)snprintf(out, UNITS_ROOM + 8, "%llu job%s",
                       (unsigned long long)point->x, point->x == 1 ? "" : "s");
    else
        (void)snprintf(out, UNITS_ROOM + 8, "%.16s %llu", of,
                       (unsigned long long)point->x);
    return out;
}

/* At most eight points, spread evenly over the curve, its ends included. */
static void add_curve(struct page *page, const struct result *result)
{
    enum { MOST = 8 };
    size_t shown = result->curve_count < MOST ? result->curve_count : MOST;
    struct text line;

    if (result->curve_count < 2)
        return;
    text_init(&line, page->out->arena);
    for (size_t i = 0; i < shown; i++) {
        size_t at = i * (result->curve_count - 1) / (shown - 1);
        const struct result_point *point = &result->curve[at];
        char x[UNITS_ROOM + 8], score[FIGURE_ROOM];

        text_printf(
            &line, "%s%s: %s", i > 0 ? ", " : "", spell_x(result, point, x),
            figure(point->score, words_unit(result, page->out->arena), score));
    }
    page_paragraph(page, PAGE_FAINT, DETAIL, line.bytes);
}

static double first_clock(const struct result *result)
{
    for (size_t i = 0; i < result->sample_count; i++) {
        if (known_double(result->samples[i].clock_hz))
            return result->samples[result->sample_count / 2].clock_hz;
    }
    return UNKNOWN_DOUBLE;
}

static void add_clock(struct page *page, const struct result *result)
{
    double hz = first_clock(result);
    char spelled[UNITS_ROOM];

    if (!known_double(hz))
        return;
    page_paragraph(page, PAGE_FAINT, DETAIL,
                   arena_printf(page->out->arena, "effective clock %s",
                                units_spell(hz, UNIT_HZ, spelled)));
}

static void add_row(struct page *page, const struct result *result, double scale)
{
    if (!is_ok(result) || !known_double(result->score)) {
        add_reason(page, result);
        return;
    }
    add_figures(page, result, scale);
    add_cpu_score(page, result);
    add_other_rate(page, result);
    add_clock(page, result);
    add_latency(page, result);
    add_curve(page, result);
    if (result->conclusion != NULL)
        page_paragraph(page, PAGE_PLAIN, DETAIL, result->conclusion);
}

static bool belongs(const struct result *result, const char *resource,
                    const char *target)
{
    if (strcmp(result->resource, resource) != 0)
        return false;
    if (target == NULL || result->target == NULL)
        return target == NULL && result->target == NULL;
    return strcmp(result->target, target) == 0;
}

static void add_head(struct page *page, double scale)
{
    text_add_repeated(page->out, ' ', INDENT);
    page_pad(page, "", page->width >= 72 ? TITLE : TITLE - 2);
    add_right(page, PAGE_FAINT, "score", SCORE);
    add_right(page, PAGE_FAINT, "95 %", HALF);
    if (page->width >= 72) {
        text_add(page->out, "  ");
        page_add(page, PAGE_FAINT,
                 arena_printf(page->out->arena, "rounds%s%.0f%%",
                              page_sign(page, " ±", "+-"), 100 * scale));
    }
    text_add(page->out, "\n");
}

void text_rows(struct page *page, const struct document *document,
               const char *resource, const char *target)
{
    double scale = spread_scale(document);
    bool head = false;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        if (!belongs(result, resource, target) || result->left_out)
            continue;
        if (!head && is_ok(result))
            add_head(page, scale);
        head = head || is_ok(result);
        add_row(page, result, scale);
    }
}
