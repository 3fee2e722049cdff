#include "report/stored.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/compare.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/report.h"
#include "report/words.h"
#include "result/stored.h"

enum {
    INDENT = 2,
    TIME = 18,
    HOST = 20,
    HOST_NARROW = 14,
    RESULTS = 8,
    SHORT_ID = 12, /* enough to find a run by */
    SCORE = 14,    /* "1.22 G loops/s" */
    HALF = 11,
    STRIP = 21,
    WIDE = 80,
};

static const char *or_dash(const char *string)
{
    return string != NULL ? string : "-";
}

/* "2026-01-31 12:00" of "2026-01-31T12:00:00Z". */
static const char *short_time(struct page *page, const char *started)
{
    char *time = text_clean(page->out->arena, or_dash(started));

    if (strlen(time) == 20 && time[10] == 'T') {
        time[10] = ' ';
        time[16] = '\0';
    }
    return time;
}

static void add_left(struct page *page, enum page_style style,
                     const char *string, size_t columns)
{
    const char *clean = text_clean(page->out->arena, string);

    page_add(page, style, clean);
    page_pad(page, clean, columns);
    if (text_columns(clean) >= columns)
        text_add(page->out, " ");
}

static void add_right(struct page *page, enum page_style style,
                      const char *string, size_t columns)
{
    page_pad(page, string, columns);
    page_add(page, style, string);
}

static size_t host_columns(const struct page *page)
{
    return page->width >= WIDE ? HOST : HOST_NARROW;
}

static void add_run(struct page *page, const struct stored_run *run)
{
    char results[UNITS_ROOM];
    char *id = text_clean(page->out->arena, or_dash(run->run_id));

    if (strlen(id) > SHORT_ID)
        id[SHORT_ID] = '\0';

    text_add_repeated(page->out, ' ', INDENT);
    add_left(page, PAGE_PLAIN, short_time(page, run->started), TIME);
    add_left(page, PAGE_PLAIN,
             or_dash(run->host != NULL ? run->host : run->host_id),
             host_columns(page));
    add_right(page, PAGE_PLAIN, figure_exact_u64(run->results, results),
              RESULTS);
    text_add(page->out, "  ");
    page_add(page, PAGE_FAINT, id);
    if (!run->complete)
        page_add(page, PAGE_DOUBT, "  incomplete");
    text_add(page->out, "\n");
}

void stored_runs_text(const struct stored_run *runs, size_t count,
                      const struct report_options *options, struct text *out)
{
    struct page page;

    page_init(&page, options, out);
    if (count == 0) {
        text_add(out, "No such runs are kept.\n");
        return;
    }
    text_add_repeated(out, ' ', INDENT);
    add_left(&page, PAGE_FAINT, "begun (UTC)", TIME);
    add_left(&page, PAGE_FAINT, "host", host_columns(&page));
    add_right(&page, PAGE_FAINT, "results", RESULTS);
    page_add(&page, PAGE_FAINT, "  run");
    text_add(out, "\n");
    for (size_t i = 0; i < count; i++)
        add_run(&page, &runs[i]);
}

static const char *unit_of(const struct page *page, const struct trend *trend)
{
    return words_rate_unit(trend->unit, trend->op, trend->id, page->out->arena);
}

struct span {
    double low;
    double high;
};

/* A score with its interval: scores that differ by less than their noise then lie
 * close to each other, however few there are. */
static struct span span_of(const struct stored_score *score)
{
    struct span span = { score->score, score->score };

    if (isfinite(score->interval.low) && isfinite(score->interval.high)) {
        span.low = fmin(span.low, score->interval.low);
        span.high = fmax(span.high, score->interval.high);
    }
    return span;
}

static struct span extremes(const struct trend *trend)
{
    struct span all = { HUGE_VAL, -HUGE_VAL };

    for (size_t i = 0; i < trend->score_count; i++) {
        struct span span = span_of(&trend->scores[i]);

        all.low = fmin(all.low, span.low);
        all.high = fmax(all.high, span.high);
    }
    return all;
}

static long strip_at(struct span scale, double value)
{
    double share = scale.high > scale.low
                       ? (value - scale.low) / (scale.high - scale.low)
                       : 0.5;

    return lround(share * (STRIP - 1));
}

/* "····──●──······": a score and its interval on the scale of the head. */
static void add_strip(struct page *page, struct span scale,
                      const struct stored_score *score)
{
    struct span span = span_of(score);
    long low = strip_at(scale, span.low);
    long high = strip_at(scale, span.high);
    long at = strip_at(scale, score->score);

    for (long i = 0; i < STRIP; i++) {
        if (i == at)
            page_add(page, PAGE_PLAIN, page_sign(page, "●", "o"));
        else if (i >= low && i <= high)
            page_add(page, PAGE_PLAIN, page_sign(page, "─", "-"));
        else
            page_add(page, PAGE_FAINT, page_sign(page, "·", "."));
    }
}

/* "984 MB/s    1.22 GB/s": what the strip's ends stand for. */
static void add_scale(struct page *page, const struct trend *trend,
                      struct span scale)
{
    char low[FIGURE_ROOM], high[FIGURE_ROOM];
    size_t taken;

