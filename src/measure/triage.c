#include "measure/triage.h"

#include <stdbool.h>

#include "base/clock.h"
#include "measure/plan.h"

static const double large_share = 1.0 / 6;

static bool may_go(const struct step *step, double seconds, enum tier tier)
{
    return seconds > 0 && !step->named && step->choice.variant->tier == tier;
}

static size_t next_of_tier(const struct plan *plan, const double *seconds,
                           enum tier tier)
{
    const double large = large_share * clock_seconds(plan->budget_ns);
    size_t last = plan->step_count;
    size_t costliest = plan->step_count;

    for (size_t i = 0; i < plan->step_count; i++) {
        if (!may_go(&plan->steps[i], seconds[i], tier))
            continue;
        last = i;
        if (tier != TIER_HEAD && seconds[i] > large &&
            (costliest == plan->step_count || seconds[i] >= seconds[costliest]))
            costliest = i;
    }
    return costliest < plan->step_count ? costliest : last;
}

size_t triage_next(const struct plan *plan, const double *seconds,
                   enum tier highest)
{
    for (int tier = TIER_DEEP; tier >= (int)highest; tier--) {
        size_t next = next_of_tier(plan, seconds, (enum tier)tier);

        if (next < plan->step_count)
            return next;
    }
    return plan->step_count;
}
