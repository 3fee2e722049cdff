/* Gaps in a thread that does nothing but look at the clock: the time that interrupts, the
 * kernel, other programs and the hypervisor took from it. The score is the share
 * lost; the latencies are the gaps. */
#include "base/err.h"
#include "bench/bench.h"

/* A shorter gap is the clock itself, or a cache miss. Between two looks of the loop lie
 * two reads, so that a clock that takes a quarter of it would make up half of a gap. */
enum { GAP_NS = 2000, SOUND_NS = GAP_NS / 4, STEPS = 16 };

struct os_stall {
    uint64_t last;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    (void)state;
    (void)env;
    (void)err;
    return 0;
}

/* There is nothing to compute; the clock's own proof is that of os.clock. */
static int check(void *state, const char **ret_note, struct err *err)
{
    (void)state;
    (void)err;
    *ret_note = "gaps of 2 us and more";
    return 0;
}

/* The shortest of a few steps of the clock: one that is short enough says all. UINT64_MAX
 * when the slice ended before the first. */
static uint64_t shortest_step(struct work *work)
{
    uint64_t least = UINT64_MAX;
    uint64_t last = work->stamp(work);

    for (int steps = 0; steps < STEPS && least > SOUND_NS;) {
        uint64_t now = work->stamp(work);

        if (now == last) { /* it ticks */
            if (work->over(work))
                break;
            continue;
        }
        least = now - last < least ? now - last : least;
        last = now;
        steps++;
    }
    return least;
}

/* A slow clock would be one gap after the other, and all time lost. */
static int do_work(void *state, struct work *work, struct err *err)
{
    struct os_stall *self = state;
    uint64_t step = shortest_step(work);
    bool over = false;

    if (step > SOUND_NS && step != UINT64_MAX)
        return err_set(err, ERR_UNSUPPORTED,
                       "the clock of this host tells no less than %llu ns, and "
                       "a gap is 2000 ns or more",
                       (unsigned long long)step);
    self->last = work->stamp(work);
    while (!over) {
        uint64_t now = work->stamp(work);

        if (now - self->last >= GAP_NS) {
            work->lost_ns += now - self->last;
            over = !work->complete(work, self->last, 0);
            now = work->stamp(work);
        }
        over = over || work->over(work);
        self->last = now;
    }
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ALL },
    { .suffix = NULL },
};

const struct bench bench_os_stall = {
    .id = "os.stall",
    .title = "Lost time",
    .about = "Watches the clock without a pause on every CPU; what is missing "
             "was taken by somebody else.",
    .resource = RESOURCE_OS,
    .score = SCORE_LOST_SHARE,
    .method = 1,
    .each_operation = true,
    .variants = variants,
    .state_size = sizeof(struct os_stall),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
