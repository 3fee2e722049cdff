/* How "not known" is spelled inside: it becomes `null` in the document, and is
 * never a 0 or a guess. Strings use NULL. */
#ifndef ASSAY_BASE_UNKNOWN_H
#define ASSAY_BASE_UNKNOWN_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define UNKNOWN_U64 UINT64_MAX
#define UNKNOWN_DOUBLE ((double)NAN)

static inline bool known_u64(uint64_t value)
{
    return value != UNKNOWN_U64;
}

/* By how much a counter grew; unknown when either reading is, or when it went back: then it
 * was set anew between them. */
static inline uint64_t known_growth(uint64_t before, uint64_t after)
{
    return known_u64(before) && known_u64(after) && after >= before
               ? after - before
               : UNKNOWN_U64;
}

static inline bool known_double(double value)
{
    return !isnan(value);
}

#endif
