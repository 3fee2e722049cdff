/* Puts finished reports where they belong: standard output, files. */
#ifndef ASSAY_CLI_OUTPUT_H
#define ASSAY_CLI_OUTPUT_H

#include <stddef.h>

#include "report/report.h"

struct comparison;
struct document;
struct options_report;
struct program;

/* Fails early when an output cannot be written: its directory is missing or not
 * writable. Nothing is created. Returns 0, or an exit status with the message
 * printed. */
int output_check(const struct options_report *options);

/* Prints the document on standard output and writes the other outputs, each to a
 * temporary name beside its file, synced and renamed, so that an old file stays whole
 * until the new one is. Returns the exit status: the document's, or the format's own,
 * and EXIT_UNMEASURED with a message when something could not be written. */
int output_document(struct program *program,
                    const struct options_report *options,
                    const struct document *document);

/* The same, for commands with a status of their own: returns EXIT_MET, or
 * EXIT_UNMEASURED when something could not be written. */
int output_report(struct program *program, const struct options_report *options,
                  const struct document *document);

/* The other outputs alone, for commands that print a page of their own. */
int output_files(struct program *program, const struct options_report *options,
                 const struct document *document);

/* The same with comparisons. Returns EXIT_MET, EXIT_USAGE when a format has no form
 * for them, or EXIT_UNMEASURED. */
int output_comparisons(struct program *program,
                       const struct options_report *options,
                       const struct comparison *list, size_t count);

/* What standard output can show. */
struct report_options output_terminal(const struct options_report *options);

/* Writes a whole text to standard output; as above. */
int output_text(const char *text);

/* Writes a whole text to a file the same careful way. Returns 0, or EXIT_UNMEASURED
 * with a message. */
int output_file(const char *path, const char *text);

#endif
