#include "measure/plan.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/memory_pool.h"
#include "host/cpu_kinds.h"
#include "host/host.h"
#include "measure/plan_memory.h"
#include "measure/triage.h"
#include "measure/triples.h"

static const double quick_budget_s = 15;
static const double default_budget_s = 60;
static const double thorough_budget_s = 240;
static const uint64_t default_max_written = 8ULL << 30;

double guard_band(enum resource resource, bool several_cpus)
{
    switch (resource) {
    case RESOURCE_CPU:
        return several_cpus ? 0.05 : 0.02;
    case RESOURCE_MEMORY:
        return 0.05;
    case RESOURCE_OS:
        return 0.15;
    case RESOURCE_DISK:
        return 0;
    }
    return 0;
}

double precision_goal(enum resource resource, bool several_cpus)
{
    return resource == RESOURCE_DISK ? 0.10
                                     : guard_band(resource, several_cpus);
}

static bool part_of(enum depth depth, const struct bench_variant *variant)
{
    if (variant->scope == SCOPE_PARALLEL)
        return false; /* only where a number is asked for */
    switch (depth) {
    case DEPTH_QUICK:
        return variant->quick;
    case DEPTH_DEFAULT:
        return variant->tier != TIER_DEEP;
    case DEPTH_THOROUGH:
        return true;
    }
    return false;
}

size_t plan_default_wishes(enum depth depth, struct arena *arena,
                           struct plan_wish **ret_wishes)
{
    size_t count = 0;
    size_t room = 0;

    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        for (size_t v = 0; bench_catalogue[i]->variants[v].suffix != NULL; v++)
            room++;
    }
    *ret_wishes = ARENA_ARRAY(arena, struct plan_wish, room);
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        const struct bench *bench = bench_catalogue[i];
        for (size_t v = 0; bench->variants[v].suffix != NULL; v++) {
            if (part_of(depth, &bench->variants[v]))
                bench_choice_make(bench, &bench->variants[v], 0,
                                  &(*ret_wishes)[count++].choice);
        }
    }
    return count;
}

static uint64_t workers_of(const struct bench_choice *choice,
                           const struct host *host)
{
    uint64_t usable = host->cpu.usable.count;

    switch (choice->variant->scope) {
    case SCOPE_ONE:
        return 1;
    case SCOPE_PARALLEL:
        return choice->number;
    case SCOPE_ALL:
    case SCOPE_WIDTHS:
    case SCOPE_PAIRS:
        return usable;
    }
    return 1;
}

/* The block layer hands a control group its allowance by the tenth of a second, and
 * deep queues take one at once. Ends in the middle between two such batches make a
 * slice last from the begin of one to the begin of another: whole batches. */
static const uint64_t limited_disk_lead_in_ns = 150 * NS_PER_MS;
static const uint64_t limited_disk_slice_ns = 450 * NS_PER_MS;

/* Steps that keep a load going can spend saved-up credit on it first; single runs of a
 * recipe are long enough without. */
static bool is_limited_disk(const struct bench *bench, const struct host *host)
{
    return bench->resource == RESOURCE_DISK && bench->each_operation &&
           host->limits.io_count > 0;
}

/* Slices: docs/methods.md lists them. Under a quota a CPU slice lasts whole periods, 0.2 s or
 * more, since a shorter one lives on saved-up credit; a disk slice likewise. */
static uint64_t slice_of(const struct bench *bench, enum tier tier,
                         const struct host *host)
{
    const struct host_cpu *cpu = &host->cpu;
    uint64_t slice = tier == TIER_HEAD || bench->resource == RESOURCE_DISK
                         ? 200 * NS_PER_MS
                         : 50 * NS_PER_MS;
    uint64_t period = cpu->quota_period_ns;

    if (is_limited_disk(bench, host))
        return limited_disk_slice_ns;
    if (!known_double(cpu->quota_cpus) || bench->resource == RESOURCE_DISK)
        return slice;
    if (!known_u64(period) || period == 0)
        period = 100 * NS_PER_MS;
    if (slice < 200 * NS_PER_MS)
        slice = 200 * NS_PER_MS;
    return (slice + period - 1) / period * period;
}

