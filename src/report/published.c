#include "report/published.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "judge/quantity.h"
#include "result/result.h"

const char *published_value(const struct result_finding *finding,
                            struct arena *arena)
{
    const char *blank =
        finding->bound_text != NULL ? strchr(finding->bound_text, ' ') : NULL;
    struct err ignored; /* a unit of a later version: shown as it comes */
    enum unit kind;
    double factor;
    double value;
    int decimals;

    if (blank == NULL || !known_double(finding->value) ||
        quantity_find(blank + 1, &kind, &factor, &ignored) < 0 ||
        kind == UNIT_NONE)
        return NULL;
    value = finding->value / factor;
    decimals = fabs(value) >= 999.5 ? 0 : fabs(value) >= 99.95 ? 1 : 2;
    return arena_printf(arena, "%.*f %s", decimals, value, blank + 1);
}
