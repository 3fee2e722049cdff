#include "bench/disk_step.h"

#include "bench/disk_knee.h"
#include "bench/disk_target.h"

const struct bench_variant disk_random_depths[] = {
    { .suffix = ".q1",
      .aspect = ", depth 1",
      .tier = TIER_HEAD,
      .scope = SCOPE_ONE,
      .parameter = 1,
      .quick = true },
    { .suffix = ".q4",
      .aspect = ", depth 4",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = 4 },
    { .suffix = ".q16",
      .aspect = ", depth 16",
      .tier = TIER_HEAD,
      .scope = SCOPE_ONE,
      .parameter = 16 },
    { .suffix = ".knee",
      .aspect = " at the knee",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = DISK_AT_KNEE },
    { .suffix = NULL },
};

const struct bench_variant disk_sequential_depths[] = {
    { .suffix = ".q1",
      .aspect = ", depth 1",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = 1 },
    { .suffix = ".q4",
      .aspect = ", depth 4",
      .tier = TIER_HEAD,
      .scope = SCOPE_ONE,
      .parameter = 4 },
    { .suffix = ".q16",
      .aspect = ", depth 16",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = 16 },
    { .suffix = NULL },
};

int disk_step_prepare(struct disk_load *load, const struct bench_env *env,
                      const struct disk_pattern *pattern, struct err *err)
{
    uint64_t depth = env->variant->parameter;

    if (disk_target_ready(env->target, pattern->reads < 100, err) < 0)
        return -1;
    if (depth == DISK_AT_KNEE && disk_knee(env->target, &depth, err) < 0)
        return -1;
    return disk_load_init(load, env->target, pattern, depth, env->seed, err);
}

int disk_step_check(void *state, const char **ret_note, struct err *err)
{
    return disk_load_check(state, ret_note, err);
}

int disk_step_do_work(void *state, struct work *work, struct err *err)
{
    return disk_load_run(state, work, err);
}

void disk_step_release(void *state)
{
    disk_load_release(state);
}
