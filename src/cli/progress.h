/* The progress line on stderr: what is measured, which round, how long still. Only on
 * a terminal, and gone when the report comes. */
#ifndef ASSAY_CLI_PROGRESS_H
#define ASSAY_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/run.h"

struct progress {
    const struct clock *clock;
    bool shown;        /* stderr is a terminal, and --quiet was not given */
    bool on_line;      /* something stands on the line now */
    uint64_t drawn_ns; /* when it was last drawn */
};

/* Draws nothing yet; never does when `quiet` or stderr is no terminal. */
void progress_init(struct progress *progress, const struct clock *clock,
                   bool quiet);

/* Shows a word about what goes on outside the rounds, such as "filling the file". */
void progress_say(struct progress *progress, const char *what);

/* The watcher to pass to a run. */
struct watcher progress_watcher(struct progress *progress);

/* Wipes the line. */
void progress_end(struct progress *progress);

#endif
