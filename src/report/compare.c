#include "report/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/words.h"
#include "result/comparison.h"
#include "result/result.h"

/* "+3.4", "-10.3", "+134". */
static int percent(double ratio, char *out, size_t room)
{
    double change = (ratio - 1) * 100;

    if (fabs(change) < 0.05)
        change = 0; /* no "-0.0" */
    return snprintf(out, room, "%+.*f", fabs(change) < 99.95 ? 1 : 0, change);
}

const char *compare_unit(const struct comparison_row *row, struct arena *arena)
{
    return words_rate_unit(row->unit, row->op, row->id, arena);
}

const char *compare_spell_change(double ratio, char out[FIGURE_ROOM])
{
    if (!isfinite(ratio))
        return strcpy(out, "-");
    if (ratio >= 10) {
        (void)snprintf(out, FIGURE_ROOM, "x %.3g", ratio);
        return out;
    }
    (void)percent(ratio, out, FIGURE_ROOM - 2);
    return strcat(out, " %");
}

const char *compare_spell_span(const struct comparison_row *row,
                               char out[FIGURE_SPAN_ROOM])
{
    char high[FIGURE_ROOM];
    char low[FIGURE_ROOM];

    if (!isfinite(row->ratio_interval.low) ||
        !isfinite(row->ratio_interval.high))
        return strcpy(out, "-");
    (void)compare_spell_change(row->ratio_interval.high, high);
    (void)compare_spell_change(row->ratio_interval.low, low);
    if (strchr(low, '%') != NULL && strchr(high, '%') != NULL)
        low[strlen(low) - 2] = '\0'; /* one " %" does for both */
    (void)snprintf(out, FIGURE_SPAN_ROOM, "%s to %s", low, high);
    return out;
}

static void add_marks(struct text *remark, const char *whose,
                      const char *const *marks, size_t count)
{
    if (count == 0)
        return;
    text_printf(remark, "%s%s: ", remark->length > 0 ? "; " : "", whose);
    for (size_t i = 0; i < count; i++)
        text_printf(remark, "%s%s", i > 0 ? ", " : "", marks[i]);
}

const char *compare_remark(const struct comparison_row *row, struct text *text)
{
    struct text remark;

    text_init(&remark, text->arena);
    if (row->reason != NULL)
        text_add(&remark, row->reason);
    add_marks(&remark, "base", row->base_marks, row->base_mark_count);
    add_marks(&remark, "new", row->now_marks, row->now_mark_count);
    return remark.bytes;
}

const char *compare_sum(const struct comparison *comparison, struct text *text)
{
    if (comparison->row_count == 0)
        return "nothing was measured in either run";
    return arena_printf(text->arena,
                        "%zu slower, %zu faster, %zu without a shown "
                        "difference, %zu not compared",
                        comparison->worse, comparison->better, comparison->same,
                        comparison->apart);
}
