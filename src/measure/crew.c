#include "measure/crew.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "measure/stop.h"

struct worker {
    struct crew *crew;
    size_t index;
    uint64_t cpu;
    pthread_t thread;
    bool pinned;
    enum crew_place place; /* where it is now */
    bool busy;             /* has been handed a job that it has not finished */
    bool ends;
    crew_job job;
    void *context;
    int rc;
    struct err err;
};

struct crew {
    const struct clock *clock;
    pthread_mutex_t lock; /* guards all that follows, and the workers' members */
    pthread_cond_t handed;
    pthread_cond_t finished;
    size_t ready;          /* workers that have pinned themselves */
    size_t expected;       /* workers of the job that is under way */
    enum crew_place place; /* of that job */
    cpu_set_t roam[16];    /* 16384 CPUs: what the process may use */
    bool roams;            /* `roam` is known */
    atomic_size_t at_line;
    bool lost;
    size_t count;
    struct worker workers[];
};

/* Fails where the CPU is not ours to choose; the caller counts it. */
static bool pin(uint64_t cpu)
{
    size_t bytes = CPU_ALLOC_SIZE((size_t)cpu + 1);
    cpu_set_t *set = CPU_ALLOC((size_t)cpu + 1);
    bool pinned;

    if (set == NULL)
        return false;
    CPU_ZERO_S(bytes, set);
    CPU_SET_S((size_t)cpu, bytes, set);
    pinned = sched_setaffinity(0, bytes, set) == 0;
    CPU_FREE(set);
    return pinned;
}

/* Moves to where the job wants it. Roaming again after it was pinned may be refused
 * as pinning may: then it stays where it is. */
static void take_place(struct worker *self, enum crew_place place)
{
    const struct crew *crew = self->crew;

    if (place == self->place)
        return;
    if (place == CREW_PINNED)
        (void)pin(self->cpu);
    else if (crew->roams)
        (void)sched_setaffinity(0, sizeof(crew->roam), crew->roam);
    self->place = place;
}

/* Waits until all workers of the job stand here. Spinning starts them within
 * nanoseconds of each other; where two share a CPU, yielding lets the other come. */
static void starting_line(struct crew *crew, size_t expected)
{
    unsigned spins = 0;

    atomic_fetch_add(&crew->at_line, 1);
    while (atomic_load(&crew->at_line) < expected) {
        if (++spins > 1000)
            (void)sched_yield(); /* cannot fail on Linux */
    }
}

