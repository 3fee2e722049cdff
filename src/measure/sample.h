/* One slice, as it was: what was done and what disturbed it. Everything later
 * (summaries, marks, verdicts) is computed from samples alone. */
#ifndef ASSAY_MEASURE_SAMPLE_H
#define ASSAY_MEASURE_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

struct sample {
    uint64_t round;   /* from 1 */
    uint64_t at_ns;   /* begin of the slice, since the run's begin */
    uint64_t ops;     /* of all workers */
    uint64_t bytes;   /* of all workers */
    uint64_t wall_ns; /* from the first worker's begin to the last one's end */
    uint64_t worker_ns; /* each worker's own begin to its own end, all of them; not in
                           the document */
    uint64_t cpu_ns;  /* CPU time of all workers */
    uint64_t lost_ns; /* for scores that are a lost share; else 0 */
    uint64_t run_delay_ns; /* runnable but waiting, all workers; UNKNOWN_U64: no schedstat */
    uint64_t steal_ns;     /* of the CPUs in use; UNKNOWN_U64: not told */
    uint64_t switches;     /* involuntary, all workers */
    uint64_t throttled_ns; /* of the control group; UNKNOWN_U64: no such counter */
    double clock_hz; /* effective clock beside the slice; NaN: not measured */
};

/* The samples of one point, in the order of the rounds. */
struct series {
    struct sample *samples;
    size_t count;
    size_t room;
};

#endif
