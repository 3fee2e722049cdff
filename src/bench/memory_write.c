/* Bandwidth of writing with stores that go past the caches. */
#include <string.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/memory_stream.h"
#include "bench/variants.h"

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    (void)err;
    memory_stream_init(state, env, env->pool->write, STREAM_WRITE, 1);
    return 0;
}

/* The double 1.0: what lies here is read as numbers by the triad, and odd bits could be
 * numbers that a CPU computes with slowly. */
#define FILL_WORD 0x3ff0000000000000U

static void pass(struct memory_stream *self, size_t at, size_t bytes)
{
    self->kernel->write(self->bytes + at, bytes, FILL_WORD);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct memory_stream *self = state;
    uint64_t word = FILL_WORD;

    *ret_note = self->kernel->name;
    memset(self->bytes, 0, STREAM_LINE);
    pass(self, 0, STREAM_LINE);
    for (size_t i = 0; i < STREAM_LINE; i += sizeof(word)) {
        if (memcmp(self->bytes + i, &word, sizeof(word)) != 0)
            return err_set(err, ERR_PROOF, "the %s write loop left a wrong word",
                           self->kernel->name);
    }
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    (void)err;
    memory_stream_work(state, work, pass, STREAM_WRITE_CREDIT);
    return 0;
}

const struct bench bench_memory_write = {
    .id = "memory.write",
    .title = "Memory write",
    .about = "Fills a buffer larger than the caches with streaming stores.",
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
