/* What a switch from one thread to another on the same CPU costs, with the two system
 * calls that bring it about. Both threads sit on the worker's CPU: across CPUs the
 * figure would be that of waking an idle one. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "bench/bench.h"

enum { TURNS = 50 };

struct os_switch {
    int to_other[2]; /* read end, write end */
    int to_us[2];
    pthread_t other;
    bool started;
    clockid_t other_clock; /* of the other thread's CPU time */
    uint64_t other_cpu_ns; /* by then */
};

/* Sends every byte back, until its pipe is closed. Inherits the worker's CPU. */
static void *answer(void *context)
{
    struct os_switch *self = context;
    char byte;

    while (read(self->to_other[0], &byte, 1) == 1) {
        if (write(self->to_us[1], &byte, 1) != 1)
            break;
    }
    return NULL;
}

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct os_switch *self = state;
    int rc;

    (void)env;
    self->to_other[0] = self->to_other[1] = -1;
    self->to_us[0] = self->to_us[1] = -1;
    if (pipe2(self->to_other, O_CLOEXEC) < 0 ||
        pipe2(self->to_us, O_CLOEXEC) < 0)
        return err_system(err, errno, "cannot make a pipe");
    rc = pthread_create(&self->other, NULL, answer, self);
    if (rc != 0)
        return err_system(err, rc, "cannot start a thread");
    self->started = true;
    rc = pthread_getcpuclockid(self->other, &self->other_clock);
    return rc == 0 ? 0 : err_system(err, rc, "cannot time a thread");
}

static int turn(struct os_switch *self, char sent, char *ret_answer,
                struct err *err)
{
    if (write(self->to_other[1], &sent, 1) != 1 ||
        read(self->to_us[0], ret_answer, 1) != 1)
        return err_system(err, errno, "the other thread does not answer");
    return 0;
}

/* Half of the work is the other thread's. */
static uint64_t other_cpu_ns(const struct os_switch *self)
{
    struct timespec t = { 0, 0 };

    (void)clock_gettime(self->other_clock, &t); /* a thread of ours, alive */
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct os_switch *self = state;
    char answer = 0;

    (void)ret_note;
    for (char sent = 1; sent < 10; sent++) {
        if (turn(state, sent, &answer, err) < 0)
            return -1;
        if (answer != sent)
            return err_set(err, ERR_PROOF, "the pipe gave another byte");
    }
    self->other_cpu_ns = other_cpu_ns(self);
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct os_switch *self = state;
    uint64_t began = self->other_cpu_ns;
    char answer;

    for (uint64_t i = 0; i < work->chunk * TURNS; i++) {
        if (turn(state, 'x', &answer, err) < 0)
            return -1;
    }
    work->ops += work->chunk * TURNS * 2;
    self->other_cpu_ns = other_cpu_ns(self);
    work->helper_cpu_ns += self->other_cpu_ns - began;
    return 0;
}

static void close_pipe(int ends[2])
{
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0)
            (void)close(ends[i]); /* a pipe holds nothing to lose */
    }
}

static void release(void *state)
{
    struct os_switch *self = state;

    if (self->to_other[1] >= 0)
        (void)close(self->to_other[1]); /* the other thread reads its end */
    self->to_other[1] = -1;
    if (self->started)
        (void)pthread_join(self->other, NULL);
    close_pipe(self->to_other);
    close_pipe(self->to_us);
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_os_switch = {
    .id = "os.switch",
    .title = "Thread switch",
    .about = "Two threads of one CPU wake each other through pipes; an "
             "operation is one switch.",
    .resource = RESOURCE_OS,
    .score = SCORE_NS_PER_OP,
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct os_switch),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
