#include "cli/transfer.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/program.h"
#include "result/json.h"
#include "result/result.h"
#include "store/history.h"

/* One at a time: all documents together may be more than memory holds. */
static int export_one(void *context, const char *json, struct err *err)
{
    struct arena arena;
    int status;

    arena_init(&arena);
    status = output_text(json_fold(json, &arena));
    arena_release(&arena);
    *(int *)context = status;
    return status == EXIT_MET ? 0 : err_set(err, ERR_STOPPED, "stopped");
}

int transfer_export(struct history *history)
{
    int status = EXIT_MET;
    struct err err;

    if (history_each(history, export_one, &status, &err) < 0)
        return status != EXIT_MET ? status : program_fail(&err);
    return EXIT_MET;
}

struct import {
    struct history *into;
    size_t added;
    size_t known;
};

static int import_document(void *context, const struct document *document,
                           struct err *err)
{
    struct import *import = context;
    struct arena arena;
    bool added = false;
    int rc;

    arena_init(&arena);
    rc = history_save(import->into, document, &arena, &added, err);
    arena_release(&arena);
    import->added += added;
    import->known += rc == 0 && !added;
    return rc;
}

static int import_stored(void *context, const char *json, struct err *err)
{
    struct document document;
    struct arena arena;
    int rc;

    arena_init(&arena);
    rc = document_from_json(json, strlen(json), &arena, &document, err);
    if (rc == 0)
        rc = import_document(context, &document, err);
    arena_release(&arena);
    return rc;
}

static int import_history(const char *path, struct import *import,
                          struct err *err)
{
    struct history from;
    int rc;

    if (history_open(path, false, &from, err) < 0)
        return -1;
    rc = history_each(&from, import_stored, import, err);
    history_release(&from);
    return rc;
}

static int import_file(const char *path, struct import *import, struct err *err)
{
    unsigned long length = 0;
    struct arena arena;
    char *text = NULL;
    int rc;

    if (history_is_one(path))
        return import_history(path, import, err);
    arena_init(&arena);
    rc = load_text(path, &arena, &text, &length, err);
    if (rc == 0 && documents_from_json(text, length, &arena, import_document,
                                       import, err) < 0)
        rc = err_within(err, "'%s'", path);
    arena_release(&arena);
    return rc;
}

int transfer_import(struct history *history, const char *const *paths,
                    size_t count, bool quiet)
{
    struct import import = { .into = history };
    int status = EXIT_MET;

    for (size_t i = 0; i < count; i++) {
        struct err err;
        if (import_file(paths[i], &import, &err) < 0)
            status = exit_worse(status, program_fail(&err));
    }
    if (!quiet)
        program_warn("%zu run%s added, %zu there before", import.added,
                     import.added == 1 ? "" : "s", import.known);
    return status;
}
