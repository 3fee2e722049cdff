#include "store/sql.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"

int sql_fail(const struct sql *sql, struct err *err)
{
    int code = sqlite3_errcode(sql->db) & 0xff;
    int system = sqlite3_system_errno(sql->db);

    switch (code) {
    case SQLITE_NOMEM:
        arena_exhausted();
    case SQLITE_FULL:
        return err_system(err, ENOSPC, "cannot write history '%s'", sql->path);
    case SQLITE_NOTADB:
        return err_set(err, ERR_DATA, "'%s' is not a history", sql->path);
    case SQLITE_CORRUPT:
        return err_set(err, ERR_DATA, "history '%s' is damaged: %s", sql->path,
                       sqlite3_errmsg(sql->db));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_system(err, EBUSY, "history '%s' is held by another process",
                          sql->path);
    case SQLITE_READONLY:
        return err_system(err, EROFS, "cannot write history '%s'", sql->path);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        if (system != 0)
            return err_system(err, system, "cannot use history '%s'", sql->path);
        break;
    default:
        break;
    }
    err_set(err, ERR_SYSTEM, "cannot use history '%s': %s", sql->path,
            sqlite3_errmsg(sql->db));
    return -1;
}

int sql_run(const struct sql *sql, const char *statements, struct err *err)
{
    if (sqlite3_exec(sql->db, statements, NULL, NULL, NULL) != SQLITE_OK)
        return sql_fail(sql, err);
    return 0;
}

int sql_prepare(const struct sql *sql, const char *text,
                sqlite3_stmt **ret_statement, struct err *err)
{
    if (sqlite3_prepare_v2(sql->db, text, -1, ret_statement, NULL) != SQLITE_OK)
        return sql_fail(sql, err);
    return 0;
}

int sql_step(const struct sql *sql, sqlite3_stmt *statement, bool *ret_row,
             struct err *err)
{
    int rc = sqlite3_step(statement);

    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return sql_fail(sql, err);
    *ret_row = rc == SQLITE_ROW;
    return 0;
}

int sql_number(const struct sql *sql, const char *statement, int64_t *ret_value,
               struct err *err)
{
    sqlite3_stmt *prepared;
    bool row = false;
    int rc;

    if (sql_prepare(sql, statement, &prepared, err) < 0)
        return -1;
    rc = sql_step(sql, prepared, &row, err);
    if (rc == 0)
        *ret_value = row ? sqlite3_column_int64(prepared, 0) : 0;
    (void)sqlite3_finalize(prepared); /* told by the step */
    return rc;
}

void sql_bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    (void)sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

void sql_bind_u64(sqlite3_stmt *statement, int index, uint64_t value)
{
    if (value <= INT64_MAX)
        (void)sqlite3_bind_int64(statement, index, (sqlite3_int64)value);
    else
        (void)sqlite3_bind_null(statement, index);
}

void sql_bind_double(sqlite3_stmt *statement, int index, double value)
{
    if (isfinite(value))
        (void)sqlite3_bind_double(statement, index, value);
    else
        (void)sqlite3_bind_null(statement, index);
}

const char *sql_text(sqlite3_stmt *statement, int column, struct arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);

    return arena_strdup(arena, text);
}

uint64_t sql_u64(sqlite3_stmt *statement, int column)
{
    sqlite3_int64 value = sqlite3_column_int64(statement, column);

    if (sqlite3_column_type(statement, column) == SQLITE_NULL || value < 0)
        return UNKNOWN_U64;
    return (uint64_t)value;
}

double sql_double(sqlite3_stmt *statement, int column)
{
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return UNKNOWN_DOUBLE;
    return sqlite3_column_double(statement, column);
}
