#include "cli/session_disk.h"

#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/disk_target.h"
#include "cli/places.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "host/all_mounts.h"
#include "host/host.h"
#include "measure/crew.h"
#include "measure/stop.h"
#include "result/result.h"

/* Opening proves and fills, the latter for 4 s at the most; a disk that needs longer than
 * this hangs. The other half of a budget is for the rest of the run. */
static uint64_t open_patience_ns(const struct plan *plan)
{
    const uint64_t least = 10ULL * NS_PER_S, most = 30ULL * NS_PER_S;
    uint64_t half = plan->budget_ns / 2;

    return half < least ? least : half > most ? most : half;
}

/* Why a place was not tested when the run was ended before. That is no failure of its:
 * steps go without a reason of their own. */
static const char interrupted[] = "interrupted";

static struct place *add_place(struct session_disk *disk, const char *asked)
{
    struct place *place = &disk->places[disk->count++];

    place->asked = asked;
    return place;
}

static bool has_disk_wish(const struct session_order *order)
{
    for (size_t i = 0; i < order->wish_count; i++) {
        if (order->wishes[i].choice.bench->resource == RESOURCE_DISK)
            return true;
    }
    return false;
}

static bool is_all(const char *dir)
{
    return strcmp(dir, "all") == 0;
}

static bool asks_for_all(const struct options_measure *options)
{
    for (size_t i = 0; i < options->dir_count; i++) {
        if (is_all(options->dirs[i]))
            return true;
    }
    return false;
}

/* The places in the order that they were named in; a device is the last. */
static void list_places(struct session_disk *disk,
                        const struct options_measure *options,
                        const struct sysroot *root, struct arena *arena)
{
    const char **all = NULL;
    size_t all_count =
        asks_for_all(options) ? all_mounts_writable(root, arena, &all) : 0;

    disk->places = ARENA_ARRAY(arena, struct place,
                               options->dir_count * (all_count + 1) + 2);
    for (size_t i = 0; i < options->dir_count; i++) {
        if (!is_all(options->dirs[i]))
            (void)add_place(disk, options->dirs[i]);
        for (size_t k = 0; is_all(options->dirs[i]) && k < all_count; k++)
            (void)add_place(disk, all[k]);
    }
    if (options->device != NULL)
        add_place(disk, options->device)->device = true;
    else if (options->dir_count == 0)
        (void)add_place(disk, ".");
}

static bool named_before(const struct session_disk *disk, size_t count,
                         const struct place *place)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(disk->places[i].path, place->path) == 0)
            return true;
    }
    return false;
}

/* Two names of one directory are one place. */
static void drop_doubles(struct session_disk *disk)
{
    size_t kept = 0;

    for (size_t i = 0; i < disk->count; i++) {
        if (!named_before(disk, kept, &disk->places[i]))
            disk->places[kept++] = disk->places[i];
    }
    disk->count = kept;
}

static bool is_device(const struct session_disk *disk, size_t i)
{
    return disk->places[i].device;
}

/* A directory that cannot be looked at is a result with a reason, not the end of the
 * run; a device that is none is a typing error. */
static int describe_place(struct session_disk *disk, size_t i,
                          struct arena *arena, struct result_target *target,
                          struct err *err)
{
    const struct place *place = &disk->places[i];

    target_init(target);
    if (place->err.kind == ERR_USAGE && place->device) {
        *err = place->err;
        return -1;
    }
    if (place->err.kind == ERR_STOPPED)
        disk->cannot[i] = interrupted;
    else if (place->err.kind != ERR_NONE)
        disk->cannot[i] = arena_strdup(arena, place->err.text);
    else
        target->mount = place->mount;
    target->mount.path = place->path;
    disk->paths[i] = place->path;
    return 0;
}

/* A device is only read. */
static bool allowed_on(const struct session_disk *disk, size_t target,
                       const struct bench *bench)
{
    return !bench->writes || !is_device(disk, target);
}

/* Every disk wish once for each target, the others once. */
static void repeat_wishes(struct session_disk *disk,
                          const struct session_order *order, struct arena *arena)
{
    disk->wishes = ARENA_ARRAY(arena, struct plan_wish,
                               order->wish_count * (disk->count + 1));
    for (size_t i = 0; i < order->wish_count; i++) {
        bool on_disk = order->wishes[i].choice.bench->resource == RESOURCE_DISK;
        size_t times = on_disk ? disk->count : 1;

        for (size_t t = 0; t < times; t++) {
            if (on_disk && !allowed_on(disk, t, order->wishes[i].choice.bench))
                continue;
            disk->wishes[disk->wish_count] = order->wishes[i];
            disk->wishes[disk->wish_count++].target = t;
        }
    }
}

