#include "cli/session.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/memory_pool.h"
#include "cli/commit.h"
#include "cli/load.h"
#include "cli/plan_print.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/session_disk.h"
#include "cli/signals.h"
#include "cli/supervise.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "measure/crew.h"
#include "measure/live_witness.h"
#include "measure/run.h"
#include "measure/stop.h"
#include "result/assemble.h"
#include "result/clock_grain.h"
#include "result/conclude.h"
#include "result/conditions.h"
#include "result/marks.h"
#include "result/result.h"

/* All that a session holds while it measures. */
struct session {
    struct program *program;
    const struct session_order *order;
    struct document *document;
    const struct clock *clock;
    struct sysroot root;
    struct progress progress;
    struct session_disk disk;
    struct plan plan;
    struct crew *crew;
    struct memory_pool pool;
    uint64_t begun_ns;
};

static const char *new_run_id(struct arena *arena)
{
    unsigned char bytes[16] = { 0 };
    char hex[2 * sizeof(bytes) + 1];

    /* Before the kernel's pool is ready the time of day has to do. */
    if (getrandom(bytes, sizeof(bytes), GRND_NONBLOCK) < 0) {
        struct timespec now = { 0, 0 };
        (void)clock_gettime(CLOCK_REALTIME, &now);
        memcpy(bytes, &now, sizeof(bytes));
    }
    for (size_t i = 0; i < sizeof(bytes); i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return arena_strdup(arena, hex);
}

static const char *time_of_day(struct arena *arena)
{
    time_t now = time(NULL);
    struct tm utc;
    char text[32];

    if (gmtime_r(&now, &utc) == NULL ||
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        return NULL;
    return arena_strdup(arena, text);
}

static void begin_document(struct session *session)
{
    struct document *document = session->document;
    struct arena *arena = &session->program->arena;

    document_init(document);
    document->run_id = new_run_id(arena);
    document->assay_version = assay_version;
    document->assay_commit = assay_commit;
    document->started = time_of_day(arena);
    document->command_count = (size_t)session->program->argc;
    document->command =
        ARENA_ARRAY(arena, const char *, document->command_count);
    for (size_t i = 0; i < document->command_count; i++)
        document->command[i] = session->program->argv[i];
}

static int probe(struct session *session, struct err *err)
{
    struct document *document = session->document;

    if (host_read(&session->root, &session->program->arena, &document->host,
                  err) < 0)
        return -1;
    if (session->order->options->no_host_name)
        document->host.name = NULL;
    return session_disk_probe(&session->disk, session->order, &session->root,
                              session->program, document, err);
}

static int make_plan(struct session *session, struct err *err)
{
    const struct options_measure *options = session->order->options;
    const struct plan_options planned = {
        .depth = options->depth,
        .budget_s = options->budget_s,
        .precision = options->precision,
        .max_written = options->max_written,
        .seed = options->seed,
        .file_bytes = session->disk.file_bytes,
        .has_target = session->disk.count > 0,
    };

    if (plan_make(&session->document->host, &planned, session->disk.wishes,
                  session->disk.wish_count, &session->program->arena,
                  &session->plan, err) < 0)
        return -1;
    session_disk_mark(&session->disk, &session->plan);
    return 0;
}

static void announce(struct session *session)
{
    if (session->progress.shown)
        plan_announce(&session->plan);
}

static int start_crew(struct session *session, struct err *err)
{
    const struct cpu_list *usable = &session->document->host.cpu.usable;
    size_t size = plan_crew_size(&session->plan, &session->document->host);
    uint64_t *cpus = ARENA_ARRAY(&session->program->arena, uint64_t, size);

    for (size_t i = 0; i < size; i++)
        cpus[i] = usable->numbers[i % usable->count];
    if (crew_start(cpus, size, session->clock, &session->crew, err) < 0)
        return -1;
    if (!crew_pinned(session->crew) && !session->order->quiet)
        program_warn("the workers could not be pinned to their CPUs");
    return 0;
}

struct touch {
    const struct memory_pool *pool;
    const struct stop *stop;
    size_t workers;
};

static bool is_stopped(void *context)
{
    const struct touch *touch = context;

    return stop_asked(touch->stop);
}

static int touch_pool(void *context, size_t worker, struct err *err)
{
    struct touch *touch = context;

    (void)err;
    memory_pool_touch(touch->pool, worker, touch->workers, is_stopped, touch);
    return 0;
}

/* Takes the memory and has each worker touch its part of it. */
static int prepare_pool(struct session *session, struct err *err)
{
    const struct patience patience = { 120ULL * NS_PER_S,
                                       session->program->stop, CREW_STOPPED_NS };
    size_t cpus = session->document->host.cpu.usable.count;
    size_t started = crew_size(session->crew);
    size_t count = started < cpus ? started : cpus;
    struct arena *arena = &session->program->arena;
    struct touch *touch = ARENA_NEW(arena, struct touch);
    size_t *members;
    void **contexts;

    if (!plan_needs_memory(&session->plan))
        return 0;
    progress_say(&session->progress, "taking memory");
    if (memory_pool_init(&session->pool, &session->document->host, err) < 0)
        return -1;
    *touch = (struct touch){ &session->pool, session->program->stop, count };
    members = ARENA_ARRAY(arena, size_t, count);
    contexts = ARENA_ARRAY(arena, void *, count);
    for (size_t i = 0; i < count; i++) {
        members[i] = i;
        contexts[i] = touch;
    }
    return crew_run(session->crew, CREW_PINNED, members, count, touch_pool,
                    contexts, &patience, err);
}

/* Without the pool its steps cannot be measured; all others can. */
static void pool_is_missing(struct session *session, const struct err *why)
{
    for (size_t i = 0; i < session->plan.step_count; i++) {
        struct step *step = &session->plan.steps[i];

        if (step->choice.bench->needs_memory)
            step->cannot = arena_strdup(&session->program->arena, why->text);
    }
}

/* The witness lives as long as the program: a worker that hangs may come back to it
 * while the report is written. */
static void run_rounds(struct session *session, struct run *run)
{
    struct program *program = session->program;
    struct live_witness *live = ARENA_NEW(&program->arena, struct live_witness);
    struct witness *witness = ARENA_NEW(&program->arena, struct witness);
    struct watcher watcher = progress_watcher(&session->progress);
    struct run_env env = {
        .clock = session->clock,
        .stop = program->stop,
        .watcher = &watcher,
        .witness = witness,
        .host = &session->document->host,
        .crew = session->crew,
        .pool = &session->pool,
        .targets = session->disk.targets,
        .arena = &program->arena,
        .begun_ns = session->begun_ns,
    };

    live_witness_init(live, &session->root, &session->document->host,
                      &program->arena);
    *witness = live_witness(live);
    run_plan(&session->plan, &env, run);
}

static void end_document(struct session *session, const struct run *run)
{
    struct document *document = session->document;

    document->elapsed_s =
        clock_seconds(clock_now(session->clock) - session->begun_ns);
    document->complete = run->complete;
    document->interrupted_by = signals_received();
    if (document->interrupted_by == NULL && run->hung)
        document->interrupted_by = "the watchdog: a step did not come back";
    assemble_results(&session->plan, run, session->disk.paths,
                     &session->program->arena, document);
    clock_grain_forget(document);
    session_disk_describe(&session->disk, document);
    conclude_results(document, &session->program->arena);
    mark_results(document, &session->program->arena);
}

static int measure(struct session *session, struct err *err)
{
    struct conditions_begin begin;
    struct run run;

    if (start_crew(session, err) < 0)
        return -1;
    if (prepare_pool(session, err) < 0) {
        if (crew_lost(session->crew) && err->kind != ERR_STOPPED)
            return -1;
        pool_is_missing(session, err);
    }
    session_disk_open(
        &session->disk, session->document->host.cpu.usable.numbers[0],
        &session->plan, session->clock, &session->progress, session->program);
    conditions_begin(&session->root, &session->document->host, session->clock,
                     &session->program->arena, &begin,
                     &session->document->conditions);
    run_rounds(session, &run);
    conditions_end(&begin, session->clock, &session->document->conditions);
    progress_end(&session->progress);
    end_document(session, &run);
    return 0;
}

/* A worker that is lost still sits in the disk and the memory, and may come back: then
 * the process's end has to give them back. So it has where somebody who interrupted the
 * run waits for its report: to free a file of a GiB took a second. */
static void release(struct session *session)
{
    if (session->disk.lost || stop_asked(session->program->stop) ||
        (session->crew != NULL && crew_lost(session->crew)))
        return;
    session_disk_release(&session->disk);
    memory_pool_release(&session->pool);
    crew_release(session->crew);
    sysroot_release(&session->root);
}

static int session_measure(struct session *session, bool *ret_done,
                           struct err *err)
{
    if (probe(session, err) < 0 || make_plan(session, err) < 0)
        return -1;
    if (session->order->options->dry_run && stop_asked(session->program->stop))
        return err_set(err, ERR_STOPPED, "interrupted");
    if (session->order->options->dry_run) {
        *ret_done = true;
        return plan_print(&session->plan, &session->program->arena, err);
    }
    announce(session);
    return measure(session, err);
}

int session_run(struct program *program, const struct session_order *order,
                struct document *ret_document, bool *ret_done, struct err *err)
{
    /* Not on the stack: a worker that is lost may look at it later. */
    struct session *session = ARENA_NEW(&program->arena, struct session);
    int rc;

    *ret_done = false;
    if (order->options->replay != NULL)
        return load_replay(program, order->options, ret_document, err);
    if (!order->options->dry_run)
        supervise(program);
    *session = (struct session){
        .program = program,
        .order = order,
        .document = ret_document,
        .clock = &clock_system,
    };
    session->begun_ns = clock_now(session->clock);
    if (sysroot_open("/", &session->root, err) < 0)
        return -1;
    progress_init(&session->progress, session->clock, order->quiet);
    begin_document(session);
    rc = session_measure(session, ret_done, err);
    progress_end(&session->progress);
    release(session);
    return rc;
}
