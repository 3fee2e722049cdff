/* Random reads of 4 KiB: what a database asks of a disk. */
#include "bench/disk_step.h"

static const struct disk_pattern pattern = { .block = 4096, .reads = 100 };

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    return disk_step_prepare(state, env, &pattern, err);
}

const struct bench bench_disk_read_4k = {
    .id = "disk.read.4k",
    .title = "Random read 4 KiB",
    .about = "Reads 4 KiB blocks at random places of a file that was written "
             "in full.",
    .resource = RESOURCE_DISK,
    .score = SCORE_OPS_PER_SECOND,
    .op = "IO",
    .method = 2,
    .each_operation = true,
    .variants = disk_random_depths,
    .state_size = sizeof(struct disk_load),
    .prepare = prepare,
    .check = disk_step_check,
    .do_work = disk_step_do_work,
    .release = disk_step_release,
};
