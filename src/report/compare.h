/* Comparisons in the formats that have a form for them, one per file, and how they
 * all spell what they show. */
#ifndef ASSAY_REPORT_COMPARE_H
#define ASSAY_REPORT_COMPARE_H

#include <stddef.h>

#include "report/figure.h"

struct arena;
struct comparison;
struct comparison_row;
struct report_options;
struct text;

/* The comparisons of each format that has a form for them, as in report.h. */
void compare_text(const struct comparison *list, size_t count,
                  const struct report_options *options, struct text *out);
void compare_json(const struct comparison *list, size_t count,
                  const struct report_options *options, struct text *out);

void compare_markdown(const struct comparison *list, size_t count,
                      const struct report_options *options, struct text *out);

void compare_html(const struct comparison *list, size_t count,
                  const struct report_options *options, struct text *out);

/* The unit of a row's figures, as words_unit has it. */
const char *compare_unit(const struct comparison_row *row, struct arena *arena);

/* How much the speed changed: "-10.3 %", "+34 %", "x 12.3"; "-" when unknown. */
const char *compare_spell_change(double ratio, char out[FIGURE_ROOM]);

/* The interval of it: "-12.1 to -8.4 %"; "-" when there is none. */
const char *compare_spell_span(const struct comparison_row *row,
                               char out[FIGURE_SPAN_ROOM]);

/* What a row's readers should know: its reason, then the marks of both runs, as in
 * "base: stolen; now: stolen, drifting". Set in the arena of `text`; "" for
 * nothing. */
const char *compare_remark(const struct comparison_row *row, struct text *text);

/* The sum of a comparison: "2 slower, 1 faster, 12 without a shown difference". */
const char *compare_sum(const struct comparison *comparison, struct text *text);

#endif
