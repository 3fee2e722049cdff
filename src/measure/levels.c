#include "measure/levels.h"

#include <math.h>
#include <stdbool.h>

enum { LEAST_POINTS = 3 };

static const double flat_up_to = 1.5;
static const double step_from = 1.25;

/* Flat as far as it began, or rising slowly. */
static bool goes_on(const struct latency_level *level, double lowest, double ns)
{
    return ns <= flat_up_to * lowest || ns < step_from * level->last_ns;
}

/* How many points from `points` on are one flat part. */
static size_t flat(const struct latency_point *points, size_t count,
                   struct latency_level *level)
{
    double lowest = points[0].ns;
    size_t n = 0;

    *level = (struct latency_level){ .last_ns = lowest };
    while (n < count && goes_on(level, lowest, points[n].ns)) {
        lowest = fmin(lowest, points[n].ns);
        level->last_ns = points[n].ns;
        level->bytes = points[n].bytes;
        n++;
    }
    level->ns = points[n / 2].ns;
    return n;
}

size_t latency_levels(const struct latency_point *points, size_t count,
                      struct latency_level levels[LATENCY_LEVELS_MOST])
{
    size_t found = 0;

    for (size_t i = 0; i < count && found < LATENCY_LEVELS_MOST;) {
        size_t n = 0;

        if (isfinite(points[i].ns))
            n = flat(points + i, count - i, &levels[found]);
        if (n >= LEAST_POINTS)
            found++;
        i += n >= LEAST_POINTS ? n : 1;
    }
    return found;
}