static void *work(void *argument)
{
    struct worker *self = argument;
    struct crew *crew = self->crew;

    (void)pthread_mutex_lock(&crew->lock);
    self->pinned = pin(self->cpu);
    crew->ready++;
    (void)pthread_cond_signal(&crew->finished);
    for (;;) {
        struct err err = { .kind = ERR_NONE };
        enum crew_place place;
        size_t expected;
        int rc;

        while (!self->busy && !self->ends)
            (void)pthread_cond_wait(&crew->handed, &crew->lock);
        if (self->ends)
            break;
        expected = crew->expected;
        place = crew->place;
        (void)pthread_mutex_unlock(&crew->lock);
        take_place(self, place);
        starting_line(crew, expected);
        rc = self->job(self->context, self->index, &err);
        (void)pthread_mutex_lock(&crew->lock);
        self->rc = rc;
        self->err = err;
        self->busy = false;
        (void)pthread_cond_signal(&crew->finished);
    }
    (void)pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static int init_locks(struct crew *crew)
{
    pthread_condattr_t monotonic;
    int rc;

    if (pthread_condattr_init(&monotonic) != 0)
        return -1;
    rc = pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    if (rc == 0)
        rc = pthread_mutex_init(&crew->lock, NULL);
    if (rc == 0)
        rc = pthread_cond_init(&crew->handed, &monotonic);
    if (rc == 0)
        rc = pthread_cond_init(&crew->finished, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    return rc == 0 ? 0 : -1;
}

int crew_start(const uint64_t *cpus, size_t count, const struct clock *clock,
               struct crew **ret_crew, struct err *err)
{
    struct crew *crew;
    int rc = 0;

    crew = calloc(1, sizeof(*crew) + count * sizeof(crew->workers[0]));
    if (crew == NULL || init_locks(crew) < 0) {
        free(crew);
        return err_system(err, ENOMEM, "cannot start worker threads");
    }
    crew->clock = clock;
    crew->roams = sched_getaffinity(0, sizeof(crew->roam), crew->roam) == 0;
    for (size_t i = 0; i < count && rc == 0; i++) {
        struct worker *worker = &crew->workers[i];
        worker->crew = crew;
        worker->index = i;
        worker->cpu = cpus[i];
        rc = pthread_create(&worker->thread, NULL, work, worker);
        crew->count += rc == 0;
    }
    if (crew->count == 0) {
        crew_release(crew);
        return err_system(err, rc, "cannot start worker threads");
    }
    (void)pthread_mutex_lock(&crew->lock);
    while (crew->ready < crew->count)
        (void)pthread_cond_wait(&crew->finished, &crew->lock);
    (void)pthread_mutex_unlock(&crew->lock);
    *ret_crew = crew;
    return 0;
}

size_t crew_size(const struct crew *crew)
{
    return crew->count;
}

bool crew_pinned(const struct crew *crew)
{
    for (size_t i = 0; i < crew->count; i++) {
        if (!crew->workers[i].pinned)
            return false;
    }
    return true;
}

bool crew_lost(const struct crew *crew)
{
    return crew->lost;
}

bool crew_is_back(struct crew *crew, size_t worker)
{
    bool back;

    (void)pthread_mutex_lock(&crew->lock);
    back = worker >= crew->count || !crew->workers[worker].busy;
    (void)pthread_mutex_unlock(&crew->lock);
    return back;
}

static bool any_busy(const struct crew *crew, const size_t *members,
                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (crew->workers[members[i]].busy)
            return true;
    }
    return false;
}

/* Sleeps until a worker reports, or for a moment: the deadline is on the crew's own
 * clock, which need not be the machine's. */
static void wait_a_moment(struct crew *crew)
{
    struct timespec until;

    (void)clock_gettime(CLOCK_MONOTONIC, &until); /* exists on every Linux */
    until.tv_nsec += 50 * NS_PER_MS;
    until.tv_sec += until.tv_nsec / NS_PER_S;
    until.tv_nsec %= NS_PER_S;
    (void)pthread_cond_timedwait(&crew->finished, &crew->lock, &until);
}

static int first_failure(const struct crew *crew, const size_t *members,
                         size_t count, struct err *err)
{
    for (size_t i = 0; i < count; i++) {
        const struct worker *worker = &crew->workers[members[i]];
        if (worker->rc < 0) {
            *err = worker->err;
            return -1;
        }
    }
    return 0;
}

/* Threads can be short (a limit on processes): then the crew is smaller than asked. */
static int all_present(const struct crew *crew, const size_t *members,
                       size_t count, struct err *err)
{
    for (size_t i = 0; i < count; i++) {
        if (members[i] >= crew->count)
            return err_set(err, ERR_SYSTEM,
                           "needs more than the %zu worker thread%s that could "
                           "be started",
                           crew->count, crew->count == 1 ? "" : "s");
    }
    return 0;
}

static void hand_over(struct crew *crew, enum crew_place place,
                      const size_t *members, size_t count, crew_job job,
                      void *const *contexts)
{
    atomic_store(&crew->at_line, 0);
    crew->expected = count;
    crew->place = place;
    for (size_t i = 0; i < count; i++) {
        struct worker *worker = &crew->workers[members[i]];
        worker->job = job;
        worker->context = contexts[i];
        worker->busy = true;
    }
    (void)pthread_cond_broadcast(&crew->handed);
}

/* Since when a job is waited for. */
struct wait {
    const struct patience *patience;
    uint64_t begun_ns;
    uint64_t stopped_ns; /* when the flag was seen; 0: it is not set */
};

/* Fails when the patience is at its end. */
static int bear(const struct crew *crew, struct wait *wait, struct err *err)
{
    const struct patience *patience = wait->patience;
    uint64_t now = clock_now(crew->clock);

    if (wait->stopped_ns == 0 && patience->stop != NULL &&
        stop_asked(patience->stop))
        wait->stopped_ns = now;
    if (wait->stopped_ns != 0 && now - wait->stopped_ns >= patience->stopped_ns)
        return err_set(err, ERR_STOPPED, "interrupted in the middle of it");
    if (now - wait->begun_ns <= patience->ns)
        return 0;
    (void)err_set(err, ERR_SYSTEM, "did not come back within %.0f s",
                  clock_seconds(patience->ns));
    err->code = ETIMEDOUT;
    return -1;
}

int crew_run(struct crew *crew, enum crew_place place, const size_t *members,
             size_t count, crew_job job, void *const *contexts,
             const struct patience *patience, struct err *err)
{
    struct wait wait = { patience, clock_now(crew->clock), 0 };
    int rc = 0;

    if (all_present(crew, members, count, err) < 0)
        return -1;
    (void)pthread_mutex_lock(&crew->lock);
    hand_over(crew, place, members, count, job, contexts);
    while (any_busy(crew, members, count)) {
        rc = bear(crew, &wait, err);
        if (rc < 0) {
            crew->lost = true;
            break;
        }
        wait_a_moment(crew);
    }
    if (rc == 0)
        rc = first_failure(crew, members, count, err);
    (void)pthread_mutex_unlock(&crew->lock);
    return rc;
}

void crew_release(struct crew *crew)
{
    if (crew == NULL || crew->lost)
        return;
    (void)pthread_mutex_lock(&crew->lock);
    for (size_t i = 0; i < crew->count; i++)
        crew->workers[i].ends = true;
    (void)pthread_cond_broadcast(&crew->handed);
    (void)pthread_mutex_unlock(&crew->lock);
    for (size_t i = 0; i < crew->count; i++)
        (void)pthread_join(crew->workers[i].thread, NULL);
    (void)pthread_cond_destroy(&crew->handed);
    (void)pthread_cond_destroy(&crew->finished);
    (void)pthread_mutex_destroy(&crew->lock);
    free(crew);
}
