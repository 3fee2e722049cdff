/* The same throughput-bound loop in 1, 2, 4 ... and all CPUs at once: a rate per job
 * that stays flat while every job has a core of its own. */
#include "base/err.h"
#include "bench/bench.h"
#include "bench/clock_burst.h"
#include "host/cpu_kinds.h"
#include "host/host.h"
#include "kernels/loops.h"

enum { LOOPS_PER_OP = 1000, BURST_EVERY = 20 };

struct cpu_scaling {
    uint64_t value;
    unsigned calls;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_scaling *self = state;

    (void)err;
    self->value = env->worker;
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    (void)state;
    (void)ret_note;
    if (loops_wide(7, 12345) != loops_wide_expected(7, 12345))
        return err_set(err, ERR_PROOF, "the addition loop gave a wrong sum");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_scaling *self = state;

    (void)err;
    if (self->calls++ % BURST_EVERY == 0)
        self->value ^= clock_burst(work);
    self->value = loops_wide(self->value, work->chunk * LOOPS_PER_OP);
    work->ops += work->chunk * LOOPS_PER_OP;
    return 0;
}

/* 1, 2, 4 ... and all CPUs of a kind. */
static size_t add_widths(const char *kind, uint64_t all,
                         struct bench_point *points, size_t n, size_t room)
{
    for (uint64_t jobs = 1; jobs < all && n + 2 < room; jobs *= 2)
        points[n++] = (struct bench_point){ .x = jobs, .kind = kind };
    points[n++] = (struct bench_point){ .x = all, .kind = kind };
    return n;
}

/* Kinds of CPUs are measured one by one, since a mean of several says nothing of any. The
 * last point is all CPUs at once, and the score. */
static size_t points(const struct bench_env *env, struct bench_point *points,
                     size_t room)
{
    const char *kinds[HOST_KINDS_MOST];
    const struct host_cpu *cpu = &env->host->cpu;
    size_t kind_count = host_kinds(cpu, kinds);
    size_t n = 0;

    if (kind_count < 2) {
        n = add_widths(NULL, env->workers, points, n, room);
    } else {
        for (size_t k = 0; k < kind_count && n + 3 < room; k++)
            n = add_widths(kinds[k], host_kind_count(cpu, kinds[k]), points, n,
                           room - 1);
        points[n++] = (struct bench_point){ .x = env->workers };
    }
    points[n - 1].headline = true;
    return n;
}

static const struct bench_variant variants[] = {
    { .suffix = "",
      .tier = TIER_HEAD,
      .scope = SCOPE_WIDTHS,
      .join = JOIN_MEAN,
      .quick = true },
    { .suffix = NULL },
};

const struct bench bench_cpu_scaling = {
    .id = "cpu.scaling",
    .title = "Loop per job, all CPUs",
    .about =
        "Runs an addition loop that fills a core, in 1, 2, 4 ... jobs at once.",
    .resource = RESOURCE_CPU,
    .score = SCORE_OPS_PER_SECOND,
    .op = "loops",
    .method = 1,
    .curve_x = "jobs",
    .variants = variants,
    .state_size = sizeof(struct cpu_scaling),
    .points = points,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