static uint64_t lead_in_of(const struct bench *bench, const struct host *host)
{
    const struct host_cpu *cpu = &host->cpu;

    if (is_limited_disk(bench, host))
        return limited_disk_lead_in_ns;
    if (!known_double(cpu->quota_cpus) || bench->resource == RESOURCE_DISK)
        return 0;
    return known_u64(cpu->quota_period_ns) && cpu->quota_period_ns > 0
               ? cpu->quota_period_ns
               : 100 * NS_PER_MS;
}

static struct cast cast_of(struct arena *arena, size_t count)
{
    size_t *members = ARENA_ARRAY(arena, size_t, count);

    for (size_t i = 0; i < count; i++)
        members[i] = i;
    return (struct cast){ members, count };
}

/* One alone, the other alone, both. */
static void cast_pair(struct arena *arena, struct plan_point *point)
{
    struct bench_pair pair = bench_pair_of(point->point.x);
    size_t *both = ARENA_ARRAY(arena, size_t, 2);

    both[0] = pair.a;
    both[1] = pair.b;
    point->casts[0] = (struct cast){ both, 1 };
    point->casts[1] = (struct cast){ both + 1, 1 };
    point->casts[2] = (struct cast){ both, 2 };
    point->cast_count = 3;
}

/* The first x CPUs, of the point's kind if it has one. */
static struct cast cast_width(struct arena *arena, const struct host_cpu *cpu,
                              const struct bench_point *point)
{
    size_t count = (size_t)point->x;
    size_t *members = ARENA_ARRAY(arena, size_t, count);

    for (size_t i = 0; i < count; i++)
        members[i] =
            point->kind == NULL ? i : host_kind_nth(cpu, point->kind, i);
    return (struct cast){ members, count };
}

static void cast_point(struct arena *arena, const struct host_cpu *cpu,
                       const struct bench_choice *choice, uint64_t workers,
                       struct plan_point *point)
{
    if (choice->variant->scope == SCOPE_PAIRS) {
        cast_pair(arena, point);
        return;
    }
    point->casts[0] = choice->variant->scope == SCOPE_WIDTHS
                          ? cast_width(arena, cpu, &point->point)
                          : cast_of(arena, (size_t)workers);
    point->cast_count = 1;
}

/* Curves are short; pairs are all of them for few CPUs, and some five to a CPU for many,
 * each with two loops. */
static size_t points_room(const struct bench_choice *choice, uint64_t workers)
{
    enum { SOME = 64, PER_CPU = 12 };

    return choice->variant->scope == SCOPE_PAIRS
               ? SOME + (size_t)workers * PER_CPU
               : SOME;
}

/* Lists the points of a step; a quick run measures the headline alone, but one pair
 * with one loop would tell nothing. */
static void make_points(const struct host *host,
                        const struct plan_options *options, struct arena *arena,
                        struct step *step)
{
    const struct bench *bench = step->choice.bench;
    uint64_t workers = workers_of(&step->choice, host);
    struct bench_env env = { .host = host,
                             .variant = step->choice.variant,
                             .workers = workers,
                             .seed = options->seed };
    size_t room = points_room(&step->choice, workers);
    struct bench_point *points = ARENA_ARRAY(arena, struct bench_point, room);
    size_t count = 1;
    size_t kept = 0;

