/* What a look at the clock costs: some 20 ns where the kernel lets programs read it
 * by themselves, a microsecond and more where it does not. */
#include <time.h>

#include "base/err.h"
#include "bench/bench.h"

enum { READS = 1000 };

struct os_clock {
    struct timespec now;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    (void)state;
    (void)env;
    (void)err;
    return 0;
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec < b->tv_sec ||
           (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

/* The clock must never go back. */
static int check(void *state, const char **ret_note, struct err *err)
{
    struct timespec last = { 0, 0 };

    (void)state;
    (void)ret_note;
    for (int i = 0; i < READS; i++) {
        struct timespec now;

        if (clock_gettime(CLOCK_MONOTONIC, &now) != 0 || is_before(&now, &last))
            return err_set(err, ERR_PROOF, "the clock went backwards");
        last = now;
    }
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct os_clock *self = state;

    (void)err;
    for (uint64_t i = 0; i < work->chunk * READS; i++)
        (void)clock_gettime(CLOCK_MONOTONIC, &self->now); /* checked above */
    work->ops += work->chunk * READS;
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_os_clock = {
    .id = "os.clock",
    .title = "Clock read",
    .about = "Reads the monotonic clock as programs do.",
    .resource = RESOURCE_OS,
    .score = SCORE_NS_PER_OP,
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct os_clock),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
