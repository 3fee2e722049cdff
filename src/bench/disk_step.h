/* A load as the state of a benchmark: what the rows of plain reads and writes share. */
#ifndef ASSAY_BENCH_DISK_STEP_H
#define ASSAY_BENCH_DISK_STEP_H

#include "bench/bench.h"
#include "bench/disk_load.h"

/* As the parameter of a variant, in place of a depth. */
enum { DISK_AT_KNEE = 0 };

/* The depths of random and of sequential I/O: what disks are specified by. */
extern const struct bench_variant disk_random_depths[];
extern const struct bench_variant disk_sequential_depths[];

/* Prepares a load of the variant's depth on the environment's target. */
int disk_step_prepare(struct disk_load *load, const struct bench_env *env,
                      const struct disk_pattern *pattern, struct err *err);

/* The rest of a row, for states that are a disk_load. */
int disk_step_check(void *state, const char **ret_note, struct err *err);
int disk_step_do_work(void *state, struct work *work, struct err *err);
void disk_step_release(void *state);

#endif
