#include "measure/run.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/unknown.h"
#include "measure/crew.h"
#include "measure/lane.h"
#include "measure/look.h"
#include "measure/seat.h"
#include "measure/slice.h"
#include "measure/stop.h"
#include "measure/triage.h"
#include "measure/triples.h"

/* A worker that has not come back after this long hangs; a healthy disk, however
 * slow, finishes the longest single run (64 MiB and a flush) sooner. */
static const uint64_t hang_ns = 30ULL * NS_PER_S;

/* What the first round may pass the budget by: where the preparations used it up, one
 * slice of each step says more than none. */
static const uint64_t grace_ns = 1500 * NS_PER_MS;

/* Rounds after which steps may still be left out so that others get their least: what
 * had more is nearly there. */
enum { TRIAGE_ROUNDS = 3 };

/* Used where throttling shows although no quota was found. */
static const uint64_t usual_period_ns = 100 * NS_PER_MS;

struct runner {
    const struct plan *plan;
    const struct run_env *env;
    struct run *run;
    struct lanes lanes;
    bool *step_open; /* by step */
    struct patience patience;
    bool throttled;           /* counters moved although no quota was found */
    const struct lane *stuck; /* the one that hangs; NULL: none */
};

static uint64_t elapsed_ns(const struct runner *runner)
{
    return clock_now(runner->env->clock) - runner->env->begun_ns;
}

static size_t step_index(const struct runner *runner, const struct lane *lane)
{
    return (size_t)(lane->step_run - runner->run->steps);
}

static bool over(const struct runner *runner)
{
    return stop_asked(runner->env->stop) || runner->run->hung;
}

/* Why a step cannot be measured here is no failure of ours or the machine's; nor is that
 * the run was ended. */
static bool is_no_failure(const struct err *err)
{
    return err->kind == ERR_UNSUPPORTED || err->kind == ERR_SPACE ||
           err->kind == ERR_STOPPED;
}

static void heed_lost(struct runner *runner, const struct lane *lane)
{
    if (crew_lost(runner->env->crew)) {
        runner->run->hung = true;
        runner->stuck = lane;
    }
}

static void step_failed(struct runner *runner, const struct lane *lane,
                        const struct err *err)
{
    struct step_run *step_run = lane->step_run;

    step_run->err = *err;
    step_run->status = is_no_failure(err) ? RUN_SKIPPED : RUN_FAILED;
    step_run->reason = arena_strdup(runner->env->arena, err->text);
    runner->step_open[step_run - runner->run->steps] = false;
    heed_lost(runner, lane);
}

/* What all open steps still take, each in `ret_seconds`, for the least rounds when `round`
 * of them are over; returns their sum. */
static double seconds_needed(const struct runner *runner, uint64_t round,
                             double *ret_seconds)
{
    const uint64_t least = runner->plan->least_rounds;
    double sum = 0;

    for (size_t i = 0; i < runner->run->step_count; i++)
        ret_seconds[i] = 0;
    for (size_t i = 0; i < runner->lanes.count; i++) {
        const struct lane *lane = &runner->lanes.lanes[i];
        const struct step *step = lane->step_run->step;
        uint64_t turn_ns =
            lane->turns > 0 ? lane->spent_ns / lane->turns : lane->turn_ns;
        double seconds = clock_seconds(turn_ns) *
                         (double)(step_turns(step, lane->point, least) -
                                  step_turns(step, lane->point, round));

        if (!runner->step_open[step_index(runner, lane)])
            continue;
        if (!lane->ready)
            seconds += step_prepare_seconds(step, lane->point, least);
        ret_seconds[step_index(runner, lane)] += seconds;
        sum += seconds;
    }
    return sum;
}

static void leave_out(struct runner *runner, size_t step)
{
    struct step_run *step_run = &runner->run->steps[step];

    runner->step_open[step] = false;
    step_run->status = RUN_SKIPPED;
    step_run->reason = "does not fit the time budget at the pace of this run";
    step_run->left_out = true;
}

/* Where this host is slower than planned, leaves steps below the head tier out until the
 * others get their least rounds within the budget. */
