/* SQLite with our errors: the few calls that the history needs. */
#ifndef ASSAY_STORE_SQL_H
#define ASSAY_STORE_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

struct arena;
struct err;

struct sql {
    sqlite3 *db;
    const char *path; /* for messages */
};

/* Describes the last failure of the connection: ERR_SPACE on a full disk, ERR_DATA
 * for a file that is no database or a damaged one, else ERR_SYSTEM. Returns -1. */
int sql_fail(const struct sql *sql, struct err *err);

/* Runs statements that return no rows. */
int sql_run(const struct sql *sql, const char *statements, struct err *err);

/* Runs one statement that returns one whole number. */
int sql_number(const struct sql *sql, const char *statement, int64_t *ret_value,
               struct err *err);

/* Begins a statement; the caller finalizes it. */
int sql_prepare(const struct sql *sql, const char *text,
                sqlite3_stmt **ret_statement, struct err *err);

/* Advances: sets `*ret_row` when there is a row to read, clears it at the end. */
int sql_step(const struct sql *sql, sqlite3_stmt *statement, bool *ret_row,
             struct err *err);

/* Parameters, counted from 1. NULL and unknown numbers become NULL; strings must
 * outlive the statement's run. A failure shows at the next step. */
void sql_bind_text(sqlite3_stmt *statement, int index, const char *text);
void sql_bind_u64(sqlite3_stmt *statement, int index, uint64_t value);
void sql_bind_double(sqlite3_stmt *statement, int index, double value);

/* Columns, counted from 0, NULL being unknown; strings are copied. */
const char *sql_text(sqlite3_stmt *statement, int column, struct arena *arena);
uint64_t sql_u64(sqlite3_stmt *statement, int column);
double sql_double(sqlite3_stmt *statement, int column);

#endif
