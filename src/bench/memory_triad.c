/* STREAM's triad with stores that go past the caches. */
#include <math.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/memory_stream.h"
#include "bench/variants.h"

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    (void)err;
    memory_stream_init(state, env, env->pool->write, STREAM_TRIAD, 3);
    return 0;
}

#define FACTOR 3.0

static void pass(struct memory_stream *self, size_t at, size_t bytes)
{
    double *a = (double *)(void *)(self->bytes + at);
    size_t apart = self->size / sizeof(*a);

    self->kernel->triad(a, a + apart, a + 2 * apart, FACTOR, bytes);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct memory_stream *self = state;
    double *a = (double *)(void *)self->bytes;
    size_t apart = self->size / sizeof(*a);

    *ret_note = self->kernel->name;
    for (size_t i = 0; i < STREAM_LINE / sizeof(*a); i++) {
        a[apart + i] = (double)i;
        a[2 * apart + i] = 2;
    }
    pass(self, 0, STREAM_LINE);
    for (size_t i = 0; i < STREAM_LINE / sizeof(*a); i++) {
        if (fabs(a[i] - ((double)i + 2 * FACTOR)) > 1e-12)
            return err_set(err, ERR_PROOF, "the %s triad gave a wrong number",
                           self->kernel->name);
    }
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    (void)err;
    memory_stream_work(state, work, pass, STREAM_TRIAD_CREDIT);
    return 0;
}

const struct bench bench_memory_triad = {
    .id = "memory.triad",
    .title = "Memory triad",
    .about = "Computes a = b + 3 c over doubles in three parts of a buffer, "
             "all three counted.",
    .resource = RESOURCE_MEMORY,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .needs_memory = true,
    .variants = bench_one_and_all,
    .state_size = sizeof(struct memory_stream),
    .points = memory_stream_points,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
