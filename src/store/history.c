#include "store/history.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "result/json.h"
#include "result/result.h"
#include "result/stored.h"

/* "assy" in the file's header says that it is ours. */
enum { APPLICATION_ID = 0x61737379, VERSION = 1, WAIT_MS = 10000 };

/* auto_vacuum comes first: it cannot be turned on once there is a table. */
static const char begin_schema[] = "PRAGMA auto_vacuum = FULL;"
                                   "BEGIN IMMEDIATE;";
static const char schema[] =
    "CREATE TABLE runs ("
    "  number INTEGER PRIMARY KEY,"
    "  run_id TEXT NOT NULL UNIQUE,"
    "  started TEXT,"
    "  host TEXT,"
    "  host_id TEXT,"
    "  assay_version TEXT,"
    "  complete INTEGER NOT NULL,"
    "  results INTEGER NOT NULL,"
    "  document TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE scores ("
    "  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
    "  id TEXT NOT NULL,"
    "  target TEXT,"
    "  title TEXT NOT NULL,"
    "  unit TEXT NOT NULL,"
    "  better TEXT NOT NULL,"
    "  method INTEGER,"
    "  score REAL NOT NULL,"
    "  low REAL,"
    "  high REAL"
    ") STRICT;"
    "CREATE INDEX runs_by_time ON runs (started, number);"
    "CREATE INDEX scores_by_id ON scores (id, run);"
    "CREATE INDEX scores_by_run ON scores (run);"
    "PRAGMA application_id = 1634956153;" /* APPLICATION_ID */
    "PRAGMA user_version = 1;"            /* VERSION */
    "COMMIT;";

static bool given(const char *text)
{
    return text != NULL && text[0] != '\0';
}

char *history_path(const struct history_place *place, struct arena *arena)
{
    if (given(place->chosen))
        return arena_strdup(arena, place->chosen);
    if (given(place->state_directory)) /* one path, or several with colons */
        return arena_printf(arena, "%.*s/history.db",
                            (int)strcspn(place->state_directory, ":"),
                            place->state_directory);
    if (place->state_home != NULL && place->state_home[0] == '/')
        return arena_printf(arena, "%s/assay/history.db", place->state_home);
    if (place->home != NULL && place->home[0] == '/')
        return arena_printf(arena, "%s/.local/state/assay/history.db",
                            place->home);
    return arena_strdup(arena, "/var/lib/assay/history.db");
}

/* One that is there is fine, whatever mkdir makes of it: on a read-only file
 * system that differs. */
static int make_directory(const char *path)
{
    int reason;

    if (mkdir(path, 0700) == 0)
        return 0;
    reason = errno;
    if (access(path, F_OK) == 0)
        return 0;
    errno = reason;
    return -1;
}

/* Makes the directories that lead to a file. */
static int make_parents(const char *path, struct err *err)
{
    char part[4096];
    size_t length = strlen(path);

    if (length >= sizeof(part))
        return err_system(err, ENAMETOOLONG, "cannot make '%.60s...'", path);
    for (size_t i = 1; i < length; i++) {
        part[i - 1] = path[i - 1];
        part[i] = '\0';
        if (path[i] == '/' && make_directory(part) < 0)
            return err_system(err, errno, "cannot make '%s'", part);
    }
    return 0;
}

/* What kind of file is it? Sets whether it is still empty. */
static int check_version(const struct sql *sql, bool *ret_empty, struct err *err)
{
    int64_t application = 0, version = 0, tables = 0;

    if (sql_number(sql, "PRAGMA application_id", &application, err) < 0 ||
        sql_number(sql, "PRAGMA user_version", &version, err) < 0 ||
        sql_number(sql, "SELECT count(*) FROM sqlite_schema", &tables, err) < 0)
        return -1;
    *ret_empty = application == 0 && version == 0 && tables == 0;
    if (*ret_empty)
        return 0;
    if (application != APPLICATION_ID)
        return err_set(err, ERR_DATA,
                       "'%s' is a database, but no history of assay", sql->path);
    if (version != VERSION)
        return err_set(err, ERR_DATA,
                       "history '%s' is of version %" PRId64
                       "; this assay reads version %d and leaves it untouched",
                       sql->path, version, VERSION);
    return 0;
}

