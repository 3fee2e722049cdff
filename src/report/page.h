/* The lines of the terminal report: width, colours, plain letters. Part of the `text`
 * format. */
#ifndef ASSAY_REPORT_PAGE_H
#define ASSAY_REPORT_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct report_options;
struct text;

enum page_style {
    PAGE_PLAIN,
    PAGE_HEAD,
    PAGE_GOOD,
    PAGE_BAD,
    PAGE_DOUBT,
    PAGE_FAINT
};

struct page {
    struct text *out;
    size_t width; /* columns */
    bool colour;
    bool utf8;
};

/* Lines of the options' width (80 where they name none) go to `out`. */
void page_init(struct page *page, const struct report_options *options,
               struct text *out);

/* Adds text in a style, cleaned of whatever does not belong on a terminal. */
void page_add(struct page *page, enum page_style style, const char *string);

/* Adds blanks so that `string`, which is added next by the caller or was added
 * before, takes `columns` in all. */
void page_pad(struct page *page, const char *string, size_t columns);

/* The columns for `string`, right-aligned behind a title: `columns`, less what the title
 * took beyond its own. So figures stay in line as long as a blank is between. */
size_t page_room(const char *string, size_t columns, const char *title,
                 size_t title_columns);

/* The sign in UTF-8, or its ASCII stand-in. */
const char *page_sign(const struct page *page, const char *utf8,
                      const char *ascii);

/* "label        text": the text wrapped at blanks, going on under itself. */
void page_item(struct page *page, const char *label, const char *string);

/* A paragraph indented by `indent`, wrapped at blanks. */
void page_paragraph(struct page *page, enum page_style style, size_t indent,
                    const char *string);

/* A section's head on a line of its own, an empty line before it. */
void page_heading(struct page *page, const char *string);

enum { PAGE_LABEL = 14 };

#endif
