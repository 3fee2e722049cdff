/* A chain of dependent multiplies: the plain speed of one CPU, and its clock. */
#include "base/err.h"
#include "bench/bench.h"
#include "kernels/loops.h"

enum { LOOPS_PER_OP = 1000 };

struct cpu_loop {
    uint64_t value; /* keeps the chain's result alive */
    double cycles;  /* of a loop on this CPU; 0: not known */
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_loop *self = state;

    (void)env;
    (void)err;
    self->value = 1;
    self->cycles = loops_chain_cycles(); /* costs microseconds in a guest */
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    (void)state;
    (void)ret_note;
    if (loops_chain(7, 12345) != loops_chain_expected(7, 12345))
        return err_set(err, ERR_PROOF,
                       "the multiply chain gave a wrong product");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_loop *self = state;
    uint64_t loops = work->chunk * LOOPS_PER_OP;
    uint64_t begun = work->stamp_cpu(work);

    (void)err;
    self->value = loops_chain(self->value, loops);
    work->cycles += self->cycles * (double)loops;
    work->cycles_ns += work->stamp_cpu(work) - begun;
    work->ops += loops;
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE, .quick = true },
    { .suffix = NULL },
};

const struct bench bench_cpu_loop = {
    .id = "cpu.loop",
    .title = "Integer loop",
    .about = "Multiplies 64-bit integers, each product waiting for the last.",
    .resource = RESOURCE_CPU,
    .score = SCORE_OPS_PER_SECOND,
    .op = "loops",
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct cpu_loop),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