static void make_it_fit(struct runner *runner, uint64_t round)
{
    const struct plan *plan = runner->plan;
    const double left =
        clock_seconds(plan->budget_ns) - clock_seconds(elapsed_ns(runner));
    double *seconds;
    double needed;
    size_t next;

    if (round > TRIAGE_ROUNDS)
        return;
    seconds = ARENA_ARRAY(runner->env->arena, double, plan->step_count);
    needed = seconds_needed(runner, round, seconds);
    while (needed > left && (next = triage_next(plan, seconds, TIER_DETAIL)) <
                                plan->step_count) {
        leave_out(runner, next);
        needed -= seconds[next];
        seconds[next] = 0;
    }
}

/* A step without its preparations takes no turns. When they have used up the budget the
 * rest goes without. */
static void prepare_or_close(struct runner *runner, struct lane *lane)
{
    const struct watcher *watcher = runner->env->watcher;
    struct err err = { .kind = ERR_NONE };

    if (elapsed_ns(runner) > runner->plan->budget_ns) {
        runner->step_open[step_index(runner, lane)] = false;
        return;
    }
    if (watcher->slice != NULL)
        watcher->slice(watcher->context, lane->step_run->step, 0,
                       UNKNOWN_DOUBLE);
    if (lane_prepare(&runner->lanes, lane, &runner->patience, &err) < 0)
        step_failed(runner, lane, &err);
}

/* What is not expected to take a turn is prepared when it does. */
static bool is_expected(const struct runner *runner, const struct lane *lane)
{
    return step_turns(lane->step_run->step, lane->point,
                      runner->plan->least_rounds) > 0;
}

/* Prepares every lane, those first that may not be left out; a step one of whose lanes
 * fails is closed. What fits is asked before each step, not before each of its
 * lanes: pairs of many CPUs have thousands. */
static void prepare_all(struct runner *runner)
{
    for (int tier = TIER_HEAD; tier <= TIER_DEEP; tier++) {
        for (size_t i = 0; i < runner->lanes.count && !over(runner); i++) {
            struct lane *lane = &runner->lanes.lanes[i];

            if ((int)lane->step_run->step->choice.variant->tier != tier)
                continue;
            if (lane->point == 0)
                make_it_fit(runner, 0);
            if (runner->step_open[step_index(runner, lane)] &&
                is_expected(runner, lane))
                prepare_or_close(runner, lane);
        }
    }
}

static void set_slice(const struct runner *runner, const struct lane *lane,
                      struct seat *seat)
{
    const struct step *step = lane->step_run->step;
    bool disk = step->choice.bench->resource == RESOURCE_DISK;

    seat->slice_ns = step_slice_ns(step, lane->point);
    seat->lead_in_ns = step_lead_in_ns(step, lane->point);
    if (runner->throttled && !disk && step->lead_in_ns == 0) {
        seat->lead_in_ns = usual_period_ns;
        if (seat->slice_ns < 2 * usual_period_ns)
            seat->slice_ns = 2 * usual_period_ns;
    }
}

static void append(struct arena *arena, struct series *series,
                   const struct sample *sample)
{
    if (series->count == series->room) {
        size_t room = series->room > 0 ? series->room * 2 : 8;
        series->samples = arena_grow(arena, series->samples, series->count,
                                     room, sizeof(*sample));
        series->room = room;
    }
    series->samples[series->count++] = *sample;
}

/* Runs one slice of one cast and keeps its sample. A slice that was cut short by the
 * stop flag is no sample: it did not last its time. */
static int run_cast(struct runner *runner, struct lane *lane, size_t which,
                    uint64_t round, struct err *err)
{
    const struct run_env *env = runner->env;
    const struct cast *cast = &lane_planned(lane)->casts[which];
    struct point_run *point_run = &lane->step_run->points[lane->point];
    struct slice slice = { cast, lane->place, lane->contexts, round };
    struct sample sample;

    for (size_t i = 0; i < cast->count; i++) {
        lane->contexts[i] = lane_seat_of(lane, cast->members[i]);
        set_slice(runner, lane, lane->contexts[i]);
    }
    if (slice_run(&slice, env, &runner->patience, &sample, err) < 0)
        return -1;
    if (known_u64(sample.throttled_ns) && sample.throttled_ns > 0)
        runner->throttled = true;
    if (!stop_asked(env->stop))
        append(env->arena, &point_run->series[which], &sample);
    return 0;
}

/* Room or a limit used up in the middle of a run, or the run's own end, ends a step with
 * the rounds that it has; they are as good as any. */
static bool ends_with_rounds(const struct step_run *step_run,
                             const struct err *err)
{
    const struct step *step = step_run->step;
    size_t last = step->points[step->headline].cast_count - 1;

    return (err->kind == ERR_SPACE || err->kind == ERR_STOPPED) &&
           step_run->points[step->headline].series[last].count > 0;
}