/* A device is not written to, and what is memory gives back what it took. */
static bool takes_space(const struct session_disk *disk, size_t i)
{
    return !is_device(disk, i) && disk->cannot[i] == NULL &&
           disk->described[i].mount.memory != FACT_YES;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* One file system may be named by several of its directories. */
static bool same_room(const struct host_mount *a, const struct host_mount *b)
{
    return same_text(a->source, b->source) &&
           same_text(a->filesystem, b->filesystem);
}

/* Sets how many directories take space in all, and how many of them in the same file
 * system as this one. */
static void count_sharers(const struct session_disk *disk, size_t i,
                          uint64_t *ret_all, uint64_t *ret_here)
{
    *ret_all = *ret_here = 1; /* itself */
    for (size_t k = 0; k < disk->count; k++) {
        if (k == i || !takes_space(disk, k))
            continue;
        *ret_all += 1;
        *ret_here +=
            same_room(&disk->described[i].mount, &disk->described[k].mount);
    }
}

/* What the files of a target may take: all directories share what --space allows, and those
 * of one file system what the rule allows there. The least is for a proof that is given
 * back. */
static uint64_t space_of(const struct session_disk *disk, size_t i)
{
    const struct options_measure *options = disk->options;
    uint64_t free = disk->described[i].mount.free_bytes;
    uint64_t all, here, space;

    if (!takes_space(disk, i))
        return DISK_SPACE_LEAST;
    count_sharers(disk, i, &all, &here);
    if (options->space_bytes > 0)
        return options->space_bytes / all;
    if (options->size_bytes > 0)
        return disk_space_for_file(options->size_bytes);
    space = known_u64(free) ? disk_space_rule(free) / here : 0;
    return space > DISK_SPACE_LEAST ? space : DISK_SPACE_LEAST;
}

static int describe_all(struct session_disk *disk, struct arena *arena,
                        struct document *document, struct err *err)
{
    disk->targets = ARENA_ARRAY(arena, struct disk_target *, disk->count);
    disk->cannot = ARENA_ARRAY(arena, const char *, disk->count);
    disk->paths = ARENA_ARRAY(arena, const char *, disk->count);
    disk->space = ARENA_ARRAY(arena, uint64_t, disk->count);
    document->targets = ARENA_ARRAY(arena, struct result_target, disk->count);
    document->target_count = disk->count;
    disk->described = document->targets;
    for (size_t i = 0; i < disk->count; i++) {
        disk->targets[i] = ARENA_NEW(arena, struct disk_target);
        disk_target_init(disk->targets[i]);
        if (describe_place(disk, i, arena, &document->targets[i], err) < 0)
            return -1;
    }
    for (size_t i = 0; i < disk->count; i++) {
        disk->space[i] = space_of(disk, i);
        disk->file_bytes += takes_space(disk, i) ? disk->space[i] : 0;
    }
    return 0;
}

/* Whether anything is left to measure without the places that cannot be looked at. */
static bool leaves_any(const struct session_disk *disk)
{
    for (size_t i = 0; i < disk->wish_count; i++) {
        const struct plan_wish *wish = &disk->wishes[i];

        if (wish->choice.bench->resource != RESOURCE_DISK ||
            disk->cannot[wish->target] == NULL)
            return true;
    }
    return false;
}

static void warn_of_places(const struct session_disk *disk)
{
    bool goes_on = leaves_any(disk) && !disk->options->dry_run;

    for (size_t i = 0; i < disk->count; i++) {
        if (disk->cannot[i] != NULL && disk->cannot[i] != interrupted)
            program_warn("%s%s", disk->cannot[i],
                         goes_on ? "; everything else is measured" : "");
    }
}

int session_disk_probe(struct session_disk *disk,
                       const struct session_order *order,
                       const struct sysroot *root, struct program *program,
                       struct document *document, struct err *err)
{
    struct arena *arena = &program->arena;

    *disk = (struct session_disk){ .options = order->options,
                                   .root = root,
                                   .stop = program->stop };
    if (has_disk_wish(order)) {
        list_places(disk, order->options, root, arena);
        if (disk->count == 0)
            return err_set(err, ERR_UNSUPPORTED, "no writable disk was found");
        disk->lost = !places_look(disk->places, disk->count, root,
                                  &document->host.cpu.usable, &clock_system,
                                  program->stop, arena);
        drop_doubles(disk);
    }
    if (describe_all(disk, arena, document, err) < 0)
        return -1;
    repeat_wishes(disk, order, arena);
    if (disk->wish_count == 0)
        return err_set(err, ERR_USAGE,
                       "nothing is left to measure: a device is only read");
    if (!order->quiet)
        warn_of_places(disk);
    return 0;
}

static bool is_stopped(void *context)
{
    return stop_asked(context);
}

/* What the worker that opens a target is handed. */
struct opening {
    struct disk_target *target;
    struct disk_options options;
};

static int open_target(void *context, size_t worker, struct err *err)
{
    struct opening *opening = context;

    (void)worker;
    return disk_target_open(opening->target, &opening->options, err);
}

/* Who will write to a target. */
static struct disk_writers writers_of(const struct plan *plan, size_t target)
{
    struct disk_writers writers = { .rounds = plan->least_rounds };

    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *step = &plan->steps[i];
        const struct bench *bench = step->choice.bench;

        if (bench->resource != RESOURCE_DISK || step->target != target ||
            !bench->writes || step->skipped != NULL)
            continue;
        writers.recipes += bench->whole_run;
        writers.loads += !bench->whole_run;
    }
    return writers;
}

