#include "measure/lane.h"

#include <assert.h>
#include <errno.h>

#include "base/arena.h"
#include "base/err.h"
#include "bench/disk_target.h"
#include "host/host.h"
#include "measure/plan.h"
#include "measure/run.h"
#include "measure/seat.h"

const struct plan_point *lane_planned(const struct lane *lane)
{
    return &lane->step_run->step->points[lane->point];
}

const struct cast *lane_widest(const struct lane *lane)
{
    const struct plan_point *point = lane_planned(lane);

    return &point->casts[point->cast_count - 1];
}

/* A fast disk would write all that it may in a few slices, and other steps would get
 * none of it. */
static void set_rations(const struct run_env *env, const struct step *step,
                        struct seat *seat)
{
    const struct disk_target *target;

    if (!step->choice.bench->writes)
        return;
    target = env->targets[step->target];
    if (target == NULL)
        return;
    if (step->choice.bench->whole_run)
        seat->ration_ops = target->writes.slice_runs;
    else
        seat->ration_bytes = target->writes.slice_bytes;
}

static struct seat *make_seat(struct lanes *lanes, const struct lane *lane,
                              size_t worker)
{
    const struct run_env *env = lanes->env;
    const struct step *step = lane->step_run->step;
    struct seat *seat = seat_new(step->choice.bench);

    if (seat == NULL)
        return NULL;
    seat->clock = env->clock;
    seat->stop = env->stop;
    seat->witness = env->witness;
    set_rations(env, step, seat);
    seat->env = (struct bench_env){
        .host = env->host,
        .variant = step->choice.variant,
        .pool = env->pool,
        .target = step->choice.bench->resource == RESOURCE_DISK
                      ? env->targets[step->target]
                      : NULL,
        .x = lane_planned(lane)->point.x,
        .worker = worker,
        .workers = lane->seat_count,
        .seed = lanes->plan->seed,
    };
    return seat;
}

bool lane_has_pairs(const struct lane *lane)
{
    return lane->step_run->step->choice.variant->scope == SCOPE_PAIRS;
}

/* The seat of a loop on one CPU is the same whoever works beside it: shared, a CPU is
 * prepared once and not for each of its pairs. */
static struct seat *pair_seat(struct lanes *lanes, const struct lane *lane,
                              size_t worker)
{
    size_t member = lane_widest(lane)->members[worker];
    bool chain = bench_pair_of(lane_planned(lane)->point.x).chain;
    struct seat **seat = &lanes->pair_seats[2 * member + chain];

    if (*seat == NULL)
        *seat = make_seat(lanes, lane, worker);
    return *seat;
}

static int make_seats(struct lanes *lanes, struct lane *lane, struct err *err)
{
    for (size_t i = 0; i < lane->seat_count; i++) {
        lane->seats[i] = lane_has_pairs(lane) ? pair_seat(lanes, lane, i)
                                              : make_seat(lanes, lane, i);
        if (lane->seats[i] == NULL)
            return err_system(err, ENOMEM, "cannot take memory for a worker");
    }
    return 0;
}

int lane_prepare(struct lanes *lanes, struct lane *lane,
                 const struct patience *patience, struct err *err)
{
    const struct cast *cast = lane_widest(lane);
    size_t *members = ARENA_ARRAY(lanes->env->arena, size_t, cast->count);
    size_t count = 0;

    if (make_seats(lanes, lane, err) < 0)
        return -1;
    for (size_t i = 0; i < lane->seat_count; i++) {
        if (lane->seats[i]->prepared)
            continue;
        members[count] = cast->members[i];
        lane->contexts[count++] = lane->seats[i];
    }
    if (count > 0 && crew_run(lanes->env->crew, lane->place, members, count,
                              seat_prepare, lane->contexts, patience, err) < 0)
        return -1;
    lane->ready = true;
    lane->step_run->note = lane->seats[0]->note;
    return 0;
}

struct seat *lane_seat_of(const struct lane *lane, size_t member)
{
    const struct cast *widest = lane_widest(lane);

    for (size_t i = 0; i < widest->count; i++) {
        if (widest->members[i] == member)
            return lane->seats[i];
    }
    assert(false); /* a member without a seat */
    return NULL;
}

static void add_lanes(struct lanes *lanes, struct step_run *step_run)
{
    struct arena *arena = lanes->env->arena;

    for (size_t p = 0; p < step_run->step->point_count; p++) {
        struct lane *lane = &lanes->lanes[lanes->count++];
        lane->step_run = step_run;
        lane->point = p;
        lane->turn_ns = step_turn_ns(step_run->step, p);
        lane->seat_count = lane_widest(lane)->count;
        lane->seats = ARENA_ARRAY(arena, struct seat *, lane->seat_count);
        lane->contexts = ARENA_ARRAY(arena, void *, lane->seat_count);
        lane->place = seat_place(step_run->step->choice.bench);
    }
}

void lanes_init(struct lanes *lanes, const struct plan *plan,
                const struct run_env *env, struct step_run *steps)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->step_count; i++)
        count += plan->steps[i].point_count;
    *lanes = (struct lanes){ .plan = plan, .env = env };
    lanes->lanes = ARENA_ARRAY(env->arena, struct lane, count);
    for (size_t i = 0; i < plan->step_count; i++) {
        if (steps[i].status != RUN_OK)
            continue;
        add_lanes(lanes, &steps[i]);
        if (plan->steps[i].choice.variant->scope == SCOPE_PAIRS)
            lanes->pair_seat_count = 2 * env->host->cpu.usable.count;
    }
    lanes->pair_seats =
        ARENA_ARRAY(env->arena, struct seat *, lanes->pair_seat_count);
}

void lanes_release(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->count; i++) {
        const struct lane *lane = &lanes->lanes[i];

        for (size_t s = 0; s < lane->seat_count && !lane_has_pairs(lane); s++)
            seat_release(lane->seats[s]);
    }
    for (size_t i = 0; i < lanes->pair_seat_count; i++)
        seat_release(lanes->pair_seats[i]);
}
