/* Floating-point peak: multiply and add in registers. */
#include "base/err.h"
#include "bench/bench.h"
#include "bench/variants.h"
#include "kernels/fma.h"

enum { STEPS = 10000 };

struct cpu_fma {
    const struct fma_variant *kernel;
    double lanes[FMA_LANES];
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_fma *self = state;

    (void)env;
    (void)err;
    self->kernel = fma_best();
    fma_start(self->lanes);
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct cpu_fma *self = state;

    *ret_note = self->kernel->name;
    self->kernel->run(self->lanes, STEPS);
    if (!fma_proved(self->lanes, STEPS))
        return err_set(err, ERR_PROOF, "the %s loop gave a wrong number",
                       self->kernel->name);
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_fma *self = state;

    (void)err;
    self->kernel->run(self->lanes, work->chunk * STEPS);
    work->ops += work->chunk * STEPS * FMA_FLOPS_PER_STEP;
    return 0;
}

const struct bench bench_cpu_fma = {
    .id = "cpu.fma",
    .title = "Floating point",
    .about =
        "Multiplies and adds doubles in registers with the widest vectors.",
    .resource = RESOURCE_CPU,
    .score = SCORE_FLOPS,
    .method = 1,
    .variants = bench_one_and_all,
    .state_size = sizeof(struct cpu_fma),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
