/* What one round of a result came to. */
#ifndef ASSAY_REPORT_RATE_H
#define ASSAY_REPORT_RATE_H

#include <stddef.h>

struct result;

/* The value of a round over the median of all rounds, turned so that above 1 is better;
 * NaN when it cannot be told. */
double rate_of_round(const struct result *result, size_t round);

#endif
