/* Numbers put in ascending order, in place. NaNs must not be among them. */
#ifndef ASSAY_BASE_ORDER_H
#define ASSAY_BASE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void order_doubles(double *values, size_t count);
void order_u64(uint64_t *values, size_t count);

/* Orders them, and keeps one of those that are equal. Returns how many remain. */
size_t order_distinct_u64(uint64_t *values, size_t count);

/* Whether `wanted` is among values that are in order. */
bool order_has_u64(const uint64_t *values, size_t count, uint64_t wanted);

#endif
