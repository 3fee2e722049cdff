/* A worker's place in one point of a step: its state, its view of the slice, and what
 * its last slice came to. The jobs here run on the worker's own thread. */
#ifndef ASSAY_MEASURE_SEAT_H
#define ASSAY_MEASURE_SEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"
#include "measure/crew.h"
#include "measure/histogram.h"
#include "measure/witness.h"

struct cast;
struct clock;
struct err;
struct stop;

enum seat_phase { SEAT_LEADING_IN, SEAT_COUNTING, SEAT_COUNTED };

struct seat {
    const struct bench *bench;
    const struct clock *clock;
    const struct stop *stop;
    const struct witness *witness;
    struct bench_env env;
    void *state;               /* the benchmark's, of its state_size */
    bool prepared;             /* prepare was called: release must be */
    const char *note;          /* from the check */
    uint64_t chunk;            /* operations per call, about 1 ms */
    struct histogram *latency; /* NULL unless operations are timed singly */

    /* Set before a slice. */
    uint64_t lead_in_ns;
    uint64_t slice_ns;
    const struct cast
        *watched; /* whose surroundings to look at when the counting begins;
                                   NULL: somebody else does */
    uint64_t ration_bytes; /* that end a slice of timed operations early */
    uint64_t ration_ops;   /* that end a slice of other work early */

    /* Within one. */
    enum seat_phase phase;
    uint64_t deadline_ns;      /* of the phase */
    struct disturbance around; /* of those watched, when the counting began */
    struct thread_disturbance disturbed; /* likewise, of this worker */
    uint64_t cpu_begin_ns;               /* likewise */
    uint64_t moved_bytes;                /* counted or not */

    /* What the slice came to. */
    struct work work;
    uint64_t begin_ns;
    uint64_t end_ns;
    uint64_t cpu_ns;
    uint64_t run_delay_ns; /* UNKNOWN_U64 when not told */
    uint64_t switches;
};

/* Makes an empty seat with zeroed state. Returns NULL when memory is short. */
struct seat *seat_new(const struct bench *bench);

/* Releases the state and the seat; NULL is accepted. Not for a worker that hangs. */
void seat_release(struct seat *seat);

/* Where the workers of a benchmark belong: those of a disk roam, all others are pinned. */
enum crew_place seat_place(const struct bench *bench);

/* Crew jobs; the context is a seat. */

/* Prepares the state, proves the work, and finds out how many operations make a
 * chunk of about 1 ms. Untimed. */
int seat_prepare(void *seat, size_t worker, struct err *err);

/* Fills one slice. Of operations timed one by one those count that complete in it: what
 * leads in flows into it, and what is under way at its end is waited for uncounted. */
int seat_fill_slice(void *seat, size_t worker, struct err *err);

#endif
