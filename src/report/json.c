/* The document itself. */
#include "report/report.h"

#include "base/text.h"
#include "report/compare.h"
#include "result/json.h"

static int json_render(const struct document *document,
                       const struct report_options *options, struct text *out,
                       struct err *err)
{
    (void)options;
    (void)err;
    text_add(out, document_to_json(document, out->arena));
    return 0;
}

const struct report_format report_json = {
    .name = "json",
    .suffixes = ".json",
    .about = "the whole document: all that was measured and found out",
    .render = json_render,
    .compare = compare_json,
};
