/* What the charts of the page have in common. */
#include "report/chart.h"

#include <string.h>

#include "base/text.h"
#include "report/markup.h"
#include "report/words.h"
#include "result/result.h"

void chart_open(struct text *out, const char *heading, const char *conclusion)
{
    text_printf(out, "<figure class=\"card chart\">\n<figcaption><h3>%s</h3>",
                markup(out->arena, heading));
    if (conclusion != NULL)
        text_printf(out, "<p>%s</p>", markup(out->arena, conclusion));
    text_add(out, "</figcaption>\n");
}

void chart_close(struct text *out)
{
    text_add(out, "</figure>\n");
}

const struct result *chart_curve(const struct document *document,
                                 const char *resource, const char *x)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (words_measured(result) && result->curve_x != NULL &&
            strcmp(result->curve_x, x) == 0 && result->curve_count >= 2 &&
            strcmp(words_or(result->resource, ""), resource) == 0)
            return result;
    }
    return NULL;
}
