/* What a history tells, as plain data: the runs it keeps, and how the score of one
 * benchmark went over them. store/history.c and store/trend.c fill it, reports
 * show it. Unknown values as in result.h. */
#ifndef ASSAY_RESULT_STORED_H
#define ASSAY_RESULT_STORED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/rank.h"

struct arena;

#define RUNS_SCHEMA "assay.history/1"
#define TREND_SCHEMA "assay.trend/1"

/* One kept run. */
struct stored_run {
    const char *run_id;
    const char *started; /* UTC, as in the document */
    const char *host;    /* its name; NULL: left out */
    const char *host_id;
    const char *assay_version;
    bool complete;
    uint64_t results; /* benchmarks with a score */
    uint64_t bytes;   /* of the document */
};

/* The score of the benchmark in one run. */
struct stored_score {
    const char *run_id;
    const char *started;
    double score;
    struct interval interval; /* as that run's report showed it */
    uint64_t method;
};

/* From this run on the score is another one. */
struct trend_change {
    uint64_t at;        /* index of the first run after it */
    const char *run_id; /* of that run */
    const char *started;
    double before; /* median of the runs before, back to the last change */
    double after;  /* median of the runs from here to the next */
    double ratio;  /* speed after over before: over 1 is better */
    double p;      /* chance of a split as clear as this when nothing changed */
};

struct trend {
    const char *id;
    const char *title;
    const char *unit;
    const char *op; /* what an operation is, in the plural; NULL: not told */
    const char *better;
    const char *target;          /* NULL: none */
    const char *host;            /* whose runs these are: name, else id */
    uint64_t other_methods;      /* runs left out, measured by another method */
    struct stored_score *scores; /* oldest first */
    size_t score_count;
    struct trend_change *changes;
    size_t change_count;
};

/* Write an indented JSON object with a final newline. */
char *runs_to_json(struct stored_run *runs, size_t count, struct arena *arena);
char *trend_to_json(const struct trend *trend, struct arena *arena);

#endif
