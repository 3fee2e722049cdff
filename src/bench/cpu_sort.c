/* Sorting random keys: branches that nobody can foresee. */
#include "base/err.h"
#include "bench/bench.h"
#include "bench/variants.h"
#include "kernels/sort.h"

enum { KEYS = 16 * 1024 }; /* 128 KiB: in the second-level cache */

struct cpu_sort {
    uint64_t keys[KEYS];
    uint64_t seed;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_sort *self = state;

    (void)err;
    self->seed = env->seed;
    return 0;
}

/* New keys each time: a branch predictor learns the way through 4096 known ones,
 * which then take a quarter of the time. Making a key takes a thirtieth of
 * sorting it. */
static void sort_once(struct cpu_sort *self)
{
    sort_fill(self->keys, KEYS, ++self->seed);
    sort_keys(self->keys, KEYS);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct cpu_sort *self = state;

    (void)ret_note;
    sort_once(self);
    if (!sort_proved(self->keys, KEYS, self->seed))
        return err_set(err, ERR_PROOF, "the keys are not the same, or unsorted");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    (void)err;
    for (uint64_t i = 0; i < work->chunk; i++)
        sort_once(state);
    work->ops += work->chunk * KEYS;
    return 0;
}

const struct bench bench_cpu_sort = {
    .id = "cpu.sort",
    .title = "Sort",
    .about = "Sorts 16384 random 64-bit keys; an operation is one key.",
    .resource = RESOURCE_CPU,
    .score = SCORE_OPS_PER_SECOND,
    .op = "keys",
    .method = 1,
    .variants = bench_one_and_all,
    .state_size = sizeof(struct cpu_sort),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
