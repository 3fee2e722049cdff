/* A benchmark that does what a script says, and a run of it on a clock that the test
 * ticks: test_run*.c tell the stories. */
#ifndef ASSAY_TESTS_SCRIPTED_RUN_H
#define ASSAY_TESTS_SCRIPTED_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "host/host.h"
#include "measure/crew.h"
#include "measure/plan.h"
#include "measure/run.h"
#include "measure/stop.h"

#include "fake_clock.h"

/* What the fake benchmark does; one at a time, set by each test. */
struct script {
    struct fake_clock *clock;
    uint64_t op_ns;          /* what one operation takes on the fake clock */
    uint64_t jitter_percent; /* odd calls take so much longer */
    uint64_t prepare_ns;     /* what preparing takes */
    int fail_prepare;        /* enum err_kind, 0: no */
    int fail_check;
    uint64_t fail_call;   /* do_work fails from this call on; 0: never */
    int fail_errno;       /* with this */
    uint64_t hiccup_call; /* takes 5 ms more; 0: none */
    uint64_t stop_call;   /* sets the stop flag at this call; 0: never */
    int hang_fd;          /* do_work blocks reading it; -1: no */
    int here_fd;          /* and writes to this one before */
    struct stop *stop;
    uint64_t calls;
    uint64_t slices; /* each_operation: slices filled */
    uint64_t batch;  /* each_operation: so many at once ... */
    uint64_t batch_ns; /* ... whenever the clock is at a multiple of this; 0: no */
    uint64_t saved; /* each_operation: so many take a hundredth of their time */
    uint64_t tail;  /* each_operation: under way when the slice is over */
    uint64_t hang_slice; /* each_operation: blocks reading hang_fd in this one; 0: no */
    bool hang_stops; /* the stop flag is set then */
    int prepared, released;
};

static struct script script;

static inline int prepare(void *state, const struct bench_env *env,
                          struct err *err)
{
    (void)state;
    (void)env;
    script.prepared++;
    (void)atomic_fetch_add(&script.clock->ns, script.prepare_ns);
    if (script.fail_prepare != 0)
        return err_set(err, (enum err_kind)script.fail_prepare,
                       "no room for this");
    return 0;
}

static inline int check(void *state, const char **ret_note, struct err *err)
{
    (void)state;
    *ret_note = "scripted";
    return script.fail_check != 0 ? err_set(err, ERR_PROOF, "wrong answer") : 0;
}

/* Says that it is here, and hangs until somebody writes. After that the script is the
 * next test's: nothing reads it any more. */
static inline int hang(void)
{
    const int fd = script.hang_fd;
    const int here_fd = script.here_fd;
    char byte = 'x';

    if (script.hang_stops)
        atomic_store(&script.stop->reason, 2);
    (void)!write(here_fd, &byte, 1); /* the test waits for it */
    return (int)read(fd, &byte, 1) * 0;
}

static inline int do_work(void *state, struct work *work, struct err *err)
{
    uint64_t ns = script.op_ns * work->chunk;

    (void)state;
    script.calls++;
    if (script.hang_fd >= 0)
        return hang();
    if (script.fail_call != 0 && script.calls >= script.fail_call)
        return err_system(err, script.fail_errno, "cannot read block 7");
    if (script.hiccup_call == script.calls)
        ns += 5 * NS_PER_MS;
    if (script.stop_call == script.calls)
        atomic_store(&script.stop->reason, 15);
    if (script.calls % 2 == 1)
        ns += ns * script.jitter_percent / 100;
    (void)atomic_fetch_add(&script.clock->ns, ns);
    work->ops += work->chunk;
    work->bytes += work->chunk * 10;
    return 0;
}

/* A disk that serves in batches lets the first of each wait for its time. */
static inline void await_batch(uint64_t ops)
{
    uint64_t now = atomic_load(&script.clock->ns);

    if (script.batch_ns > 0 && ops % script.batch == 0)
        atomic_store(&script.clock->ns,
                     (now / script.batch_ns + 1) * script.batch_ns);
}

static inline int do_each(void *state, struct work *work, struct err *err)
{
    uint64_t begun;
    bool over = false;

    (void)state;
    (void)err;
    script.slices++;
    if (script.slices == script.hang_slice)
        return hang();
    for (uint64_t ops = 0; !over; ops++) {
        begun = work->stamp(work);
        await_batch(ops);
        (void)atomic_fetch_add(&script.clock->ns, ops < script.saved
                                                      ? script.op_ns / 100
                                                      : script.op_ns);
        over = !work->complete(work, begun, 4096);
    }
    for (uint64_t i = 0; i < script.tail; i++) {
        (void)atomic_fetch_add(&script.clock->ns, script.op_ns);
        (void)work->complete(work, begun, 4096);
    }
    return 0;
}

static inline void release(void *state)
{
    (void)state;
    script.released++;
}

