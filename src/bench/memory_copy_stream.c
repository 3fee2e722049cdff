/* Bandwidth of copying with stores that go past the caches; read and write are both
 * counted. Compare memory.copy, which is libc's copy, counted once. */
#include <string.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/memory_stream.h"
#include "bench/variants.h"

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    (void)err;
    memory_stream_init(state, env, env->pool->write, STREAM_COPY, 2);
    return 0;
}

static void pass(struct memory_stream *self, size_t at, size_t bytes)
{
    self->kernel->copy(self->bytes + self->size + at, self->bytes + at, bytes);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct memory_stream *self = state;
    unsigned char *to = self->bytes + self->size;

    *ret_note = self->kernel->name;
    memset(self->bytes, 0x3f, STREAM_LINE);
    memset(to, 0, STREAM_LINE);
    pass(self, 0, STREAM_LINE);
    if (memcmp(self->bytes, to, STREAM_LINE) != 0)
        return err_set(err, ERR_PROOF, "the %s copy differs from the original",
                       self->kernel->name);
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    (void)err;
    memory_stream_work(state, work, pass, STREAM_COPY_CREDIT);
    return 0;
}

const struct bench bench_memory_copy_stream = {
    .id = "memory.copy-stream",
    .title = "Stream copy",
    .about = "Copies half a buffer to the other with streaming stores, both "
             "directions counted.",
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
