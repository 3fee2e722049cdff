/* From a profile and a document to the rows of the machine benchmark's table. */
#ifndef ASSAY_CLI_MACHINE_ROWS_H
#define ASSAY_CLI_MACHINE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/machine.h"

struct arena;
struct document;
struct profile;
struct result_verdict;

/* The table's words for a benchmark; false when it is none of the six metrics.
 * "cpu.blake2b.parallel-8" is "CPU", "BLAKE2-256-Parallel-8". */
bool machine_words(const char *id, struct arena *arena,
                   const char **ret_category, const char **ret_function);

/* Leaves only the requirements that are rows of the table, in their order: those of
 * the default role, which for nodes is the validator's, as in the original. */
void machine_keep_rows(struct profile *profile, struct arena *arena);

/* The rows by the original's own rule: the mean against the minimum less the
 * tolerance, a share. */
struct machine_row *machine_rows(const struct profile *profile,
                                 const struct document *document,
                                 double tolerance, struct arena *arena);

/* The rows by our rule: the verdict's findings, which are those of the profile. */
struct machine_row *machine_rows_strict(const struct result_verdict *verdict,
                                        struct arena *arena);

#endif
