/* What the history gives back: runs, documents, the scores of one benchmark. */
#include "store/history.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "result/json.h"
#include "result/result.h"
#include "result/stored.h"

static int count_runs(const struct sql *sql, size_t *ret_count, struct err *err)
{
    int64_t count = 0;

    if (sql_number(sql, "SELECT count(*) FROM runs", &count, err) < 0)
        return -1;
    *ret_count = (size_t)count;
    return 0;
}

static struct stored_run run_of(sqlite3_stmt *s, struct arena *arena)
{
    return (struct stored_run){
        .run_id = sql_text(s, 0, arena),
        .started = sql_text(s, 1, arena),
        .host = sql_text(s, 2, arena),
        .host_id = sql_text(s, 3, arena),
        .assay_version = sql_text(s, 4, arena),
        .complete = sqlite3_column_int(s, 5) != 0,
        .results = sql_u64(s, 6),
        .bytes = sql_u64(s, 7),
    };
}

static int read_runs(const struct sql *sql, const struct history_query *query,
                     struct arena *arena, struct stored_run *runs, size_t room,
                     size_t *ret_count, struct err *err)
{
    sqlite3_stmt *s;
    size_t count = 0;
    bool row = true;
    int rc = 0;

    if (sql_prepare(sql,
                    "SELECT run_id, started, host, host_id, assay_version,"
                    " complete, results, length(CAST(document AS BLOB))"
                    " FROM runs WHERE ?1 IS NULL OR host = ?1 OR host_id = ?1"
                    " ORDER BY started DESC, number DESC LIMIT ?2",
                    &s, err) < 0)
        return -1;
    sql_bind_text(s, 1, query->host);
    sql_bind_u64(s, 2, query->limit > 0 ? query->limit : INT64_MAX);
    while (rc == 0 && count < room) {
        rc = sql_step(sql, s, &row, err);
        if (rc < 0 || !row)
            break;
        runs[count++] = run_of(s, arena);
    }
    (void)sqlite3_finalize(s); /* told by the steps */
    *ret_count = count;
    return rc;
}

int history_list(struct history *history, const struct history_query *query,
                 struct arena *arena, struct stored_run **ret_runs,
                 size_t *ret_count, struct err *err)
{
    struct stored_run *runs;
    size_t count = 0;

    if (count_runs(&history->sql, &count, err) < 0)
        return -1;
    runs = ARENA_ARRAY(arena, struct stored_run, count);
    if (read_runs(&history->sql, query, arena, runs, count, &count, err) < 0)
        return -1;
    *ret_runs = runs;
    *ret_count = count;
    return 0;
}

/* Our own tables hold no such row; those of a file from elsewhere may. */
static int no_document(const struct sql *sql, struct err *err)
{
    return err_set(err, ERR_DATA,
                   "history '%s' is damaged: a run without "
                   "document",
                   sql->path);
}

/* The document of the one run that a statement finds. */
static int load_one(const struct sql *sql, const char *statement,
                    const char *name, struct arena *arena, char **ret_json,
                    struct err *err)
{
    char *json = NULL;
    sqlite3_stmt *s;
    size_t found = 0;
    bool row = true;
    int rc = 0;

    if (sql_prepare(sql, statement, &s, err) < 0)
        return -1;
    sql_bind_text(s, 1, name);
    while (rc == 0 && found < 2) {
        rc = sql_step(sql, s, &row, err);
        if (rc < 0 || !row)
            break;
        json = arena_strdup(arena, (const char *)sqlite3_column_text(s, 0));
        if (json == NULL)
            rc = no_document(sql, err);
        found++;
    }
    (void)sqlite3_finalize(s); /* told by the steps */
    if (rc < 0)
        return -1;
    if (found != 1)
        return err_set(err, ERR_DATA,
                       found == 0 ? "history '%s' has no run '%s'"
                                  : "history '%s' has several runs '%s...'",
                       sql->path, name);
    *ret_json = json;
    return 0;
}

int history_load(struct history *history, const char *name, struct arena *arena,
                 char **ret_json, struct err *err)
{
    if (strcmp(name, "latest") == 0)
        return load_one(&history->sql,
                        "SELECT document FROM runs WHERE ?1 IS NOT NULL"
                        " ORDER BY started DESC, number DESC LIMIT 1",
                        name, arena, ret_json, err);
    /* A whole id wins over ids that merely begin with it. */
    return load_one(&history->sql,
                    "SELECT document FROM runs"
                    " WHERE substr(run_id, 1, length(?1)) = ?1"
                    " AND (run_id = ?1 OR NOT EXISTS"
                    "  (SELECT 1 FROM runs WHERE run_id = ?1)) LIMIT 2",
                    name, arena, ret_json, err);
}

int history_each(struct history *history,
                 int (*each)(void *context, const char *json, struct err *err),
                 void *context, struct err *err)
{
    const struct sql *sql = &history->sql;
    const char *json;
    sqlite3_stmt *s;
    bool row = true;
    int rc = 0;

    if (sql_prepare(sql, "SELECT document FROM runs ORDER BY started, number",
                    &s, err) < 0)
        return -1;
    while (rc == 0) {
        rc = sql_step(sql, s, &row, err);
        if (rc < 0 || !row)
            break;
        json = (const char *)sqlite3_column_text(s, 0);
        rc = json != NULL ? each(context, json, err) : no_document(sql, err);
    }
    (void)sqlite3_finalize(s); /* told by the steps */
    return rc;
}

