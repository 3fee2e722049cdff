#include "judge/settle.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/units.h"
#include "base/unknown.h"
#include "judge/counted.h"
#include "judge/statistics.h"
#include "result/result.h"

/* Steps are looked at after so many rounds and at no other time. */
static uint64_t next_look(double rounds)
{
    for (size_t i = 0; i < RANK_LOOKS; i++) {
        if (rounds <= (double)rank_looks[i])
            return rank_looks[i];
    }
    return 0;
}

static double seconds_of_rounds(const struct result *result, uint64_t more)
{
    double wall_ns = 0;

    for (size_t i = 0; i < result->sample_count; i++) {
        if (!known_u64(result->samples[i].wall_ns))
            return UNKNOWN_DOUBLE;
        wall_ns += (double)result->samples[i].wall_ns;
    }
    if (result->sample_count == 0)
        return UNKNOWN_DOUBLE;
    return wall_ns / (double)result->sample_count * (double)more / 1e9;
}

static const char *more_rounds(const struct result *result, uint64_t target,
                               struct arena *arena)
{
    char spelled[UNITS_ROOM];
    double seconds;

    if (!known_u64(result->n))
        return "a run that tells its rounds";
    if (target <= result->n)
        return arena_printf(arena, "a run of more than %llu rounds",
                            (unsigned long long)result->n);
    seconds = seconds_of_rounds(result, target - result->n);
    if (!known_double(seconds))
        return arena_printf(arena, "needs %llu rounds",
                            (unsigned long long)target);
    return arena_printf(arena, "needs about %s more of this benchmark",
                        units_spell_duration(fmax(1, ceil(seconds)), spelled));
}

const char *settle_interval(const struct result *result, double value,
                            struct interval interval, struct bound bound,
                            struct arena *arena)
{
    double distance = fabs(value - bound.value);
    double guard = statistic_guard(result) * value;
    double noise = (interval.high - interval.low) / 2 - guard;
    uint64_t look;

    if (!known_double(noise))
        return more_rounds(result, rank_looks[0], arena);
    if (distance <= guard)
        return arena_printf(arena,
                            "the bound lies within the guard band of %.0f %%: "
                            "no longer run settles it, a tolerance would",
                            100 * statistic_guard(result));
    /* The noise shrinks with the square root of the rounds. */
    look = next_look((double)result->n * pow(noise / (distance - guard), 2));
    if (look == 0 || look <= result->n)
        return arena_printf(arena,
                            "needs a quieter host: the bound is %.1f %% away, "
                            "rounds and guard band leave %.1f %% of doubt",
                            100 * distance / value,
                            100 * (noise + guard) / value);
    return more_rounds(result, look, arena);
}

const char *settle_counted(const struct result *result, double bound_ns,
                           double share, struct counted_doubt doubt,
                           struct arena *arena)
{
    uint64_t times = counted_times(result->latency, bound_ns, share, doubt);
    double seconds;
    char spelled[UNITS_ROOM];

    if (times == 0)
        return "the bound is where the percentile is: no run settles it";
    seconds = seconds_of_rounds(result, (times - 1) * result->n);
    if (!known_double(seconds))
        return arena_printf(arena, "needs %llu times as many operations",
                            (unsigned long long)times);
    return arena_printf(arena, "needs about %s more of this benchmark",
                        units_spell_duration(fmax(1, ceil(seconds)), spelled));
}

const char *settle_busy(void)
{
    return "run again on a quiet host";
}

const char *settle_clock(void)
{
    return "run again with a faster clock source (tsc or kvm-clock), if the "
           "host has one";
}
