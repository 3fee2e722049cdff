/* Random overwrites of 4 KiB. Not flushed: what a disk with a volatile cache
 * acknowledges, it may still lose. */
#include "bench/disk_step.h"

static const struct disk_pattern pattern = { .block = 4096, .reads = 0 };

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    return disk_step_prepare(state, env, &pattern, err);
}

const struct bench bench_disk_write_4k = {
    .id = "disk.write.4k",
    .title = "Random write 4 KiB",
    .about = "Overwrites 4 KiB blocks at random places of a file that was "
             "written in full.",
    .resource = RESOURCE_DISK,
    .writes = true,
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
