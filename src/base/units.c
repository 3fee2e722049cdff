#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/unknown.h"

static const char *const unit_names[UNIT_COUNT] = {
    [UNIT_NONE] = "count",
    [UNIT_BYTES] = "bytes",
    [UNIT_BYTES_PER_SECOND] = "bytes/s",
    [UNIT_OPS_PER_SECOND] = "ops/s",
    [UNIT_NS] = "ns",
    [UNIT_HZ] = "Hz",
    [UNIT_SHARE] = "share",
    [UNIT_RATIO] = "ratio",
    [UNIT_FLOPS] = "flop/s",
};

const char *unit_name(enum unit unit)
{
    return unit_names[unit];
}

enum unit unit_from_name(const char *name)
{
    for (enum unit u = UNIT_NONE; u < UNIT_COUNT; u++) {
        if (strcmp(name, unit_names[u]) == 0)
            return u;
    }
    return UNIT_COUNT;
}

struct step {
    double from; /* smallest value this spelling is for, after rounding */
    double scale;
    const char *suffix;
};

/* Three significant digits; 999.5 and more belong to the next prefix. */
static void three_digits(double value, char *out)
{
    double size = fabs(value);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;

    (void)snprintf(out, UNITS_ROOM - 8, "%.*f", decimals, value);
}

static const char *spell_steps(double value, const struct step *steps,
                               char out[UNITS_ROOM])
{
    const struct step *step = steps;
    char digits[UNITS_ROOM];

    while (step->from > 0 && fabs(value) < step->from)
        step++;
    if (fabs(value / step->scale) < 1e6)
        three_digits(value / step->scale, digits);
    else
        (void)snprintf(digits, sizeof(digits), "%.3g", value / step->scale);
    (void)snprintf(out, UNITS_ROOM, "%.20s%s", digits, step->suffix);
    return out;
}

static const struct step bytes_steps[] = {
    { 999.5e9, 1e12, " TB" }, { 999.5e6, 1e9, " GB" }, { 999.5e3, 1e6, " MB" },
    { 999.5, 1e3, " kB" },    { 0, 1, " B" },
};
static const struct step bytes_rate_steps[] = {
    { 999.5e9, 1e12, " TB/s" }, { 999.5e6, 1e9, " GB/s" },
    { 999.5e3, 1e6, " MB/s" },  { 999.5, 1e3, " kB/s" },
    { 0, 1, " B/s" },
};
static const struct step ops_steps[] = {
    { 999.5e9, 1e12, " T" }, { 999.5e6, 1e9, " G" }, { 999.5e3, 1e6, " M" },
    { 999.5, 1e3, " k" },    { 0, 1, "" },
};
static const struct step flops_steps[] = {
    { 999.5e9, 1e12, " TFLOP/s" },
    { 999.5e6, 1e9, " GFLOP/s" },
    { 0, 1e6, " MFLOP/s" },
};
static const struct step ns_steps[] = {
    { 999.5e6, 1e9, " s" },
    { 999.5e3, 1e6, " ms" },
    { 999.5, 1e3, " us" },
    { 0, 1, " ns" },
};
static const struct step hz_steps[] = {
    { 999.5e6, 1e9, " GHz" },
    { 999.5e3, 1e6, " MHz" },
    { 0, 1e3, " kHz" },
};
static const struct step share_steps[] = { { 0, 0.01, " %" } };
static const struct step plain_steps[] = { { 0, 1, "" } };

static const struct step *const unit_steps[UNIT_COUNT] = {
    [UNIT_NONE] = plain_steps,
    [UNIT_BYTES] = bytes_steps,
    [UNIT_BYTES_PER_SECOND] = bytes_rate_steps,
    [UNIT_NS] = ns_steps,
    [UNIT_HZ] = hz_steps,
    [UNIT_SHARE] = share_steps,
    [UNIT_RATIO] = plain_steps,
    [UNIT_FLOPS] = flops_steps,
};

/* Below this, whole numbers of what comes in wholes are spelled out. */
static double most_whole(enum unit unit)
{
    return unit == UNIT_NONE ? 1e15 : unit == UNIT_BYTES ? 999.5 : 0;
}

const char *units_spell(double value, enum unit unit, char out[UNITS_ROOM])
{
    /* A share beyond all sense may be infinite once it is in per cent. */
    if (!known_double(value) || (unit == UNIT_SHARE && !isfinite(value * 100)))
        return strcpy(out, "-");
    if (value == floor(value) && fabs(value) < most_whole(unit)) {
        (void)snprintf(out, UNITS_ROOM, "%.0f%s", value,
                       unit == UNIT_BYTES ? " B" : "");
        return out;
    }
    if (unit == UNIT_OPS_PER_SECOND)
        return units_spell_rate(value, "ops", out);
    return spell_steps(value, unit_steps[unit], out);
}

const char *units_spell_rate(double value, const char *what,
                             char out[UNITS_ROOM])
{
    char number[UNITS_ROOM];

    if (!known_double(value))
        return strcpy(out, "-");
    (void)snprintf(out, UNITS_ROOM, "%.11s %.16s/s",
                   spell_steps(value, ops_steps, number), what);
    return out;
}

const char *units_spell_size(uint64_t bytes, char out[UNITS_ROOM])
{
    static const char *const names[] = { "B",   "KiB", "MiB", "GiB",
                                         "TiB", "PiB", "EiB" };
    double value = (double)bytes;
    size_t i = 0;

    if (!known_u64(bytes))
        return strcpy(out, "-");
    while (value >= 1023.95 && i + 1 < sizeof(names) / sizeof(names[0])) {
        value /= 1024;
        i++;
    }
    if (fabs(value - round(value)) < 0.05)
        (void)snprintf(out, UNITS_ROOM, "%.0f %s", value, names[i]);
    else
        (void)snprintf(out, UNITS_ROOM, "%.1f %s", value, names[i]);
    return out;
}

const char *units_spell_duration(double seconds, char out[UNITS_ROOM])
{
    double whole = round(seconds);

    if (!known_double(seconds))
        return strcpy(out, "-");
    if (seconds < 10 && fabs(seconds - whole) >= 0.05)
        (void)snprintf(out, UNITS_ROOM, "%.1f s", seconds);
    else if (whole < 120)
        (void)snprintf(out, UNITS_ROOM, "%.0f s", whole);
    else
        (void)snprintf(out, UNITS_ROOM, "%.0f min %.0f s", floor(whole / 60),
                       fmod(whole, 60));
    return out;
}
