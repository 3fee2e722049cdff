/* Sequential overwrites of 1 MiB: the bandwidth of a disk. Not flushed. */
#include "bench/disk_step.h"

static const struct disk_pattern pattern = { .block = 1 << 20,
                                             .reads = 0,
                                             .sequential = true };

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    return disk_step_prepare(state, env, &pattern, err);
}

const struct bench bench_disk_write_1m = {
    .id = "disk.write.1m",
    .title = "Sequential write 1 MiB",
    .about = "Overwrites a file from end to end in requests of 1 MiB.",
    .resource = RESOURCE_DISK,
    .writes = true,
    .score = SCORE_BYTES_PER_SECOND,
    .op = "IO",
    .method = 2,
    .each_operation = true,
    .variants = disk_sequential_depths,
    .state_size = sizeof(struct disk_load),
    .prepare = prepare,
    .check = disk_step_check,
    .do_work = disk_step_do_work,
    .release = disk_step_release,
};