/* What the operations of a score are, as its document says; NULL when it does not. */
static const char *op_of(const char *json, const struct trend *trend,
                         struct arena *arena)
{
    const struct result *result;
    struct document document;
    struct err ignored; /* a score without that word is a score all the same */

    if (json == NULL ||
        document_from_json(json, strlen(json), arena, &document, &ignored) < 0)
        return NULL;
    result = result_find(&document, trend->id, trend->target);
    return result != NULL ? result->op : NULL;
}

/* Which host, target and method the newest score has, and what it is called. */
static int newest_score(const struct sql *sql, struct arena *arena,
                        struct trend *trend, const char **ret_host_id,
                        uint64_t *ret_method, struct err *err)
{
    sqlite3_stmt *s;
    bool row = false;
    int rc;

    if (sql_prepare(sql,
                    "SELECT title, unit, better, target, host, host_id, method,"
                    " document"
                    " FROM scores JOIN runs ON run = number WHERE id = ?1"
                    " AND (?2 IS NULL OR target = ?2)"
                    " AND (?3 IS NULL OR host = ?3 OR host_id = ?3)"
                    " ORDER BY started DESC, number DESC LIMIT 1",
                    &s, err) < 0)
        return -1;
    sql_bind_text(s, 1, trend->id);
    sql_bind_text(s, 2, trend->target);
    sql_bind_text(s, 3, trend->host);
    rc = sql_step(sql, s, &row, err);
    if (rc == 0 && row) {
        trend->title = sql_text(s, 0, arena);
        trend->unit = sql_text(s, 1, arena);
        trend->better = sql_text(s, 2, arena);
        trend->target = sql_text(s, 3, arena);
        trend->host = sql_text(s, 4, arena);
        *ret_host_id = sql_text(s, 5, arena);
        *ret_method = sql_u64(s, 6);
        trend->op =
            op_of((const char *)sqlite3_column_text(s, 7), trend, arena);
    }
    (void)sqlite3_finalize(s); /* told by the step */
    if (rc == 0 && row && (trend->unit == NULL || trend->better == NULL))
        return err_set(err, ERR_DATA,
                       "history '%s' is damaged: a score without unit",
                       sql->path);
    if (rc == 0 && !row)
        return err_set(err, ERR_DATA, "history '%s' has no score of '%s'%s",
                       sql->path, trend->id,
                       trend->target != NULL || trend->host != NULL
                           ? " on that host and target"
                           : "");
    return rc;
}

static struct stored_score score_of(sqlite3_stmt *s, struct arena *arena)
{
    return (struct stored_score){
        .run_id = sql_text(s, 0, arena),
        .started = sql_text(s, 1, arena),
        .score = sql_double(s, 2),
        .interval = { sql_double(s, 3), sql_double(s, 4) },
        .method = sql_u64(s, 5),
    };
}

/* A host is known by its id; by its name where a document has none. */
static int read_scores(const struct sql *sql, const char *host_id,
                       uint64_t method, struct arena *arena, size_t room,
                       struct trend *trend, struct err *err)
{
    sqlite3_stmt *s;
    bool row = true;
    int rc = 0;

    if (sql_prepare(sql,
                    "SELECT run_id, started, score, low, high, method"
                    " FROM scores JOIN runs ON run = number WHERE id = ?1"
                    " AND target IS ?2 AND host_id IS ?3"
                    " AND (?3 IS NOT NULL OR host IS ?4)"
                    " ORDER BY started, number",
                    &s, err) < 0)
        return -1;
    sql_bind_text(s, 1, trend->id);
    sql_bind_text(s, 2, trend->target);
    sql_bind_text(s, 3, host_id);
    sql_bind_text(s, 4, trend->host);
    while (rc == 0 && trend->score_count < room) {
        struct stored_score score;
        rc = sql_step(sql, s, &row, err);
        if (rc < 0 || !row)
            break;
        score = score_of(s, arena);
        if (score.method == method)
            trend->scores[trend->score_count++] = score;
        else
            trend->other_methods++;
    }
    (void)sqlite3_finalize(s); /* told by the steps */
    return rc;
}

int history_scores(struct history *history, const char *id, const char *target,
                   const char *host, size_t limit, struct arena *arena,
                   struct trend *ret_trend, struct err *err)
{
    struct trend trend = { .id = id, .target = target, .host = host };
    const char *host_id = NULL;
    uint64_t method = UNKNOWN_U64;
    size_t room = 0;

    if (count_runs(&history->sql, &room, err) < 0 ||
        newest_score(&history->sql, arena, &trend, &host_id, &method, err) < 0)
        return -1;
    trend.scores = ARENA_ARRAY(arena, struct stored_score, room);
    if (read_scores(&history->sql, host_id, method, arena, room, &trend, err) <
        0)
        return -1;
    if (trend.host == NULL)
        trend.host = host_id;
    if (limit > 0 && trend.score_count > limit) {
        trend.scores += trend.score_count - limit;
        trend.score_count = limit;
    }
    *ret_trend = trend;
    return 0;
}
