/* Reports: a document in the form that somebody wants to read.
 *
 * Each format is one file of this room that exports one `const struct
 * report_format`; `formats.h` is their list. A format computes nothing:
 * whatever it shows stands in the document, so a stored result prints as it did
 * on the day. */
#ifndef ASSAY_REPORT_REPORT_H
#define ASSAY_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct comparison;
struct document;
struct err;
struct text;

/* How the reader's side looks. Only the formats for terminals care. */
struct report_options {
    size_t width; /* columns; 0: 80 */
    bool colour;  /* may use SGR colours */
    bool utf8;    /* may use more than ASCII for its own signs */
};

struct report_format {
    const char *name;     /* "markdown" */
    const char *suffixes; /* of files it is for, with blanks between: ".md
                             .markdown"; NULL: only by name */
    const char *about; /* for `assay list formats`, as "one row per result" */

    /* Adds the whole report to `out`, whose arena serves for scratch as well.
     * The report ends with a newline and is valid UTF-8, whatever the strings
     * of the document hold; unknown values are shown as such, never as 0. Fails
     * only with ERR_UNSUPPORTED, when the format cannot hold this document. */
    int (*render)(const struct document *document,
                  const struct report_options *options, struct text *out,
                  struct err *err);

    /* Adds comparisons of one base with one or more runs, in the same way; see
     * compare.h. NULL: the format has no form for them. */
    void (*compare)(const struct comparison *list, size_t count,
                    const struct report_options *options, struct text *out);

    /* The exit status that readers of this format expect in place of ours;
     * NULL: they take ours. */
    int (*exit_status)(const struct document *document);
};

/* All formats in the order of `formats.h`; ends with NULL. */
extern const struct report_format *const report_formats[];

/* The format with this name; NULL when there is none. */
const struct report_format *report_find(const char *name);

/* The format for a file of this name, by the longest suffix that fits, in
 * either case; NULL when no format claims it. */
const struct report_format *report_for_path(const char *path);

#endif
