/* Runs a plan in rounds.
 *
 * Every round gives each step that is still open one slice, in a shuffled order.
 * After 7, 15 and 31 rounds a step is looked at: it ends when its interval is
 * narrow enough, or clear of all its bounds. The budget ends the run; only the first
 * round may pass it, by less than 2 s, when the preparations have used it up. Where turns
 * or preparations take longer than planned, steps below the head tier that were not
 * named are left out early, so that the others get their least rounds.
 *
 * The clock, the stop flag, the watcher and the witness are parameters, so a test
 * runs all of this on a clock that it ticks by hand. */
#ifndef ASSAY_MEASURE_RUN_H
#define ASSAY_MEASURE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "measure/histogram.h"
#include "measure/plan.h"
#include "measure/sample.h"
#include "measure/witness.h"

struct arena;
struct clock;
struct crew;
struct disk_target;
struct host;
struct memory_pool;
struct stop;

/* Told what happens; never asked. Called from the thread that runs the plan. */
struct watcher {
    void (*slice)(void *context, const struct step *step, uint64_t round,
                  double seconds_left);
    void *context;
};

struct point_run {
    struct series series[3]; /* one for each cast */
    struct histogram *latency; /* of all workers and rounds; NULL unless operations
                                  are timed one by one */
};

enum run_status { RUN_OK, RUN_SKIPPED, RUN_FAILED };

struct step_run {
    const struct step *step;
    enum run_status status;
    struct err err;     /* why it failed */
    const char *reason; /* why it was skipped */
    bool left_out;      /* skipped for the time, though nobody asked for that */
    const char *note;   /* from the benchmark's check; may be NULL */
    struct point_run *points;
};

struct run {
    struct step_run *steps;
    size_t step_count;
    uint64_t rounds; /* finished */
    uint64_t elapsed_ns;
    bool complete; /* neither stopped nor given up */
    bool hung;     /* a step did not come back: threads are still stuck in it,
                          and nothing they use may be released */
};

struct run_env {
    const struct clock *clock;
    const struct stop *stop;
    const struct watcher *watcher;
    const struct witness *witness;
    const struct host *host;
    struct crew *crew;
    struct memory_pool *pool;     /* NULL: no memory steps */
    struct disk_target **targets; /* by the steps' index; NULL: no disk steps */
    struct arena *arena;
    uint64_t begun_ns; /* when the whole run began: the budget counts from there */
};

/* Runs the plan. A benchmark that fails is a result with a reason; the run goes on.
 * Never fails as a whole. */
void run_plan(const struct plan *plan, const struct run_env *env,
              struct run *ret_run);

#endif
