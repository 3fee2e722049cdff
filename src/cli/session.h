/* One measuring session from end to end: probe the host, plan, run, and put the
 * document together. Every command that measures goes through here. */
#ifndef ASSAY_CLI_SESSION_H
#define ASSAY_CLI_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "measure/plan.h"

struct document;
struct err;
struct program;

struct session_order {
    const struct options_measure *options;
    const struct plan_wish *wishes; /* disk wishes are repeated for each directory */
    size_t wish_count;
    bool quiet;
};

/* Measures, or with --replay takes the samples of a stored result, and fills the
 * document (without verdicts). With --dry-run prints the plan instead and sets
 * `*ret_done`; that fails when nothing of the plan would be measured. Fails when there
 * can be no plan; a directory or a benchmark that cannot be measured is a result with a
 * reason. */
int session_run(struct program *program, const struct session_order *order,
                struct document *ret_document, bool *ret_done, struct err *err);

#endif
