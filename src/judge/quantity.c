#include "judge/quantity.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/err.h"
#include "base/text.h"

struct quantity {
    const char *name;
    enum unit kind;
    double factor; /* base units in one of these */
};

#define KIB 1024.0
#define MIB (1024.0 * KIB)
#define GIB (1024.0 * MIB)
#define TIB (1024.0 * GIB)

static const struct quantity quantities[] = {
    { "B/s", UNIT_BYTES_PER_SECOND, 1 },
    { "bytes/s", UNIT_BYTES_PER_SECOND, 1 },
    { "kB/s", UNIT_BYTES_PER_SECOND, 1e3 },
    { "MB/s", UNIT_BYTES_PER_SECOND, 1e6 },
    { "GB/s", UNIT_BYTES_PER_SECOND, 1e9 },
    { "KiB/s", UNIT_BYTES_PER_SECOND, KIB },
    { "MiB/s", UNIT_BYTES_PER_SECOND, MIB },
    { "GiB/s", UNIT_BYTES_PER_SECOND, GIB },
    { "IO/s", UNIT_OPS_PER_SECOND, 1 },
    { "ops/s", UNIT_OPS_PER_SECOND, 1 },
    { "ns", UNIT_NS, 1 },
    { "us", UNIT_NS, 1e3 },
    { "ms", UNIT_NS, 1e6 },
    { "s", UNIT_NS, 1e9 },
    { "B", UNIT_BYTES, 1 },
    { "bytes", UNIT_BYTES, 1 },
    { "kB", UNIT_BYTES, 1e3 },
    { "MB", UNIT_BYTES, 1e6 },
    { "GB", UNIT_BYTES, 1e9 },
    { "TB", UNIT_BYTES, 1e12 },
    { "KiB", UNIT_BYTES, KIB },
    { "MiB", UNIT_BYTES, MIB },
    { "GiB", UNIT_BYTES, GIB },
    { "TiB", UNIT_BYTES, TIB },
    { "cores", UNIT_NONE, 1 },
    { "threads", UNIT_NONE, 1 },
    { "CPUs", UNIT_NONE, 1 },
    { "sockets", UNIT_NONE, 1 },
    { "count", UNIT_NONE, 1 },
    { "%", UNIT_SHARE, 0.01 },
    { "share", UNIT_SHARE, 1 },
    { "ratio", UNIT_RATIO, 1 },
    { "Hz", UNIT_HZ, 1 },
    { "MHz", UNIT_HZ, 1e6 },
    { "GHz", UNIT_HZ, 1e9 },
    { "flop/s", UNIT_FLOPS, 1 },
    { "GFLOP/s", UNIT_FLOPS, 1e9 },
};

enum { QUANTITIES = sizeof(quantities) / sizeof(quantities[0]) };

static const char *nearest_name(const char *name)
{
    const char *nearest = quantities[0].name;
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < QUANTITIES; i++) {
        size_t distance = text_distance(name, quantities[i].name);

        if (distance < least) {
            least = distance;
            nearest = quantities[i].name;
        }
    }
    return nearest;
}

int quantity_find(const char *name, enum unit *ret_kind, double *ret_factor,
                  struct err *err)
{
    for (size_t i = 0; i < QUANTITIES; i++) {
        if (strcmp(name, quantities[i].name) == 0) {
            *ret_kind = quantities[i].kind;
            *ret_factor = quantities[i].factor;
            return 0;
        }
    }
    return err_set(err, ERR_DATA, "unknown unit '%.40s' (did you mean '%s'?)",
                   name, nearest_name(name));
}

void quantity_each(void (*each)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < QUANTITIES; i++)
        each(context, quantities[i].name);
}