    points[0].headline = true;
    if (bench->points != NULL)
        count = bench->points(&env, points, room);
    step->points = ARENA_ARRAY(arena, struct plan_point, count > 0 ? count : 1);
    for (size_t i = 0; i < count; i++) {
        if (options->depth == DEPTH_QUICK && !points[i].headline &&
            step->choice.variant->scope != SCOPE_PAIRS)
            continue;
        step->points[kept].point = points[i];
        cast_point(arena, &host->cpu, &step->choice, workers,
                   &step->points[kept]);
        if (points[i].headline)
            step->headline = kept;
        kept++;
    }
    step->point_count = kept;
    if (kept == 0)
        step->skipped = "there is nothing here to run it on";
}

/* A step that is given a time fills it with 7 to 31 rounds: fewer where the time is
 * short, longer ones where it is long. */
static void fit_time(double seconds, struct step *step)
{
    const double shortest_s = 0.02;
    double slice_s = clock_seconds(step->slice_ns);

    if (!(seconds > 0))
        return;
    if (step->lead_in_ns == 0) /* slices under a quota are whole periods */
        slice_s = fmin(slice_s, seconds / (double)rank_looks[0]);
    slice_s = fmax(slice_s, seconds / (double)rank_looks[RANK_LOOKS - 1]);
    slice_s = fmax(slice_s, shortest_s);
    step->slice_ns = (uint64_t)round(slice_s * 1e9);
    step->most_rounds =
        (uint64_t)fmax(round(seconds / slice_s), (double)rank_looks[0]);
}

static void make_step(const struct host *host,
                      const struct plan_options *options,
                      const struct plan_wish *wish, struct arena *arena,
                      struct step *step)
{
    const struct bench *bench = wish->choice.bench;
    bool several = workers_of(&wish->choice, host) > 1;

    *step = (struct step){
        .choice = wish->choice,
        .target = wish->target,
        .slice_ns = slice_of(bench, wish->choice.variant->tier, host),
        .lead_in_ns = lead_in_of(bench, host),
        .guard = guard_band(bench->resource, several),
        .precision = known_double(options->precision)
                         ? options->precision
                         : precision_goal(bench->resource, several),
        .named = wish->named,
        .bounds = wish->bounds,
        .bound_count = wish->bound_count,
    };
    fit_time(wish->seconds, step);
    make_points(host, options, arena, step);
    if (bench->resource == RESOURCE_DISK && !options->has_target)
        step->skipped = "no directory to test";
    if (wish->choice.variant->scope == SCOPE_PAIRS && step->lead_in_ns > 0)
        step->skipped =
            "cannot tell: a CPU quota applies, and short runs side by "
            "side would live on its saved-up credit";
    if (step->skipped == NULL && !wish->named && step->lead_in_ns > 0 &&
        bench->resource != RESOURCE_DISK &&
        wish->choice.variant->tier == TIER_DETAIL)
        step->skipped = "a CPU quota applies: short slices would read its "
                        "saved-up credit";
}

/* Many short slices, not a few long; of many pairs, such that a round of all of them
 * lasts some 1 s, if 3 ms suffice. */
static uint64_t pair_slice_ns(size_t points)
{
    const uint64_t round_ns = NS_PER_S;
    uint64_t slice = round_ns / (3 * points);

    if (slice > 10 * NS_PER_MS)
        return 10 * NS_PER_MS;
    return slice < 3 * NS_PER_MS ? 3 * NS_PER_MS : slice;
}

/* What leads in and what counts of it, where they are one. */
static uint64_t whole_slice_ns(const struct step *step, size_t point)
{
    const uint64_t ladder = 20 * NS_PER_MS;

    if (step->choice.variant->scope == SCOPE_PAIRS)
        return pair_slice_ns(step->point_count);
    if (step->choice.bench->curve_x == NULL || point == step->headline ||
        step->choice.variant->scope == SCOPE_WIDTHS || step->lead_in_ns > 0 ||
        step->slice_ns < ladder)
        return step->slice_ns;
    return ladder;
}

/* Of a disk's slice this part leads in, where no longer lead-in is planned: a limit that
 * we know nothing of saves up a tenth of a second's allowance, too, and gives it all at
 * once. On a drive of 1000 operations a second slices without it read 1491. */
