/* The units that a profile may write its bounds in, and what they are inside.
 *
 * Each unit is spelled one way. MB is 10^6 bytes, MiB is 2^20, as everywhere. */
#ifndef ASSAY_JUDGE_QUANTITY_H
#define ASSAY_JUDGE_QUANTITY_H

#include "base/units.h"

struct err;

/* Finds how many base units of which kind one `name` is: "MiB/s" is 1048576 of
 * UNIT_BYTES_PER_SECOND. Fails with ERR_DATA, naming the nearest known unit. */
int quantity_find(const char *name, enum unit *ret_kind, double *ret_factor,
                  struct err *err);

/* Calls `each` for every known unit's name. */
void quantity_each(void (*each)(void *context, const char *name), void *context);

#endif
