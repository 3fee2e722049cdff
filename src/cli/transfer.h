/* Documents out of a history and into it. */
#ifndef ASSAY_CLI_TRANSFER_H
#define ASSAY_CLI_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>

struct history;

/* Prints every document, oldest first, one a line. Returns the exit status. */
int transfer_export(struct history *history);

/* Adds the runs of files: result documents, exports, histories. What came before a
 * file that cannot be read stays: importing again is no harm. Says how many were new,
 * unless `quiet`. Returns the exit status, errors printed. */
int transfer_import(struct history *history, const char *const *paths,
                    size_t count, bool quiet);

#endif