static void turn_failed(struct runner *runner, const struct lane *lane,
                        const struct err *err)
{
    struct step_run *step_run = lane->step_run;

    if (!ends_with_rounds(step_run, err)) {
        step_failed(runner, lane, err);
        return;
    }
    step_run->note =
        arena_printf(runner->env->arena, "ended early: %s", err->text);
    runner->step_open[step_run - runner->run->steps] = false;
    heed_lost(runner, lane);
}

static void run_turn(struct runner *runner, struct lane *lane, uint64_t round)
{
    uint64_t begun = clock_now(runner->env->clock);
    uint64_t took;
    struct err err = { .kind = ERR_NONE };

    if (!lane->ready &&
        lane_prepare(&runner->lanes, lane, &runner->patience, &err) < 0) {
        turn_failed(runner, lane, &err);
        return;
    }
    for (size_t c = 0; c < lane_planned(lane)->cast_count && !over(runner);
         c++) {
        if (run_cast(runner, lane, c, round, &err) < 0) {
            turn_failed(runner, lane, &err);
            return;
        }
    }
    took = clock_now(runner->env->clock) - begun;
    lane->turns++;
    lane->spent_ns += took;
    if (took > lane->turn_ns)
        lane->turn_ns = took; /* so that the budget is not overrun */
}

static void look(struct runner *runner, uint64_t round)
{
    if (!rank_is_look(round) || round < runner->plan->least_rounds)
        return;
    for (size_t i = 0; i < runner->lanes.count; i++) {
        const struct lane *lane = &runner->lanes.lanes[i];
        bool *open = &runner->step_open[step_index(runner, lane)];

        if (*open && lane->point == lane->step_run->step->headline)
            *open =
                look_needs_more(lane->step_run, lane->seats, lane->seat_count);
    }
}

/* Closes the steps whose own time is used up. */
static void end_spent(struct runner *runner, uint64_t round)
{
    for (size_t i = 0; i < runner->run->step_count; i++) {
        uint64_t most = runner->run->steps[i].step->most_rounds;

        if (most > 0 && round >= most)
            runner->step_open[i] = false;
    }
}

/* The rounds that are left at the least, this one included: up to the next look. */
static uint64_t rounds_left(const struct plan *plan, uint64_t round)
{
    for (size_t i = 0; i < RANK_LOOKS; i++) {
        if (rank_looks[i] >= round && rank_looks[i] >= plan->least_rounds)
            return rank_looks[i] - round + 1;
    }
    return plan->most_rounds - round + 1;
}

/* What a round of all open steps takes at the pace so far. */
static double round_seconds(const struct runner *runner)
{
    const uint64_t least = runner->plan->least_rounds;
    double seconds = 0;

    for (size_t i = 0; i < runner->lanes.count; i++) {
        const struct lane *lane = &runner->lanes.lanes[i];

        if (runner->step_open[step_index(runner, lane)])
            seconds +=
                clock_seconds(lane->turn_ns) *
                (double)step_turns(lane->step_run->step, lane->point, least) /
                (double)least;
    }
    return seconds;
}

/* What the run still takes when so many rounds of `round_s` each are to do. */
static double seconds_left(const struct runner *runner, double round_s,
                           double rounds)
{
    double budget = clock_seconds(runner->plan->budget_ns) -
                    clock_seconds(elapsed_ns(runner));

    return fmax(0, fmin(budget, round_s * rounds));
}

/* Until when the turns of a round have to be over. */
static uint64_t end_of_round(const struct runner *runner, uint64_t round)
{
    return runner->plan->budget_ns + (round == 1 ? grace_ns : 0);
}

static bool is_due(const struct runner *runner, const struct lane *lane,
                   uint64_t round)
{
    return runner->step_open[step_index(runner, lane)] &&
           (!lane_has_pairs(lane) ||
            triples_due(lane->step_run, lane->point, round));
}

/* Gives every lane that is due a turn, in random order. Returns how many had one: those
 * that would pass the end of the round do not. */
