/* Strict reading of JSON objects: every member has one type, every failure names
 * its path, and members nobody asked for are warned about by name. */
#ifndef ASSAY_JUDGE_READER_H
#define ASSAY_JUDGE_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

/* What has to be warned of, collected over one file. */
struct warnings {
    const char **texts;
    size_t count;
};

/* An object of the file and where it stands. */
struct reader {
    json_t *object;
    const char *path; /* "requirements[3]"; "" at the top */
    struct arena *arena;
    struct warnings *warnings;
};

/* Parses JSON text: strict syntax, no member twice. The caller releases it with
 * json_decref. Fails with ERR_DATA, line and column. */
int reader_parse(const char *text, size_t length, json_t **ret_root,
                 struct err *err);

/* Puts `value`, an object, under `path`. Fails with ERR_DATA when it is none. */
int reader_open(json_t *value, const char *path, struct arena *arena,
                struct warnings *warnings, struct reader *ret_reader,
                struct err *err);

/* The path of a member: "requirements[3].unit". Belongs to the arena. */
const char *reader_path(const struct reader *reader, const char *key);

/* Describes what is wrong with a member, with its path in front; returns -1. */
int reader_fail(const struct reader *reader, const char *key, struct err *err,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* True when the object has the member, whatever its type. */
bool reader_has(const struct reader *reader, const char *key);

/* Read one member; when it is missing the output is left alone, or, where
 * `needed`, it is an error. Strings may not be empty; numbers are finite and not
 * negative. Strings are copied into the arena. */
int reader_string(const struct reader *reader, const char *key, bool needed,
                  const char **ret_value, struct err *err);
int reader_number(const struct reader *reader, const char *key, bool needed,
                  double *ret_value, struct err *err);
int reader_bool(const struct reader *reader, const char *key, bool *ret_value,
                struct err *err);

/* Reads an array of strings; a lone string counts as an array of one. */
int reader_strings(const struct reader *reader, const char *key,
                   const char ***ret_values, size_t *ret_count, struct err *err);

/* Reads a string that must be one of `words` (ends with NULL) and gives its place
 * in the list. */
int reader_word(const struct reader *reader, const char *key,
                const char *const *words, unsigned *ret_index, struct err *err);

/* Warns of every member that is not in `known` (ends with NULL). */
void reader_warn_unknown(const struct reader *reader, const char *const *known);

#endif
