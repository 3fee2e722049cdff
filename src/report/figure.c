/* Values as text. */
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"

const char *figure_exact(double value, char out[UNITS_ROOM])
{
    out[0] = '\0';
    if (!isfinite(value))
        return out;
    if (value == floor(value) && fabs(value) < 1e15) {
        (void)snprintf(out, UNITS_ROOM, "%.0f", value + 0.0);
        return out;
    }
    for (int digits = 6; digits <= 17; digits++) {
        (void)snprintf(out, UNITS_ROOM, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    return out;
}

const char *figure_exact_u64(uint64_t value, char out[UNITS_ROOM])
{
    out[0] = '\0';
    if (known_u64(value))
        (void)snprintf(out, UNITS_ROOM, "%" PRIu64, value);
    return out;
}

const char *figure(double value, const char *unit, char out[FIGURE_ROOM])
{
    enum unit known = unit == NULL ? UNIT_NONE : unit_from_name(unit);
    char plain[UNITS_ROOM];
    char what[UNITS_ROOM];

    if (!isfinite(value))
        return strcpy(out, "-");
    if (known != UNIT_COUNT)
        return units_spell(value, known, out);
    if (strlen(unit) > 2 && strcmp(unit + strlen(unit) - 2, "/s") == 0) {
        (void)snprintf(what, sizeof(what), "%.*s", (int)strlen(unit) - 2, unit);
        return units_spell_rate(value, what, out);
    }
    (void)snprintf(out, FIGURE_ROOM, "%s %.30s",
                   units_spell(value, UNIT_NONE, plain), unit);
    return out;
}

const char *figure_u64(uint64_t value, const char *unit, char out[FIGURE_ROOM])
{
    return figure(known_u64(value) ? (double)value : UNKNOWN_DOUBLE, unit, out);
}

void figure_pair(double a, double b, const char *unit, char out_a[FIGURE_ROOM],
                 char out_b[FIGURE_ROOM])
{
    const char *unit_a = strchr(figure(a, unit, out_a), ' ');
    const char *unit_b = strchr(figure(b, unit, out_b), ' ');

    if (unit_a != NULL && unit_b != NULL && strcmp(unit_a, unit_b) == 0)
        out_a[unit_a - out_a] = '\0';
}

const char *figure_span(struct interval interval, const char *unit,
                        char out[FIGURE_SPAN_ROOM])
{
    char low[FIGURE_ROOM];
    char high[FIGURE_ROOM];

    if (!isfinite(interval.low) || !isfinite(interval.high))
        return strcpy(out, "-");
    figure_pair(interval.low, interval.high, unit, low, high);
    (void)snprintf(out, FIGURE_SPAN_ROOM, "%s to %s", low, high);
    return out;
}
