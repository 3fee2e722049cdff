/* Strings into HTML and XML.
 *
 * Whatever a host name, a model or a file says, it stays text: it cannot open a
 * tag, end an attribute or hold a character that XML forbids. */
#ifndef ASSAY_REPORT_MARKUP_H
#define ASSAY_REPORT_MARKUP_H

struct arena;

/* Returns the string fit to stand as text or inside a quoted attribute; "" for
 * NULL. It lives in the arena. */
const char *markup(struct arena *arena, const char *string);

#endif
