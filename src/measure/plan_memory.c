#include "measure/plan_memory.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "bench/disk_target.h"
#include "bench/memory_pool.h"
#include "host/host.h"
#include "measure/histogram.h"
#include "measure/plan.h"

/* The program beside its buffers: its data, the results, a stack for each thread. */
static const uint64_t program_bytes = 8ULL << 20;
static const uint64_t thread_bytes = 32ULL << 10;

/* Steps that take less are not worth leaving out. */
static const uint64_t least_gain = 1ULL << 20;

/* Substrate's recipes write from one buffer of a target, which they share. */
static bool is_recipe(const struct bench *bench)
{
    return bench->resource == RESOURCE_DISK && bench->whole_run;
}

/* What the workers of a step hold from its begin to the end of the run. */
static uint64_t workers_bytes(const struct step *step)
{
    const struct bench *bench = step->choice.bench;
    uint64_t each = bench->state_size + bench->worker_bytes +
                    (bench->each_operation ? sizeof(struct histogram) : 0);
    uint64_t seats = 0;

    for (size_t p = 0; p < step->point_count; p++) {
        const struct plan_point *point = &step->points[p];
        seats += point->casts[point->cast_count - 1].count;
    }
    return seats * each;
}

static uint64_t targets_bytes(const struct plan *plan)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *step = &plan->steps[i];
        bool first = true, first_recipe = is_recipe(step->choice.bench);

        if (step->skipped != NULL ||
            step->choice.bench->resource != RESOURCE_DISK)
            continue;
        for (size_t k = 0; k < i; k++) {
            const struct step *other = &plan->steps[k];
            if (other->skipped != NULL || other->target != step->target ||
                other->choice.bench->resource != RESOURCE_DISK)
                continue;
            first = false;
            first_recipe = first_recipe && !is_recipe(other->choice.bench);
        }
        bytes += first ? (uint64_t)DISK_MEMORY_BYTES : 0;
        bytes += first_recipe ? (uint64_t)DISK_RECIPE_BYTES : 0;
    }
    return bytes;
}

uint64_t plan_memory_bytes(const struct plan *plan, const struct host *host)
{
    uint64_t bytes = plan_needs_memory(plan) ? memory_pool_bytes(host) : 0;

    for (size_t i = 0; i < plan->step_count; i++) {
        if (plan->steps[i].skipped == NULL)
            bytes += workers_bytes(&plan->steps[i]);
    }
    return bytes + targets_bytes(plan);
}

/* What leaving the step out would save, or help to save. */
static uint64_t gain_of(const struct step *step)
{
    return workers_bytes(step) +
           (is_recipe(step->choice.bench) ? DISK_RECIPE_BYTES : 0);
}

static struct step *costliest(const struct plan *plan)
{
    struct step *worst = NULL;

    for (size_t i = 0; i < plan->step_count; i++) {
        struct step *step = &plan->steps[i];
        if (step->skipped == NULL && gain_of(step) >= least_gain &&
            (worst == NULL || gain_of(step) > gain_of(worst)))
            worst = step;
    }
    return worst;
}

static void leave_out(struct step *step, uint64_t needs, uint64_t usable,
                      struct arena *arena)
{
    step->skipped = arena_printf(
        arena, "needs %llu MiB of memory, beside the others' of %llu MiB usable",
        (unsigned long long)(needs >> 20), (unsigned long long)(usable >> 20));
}

struct memory_fit {
    const struct host *host;
    struct arena *arena;
    struct plan *plan;
    uint64_t usable;
};

static bool fits(const struct memory_fit *fit)
{
    const uint64_t beside =
        program_bytes + fit->host->cpu.usable.count * thread_bytes;

    return plan_memory_bytes(fit->plan, fit->host) + beside <= fit->usable;
}

static void leave_out_costly(const struct memory_fit *fit)
{
    struct step *step;

    while (!fits(fit) && (step = costliest(fit->plan)) != NULL)
        leave_out(step, gain_of(step), fit->usable, fit->arena);
}

static void leave_out_pool(const struct memory_fit *fit)
{
    for (size_t i = 0; i < fit->plan->step_count; i++) {
        struct step *step = &fit->plan->steps[i];

        if (step->skipped == NULL && step->choice.bench->needs_memory)
            leave_out(step, memory_pool_bytes(fit->host), fit->usable,
                      fit->arena);
    }
}

/* Where the pool fits beside nothing else, what went to make room for it comes back. */
void plan_fit_memory(const struct host *host, struct arena *arena,
                     struct plan *plan)
{
    const struct memory_fit fit = { host, arena, plan,
                                    host->memory.usable_bytes };
    const char **skipped = ARENA_ARRAY(arena, const char *, plan->step_count);

    if (!known_u64(fit.usable))
        return;
    for (size_t i = 0; i < plan->step_count; i++)
        skipped[i] = plan->steps[i].skipped;
    leave_out_costly(&fit);
    if (fits(&fit))
        return;
    for (size_t i = 0; i < plan->step_count; i++)
        plan->steps[i].skipped = skipped[i];
    leave_out_pool(&fit);
    leave_out_costly(&fit);
}
