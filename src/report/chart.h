/* The charts of the HTML page. Each adds a figure with its picture, what it says, and
 * the table behind it; nothing when the document has no such figures. */
#ifndef ASSAY_REPORT_CHART_H
#define ASSAY_REPORT_CHART_H

#include <stddef.h>

struct document;
struct result;
struct text;

/* Each adds one chart with the table behind it, or nothing where the document has not
 * measured what it shows. */
void chart_scaling(struct text *out, const struct document *document);
void chart_pairs(struct text *out, const struct document *document);
void chart_stalls(struct text *out, const struct document *document);
void chart_ladder(struct text *out, const struct document *document);
void chart_levels(struct text *out, const struct document *document);
void chart_depth(struct text *out, const struct document *document);
void chart_percentiles(struct text *out, const struct document *document);
void chart_distribution(struct text *out, const struct document *document);
void chart_rounds(struct text *out, const struct document *document);

/* The frame that they share. `conclusion` may be NULL. */
void chart_open(struct text *out, const char *heading, const char *conclusion);
void chart_close(struct text *out);

/* The first result that was measured and whose curve runs over `x`, with two points or
 * more; NULL when there is none. */
const struct result *chart_curve(const struct document *document,
                                 const char *resource, const char *x);

#endif
