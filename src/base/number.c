#include "base/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/unknown.h"

int number_u64(const char *text, uint64_t *ret_value, struct err *err)
{
    unsigned long long value;
    char *end;

    if (!isdigit((unsigned char)text[0]))
        return err_set(err, ERR_DATA, "'%.40s' is not a whole number", text);
    errno = 0;
    value = strtoull(text, &end, 10);
    if (*end != '\0')
        return err_set(err, ERR_DATA, "'%.40s' is not a whole number", text);
    if (errno == ERANGE || value == UNKNOWN_U64)
        return err_set(err, ERR_DATA, "'%.40s' is too large", text);
    *ret_value = value;
    return 0;
}

/* strtod also takes hexadecimal, "inf" and "nan"; we do not. The process never
 * calls setlocale, so the decimal sign is always a point. */
static int leading_double(const char *text, double *ret_value, char **ret_end,
                          struct err *err)
{
    const char *digits = text + (text[0] == '-' || text[0] == '+');
    size_t hex = strspn(digits, "0");

    if ((!isdigit((unsigned char)digits[0]) && digits[0] != '.') ||
        (hex == 1 && (digits[1] == 'x' || digits[1] == 'X')))
        return err_set(err, ERR_DATA, "'%.40s' is not a number", text);
    *ret_value = strtod(text, ret_end);
    if (*ret_end == text)
        return err_set(err, ERR_DATA, "'%.40s' is not a number", text);
    if (!isfinite(*ret_value))
        return err_set(err, ERR_DATA, "'%.40s' is too large", text);
    return 0;
}

int number_double(const char *text, double *ret_value, struct err *err)
{
    double value;
    char *end;

    if (leading_double(text, &value, &end, err) < 0)
        return -1;
    if (*end != '\0')
        return err_set(err, ERR_DATA, "'%.40s' is not a number", text);
    *ret_value = value;
    return 0;
}

/* Bytes in one of a unit; 0 when there is no such unit. */
static uint64_t size_factor(const char *suffix)
{
    static const struct {
        const char *name;
        uint64_t factor;
    } units[] = {
        { "", 1 },
        { "B", 1 },
        { "kB", 1000 },
        { "MB", 1000 * 1000 },
        { "GB", 1000 * 1000 * 1000 },
        { "TB", UINT64_C(1000) * 1000 * 1000 * 1000 },
        { "KiB", UINT64_C(1) << 10 },
        { "MiB", UINT64_C(1) << 20 },
        { "GiB", UINT64_C(1) << 30 },
        { "TiB", UINT64_C(1) << 40 },
    };

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strcmp(suffix, units[i].name) == 0)
            return units[i].factor;
    }
    return 0;
}

/* Whole numbers stay exact to the last byte; the others are rounded to it. */
static int scale_size(const char *text, double value, uint64_t factor,
                      uint64_t *ret_bytes, struct err *err)
{
    size_t digits = strspn(text, "0123456789");
    char next = text[digits];
    uint64_t bytes;
    bool fits;

    if (digits > 0 && next != '.' && next != 'e' && next != 'E') {
        errno = 0;
        bytes = strtoull(text, NULL, 10);
        fits = errno == 0 && !__builtin_mul_overflow(bytes, factor, &bytes);
    } else {
        value = round(value * (double)factor);
        fits = value < 0x1p64;
        bytes = fits ? (uint64_t)value : 0;
    }
    if (!fits || !known_u64(bytes))
        return err_set(err, ERR_DATA, "'%.40s' is too large", text);
    *ret_bytes = bytes;
    return 0;
}

int number_size(const char *text, uint64_t *ret_bytes, struct err *err)
{
    double value;
    char *end;
    const char *suffix;
    uint64_t factor;

    if (leading_double(text, &value, &end, err) < 0)
        return -1;
    suffix = end + strspn(end, " ");
    factor = suffix != end && *suffix == '\0' ? 0 : size_factor(suffix);
    if (factor == 0)
        return err_set(err, ERR_DATA,
                       "'%.40s' has no known unit (B, kB, MB, GB, TB, KiB, "
                       "MiB, GiB or TiB)",
                       text);
    if (value < 0)
        return err_set(err, ERR_DATA, "'%.40s' is negative", text);
    return scale_size(text, value, factor, ret_bytes, err);
}

static const char *leading_unsigned(const char *text, unsigned *ret_value)
{
    unsigned long value;
    char *end;

    if (!isdigit((unsigned char)*text))
        return NULL;
    errno = 0;
    value = strtoul(text, &end, 10);
    if (errno == ERANGE || value > 1U << 20)
        return NULL; /* no kernel counts CPUs or nodes beyond a million */
    *ret_value = (unsigned)value;
    return end;
}

/* Reads one number or range and the comma behind it; returns where the next one
 * begins, or NULL when this is none. */
static const char *list_item(const char *at, unsigned *ret_first,
                             unsigned *ret_last)
{
    at = leading_unsigned(at, ret_first);
    if (at == NULL)
        return NULL;
    *ret_last = *ret_first;
    if (*at == '-')
        at = leading_unsigned(at + 1, ret_last);
    if (at == NULL || *ret_last < *ret_first)
        return NULL;
    if (*at == ',')
        return isdigit((unsigned char)at[1]) ? at + 1 : NULL;
    return *at == '\0' || strcmp(at, "\n") == 0 ? at : NULL;
}

int number_list(const char *text, void (*each)(void *context, unsigned number),
                void *context, struct err *err)
{
    unsigned first, last;
    const char *at = text;

    while (at != NULL && *at != '\0' && strcmp(at, "\n") != 0)
        at = list_item(at, &first, &last);
    if (at == NULL)
        return err_set(err, ERR_DATA, "'%.40s' is not a list of numbers", text);
    for (at = text; (at = list_item(at, &first, &last)) != NULL;) {
        for (unsigned n = first; n <= last; n++)
            each(context, n);
    }
    return 0;
}
