#include "cli/places.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "host/cpu_list.h"
#include "host/sysroot.h"
#include "measure/crew.h"

enum { AT_ONCE = 32 };

/* A disk that sleeps is up again sooner. */
static const uint64_t patience_ns = 10ULL * NS_PER_S;

/* What the thread is handed. It keeps to an arena of its own: should it hang, nobody
 * waits for it, and it may come back while others use theirs. */
struct look {
    const struct sysroot *root;
    const char *asked;
    bool device;
    struct arena arena;
    const char *path;
    struct host_mount mount;
    struct err err;
    atomic_bool over;
};

/* A directory as the user will recognise it, free of "." and links. */
static const char *full_path(const struct sysroot *root, struct arena *arena,
                             const char *path)
{
    char *resolved = root->live ? realpath(path, NULL) : NULL;
    const char *kept = arena_strdup(arena, resolved != NULL ? resolved : path);

    free(resolved);
    return kept;
}

static int look_at(void *context, size_t worker, struct err *err)
{
    struct look *look = context;
    int (*read)(const struct sysroot *, const char *, struct arena *,
                struct host_mount *, struct err *) =
        look->device ? host_device_read : host_mount_read;

    (void)worker;
    (void)err; /* each look has its own */
    look->path = full_path(look->root, &look->arena, look->asked);
    if (read(look->root, look->asked, &look->arena, &look->mount, &look->err) ==
        0)
        look->err.kind = ERR_NONE;
    atomic_store(&look->over, true);
    return 0;
}

static void take(struct place *place, struct look *look, bool stopped,
                 struct arena *arena)
{
    if (!atomic_load(&look->over)) {
        place->hangs = !stopped;
        place->path = place->asked;
        if (stopped)
            (void)err_set(&place->err, ERR_STOPPED,
                          "'%s' had not answered when the run was ended",
                          place->asked);
        else
            (void)err_set(&place->err, ERR_SYSTEM,
                          "'%s' did not come back within %.0f s: its file "
                          "system hangs",
                          place->asked, clock_seconds(patience_ns));
        return;
    }
    arena_adopt(arena, &look->arena);
    place->path = look->path;
    place->mount = look->mount;
    place->err = look->err;
}

static void prepare(const struct place *place, const struct sysroot *root,
                    struct look *look)
{
    look->root = root;
    look->asked = place->asked;
    look->device = place->device;
    arena_init(&look->arena);
    atomic_init(&look->over, false);
}

/* A crew can be smaller than asked, where threads are short. Returns how many places were
 * looked at; sets `*lost` when one of them hangs. */
static size_t look_at_some(struct place *places, size_t count,
                           const struct sysroot *root, const uint64_t *cpus,
                           const struct clock *clock, const struct stop *stop,
                           struct arena *arena, bool *lost)
{
    const struct patience patience = { patience_ns, stop, 0 };
    struct look *looks = ARENA_ARRAY(arena, struct look, count);
    size_t members[AT_ONCE];
    void *contexts[AT_ONCE];
    struct crew *crew;
    struct err err;

    if (crew_start(cpus, count, clock, &crew, &err) < 0) {
        for (size_t i = 0; i < count; i++) {
            places[i].path = places[i].asked;
            places[i].err = err;
        }
        return count;
    }
    count = crew_size(crew);
    for (size_t i = 0; i < count; i++) {
        prepare(&places[i], root, &looks[i]);
        members[i] = i;
        contexts[i] = &looks[i];
    }
    err.kind = ERR_NONE;
    (void)crew_run(crew, CREW_ROAMING, members, count, look_at, contexts,
                   &patience, &err);
    *lost = *lost || crew_lost(crew);
    crew_release(crew);
    for (size_t i = 0; i < count; i++)
        take(&places[i], &looks[i], err.kind == ERR_STOPPED, arena);
    return count;
}

bool places_look(struct place *places, size_t count, const struct sysroot *root,
                 const struct cpu_list *cpus, const struct clock *clock,
                 const struct stop *stop, struct arena *arena)
{
    uint64_t seats[AT_ONCE] = { 0 };
    bool lost = false;

    for (size_t i = 0; i < AT_ONCE && cpus->count > 0; i++)
        seats[i] = cpus->numbers[i % cpus->count];
    for (size_t at = 0; at < count;) {
        size_t some = count - at < AT_ONCE ? count - at : AT_ONCE;
        at += look_at_some(places + at, some, root, seats, clock, stop, arena,
                           &lost);
    }
    return !lost;
}
