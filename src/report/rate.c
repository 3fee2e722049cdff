/* What one round of a result came to. */
#include "report/rate.h"

#include <math.h>
#include <string.h>

#include "base/unknown.h"
#include "report/words.h"
#include "result/result.h"

/* As a rate or a cost, up to a factor common to all rounds of the result. */
static double value_of(const struct result *result, const struct sample *sample)
{
    const char *unit = words_or(result->unit, "");
    double wall = (double)sample->wall_ns;

    if (!known_u64(sample->wall_ns) || !(wall > 0))
        return UNKNOWN_DOUBLE;
    if (strcmp(unit, "bytes/s") == 0)
        return (double)sample->bytes / wall * 1e9;
    if (strcmp(unit, "ns") == 0)
        return wall / (double)sample->ops;
    if (strcmp(unit, "share") == 0) /* of the time of all workers */
        return (double)sample->lost_ns / (wall * (double)result->workers);
    return (double)sample->ops / wall * 1e9;
}

double rate_of_round(const struct result *result, size_t round)
{
    double value = value_of(result, &result->samples[round]);
    double workers = result->per_job ? (double)result->workers : 1;
    double ratio = value / workers / result->score;

    if (strcmp(words_or(result->better, ""), "lower") == 0)
        ratio = 1 / ratio;
    return isfinite(ratio) ? ratio : UNKNOWN_DOUBLE;
}
