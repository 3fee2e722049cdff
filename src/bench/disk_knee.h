/* The depth from which a disk gives no more, only later. */
#ifndef ASSAY_BENCH_DISK_KNEE_H
#define ASSAY_BENCH_DISK_KNEE_H

#include <stddef.h>
#include <stdint.h>

struct disk_target;
struct err;

enum { DISK_DEEPEST = 128 }; /* of all loads */

/* The depths of the sweep: 1, 2, 4 ... DISK_DEEPEST; ends with 0. */
extern const uint64_t disk_depths[];

/* Among rates at `disk_depths[0..count)`: the smallest depth that reaches 95 % of the
 * best rate. A pure function; `count` is 1 or more. */
uint64_t disk_knee_of(const double *rates, size_t count);

/* Sets `*ret_depth` to the knee of random 4 KiB reads. The first call measures it, a tenth
 * of a second for each depth, until two depths in a row gain less than 5 %. */
int disk_knee(struct disk_target *target, uint64_t *ret_depth, struct err *err);

#endif
