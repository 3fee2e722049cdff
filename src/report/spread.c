#include "report/spread.h"

#include <math.h>
#include <stddef.h>

#include "base/unknown.h"
#include "report/words.h"
#include "result/result.h"

static const double scales[] = { 0.05, 0.1, 0.2, 0.5, 1 };

enum { SCALES = sizeof(scales) / sizeof(scales[0]) };

double spread_of(const struct result *result)
{
    double down = result->min / result->score - 1;
    double up = result->max / result->score - 1;
    double far = fmax(fabs(down), fabs(up));

    return isfinite(down) && isfinite(up) ? far : UNKNOWN_DOUBLE;
}

static bool is_drawn(const struct result *result)
{
    return words_measured(result) && !result->left_out && result->n > 0 &&
           known_double(spread_of(result));
}

/* Three in four: the last may be a step that met an accident. */
static bool fits_most(const struct document *document, double scale)
{
    size_t drawn = 0;
    size_t fitting = 0;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        if (!is_drawn(result))
            continue;
        drawn++;
        fitting += spread_of(result) <= scale;
    }
    return 4 * fitting >= 3 * drawn;
}

double spread_scale(const struct document *document)
{
    for (size_t i = 0; i + 1 < SCALES; i++) {
        if (fits_most(document, scales[i]))
            return scales[i];
    }
    return scales[SCALES - 1];
}
