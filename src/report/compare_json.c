/* Comparisons for programs: all that was found out. */
#include "base/text.h"
#include "report/compare.h"
#include "result/comparison.h"

void compare_json(const struct comparison *list, size_t count,
                  const struct report_options *options, struct text *out)
{
    (void)options;
    text_add(out, comparisons_to_json(list, count, out->arena));
}