/* Among how many targets the bytes that may be written in all are divided. */
static uint64_t written_to(const struct session_disk *disk)
{
    uint64_t count = 0;

    for (size_t i = 0; i < disk->count; i++)
        count += !is_device(disk, i) && disk->cannot[i] == NULL;
    return count > 0 ? count : 1;
}

static struct disk_options options_of(const struct session_disk *disk, size_t i,
                                      const struct plan *plan, uint64_t parts,
                                      const struct clock *clock)
{
    return (struct disk_options){
        .path = disk->paths[i],
        .device = is_device(disk, i),
        .mount = &disk->described[i].mount,
        .root = disk->root,
        .file_bytes = disk->options->size_bytes,
        .space_bytes = disk->space[i],
        .space_told = disk->options->space_bytes > 0,
        .max_written = plan->max_written / parts,
        .writers = writers_of(plan, i),
        .seed = plan->seed,
        .clock = clock,
        .stopped = is_stopped,
        /* Read only; the interface has no const. */
        .stop_context = (void *)(uintptr_t)disk->stop,
    };
}

/* Opens on a thread of its own: one that hangs here costs this target and no other
 * part of the run. Sets `*ret_lost` then, and leaves it alone otherwise. */
static int open_with_patience(struct opening *opening, const struct clock *clock,
                              uint64_t cpu, const struct patience *patience,
                              bool *ret_lost, struct err *err)
{
    const size_t member = 0;
    void *const context = opening;
    struct crew *crew;
    int rc;

    if (crew_start(&cpu, 1, clock, &crew, err) < 0)
        return -1;
    rc = crew_run(crew, CREW_ROAMING, &member, 1, open_target, &context,
                  patience, err);
    *ret_lost = *ret_lost || crew_lost(crew);
    crew_release(crew);
    return rc;
}

void session_disk_mark(const struct session_disk *disk, struct plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        struct step *step = &plan->steps[i];

        if (step->choice.bench->resource == RESOURCE_DISK &&
            step->skipped == NULL && disk->cannot[step->target] != interrupted)
            step->cannot = disk->cannot[step->target];
    }
}

void session_disk_open(struct session_disk *disk, uint64_t cpu,
                       struct plan *plan, const struct clock *clock,
                       struct progress *progress, struct program *program)
{
    const uint64_t parts = written_to(disk);
    const struct patience patience = { open_patience_ns(plan), disk->stop,
                                       CREW_STOPPED_NS };

    if (!plan_needs_disk(plan))
        return;
    for (size_t i = 0; i < disk->count; i++) {
        struct opening *opening = ARENA_NEW(&program->arena, struct opening);
        struct err err;

        if (stop_asked(disk->stop) && disk->cannot[i] == NULL)
            disk->cannot[i] = interrupted;
        *opening = (struct opening){ disk->targets[i],
                                     options_of(disk, i, plan, parts, clock) };
        progress_say(progress,
                     arena_printf(&program->arena, "filling a file in %s",
                                  disk->paths[i]));
        if (disk->cannot[i] == NULL &&
            open_with_patience(opening, clock, cpu, &patience, &disk->lost,
                               &err) < 0)
            disk->cannot[i] = err.kind == ERR_STOPPED
                                  ? interrupted
                                  : arena_strdup(&program->arena, err.text);
    }
    disk->opened = true;
    session_disk_mark(disk, plan);
}

static const char *unless_empty(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

void session_disk_describe(const struct session_disk *disk,
                           struct document *document)
{
    for (size_t i = 0; i < disk->count && disk->opened; i++) {
        const struct disk_target *target = disk->targets[i];
        struct result_target *described = &document->targets[i];

        if (disk->cannot[i] != NULL) {
            described->direct_reason = disk->cannot[i];
            continue;
        }
        described->direct = direct_name(target->direct);
        described->direct_reason = unless_empty(target->direct_reason);
        if (target->engine != NULL)
            described->engine = target->engine->name;
        described->engine_reason = unless_empty(target->engine_reason);
        described->file_bytes = target->file_bytes;
        described->file_reason = unless_empty(target->file_reason);
        described->fill_rate = target->fill_rate;
        described->own_read_bytes = target->own_read_bytes;
        described->own_written_bytes = target->own_written_bytes;
        disk_target_witness(target, &described->device_read_bytes,
                            &described->device_written_bytes);
    }
}

void session_disk_release(struct session_disk *disk)
{
    for (size_t i = 0; i < disk->count; i++)
        disk_target_release(disk->targets[i]);
}
