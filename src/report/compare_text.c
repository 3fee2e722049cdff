/* Comparisons for the terminal: who they are, what changed around them, then the
 * scores, those that differ for sure first. */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/compare.h"
#include "report/page.h"
#include "report/report.h"
#include "result/comparison.h"

enum {
    INDENT = 2,
    DETAIL = 6,
    TITLE = 28,
    BASE = 8,
    NEW = 15,
    CHANGE = 8,
    SPAN = 17,
    WIDE = INDENT + 2 + TITLE + BASE + NEW + CHANGE + SPAN
};

static const char *or_dash(const char *string)
{
    return string != NULL ? string : "-";
}

static void add_side(struct page *page, const char *label,
                     const struct comparison_side *side, const char *remark)
{
    struct arena *arena = page->out->arena;
    const char *name = side->file != NULL ? side->file : side->run_id;

    page_item(
        page, label,
        arena_printf(arena, "%s, %s%s%s%s%s", or_dash(name),
                     side->started != NULL ? side->started : "time unknown",
                     side->host != NULL ? ", " : "",
                     side->host != NULL ? side->host : "", remark,
                     side->complete ? "" : ", INCOMPLETE"));
}

static void add_changes(struct page *page, const struct comparison *comparison)
{
    if (comparison->change_count == 0)
        return;
    page_heading(page, "Changed in between");
    for (size_t i = 0; i < comparison->change_count; i++) {
        const struct comparison_change *change = &comparison->changes[i];
        page_paragraph(page, PAGE_DOUBT, INDENT,
                       arena_printf(page->out->arena, "%s: %s %s %s",
                                    change->what, or_dash(change->base),
                                    page_sign(page, "→", "->"),
                                    or_dash(change->now)));
    }
}

static void add_right(struct page *page, enum page_style style,
                      const char *string, size_t columns)
{
    page_pad(page, string, columns);
    page_add(page, style, string);
}

static enum page_style style_of(const struct comparison_row *row)
{
    if (strcmp(row->outcome, "worse") == 0)
        return PAGE_BAD;
    return strcmp(row->outcome, "better") == 0 ? PAGE_GOOD : PAGE_PLAIN;
}

static const char *sign_of(struct page *page, const struct comparison_row *row)
{
    if (strcmp(row->outcome, "worse") == 0)
        return page_sign(page, "▼", "-");
    return strcmp(row->outcome, "better") == 0 ? page_sign(page, "▲", "+")
                                               : " ";
}

/* Nothing of a title is cut, "depth 16" least of all: where it is too long for its
 * column the figures stand below. */
static void add_title(struct page *page, const struct comparison_row *row)
{
    const char *title =
        text_clean(page->out->arena, row->title != NULL ? row->title : row->id);

    text_add_repeated(page->out, ' ', INDENT);
    page_add(page, style_of(row), sign_of(page, row));
    text_add(page->out, " ");
    page_add(page, PAGE_PLAIN, title);
    if (text_columns(title) > TITLE) {
        text_add(page->out, "\n");
        text_add_repeated(page->out, ' ', INDENT + 2 + TITLE);
    } else {
        page_pad(page, title, TITLE);
    }
}

static void add_row(struct page *page, const struct comparison_row *row)
{
    char base[FIGURE_ROOM], now[FIGURE_ROOM], change[FIGURE_ROOM];
    char span[FIGURE_SPAN_ROOM];
    const char *remark = compare_remark(row, page->out);

    add_title(page, row);
    if (page->width >= WIDE) {
        figure_pair(row->base, row->now, compare_unit(row, page->out->arena),
                    base, now);
        add_right(page, PAGE_PLAIN, base, BASE);
        add_right(page, PAGE_PLAIN, now, NEW);
    }
    add_right(page, style_of(row), compare_spell_change(row->ratio, change),
              CHANGE);
    add_right(page, PAGE_FAINT, compare_spell_span(row, span), SPAN);
    text_add(page->out, "\n");
    if (remark[0] != '\0')
        page_paragraph(page, PAGE_FAINT, DETAIL, remark);
}

static void add_columns(struct page *page)
{
    text_add_repeated(page->out, ' ', INDENT + 2 + TITLE);
    if (page->width >= WIDE) {
        add_right(page, PAGE_FAINT, "base", BASE);
        add_right(page, PAGE_FAINT, "new", NEW);
    }
    add_right(page, PAGE_FAINT, "speed", CHANGE);
    add_right(page, PAGE_FAINT, "95 % interval", SPAN);
    text_add(page->out, "\n");
}

static bool is(const struct comparison_row *row, const char *outcome)
{
    return strcmp(row->outcome, outcome) == 0;
}

static void add_differences(struct page *page,
                            const struct comparison *comparison)
{
    if (comparison->worse + comparison->better == 0)
        return;
    page_heading(page, "Differences beyond the noise of both runs");
    add_columns(page);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const struct comparison_row *row = &comparison->rows[i];
        if (is(row, "worse") || is(row, "better"))
            add_row(page, row);
    }
}

static void add_same(struct page *page, const struct comparison *comparison)
{
    if (comparison->same == 0)
        return;
    page_heading(page, "No difference shown");
    add_columns(page);
    for (size_t i = 0; i < comparison->row_count; i++) {
        if (is(&comparison->rows[i], "same"))
            add_row(page, &comparison->rows[i]);
    }
}

static void add_apart(struct page *page, const struct comparison *comparison)
{
    if (comparison->apart == 0)
        return;
    page_heading(page, "Not compared");
    for (size_t i = 0; i < comparison->row_count; i++) {
        const struct comparison_row *row = &comparison->rows[i];
        if (is(row, "apart"))
            page_paragraph(
                page, row->lost ? PAGE_BAD : PAGE_PLAIN, INDENT,
                arena_printf(page->out->arena, "%s: %s",
                             or_dash(row->title != NULL ? row->title : row->id),
                             or_dash(row->reason)));
    }
}

static void add_comparison(struct page *page,
                           const struct comparison *comparison)
{
    page_add(page, PAGE_HEAD, "assay compare");
    text_add(page->out, "\n");
    add_side(page, "base", &comparison->base, "");
    add_side(page, "new", &comparison->now,
             comparison->same_host ? ", the same host" : "");
    add_changes(page, comparison);
    add_differences(page, comparison);
    add_same(page, comparison);
    add_apart(page, comparison);
    text_add(page->out, "\n");
    page_paragraph(page, PAGE_HEAD, 0, compare_sum(comparison, page->out));
}

void compare_text(const struct comparison *list, size_t count,
                  const struct report_options *options, struct text *out)
{
    struct page page;

    page_init(&page, options, out);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add(out, "\n");
        add_comparison(&page, &list[i]);
    }
}
