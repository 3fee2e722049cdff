#include "measure/look.h"

#include <stdint.h>

#include "measure/histogram.h"
#include "measure/run.h"
#include "measure/seat.h"
#include "measure/summary.h"

/* What is looked at. */
struct look {
    const struct step_run *step_run;
    struct seat *const *seats;
    size_t seat_count;
};

static struct summary summary_of(const struct step_run *step_run)
{
    const struct step *step = step_run->step;
    const struct plan_point *point = &step->points[step->headline];
    size_t last = point->cast_count - 1;
    const struct series *series =
        &step_run->points[step->headline].series[last];

    return summarise(series->samples, series->count, step->choice.bench->score,
                     step->choice.variant->join, point->casts[last].count);
}

/* Counts the operations of the headline that took longer than `ns`: surely, and with
 * the buckets that `ns` cuts through. Sets their whole number too. */
static void count_over(const struct look *look, double ns, uint64_t *surely,
                       uint64_t *possibly, uint64_t *n)
{
    *surely = *possibly = *n = 0;
    for (size_t s = 0; s < look->seat_count; s++) {
        if (look->seats[s] != NULL && look->seats[s]->latency != NULL)
            histogram_over(look->seats[s]->latency, ns, surely, possibly, n);
    }
}

static enum ruling rule_latency(const struct look *look,
                                const struct bound *bound)
{
    double guard = look->step_run->step->guard;
    uint64_t surely, possibly, ignored, n;

    count_over(look, bound->value / (1 - guard), &surely, &ignored, &n);
    count_over(look, bound->value / (1 + guard), &ignored, &possibly, &n);
    return rank_ruling_between(surely, possibly, n, bound->share);
}

static bool bounds_clear(const struct look *look, const struct summary *summary)
{
    const struct step *step = look->step_run->step;
    struct interval interval = interval_widen(summary->ci95, step->guard);

    for (size_t i = 0; i < step->bound_count; i++) {
        const struct bound *bound = &step->bounds[i];
        enum ruling ruling = bound->share > 0 ? rule_latency(look, bound)
                                              : rank_ruling(interval, *bound);

        if (ruling == RULING_UNCLEAR)
            return false;
    }
    return true;
}

bool look_needs_more(const struct step_run *step_run, struct seat *const *seats,
                     size_t seat_count)
{
    const struct look look = { step_run, seats, seat_count };
    const struct step *step = step_run->step;
    struct summary summary = summary_of(step_run);

    if (step->bound_count > 0)
        return !bounds_clear(&look, &summary);
    if (step->choice.variant->tier != TIER_HEAD && !step->named)
        return false;
    return !(interval_half_share(summary.ci95, summary.score) <=
             step->precision);
}
