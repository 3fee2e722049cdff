/* Two runs side by side, as plain data: what store/compare.c finds and every
 * report of a comparison shows. Unknown values as in result.h. */
#ifndef ASSAY_RESULT_COMPARISON_H
#define ASSAY_RESULT_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/rank.h"

struct arena;

#define COMPARISON_SCHEMA "assay.comparison/1"

/* One of the two runs. */
struct comparison_side {
    const char *file; /* as the user named it; NULL: not from a file */
    const char *run_id;
    const char *host; /* its name; NULL: left out or unknown */
    const char *started;
    bool complete;
};

/* Something about the host, the system or the run that is not as it was. */
struct comparison_change {
    const char *what; /* "kernel" */
    const char *base; /* spelled for people; NULL: unknown, or there was none */
    const char *now;
};

/* One benchmark in both runs. */
struct comparison_row {
    const char *id;
    const char *title;
    const char *resource;
    const char *unit;
    const char *op;     /* what an operation is, in the plural; or NULL */
    const char *better; /* "higher" or "lower" */
    const char *target; /* as in the new run; NULL: none */
    double base;        /* score */
    double now;
    struct interval base_interval; /* as shown in a report of that run */
    struct interval now_interval;
    double ratio; /* new speed over old: over 1 is better, whatever the unit */
    struct interval ratio_interval;
    double ratio_per_cpu; /* the same per second of CPU time, without interval */
    const char *outcome;  /* "better", "worse", "same", "apart" */
    const char *reason;   /* why it is "apart", or what to know; may be NULL */
    bool lost;            /* measured in the base, failed in the new run */
    const char **base_marks; /* ids of what to doubt */
    size_t base_mark_count;
    const char **now_marks;
    size_t now_mark_count;
};

/* Outcomes: a difference that exceeds the noise of both runs is better or
 * worse; "same" says that no difference is shown, not that there is none; what
 * cannot be compared stands "apart", with the reason. */
struct comparison {
    struct comparison_side base;
    struct comparison_side now;
    bool same_host; /* for sure */
    struct comparison_change *changes;
    size_t change_count;
    struct comparison_row *rows; /* differences first, the largest first */
    size_t row_count;
    size_t better, worse, same, apart; /* rows of each outcome */
};

/* Writes comparisons as an indented JSON object with a final newline. */
char *comparisons_to_json(const struct comparison *list, size_t count,
                          struct arena *arena);

#endif