    (void)figure(scale.low, unit_of(page, trend), low);
    (void)figure(scale.high, unit_of(page, trend), high);
    taken = text_columns(low) + text_columns(high);
    page_add(page, PAGE_FAINT, low);
    text_add_repeated(page->out, ' ', taken < STRIP ? STRIP - taken : 1);
    page_add(page, PAGE_FAINT, high);
}

static void add_trend_head(struct page *page, const struct trend *trend,
                           struct span scale)
{
    text_add_repeated(page->out, ' ', INDENT);
    add_left(page, PAGE_FAINT, "begun (UTC)", TIME);
    add_right(page, PAGE_FAINT, "score", SCORE);
    add_right(page, PAGE_FAINT, "95 %", HALF);
    if (page->width >= WIDE) {
        text_add(page->out, "  ");
        add_scale(page, trend, scale);
    }
    text_add(page->out, "\n");
}

static const char *spell_half(const struct page *page,
                              const struct stored_score *score,
                              char out[UNITS_ROOM])
{
    double half = interval_half_share(score->interval, score->score);

    if (!known_double(half))
        return strcpy(out, "-");
    (void)snprintf(out, UNITS_ROOM, "%s%.*f %%", page_sign(page, "± ", "+-"),
                   half < 0.0995 ? 1 : 0, half * 100);
    return out;
}

static const struct trend_change *change_at(const struct trend *trend, size_t i)
{
    for (size_t c = 0; c < trend->change_count; c++) {
        if (trend->changes[c].at == i)
            return &trend->changes[c];
    }
    return NULL;
}

/* Up and down are of the speed: down is worse, whatever the unit. */
static void add_change(struct page *page, const struct trend *trend,
                       const struct trend_change *change)
{
    bool known = known_double(change->ratio);
    bool worse = known ? change->ratio < 1
                       : (change->after > change->before) ==
                             (strcmp(or_dash(trend->better), "lower") == 0);
    enum page_style style = worse ? PAGE_BAD : PAGE_GOOD;
    char spelled[FIGURE_ROOM];

    text_add(page->out, "  ");
    page_add(page, style,
             worse ? page_sign(page, "▼", "-") : page_sign(page, "▲", "+"));
    text_add(page->out, " ");
    page_add(page, style,
             known ? compare_spell_change(change->ratio, spelled) : "changed");
}

static void add_score(struct page *page, const struct trend *trend, size_t i,
                      struct span span)
{
    const struct stored_score *score = &trend->scores[i];
    const struct trend_change *change = change_at(trend, i);
    char spelled[FIGURE_ROOM], half[UNITS_ROOM];

    text_add_repeated(page->out, ' ', INDENT);
    add_left(page, PAGE_PLAIN, short_time(page, score->started), TIME);
    add_right(page, PAGE_PLAIN,
              figure(score->score, unit_of(page, trend), spelled), SCORE);
    add_right(page, PAGE_PLAIN, spell_half(page, score, half), HALF);
    if (page->width >= WIDE) {
        text_add(page->out, "  ");
        add_strip(page, span, score);
    }
    if (change != NULL)
        add_change(page, trend, change);
    text_add(page->out, "\n");
}

static void add_sum(struct page *page, const struct trend *trend)
{
    struct arena *arena = page->out->arena;

    text_add(page->out, "\n");
    if (trend->change_count == 0)
        page_paragraph(page, PAGE_PLAIN, 0,
                       trend->score_count < 6
                           ? "Too few runs to tell a change from chance."
                           : "No change that exceeds the noise between runs.");
    for (size_t i = 0; i < trend->change_count; i++) {
        const struct trend_change *change = &trend->changes[i];
        char before[FIGURE_ROOM], after[FIGURE_ROOM];
        page_paragraph(
            page, PAGE_PLAIN, 0,
            arena_printf(arena,
                         "Since %s: %s, before that %s (by chance: 1 in %.0f).",
                         short_time(page, change->started),
                         figure(change->after, unit_of(page, trend), after),
                         figure(change->before, unit_of(page, trend), before),
                         floor(1 / change->p)));
    }
    if (trend->other_methods > 0)
        page_paragraph(page, PAGE_DOUBT, 0,
                       arena_printf(arena,
                                    trend->other_methods == 1
                                        ? "%" PRIu64
                                          " run by another method of "
                                          "measuring is left out."
                                        : "%" PRIu64 " runs by another method "
                                          "of measuring are left out.",
                                    trend->other_methods));
}

void stored_trend_text(const struct trend *trend,
                       const struct report_options *options, struct text *out)
{
    struct span span = extremes(trend);
    struct page page;

    page_init(&page, options, out);
    page_add(&page, PAGE_HEAD, or_dash(trend->title));
    text_add(out, " (");
    page_add(&page, PAGE_PLAIN, or_dash(trend->id));
    text_add(out, ") on ");
    page_add(&page, PAGE_PLAIN, or_dash(trend->host));
    if (trend->target != NULL) {
        text_add(out, ", ");
        page_add(&page, PAGE_PLAIN, trend->target);
    }
    text_add(out, "\n\n");
    if (trend->score_count > 0)
        add_trend_head(&page, trend, span);
    for (size_t i = 0; i < trend->score_count; i++)
        add_score(&page, trend, i, span);
    add_sum(&page, trend);
}
