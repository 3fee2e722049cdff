/* Reads beside writes, as some requirements state them: one mixed load, whose reads
 * and writes are not to be had apart. */
#include "bench/disk_step.h"

static const struct disk_pattern pattern = { .block = 4096, .reads = 75 };

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    return disk_step_prepare(state, env, &pattern, err);
}

static const struct bench_variant variants[] = {
    { .suffix = ".75-25.4k",
      .aspect = ", 75/25",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = 64 },
    { .suffix = NULL },
};

const struct bench bench_disk_mixed = {
    .id = "disk.mixed",
    .title = "Mixed random 4 KiB",
    .about = "Three random reads of 4 KiB to each random write, 64 under way.",
    .resource = RESOURCE_DISK,
    .writes = true,
    .score = SCORE_OPS_PER_SECOND,
    .op = "IO",
    .method = 2,
    .each_operation = true,
    .variants = variants,
    .state_size = sizeof(struct disk_load),
    .prepare = prepare,
    .check = disk_step_check,
    .do_work = disk_step_do_work,
    .release = disk_step_release,
};
