/* Strings into Markdown.
 *
 * Names that come from the host stand in code spans, where nothing is
 * interpreted: no link, no mention of a user, no image. Sentences get their
 * signs escaped. Both live in the arena of `out` and fit a table's cell. */
#ifndef ASSAY_REPORT_MARKDOWN_H
#define ASSAY_REPORT_MARKDOWN_H

struct text;

/* The string as it would read; "-" for none. */
const char *markdown_prose(struct text *out, const char *string);

/* A code span; "-" for none or an empty one. */
const char *markdown_code(struct text *out, const char *string);

#endif