enum { LEADING_PART = 4 };

uint64_t step_lead_in_ns(const struct step *step, size_t point)
{
    const struct bench *bench = step->choice.bench;

    if (step->lead_in_ns > 0 || bench->resource != RESOURCE_DISK ||
        !bench->each_operation)
        return step->lead_in_ns;
    return whole_slice_ns(step, point) / LEADING_PART;
}

uint64_t step_slice_ns(const struct step *step, size_t point)
{
    uint64_t whole = whole_slice_ns(step, point);

    return step->lead_in_ns > 0 ? whole : whole - step_lead_in_ns(step, point);
}

/* A recipe's single run is longer than a slice on a slow disk; this is what one
 * costs on an ordinary one. */
uint64_t step_turn_ns(const struct step *step, size_t point)
{
    return (step_lead_in_ns(step, point) + step_slice_ns(step, point)) *
           step->points[point].cast_count;
}

uint64_t step_turns(const struct step *step, size_t point, uint64_t rounds)
{
    return step->choice.variant->scope == SCOPE_PAIRS
               ? triples_expected(step, point, rounds)
               : rounds;
}

double step_rounds_seconds(const struct step *step, uint64_t rounds)
{
    double seconds = 0;

    for (size_t p = 0; p < step->point_count; p++)
        seconds += clock_seconds(step_turn_ns(step, p)) *
                   (double)step_turns(step, p, rounds);
    return seconds;
}

/* Finding out how many operations make a chunk, or a short slice that nobody looks at. */
static const double calibrate_seconds = 0.005;
static const double warm_up_seconds = 0.03;

/* Pairs share the seats of a CPU: the first pair that begins with it prepares it, the next
 * but one before stands for the same loop. */
static bool is_prepared_before(const struct step *step, size_t point)
{
    return step->choice.variant->scope == SCOPE_PAIRS && point >= 2 &&
           bench_pair_of(step->points[point].point.x).a ==
               bench_pair_of(step->points[point - 2].point.x).a;
}

double step_prepare_seconds(const struct step *step, size_t point,
                            uint64_t rounds)
{
    const struct bench *bench = step->choice.bench;

    if (step_turns(step, point, rounds) == 0 || is_prepared_before(step, point))
        return 0;
    return bench->prepare_seconds +
           1e-9 * bench->prepare_ns_per_byte *
               (double)step->points[point].point.x +
           (bench->each_operation ? warm_up_seconds : calibrate_seconds);
}

double step_seconds(const struct step *step, uint64_t rounds)
{
    double seconds = step_rounds_seconds(step, rounds);

    for (size_t p = 0; p < step->point_count; p++)
        seconds += step_prepare_seconds(step, p, rounds);
    return seconds;
}

/* What a step takes for the plan's least rounds; 0 when it is skipped. */
static double planned_seconds(const struct plan *plan, const struct step *step)
{
    return step->skipped != NULL ? 0 : step_seconds(step, plan->least_rounds);
}

static double rounds_seconds(const struct plan *plan)
{
    double seconds = 0;

    for (size_t i = 0; i < plan->step_count; i++)
        seconds += planned_seconds(plan, &plan->steps[i]);
    return seconds;
}

static bool uses_resource(const struct plan *plan, enum resource resource)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        if (plan->steps[i].skipped == NULL &&
            plan->steps[i].choice.bench->resource == resource)
            return true;
    }
    return false;
}

bool plan_needs_memory(const struct plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        if (plan->steps[i].skipped == NULL &&
            plan->steps[i].choice.bench->needs_memory)
            return true;
    }
    return false;
}

bool plan_needs_disk(const struct plan *plan)
{
    return uses_resource(plan, RESOURCE_DISK);
}

