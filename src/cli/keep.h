/* Keeping results in the history. */
#ifndef ASSAY_CLI_KEEP_H
#define ASSAY_CLI_KEEP_H

#include <argp.h>

struct document;
struct program;

struct options_keep {
    const char *save; /* NULL: only where ASSAY_HISTORY says so; "": the usual
                         place; else a path */
};

/* The child parser for commands that measure; its input is the struct above. */
extern const struct argp options_keep_argp;

/* The history that `path` names; the environment's when it is NULL or "". */
char *keep_path(struct program *program, const char *path);

/* Keeps a finished document where it is wanted. Returns EXIT_MET, or
 * EXIT_UNMEASURED with the reason printed. */
int keep_document(struct program *program, const struct options_keep *keep,
                  const struct document *document);

#endif
