/* The history: result documents kept in one SQLite file.
 *
 * Each run is kept once, by its run_id, so that saving, importing and merging may be
 * repeated. Writers of several processes wait for each other; a write that is
 * cut short (killed, disk full) leaves the file as it was before. A file of a later
 * version is refused and left untouched. */
#ifndef ASSAY_STORE_HISTORY_H
#define ASSAY_STORE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "store/sql.h"

struct arena;
struct document;
struct err;
struct stored_run;
struct trend;

struct history {
    struct sql sql;
};

/* What the environment says about the place of the history; NULL or "": nothing. */
struct history_place {
    const char *chosen;          /* ASSAY_HISTORY: the file itself */
    const char *state_directory; /* STATE_DIRECTORY: given to a service */
    const char *state_home;      /* XDG_STATE_HOME */
    const char *home;            /* HOME */
};

/* The path of the history: `chosen`; else history.db in the service's directory, in
 * assay/ below the state home (~/.local/state when that is not set or not
 * absolute), or in /var/lib/assay. */
char *history_path(const struct history_place *place, struct arena *arena);

/* Opens the history at `path`. With `writable` the file, and the directories that
 * lead to it, are made when missing (mode 0700). Fails with ERR_DATA when there is no
 * file, when it is something else, damaged, or of a later version. */
int history_open(const char *path, bool writable, struct history *ret_history,
                 struct err *err);

/* Closes the file. */
void history_release(struct history *history);

/* True when the file is a database: a history, or another. */
bool history_is_one(const char *path);

/* Keeps a document; `*ret_added` tells whether it was new. Fails with ERR_DATA when
 * the document has no run_id. */
int history_save(struct history *history, const struct document *document,
                 struct arena *arena, bool *ret_added, struct err *err);

/* Which runs: all, or those of a host (its name or id), the newest `limit` of them
 * (0: no limit). */
struct history_query {
    const char *host;
    size_t limit;
};

/* Lists runs, newest first. */
int history_list(struct history *history, const struct history_query *query,
                 struct arena *arena, struct stored_run **ret_runs,
                 size_t *ret_count, struct err *err);

/* Finds one run by its run_id, a beginning that no other has, or "latest"; sets the
 * text of its document. Fails with ERR_DATA when there is none, or several. */
int history_load(struct history *history, const char *name, struct arena *arena,
                 char **ret_json, struct err *err);

/* Calls `each` with every document, oldest first, until it fails. */
int history_each(struct history *history,
                 int (*each)(void *context, const char *json, struct err *err),
                 void *context, struct err *err);

/* Removes all runs but the newest `keep` (SIZE_MAX: no such limit), and all begun
 * before `before` ("2026-01-31", NULL: no such limit); of `host` alone, by its name or id,
 * unless NULL. Sets how many. */
int history_prune(struct history *history, size_t keep, const char *before,
                  const char *host, size_t *ret_removed, struct err *err);

/* Fills a trend's scores for benchmark `id`, without changes: those of one host
 * (NULL: that of the newest run with such a score), on one target (likewise),
 * measured by the method of the newest, and of these the newest `limit` (0: all).
 * Fails with ERR_DATA when there is no such score. */
int history_scores(struct history *history, const char *id, const char *target,
                   const char *host, size_t limit, struct arena *arena,
                   struct trend *ret_trend, struct err *err);

#endif