static size_t run_round(struct runner *runner, struct random *random,
                        uint64_t round)
{
    const struct watcher *watcher = runner->env->watcher;
    size_t *order =
        ARENA_ARRAY(runner->env->arena, size_t, runner->lanes.count);
    const double round_s = round_seconds(runner);
    const double rounds = (double)rounds_left(runner->plan, round);
    uint64_t end = end_of_round(runner, round);
    size_t count = 0;
    size_t turns = 0;

    for (size_t i = 0; i < runner->lanes.count; i++) {
        if (is_due(runner, &runner->lanes.lanes[i], round))
            order[count++] = i;
    }
    random_shuffle(random, order, count);
    for (size_t i = 0; i < count && !over(runner); i++) {
        struct lane *lane = &runner->lanes.lanes[order[i]];

        if (!runner->step_open[step_index(runner, lane)] ||
            elapsed_ns(runner) + lane->turn_ns > end)
            continue;
        if (watcher->slice != NULL)
            watcher->slice(watcher->context, lane->step_run->step, round,
                           seconds_left(runner, round_s,
                                        rounds - (double)i / (double)count));
        run_turn(runner, lane, round);
        turns++;
    }
    return turns;
}

static void run_rounds(struct runner *runner)
{
    struct random random;

    random_init(&random, runner->plan->seed);
    for (uint64_t round = 1; round <= runner->plan->most_rounds; round++) {
        if (over(runner) || run_round(runner, &random, round) == 0)
            break;
        runner->run->rounds = round;
        look(runner, round);
        end_spent(runner, round);
        make_it_fit(runner, round);
    }
}

/* A worker that hangs may come back and go on while its histogram is read. */
static bool may_be_read(const struct runner *runner, const struct lane *lane,
                        size_t seat)
{
    if (lane->seats[seat] == NULL)
        return false;
    return lane != runner->stuck ||
           crew_is_back(runner->env->crew, lane_widest(lane)->members[seat]);
}

static void merge_latencies(struct runner *runner)
{
    for (size_t i = 0; i < runner->lanes.count; i++) {
        struct lane *lane = &runner->lanes.lanes[i];
        struct point_run *point = &lane->step_run->points[lane->point];

        if (!lane->step_run->step->choice.bench->each_operation)
            continue;
        point->latency = ARENA_NEW(runner->env->arena, struct histogram);
        for (size_t s = 0; s < lane->seat_count; s++) {
            if (may_be_read(runner, lane, s))
                histogram_merge(point->latency, lane->seats[s]->latency);
        }
    }
}

/* Two loops that may run on any CPU may run on one: then they would seem to share a
 * core. */
static const char *cannot_run(const struct step *step, const struct run_env *env)
{
    return step->choice.variant->scope == SCOPE_PAIRS && !crew_pinned(env->crew)
               ? "cannot tell: the workers could not be pinned to their CPUs"
               : NULL;
}

static void init_step_run(const struct step *step, const struct run_env *env,
                          struct step_run *step_run)
{
    step_run->step = step;
    step_run->points =
        ARENA_ARRAY(env->arena, struct point_run, step->point_count);
    step_run->reason =
        step->skipped != NULL ? step->skipped : cannot_run(step, env);
    step_run->status = step_run->reason != NULL ? RUN_SKIPPED : RUN_OK;
    if (step_run->reason == NULL && step->cannot != NULL) {
        step_run->reason = step->cannot;
        step_run->status = RUN_FAILED;
    }
}

static void init_runner(struct runner *runner, const struct plan *plan,
                        const struct run_env *env, struct run *run)
{
    *runner =
        (struct runner){ .plan = plan,
                         .env = env,
                         .run = run,
                         .patience = { hang_ns, env->stop, CREW_STOPPED_NS } };
    runner->step_open = ARENA_ARRAY(env->arena, bool, plan->step_count);
    run->steps = ARENA_ARRAY(env->arena, struct step_run, plan->step_count);
    run->step_count = plan->step_count;
    for (size_t i = 0; i < plan->step_count; i++) {
        init_step_run(&plan->steps[i], env, &run->steps[i]);
        runner->step_open[i] = run->steps[i].status == RUN_OK;
    }
    lanes_init(&runner->lanes, plan, env, run->steps);
}

void run_plan(const struct plan *plan, const struct run_env *env,
              struct run *ret_run)
{
    struct runner runner;

    *ret_run = (struct run){ 0 };
    init_runner(&runner, plan, env, ret_run);
    prepare_all(&runner);
    run_rounds(&runner);
    merge_latencies(&runner);
    ret_run->complete = !over(&runner);
    ret_run->elapsed_ns = elapsed_ns(&runner);
    if (!ret_run->hung)
        lanes_release(&runner.lanes);
}
