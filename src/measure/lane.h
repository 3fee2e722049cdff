/* One point of a step at run time: who works on it, and what its turns took. */
#ifndef ASSAY_MEASURE_LANE_H
#define ASSAY_MEASURE_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/crew.h"

struct cast;
struct err;
struct plan;
struct plan_point;
struct run_env;
struct seat;
struct step_run;

struct lane {
    struct step_run *step_run;
    size_t point;
    struct seat **seats; /* of the widest cast, in its order */
    size_t seat_count;
    enum crew_place place;
    bool ready;      /* prepared */
    void **contexts; /* room for as many, for the crew */
    uint64_t turn_ns; /* the longest turn so far, lead-ins and all; before the first
                          one what it is expected to take */
    uint64_t spent_ns; /* all turns so far */
    uint64_t turns;
};

/* What the lanes of a run have in common. */
struct lanes {
    const struct plan *plan;
    const struct run_env *env;
    struct lane *lanes;
    size_t count;
    struct seat **pair_seats; /* by member and loop: all pairs share them */
    size_t pair_seat_count;
};

/* Makes an empty lane for every point of every step that runs (status RUN_OK). */
void lanes_init(struct lanes *lanes, const struct plan *plan,
                const struct run_env *env, struct step_run *steps);

/* Gives back all seats. Not while a worker hangs in one. */
void lanes_release(struct lanes *lanes);

const struct plan_point *lane_planned(const struct lane *lane);

/* Every cast of a lane is part of the widest one. */
const struct cast *lane_widest(const struct lane *lane);

/* Whether its casts are a pair of CPUs: alone, alone, both. */
bool lane_has_pairs(const struct lane *lane);

/* The seat of a crew member. */
struct seat *lane_seat_of(const struct lane *lane, size_t member);

/* Makes the lane's seats and has their workers prepare; fails as those do, or when the
 * patience with one of them is at its end. */
int lane_prepare(struct lanes *lanes, struct lane *lane,
                 const struct patience *patience, struct err *err);

#endif
