/* The parts of the HTML page; html.c puts them together. */
#ifndef ASSAY_REPORT_HTML_H
#define ASSAY_REPORT_HTML_H

#include "report/words.h"

struct document;
struct text;

/* The style sheet in pieces, for screens light and dark and for paper; ends with
 * NULL. */
extern const char *const html_style[];

/* Opens the page, up to and with the body's tag. */
void html_begin(struct text *out, const char *title);

/* The sign of an outcome: its own shape, not colour alone. */
void html_sign(struct text *out, enum outcome outcome);

/* A banner for each verdict with a bar for each requirement. */
void html_verdicts(struct text *out, const struct document *document);

/* The few figures that most people look for. */
void html_glance(struct text *out, const struct document *document);

/* The table of all results of one resource, for storage of one target (NULL: of all). */
void html_results(struct text *out, const struct document *document,
                  const char *resource, const char *heading);

/* What disturbed the run and what is to be doubted, and the host's facts. */
void html_disturbance(struct text *out, const struct document *document);
void html_host(struct text *out, const struct document *document);

#endif
