/* The whole curve: what a disk gives, and how late, at each depth. */
#include "bench/bench.h"
#include "bench/disk_knee.h"
#include "bench/disk_step.h"
#include "bench/disk_target.h"

static const struct disk_pattern pattern = { .block = 4096, .reads = 100 };

/* The score is that of the depth which most disks' specifications state. */
enum { HEADLINE_DEPTH = 32 };

static size_t points(const struct bench_env *env, struct bench_point *points,
                     size_t room)
{
    size_t count = 0;

    (void)env;
    while (count < room && disk_depths[count] != 0) {
        points[count].x = disk_depths[count];
        points[count].headline = disk_depths[count] == HEADLINE_DEPTH;
        count++;
    }
    return count;
}

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    if (disk_target_ready(env->target, false, err) < 0)
        return -1;
    return disk_load_init(state, env->target, &pattern, env->x, env->seed, err);
}

static const struct bench_variant variants[] = {
    { .suffix = ".4k", .tier = TIER_DEEP, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_disk_sweep = {
    .id = "disk.sweep",
    .title = "Random read 4 KiB by depth",
    .about =
        "Reads 4 KiB blocks at random with 1, 2, 4 ... 128 requests under way.",
    .resource = RESOURCE_DISK,
    .score = SCORE_OPS_PER_SECOND,
    .op = "IO",
    .method = 2,
    .curve_x = "depth",
    .each_operation = true,
    .variants = variants,
    .state_size = sizeof(struct disk_load),
    .points = points,
    .prepare = prepare,
    .check = disk_step_check,
    .do_work = disk_step_do_work,
    .release = disk_step_release,
};