/* The same of one moment: between two questions another process may make the tables. */
static int check_version_at_once(const struct sql *sql, bool *ret_empty,
                                 struct err *err)
{
    int rc;

    if (sql_run(sql, "BEGIN", err) < 0)
        return -1;
    rc = check_version(sql, ret_empty, err);
    (void)sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL); /* only read */
    return rc;
}

/* Another process may make the tables at the same time: who gets the lock second
 * finds them made. */
static int make_tables(const struct sql *sql, struct err *err)
{
    bool empty;

    if (sql_run(sql, begin_schema, err) < 0)
        return -1;
    if (check_version(sql, &empty, err) < 0 ||
        sql_run(sql, empty ? schema : "COMMIT", err) < 0) {
        (void)sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL);
        return -1;
    }
    return 0;
}

static int connect(struct sql *sql, bool writable, struct err *err)
{
    /* Readers too open for writing, where they may: after a writer was killed,
     * the next one to come must undo what that left. */
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                SQLITE_OPEN_READWRITE | (writable ? SQLITE_OPEN_CREATE : 0);
    bool empty = false;

    if (sqlite3_open_v2(sql->path, &sql->db, flags, NULL) != SQLITE_OK)
        return sql_fail(sql, err);
    (void)sqlite3_busy_timeout(sql->db, WAIT_MS);
    /* The file may come from elsewhere: nothing in it is to run. */
    (void)sqlite3_db_config(sql->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(sql->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (sql_run(sql,
                "PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;"
                "PRAGMA synchronous = FULL",
                err) < 0 ||
        check_version_at_once(sql, &empty, err) < 0)
        return -1;
    if (empty && writable)
        return make_tables(sql, err);
    if (empty)
        return err_set(err, ERR_DATA, "'%s' is not a history", sql->path);
    return 0;
}

int history_open(const char *path, bool writable, struct history *ret_history,
                 struct err *err)
{
    struct history history = { .sql = { .path = path } };

    if (!writable && access(path, F_OK) < 0)
        return err_set(err, ERR_DATA, "there is no history '%s': %s%s", path,
                       strerrordesc_np(errno),
                       errno == ENOENT ? "; --save begins one" : "");
    if (writable && make_parents(path, err) < 0)
        return err_within(err, "cannot keep a history");
    if (connect(&history.sql, writable, err) < 0) {
        history_release(&history);
        return -1;
    }
    *ret_history = history;
    return 0;
}

void history_release(struct history *history)
{
    (void)sqlite3_close(history->sql.db); /* all statements are finalized */
    history->sql.db = NULL;
}

bool history_is_one(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char head[sizeof(magic)] = { 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n;

    if (fd < 0)
        return false;
    n = read(fd, head, sizeof(head));
    (void)close(fd); /* only read from */
    return n == (ssize_t)sizeof(head) && memcmp(head, magic, sizeof(head)) == 0;
}

static bool has_score(const struct result *result)
{
    return strcmp(result->status, "ok") == 0 && known_double(result->score);
}

static uint64_t count_scores(const struct document *document)
{
    uint64_t count = 0;

    for (size_t i = 0; i < document->result_count; i++)
        count += has_score(&document->results[i]);
    return count;
}

static int insert_run(const struct sql *sql, const struct document *document,
                      struct arena *arena, bool *ret_added, struct err *err)
{
    sqlite3_stmt *s;
    bool row = false;
    int rc;

    if (sql_prepare(
            sql,
            "INSERT OR IGNORE INTO runs (run_id, started, host, host_id,"
            " assay_version, complete, results, document)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            &s, err) < 0)
        return -1;
    sql_bind_text(s, 1, document->run_id);
    sql_bind_text(s, 2, document->started);
    sql_bind_text(s, 3, document->host.name);
    sql_bind_text(s, 4, document->host.id);
    sql_bind_text(s, 5, document->assay_version);
    sql_bind_u64(s, 6, document->complete);
    sql_bind_u64(s, 7, count_scores(document));
    sql_bind_text(s, 8, document_to_json(document, arena));
    rc = sql_step(sql, s, &row, err);
    (void)sqlite3_finalize(s); /* told by the step */
    if (rc == 0)
        *ret_added = sqlite3_changes(sql->db) > 0;
    return rc;
}

static int insert_score(const struct sql *sql, sqlite3_stmt *s, int64_t run,
                        const struct result *result, struct err *err)
{
    struct interval interval = result_interval(result);
    bool row = false;

    sql_bind_u64(s, 1, (uint64_t)run);
    sql_bind_text(s, 2, result->id);
    sql_bind_text(s, 3, result->target);
    sql_bind_text(s, 4, result->title);
    sql_bind_text(s, 5, result->unit);
    sql_bind_text(s, 6, result->better);
    sql_bind_u64(s, 7, result->method);
    sql_bind_double(s, 8, result->score);
    sql_bind_double(s, 9, interval.low);
    sql_bind_double(s, 10, interval.high);
    if (sql_step(sql, s, &row, err) < 0)
        return -1;
    (void)sqlite3_reset(s); /* told by the step */
    return 0;
}

static int insert_scores(const struct sql *sql, const struct document *document,
                         struct err *err)
{
    int64_t run = sqlite3_last_insert_rowid(sql->db);
    sqlite3_stmt *s;
    int rc = 0;

    if (sql_prepare(sql,
                    "INSERT INTO scores (run, id, target, title, unit, better,"
                    " method, score, low, high)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    &s, err) < 0)
        return -1;
    for (size_t i = 0; i < document->result_count && rc == 0; i++) {
        if (has_score(&document->results[i]))
            rc = insert_score(sql, s, run, &document->results[i], err);
    }
    (void)sqlite3_finalize(s); /* told by the steps */
    return rc;
}

int history_save(struct history *history, const struct document *document,
                 struct arena *arena, bool *ret_added, struct err *err)
{
    const struct sql *sql = &history->sql;
    bool added = false;

    if (!given(document->run_id))
        return err_set(err, ERR_DATA,
                       "a result without run_id cannot be kept in a history");
    if (sql_run(sql, "BEGIN IMMEDIATE", err) < 0)
        return -1;
    if (insert_run(sql, document, arena, &added, err) < 0 ||
        (added && insert_scores(sql, document, err) < 0) ||
        sql_run(sql, "COMMIT", err) < 0) {
        (void)sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL);
        return -1;
    }
    *ret_added = added;
    return 0;
}

int history_prune(struct history *history, size_t keep, const char *before,
                  const char *host, size_t *ret_removed, struct err *err)
{
    const struct sql *sql = &history->sql;
    sqlite3_stmt *s;
    bool row = false;
    int rc;

    if (sql_prepare(sql,
                    "WITH mine AS (SELECT number, started FROM runs"
                    "  WHERE ?3 IS NULL OR host = ?3 OR host_id = ?3)"
                    " DELETE FROM runs WHERE number IN (SELECT number FROM mine"
                    "  WHERE started < ?1 OR (?2 IS NOT NULL AND number NOT IN"
                    "   (SELECT number FROM mine"
                    "    ORDER BY started DESC, number DESC LIMIT ?2)))",
                    &s, err) < 0)
        return -1;
    sql_bind_text(s, 1, before);
    sql_bind_u64(s, 2, keep);
    sql_bind_text(s, 3, host);
    rc = sql_step(sql, s, &row, err);
    (void)sqlite3_finalize(s); /* told by the step */
    if (rc == 0)
        *ret_removed = (size_t)sqlite3_changes(sql->db);
    return rc;
}
