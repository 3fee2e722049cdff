/* Stored results as input. */
#ifndef ASSAY_CLI_LOAD_H
#define ASSAY_CLI_LOAD_H

struct arena;
struct document;
struct err;
struct options_measure;
struct program;

/* Reads a whole text file of at most 256 MiB; "-" is standard input. Fails with
 * ERR_DATA, so that an unreadable file is wrong usage, and names the file. */
int load_text(const char *path, struct arena *arena, char **ret_text,
              unsigned long *ret_length, struct err *err);

/* Reads a result document. Fails with ERR_DATA, naming the file. */
int load_document(const char *path, struct arena *arena,
                  struct document *ret_document, struct err *err);

/* Reads a result as if it had just been measured: summaries and marks are computed
 * again from its samples, verdicts are dropped. */
int load_replay(struct program *program, const struct options_measure *options,
                struct document *ret_document, struct err *err);

#endif