size_t plan_crew_size(const struct plan *plan, const struct host *host)
{
    size_t size = host->cpu.usable.count;

    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *step = &plan->steps[i];
        uint64_t workers = workers_of(&step->choice, host);
        if (step->skipped == NULL && workers > size)
            size = (size_t)workers;
    }
    return size;
}

/* Filling the file and touching the pool: before the rounds, inside the budget. */
static double setup_seconds(const struct plan *plan, const struct host *host)
{
    const double touch_rate = 1e9;  /* bytes/s; ballooned guests are slower */
    const double fill_rate = 500e6; /* and the fill has a time cap of its own */
    const double fill_cap = 4;
    double seconds = 0;

    if (plan_needs_memory(plan))
        seconds += (double)memory_pool_bytes(host) / touch_rate;
    if (plan_needs_disk(plan))
        seconds += fmin((double)plan->file_bytes / fill_rate, fill_cap);
    return seconds;
}

/* Drops whole steps until the least rounds of all fit. */
static void fit_budget(struct plan *plan, const struct host *host,
                       struct arena *arena)
{
    const double budget = clock_seconds(plan->budget_ns);
    double *seconds = ARENA_ARRAY(arena, double, plan->step_count);

    while (rounds_seconds(plan) + setup_seconds(plan, host) > budget) {
        size_t next;

        for (size_t i = 0; i < plan->step_count; i++)
            seconds[i] = planned_seconds(plan, &plan->steps[i]);
        next = triage_next(plan, seconds, TIER_HEAD);
        if (next == plan->step_count)
            return;
        plan->steps[next].skipped = "does not fit the time budget";
    }
}

static double budget_of(const struct plan_options *options)
{
    if (options->budget_s > 0)
        return options->budget_s;
    switch (options->depth) {
    case DEPTH_QUICK:
        return quick_budget_s;
    case DEPTH_DEFAULT:
        return default_budget_s;
    case DEPTH_THOROUGH:
        return thorough_budget_s;
    }
    return default_budget_s;
}

static void plan_init(const struct plan_options *options, size_t wish_count,
                      struct arena *arena, struct plan *plan)
{
    bool thorough = options->depth == DEPTH_THOROUGH;
    bool quick = options->depth == DEPTH_QUICK;

    *plan = (struct plan){
        .steps = ARENA_ARRAY(arena, struct step, wish_count),
        .step_count = wish_count,
        .seed = options->seed,
        .budget_ns = (uint64_t)(budget_of(options) * 1e9),
        .least_rounds = thorough ? rank_looks[1] : rank_looks[0],
        .most_rounds = quick ? rank_looks[0] : rank_looks[RANK_LOOKS - 1],
        .file_bytes = options->has_target ? options->file_bytes : 0,
        .max_written = options->max_written > 0 ? options->max_written
                                                : default_max_written,
    };
}

int plan_make(const struct host *host, const struct plan_options *options,
              const struct plan_wish *wishes, size_t wish_count,
              struct arena *arena, struct plan *ret_plan, struct err *err)
{
    struct plan plan;

    if (host->cpu.usable.count == 0)
        return err_set(err, ERR_UNSUPPORTED, "there is no usable CPU");
    if (wish_count == 0)
        return err_set(err, ERR_USAGE, "nothing was selected");
    plan_init(options, wish_count, arena, &plan);
    for (size_t i = 0; i < wish_count; i++)
        make_step(host, options, &wishes[i], arena, &plan.steps[i]);
    plan_fit_memory(host, arena, &plan);
    fit_budget(&plan, host, arena);
    plan.memory_bytes = plan_memory_bytes(&plan, host);
    if (!plan_needs_disk(&plan))
        plan.file_bytes = 0;
    plan.seconds = rounds_seconds(&plan) + setup_seconds(&plan, host);
    if (plan.seconds > clock_seconds(plan.budget_ns))
        plan.budget_ns = (uint64_t)(plan.seconds * 1.05 * 1e9);
    *ret_plan = plan;
    return 0;
}
