#include "base/order.h"

#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* An empty list may be NULL, which qsort does not take. */
void order_doubles(double *values, size_t count)
{
    if (count > 0)
        qsort(values, count, sizeof(*values), compare_doubles);
}

void order_u64(uint64_t *values, size_t count)
{
    if (count > 0)
        qsort(values, count, sizeof(*values), compare_u64);
}

size_t order_distinct_u64(uint64_t *values, size_t count)
{
    size_t kept = 0;

    order_u64(values, count);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    }
    return kept;
}

bool order_has_u64(const uint64_t *values, size_t count, uint64_t wanted)
{
    return count > 0 && bsearch(&wanted, values, count, sizeof(*values),
                                compare_u64) != NULL;
}
