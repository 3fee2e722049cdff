/* Worker threads, one for each usable CPU, that do what they are handed, each pinned
 * to its CPU or not, and start a slice together.
 *
 * The thread that owns the crew never does anything that may block: it hands the
 * work over and waits with a deadline. A worker that does not come back (a disk that
 * hangs) is given up together with the crew. */
#ifndef ASSAY_MEASURE_CREW_H
#define ASSAY_MEASURE_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clock;
struct crew;
struct err;
struct stop;

/* Starts a worker for each of `count` CPUs. A CPU number may occur twice: parallel
 * benchmarks may want more workers than CPUs. Where threads are short it starts
 * fewer (see crew_size), and fails with ERR_SYSTEM when not even one can be had; a
 * worker that cannot be pinned works unpinned, and
 * `crew_pinned` tells. */
int crew_start(const uint64_t *cpus, size_t count, const struct clock *clock,
               struct crew **ret_crew, struct err *err);

/* How many workers were started, 1 or more; whether all of them could be pinned. */
size_t crew_size(const struct crew *crew);
bool crew_pinned(const struct crew *crew);

/* Where a job's workers run. A disk answers on the CPU that takes its interrupts, and the
 * kernel likes to wake a waiting thread there: one pinned elsewhere waits longer than
 * any program would (17,000 reads of 4 KiB a second for 22,000). */
enum crew_place {
    CREW_PINNED,  /* each on its CPU */
    CREW_ROAMING, /* wherever the process could when the crew was started */
};

/* A job for one worker; fails like any function. */
typedef int (*crew_job)(void *context, size_t worker, struct err *err);

/* Who ends a run wants its report now: a worker that looks at the flag is back in
 * milliseconds, and one that waits for a disk is left behind after half a second. */
enum { CREW_STOPPED_NS = 500 * 1000 * 1000 };

/* How long the workers of a job are waited for. */
struct patience {
    uint64_t ns;
    const struct stop *stop; /* NULL: nobody ends the run early */
    uint64_t stopped_ns;     /* from when it is seen set: at most so long */
};

/* Has workers `members[0..count)` run `job` with their own context at once, behind
 * a common starting line, and waits until all are done. Returns the first failure;
 * fails with ERR_SYSTEM and runs nothing when one of the members was not started.
 * When the patience with a worker is at its end, by the crew's clock, fails with
 * ERR_SYSTEM and code ETIMEDOUT, or with ERR_STOPPED when the flag was set; the crew is
 * then lost and runs nothing more. */
int crew_run(struct crew *crew, enum crew_place place, const size_t *members,
             size_t count, crew_job job, void *const *contexts,
             const struct patience *patience, struct err *err);

/* True once a worker did not come back in time: the crew runs nothing more. */
bool crew_lost(const struct crew *crew);

/* False while a worker still does what it was handed: of a lost crew, one that may come
 * back at any moment, and whose context is its own until then. */
bool crew_is_back(struct crew *crew, size_t worker);

/* Ends the workers and frees the crew; NULL is accepted. A lost crew is left to
 * the end of the process. */
void crew_release(struct crew *crew);

#endif
