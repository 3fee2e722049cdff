/* The measured rows of the terminal report. */
#ifndef ASSAY_REPORT_TEXT_ROWS_H
#define ASSAY_REPORT_TEXT_ROWS_H

struct document;
struct page;

/* Adds the rows of one resource ("cpu", "memory", ...) and, for storage, of one
 * target; `target` is NULL for the others. Adds nothing when there are none. */
void text_rows(struct page *page, const struct document *document,
               const char *resource, const char *target);

#endif
