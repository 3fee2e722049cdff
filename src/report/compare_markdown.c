/* Comparisons as tables for an issue or a forum. */
#include <string.h>

#include "base/text.h"
#include "report/compare.h"
#include "report/markdown.h"
#include "report/report.h"
#include "result/comparison.h"

static void add_side(struct text *out, const char *label,
                     const struct comparison_side *side)
{
    const char *name = side->file != NULL ? side->file : side->run_id;

    text_printf(out, "| %s | %s", label, markdown_code(out, name));
    if (side->host != NULL)
        text_printf(out, " on %s", markdown_code(out, side->host));
    text_printf(out, ", %s%s |\n", markdown_prose(out, side->started),
                side->complete ? "" : ", **incomplete**");
}

static void add_changes(struct text *out, const struct comparison *comparison)
{
    if (comparison->change_count == 0)
        return;
    text_add(out, "\n| changed in between | base | new |\n"
                  "| --- | --- | --- |\n");
    for (size_t i = 0; i < comparison->change_count; i++) {
        const struct comparison_change *change = &comparison->changes[i];
        text_printf(out, "| %s", markdown_prose(out, change->what));
        text_printf(out, " | %s", markdown_code(out, change->base));
        text_printf(out, " | %s |\n", markdown_code(out, change->now));
    }
}

static const char *sign_of(const struct comparison_row *row)
{
    if (strcmp(row->outcome, "worse") == 0)
        return "\xe2\x96\xbc ";
    return strcmp(row->outcome, "better") == 0 ? "\xe2\x96\xb2 " : "";
}

static void add_row(struct text *out, const struct comparison_row *row)
{
    char base[FIGURE_ROOM], now[FIGURE_ROOM], change[FIGURE_ROOM];
    char span[FIGURE_SPAN_ROOM];
    const char *remark = compare_remark(row, out);

    text_printf(out, "| %s%s", sign_of(row),
                markdown_prose(out, row->title != NULL ? row->title : row->id));
    text_printf(
        out, " | %s",
        markdown_prose(out,
                       figure(row->base, compare_unit(row, out->arena), base)));
    text_printf(out, " | %s",
                markdown_prose(
                    out, figure(row->now, compare_unit(row, out->arena), now)));
    text_printf(out, " | %s | %s | %s |\n",
                compare_spell_change(row->ratio, change),
                compare_spell_span(row, span),
                remark[0] != '\0' ? markdown_prose(out, remark) : " ");
}

static void add_comparison(struct text *out, const struct comparison *comparison)
{
    text_add(out, "# assay compare\n\n| | |\n| --- | --- |\n");
    add_side(out, "base", &comparison->base);
    add_side(out, "new", &comparison->now);
    add_changes(out, comparison);
    if (comparison->row_count > 0)
        text_add(out, "\n| | base | new | speed | 95 % interval | |\n"
                      "| --- | ---: | ---: | ---: | ---: | --- |\n");
    for (size_t i = 0; i < comparison->row_count; i++)
        add_row(out, &comparison->rows[i]);
    text_printf(out, "\n%s\n", compare_sum(comparison, out));
}

void compare_markdown(const struct comparison *list, size_t count,
                      const struct report_options *options, struct text *out)
{
    (void)options;
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add(out, "\n");
        add_comparison(out, &list[i]);
    }
}
