#include "cli/facts.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "cli/commit.h"
#include "cli/places.h"
#include "cli/program.h"
#include "cli/signals.h"
#include "cli/supervise.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "result/result.h"

static int open_root(const struct facts_order *order, struct sysroot *root,
                     struct err *err)
{
    return sysroot_open(order->sysroot != NULL ? order->sysroot : "/", root,
                        err);
}

static bool has_no_answer(const struct place *place)
{
    return place->hangs || place->err.kind == ERR_STOPPED;
}

/* A directory that hangs is left out with the reason, one that is missing ends it all:
 * a typing error. */
static int add_place(const struct place *place, struct arena *arena,
                     struct document *document, struct err *err)
{
    struct result_target *target = &document->targets[document->target_count];

    if (place->err.kind != ERR_NONE && !has_no_answer(place)) {
        *err = place->err;
        return -1;
    }
    target_init(target);
    if (has_no_answer(place)) {
        program_warn("%s", place->err.text);
        target->mount.path = place->asked;
        target->direct_reason = arena_strdup(arena, place->err.text);
        document->complete = false;
        document->interrupted_by = signals_received();
    } else {
        target->mount = place->mount;
    }
    document->target_count++;
    return 0;
}

/* Sets `*ret_lost` when a thread hangs in a directory. */
static int add_mounts(struct program *program, const struct sysroot *root,
                      const struct facts_order *order,
                      struct document *document, bool *ret_lost, struct err *err)
{
    struct arena *arena = &program->arena;
    struct place *places = ARENA_ARRAY(arena, struct place, order->dir_count);

    for (size_t i = 0; i < order->dir_count; i++)
        places[i].asked = order->dirs[i];
    *ret_lost =
        !places_look(places, order->dir_count, root, &document->host.cpu.usable,
                     &clock_system, program->stop, arena);
    document->targets =
        ARENA_ARRAY(arena, struct result_target, order->dir_count);
    for (size_t i = 0; i < order->dir_count; i++) {
        if (add_place(&places[i], arena, document, err) < 0)
            return -1;
    }
    return 0;
}

/* A thread that hangs in a directory may keep this process from ending. */
static void heed_hanging(struct program *program,
                         const struct facts_order *order)
{
    if (order->dir_count > 0 && order->sysroot == NULL)
        supervise(program);
}

int facts_add_mounts(struct program *program, const struct facts_order *order,
                     struct document *document, struct err *err)
{
    /* Not on the stack: a thread that hangs may look at it later. */
    struct sysroot *root = ARENA_NEW(&program->arena, struct sysroot);
    bool lost = false;
    int rc;

    heed_hanging(program, order);
    if (open_root(order, root, err) < 0)
        return -1;
    rc = add_mounts(program, root, order, document, &lost, err);
    if (!lost)
        sysroot_release(root);
    return rc;
}

int facts_gather(struct program *program, const struct facts_order *order,
                 struct document *ret_document, struct err *err)
{
    struct sysroot root;
    int rc;

    if (open_root(order, &root, err) < 0)
        return -1;
    document_init(ret_document);
    ret_document->assay_version = assay_version;
    ret_document->assay_commit = assay_commit;
    ret_document->complete = true;
    rc = host_read(&root, &program->arena, &ret_document->host, err);
    sysroot_release(&root);
    if (order->no_host_name)
        ret_document->host.name = NULL;
    return rc < 0 ? rc : facts_add_mounts(program, order, ret_document, err);
}