static const struct bench_variant head[] = { { .suffix = "", .tier = TIER_HEAD },
                                             { .suffix = NULL } };
static const struct bench_variant detail[] = {
    { .suffix = "", .tier = TIER_DETAIL }, { .suffix = NULL }
};

static const struct bench fake = {
    .id = "fake.work",
    .title = "Fake",
    .about = "Ticks.",
    .method = 1,
    .resource = RESOURCE_CPU,
    .score = SCORE_OPS_PER_SECOND,
    .variants = head,
    .state_size = 1,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
static const struct bench fake_detail = {
    .id = "fake.detail",
    .title = "Fake",
    .about = "Ticks.",
    .method = 1,
    .resource = RESOURCE_CPU,
    .score = SCORE_OPS_PER_SECOND,
    .variants = detail,
    .state_size = 1,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
static const struct bench fake_each = {
    .id = "fake.each",
    .title = "Fake",
    .about = "Ticks.",
    .method = 1,
    .resource = RESOURCE_OS,
    .score = SCORE_OPS_PER_SECOND,
    .variants = head,
    .each_operation = true,
    .state_size = 1,
    .prepare = prepare,
    .check = check,
    .do_work = do_each,
    .release = release,
};

static const struct bench fake_disk = {
    .id = "fake.disk",
    .title = "Fake",
    .about = "Does what it is told.",
    .resource = RESOURCE_DISK,
    .score = SCORE_OPS_PER_SECOND,
    .variants = head,
    .method = 1,
    .state_size = 8,
    .each_operation = true,
    .prepare = prepare,
    .check = check,
    .do_work = do_each,
    .release = release,
};

static inline void read_nothing(void *context, const struct cast *cast,
                                struct disturbance *ret_now)
{
    (void)context;
    (void)cast;
    *ret_now = (struct disturbance){ UNKNOWN_U64, UNKNOWN_U64 };
}

static inline void read_thread_nothing(void *context,
                                       struct thread_disturbance *ret)
{
    (void)context;
    *ret = (struct thread_disturbance){ UNKNOWN_U64, 0 };
}

/* Everything one run needs. */
struct rig {
    struct arena arena;
    struct fake_clock fake;
    struct clock clock;
    struct stop stop;
    struct host host;
    uint64_t cpus[1];
    struct watcher watcher;
    struct witness witness;
    struct plan_options options;
    struct plan_wish wish;
    struct plan_wish more[2]; /* wishes after it */
    size_t more_count;
    struct plan plan;
    struct run run;
    struct crew *crew;
    struct disk_target *target; /* NULL: none */
};

static inline void rig_init(struct rig *rig, const struct bench *bench)
{
    *rig = (struct rig){ .fake = { .ns = 1000, .cpu_share = 1 } };
    arena_init(&rig->arena);
    rig->clock = fake_clock_of(&rig->fake);
    rig->host.cpu.usable = (struct cpu_list){ rig->cpus, 1 };
    rig->host.cpu.quota_cpus = UNKNOWN_DOUBLE;
    rig->witness = (struct witness){ read_nothing, read_thread_nothing, NULL };
    rig->options = (struct plan_options){ .depth = DEPTH_DEFAULT,
                                          .precision = UNKNOWN_DOUBLE,
                                          .seed = 1 };
    bench_choice_make(bench, bench->variants, 0, &rig->wish.choice);
    script = (struct script){
        .clock = &rig->fake, .op_ns = 1000, .hang_fd = -1, .stop = &rig->stop
    };
}

static inline void rig_add(struct rig *rig, const struct bench *bench)
{
    bench_choice_make(bench, bench->variants, 0,
                      &rig->more[rig->more_count++].choice);
}

static inline void rig_run(struct rig *rig)
{
    const struct plan_wish wishes[] = { rig->wish, rig->more[0], rig->more[1] };
    struct err err;
    struct run_env env = { .targets = &rig->target,
                           .clock = &rig->clock,
                           .stop = &rig->stop,
                           .watcher = &rig->watcher,
                           .witness = &rig->witness,
                           .host = &rig->host,
                           .arena = &rig->arena,
                           .begun_ns = 1000 };

    assert_int_equal(plan_make(&rig->host, &rig->options, wishes,
                               1 + rig->more_count, &rig->arena, &rig->plan,
                               &err),
                     0);
    assert_int_equal(crew_start(rig->cpus, 1, &rig->clock, &rig->crew, &err), 0);
    env.crew = rig->crew;
    run_plan(&rig->plan, &env, &rig->run);
}

static inline void rig_release(struct rig *rig)
{
    crew_release(rig->crew);
    arena_release(&rig->arena);
}

static inline const struct series *series_of(const struct rig *rig)
{
    return &rig->run.steps[0].points[0].series[0];
}

static inline size_t rounds_of(const struct rig *rig, size_t step)
{
    return rig->run.steps[step].points[0].series[0].count;
}

#endif
