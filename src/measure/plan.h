/* What will be measured, in how many rounds, and what it costs: decided before
 * anything runs, so that it can be announced.
 *
 * A plan is data: steps with their points, slices and bounds. Making one measures
 * nothing and touches no disk. */
#ifndef ASSAY_MEASURE_PLAN_H
#define ASSAY_MEASURE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/catalogue.h"
#include "measure/rank.h"

struct arena;
struct err;
struct host;

enum depth { DEPTH_QUICK, DEPTH_DEFAULT, DEPTH_THOROUGH };

/* What the user wants; zero or NaN where the default is meant. */
struct plan_options {
    enum depth depth;
    double budget_s;      /* of the whole run */
    double precision;     /* a share; NaN: the guard band of the class */
    uint64_t max_written; /* bytes */
    uint64_t seed;
    uint64_t file_bytes; /* of the disk test's file; 0: no disk */
    bool has_target;     /* there is a directory whose disk can be tested */
};

/* A benchmark that is asked for, with what a profile wants of it. */
struct plan_wish {
    struct bench_choice choice;
    size_t target;  /* of a disk benchmark: which of the run's targets */
    bool named;     /* by the user: never dropped for the budget */
    double seconds; /* to measure it for, at the most; 0: as the plan does */
    const struct bound *bounds;
    size_t bound_count;
};

/* The workers of one slice. Worker i sits on the usable CPU i modulo their number,
 * so members beyond that number share CPUs. */
struct cast {
    const size_t *members;
    size_t count;
};

/* One point of a step: usually one cast; a pair has three (one alone, the other
 * alone, both), run one behind the other in each round. */
struct plan_point {
    struct bench_point point;
    struct cast casts[3];
    size_t cast_count;
};

struct step {
    struct bench_choice choice;
    size_t target; /* which of the run's targets; 0 where there is no disk work */
    struct plan_point *points;
    size_t point_count;
    size_t headline;      /* index of the point whose score is the result's */
    uint64_t slice_ns;    /* length of one slice */
    uint64_t lead_in_ns;  /* untimed busy time before it, under a quota */
    uint64_t most_rounds; /* of this step; 0: the plan's */
    double guard;         /* the class's guard band, a share */
    double precision;     /* half-interval at which a look ends the step */
    bool named;
    const struct bound *bounds;
    size_t bound_count;
    const char *skipped; /* why it will not run, a sentence; NULL: it runs */
    const char *cannot; /* why it cannot be measured, though it was asked for */
};

struct plan {
    struct step *steps;
    size_t step_count;
    uint64_t seed;
    uint64_t budget_ns;
    uint64_t least_rounds; /* that every step gets: 7, or 15 when thorough */
    uint64_t most_rounds;  /* 31, or what the depth allows */
    double seconds;        /* expected for `least_rounds` of all */
    uint64_t memory_bytes; /* of all buffers, beside the program itself */
    uint64_t file_bytes;
    uint64_t max_written;
};

/* The guard band of a class of result, a share (docs/methods.md: one CPU 2 %, several CPUs
 * and memory 5 %, costs of the kernel 15 %, disk none), and the precision at which
 * a step may end (the same; 10 % for the disk). */
double guard_band(enum resource resource, bool several_cpus);
double precision_goal(enum resource resource, bool several_cpus);

/* Wishes for everything that `depth` runs when nothing is selected. */
size_t plan_default_wishes(enum depth depth, struct arena *arena,
                           struct plan_wish **ret_wishes);

/* Makes the plan. Steps that do not fit the budget are marked skipped, lowest tier
 * first, but never one that was named: then the budget grows to what those need.
 * Fails with ERR_USAGE when nothing is wished for, and with ERR_UNSUPPORTED without
 * a usable CPU. */
int plan_make(const struct host *host, const struct plan_options *options,
              const struct plan_wish *wishes, size_t wish_count,
              struct arena *arena, struct plan *ret_plan, struct err *err);

/* What counts of one slice of a point: the step's slice, or 20 ms for the points of a
 * ladder that are not its headline; of a disk's, three quarters of that. */
uint64_t step_slice_ns(const struct step *step, size_t point);

/* What leads in to it, uncounted: the step's lead-in, or the other quarter. */
uint64_t step_lead_in_ns(const struct step *step, size_t point);

/* What one turn of a point is expected to take: the slices of all its casts, with what
 * leads in. */
uint64_t step_turn_ns(const struct step *step, size_t point);

/* How many turns a point is expected to take in the first `rounds` rounds: one in each, but
 * for pairs of many CPUs (see measure/triples.h). */
uint64_t step_turns(const struct step *step, size_t point, uint64_t rounds);

/* The seconds that all turns of the first `rounds` rounds are expected to take, without
 * preparations. */
double step_rounds_seconds(const struct step *step, uint64_t rounds);

/* The seconds that the preparation of a point is expected to take: what the benchmark says,
 * and the calibration or warm-up. A point that is not expected to take a turn in the
 * first `rounds` rounds, or whose workers were prepared for an earlier one, takes none. */
double step_prepare_seconds(const struct step *step, size_t point,
                            uint64_t rounds);

/* The seconds of a whole step: preparations and the first `rounds` rounds. */
double step_seconds(const struct step *step, uint64_t rounds);

/* What a run of the plan has to be given. */
bool plan_needs_memory(const struct plan *plan);
bool plan_needs_disk(const struct plan *plan);

/* Workers that the widest step needs, and at least one for each usable CPU. */
size_t plan_crew_size(const struct plan *plan, const struct host *host);

#endif
