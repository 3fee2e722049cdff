/* Substrate's memory recipe: one libc memcpy of 64 MiB, over and over.
 *
 * It judges libc's choice of stores as much as the memory, and is kept as it is so
 * that scores agree with what a node prints. */
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "bench/keep.h"
#include "host/host.h"

static const size_t copy_bytes = 64U << 20;

struct memory_copy {
    unsigned char *from;
    unsigned char *to;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct memory_copy *self = state;
    uint64_t usable = env->host->memory.usable_bytes;

    /* The pages are taken when they are filled; a control group that has not so
     * many would kill us then. */
    if (known_u64(usable) && usable < 2 * copy_bytes + (copy_bytes >> 2))
        return err_set(err, ERR_SPACE,
                       "needs two buffers of 64 MiB, and %llu MiB are usable",
                       (unsigned long long)(usable >> 20));
    self->from = malloc(copy_bytes);
    self->to = malloc(copy_bytes);
    if (self->from == NULL || self->to == NULL)
        return err_set(err, ERR_SPACE, "cannot take two buffers of 64 MiB");
    memset(self->from, 0x66, copy_bytes);
    memset(self->to, 0x77, copy_bytes);
    return 0;
}

static void copy_once(struct memory_copy *self)
{
    keep(self->from);
    memcpy(self->to, self->from, copy_bytes);
    keep(self->to);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct memory_copy *self = state;

    (void)ret_note;
    copy_once(self);
    if (memcmp(self->from, self->to, copy_bytes) != 0 || self->to[0] != 0x66)
        return err_set(err, ERR_PROOF, "the copy differs from the original");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    (void)err;
    copy_once(state);
    work->ops++;
    work->bytes += copy_bytes;
    return 0;
}

static void release(void *state)
{
    struct memory_copy *self = state;

    free(self->from);
    free(self->to);
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_memory_copy = {
    .id = "memory.copy",
    .title = "Memory copy, libc 64 MiB",
    .about = "Copies 64 MiB with libc's memcpy, bytes counted once "
             "(Substrate's recipe).",
    .resource = RESOURCE_MEMORY,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .whole_run = true,
    .working_set = 2 * (64U << 20),
    .worker_bytes = 2 * (64U << 20),
    .prepare_seconds = 0.08, /* touching both */
    .variants = variants,
    .state_size = sizeof(struct memory_copy),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
