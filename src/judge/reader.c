#include "judge/reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

int reader_parse(const char *text, size_t length, json_t **ret_root,
                 struct err *err)
{
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);

    if (root == NULL)
        return err_set(err, ERR_DATA, "line %d, column %d: %s", error.line,
                       error.column, error.text);
    *ret_root = root;
    return 0;
}

int reader_open(json_t *value, const char *path, struct arena *arena,
                struct warnings *warnings, struct reader *ret_reader,
                struct err *err)
{
    if (!json_is_object(value))
        return err_set(err, ERR_DATA, "%s: must be an object",
                       path[0] == '\0' ? "the file" : path);
    *ret_reader = (struct reader){ value, path, arena, warnings };
    return 0;
}

const char *reader_path(const struct reader *reader, const char *key)
{
    char *clean = text_clean(reader->arena, key);

    if (reader->path[0] == '\0')
        return clean;
    return arena_printf(reader->arena, "%s.%s", reader->path, clean);
}

int reader_fail(const struct reader *reader, const char *key, struct err *err,
                const char *format, ...)
{
    va_list args;
    char *what;

    va_start(args, format);
    what = arena_vprintf(reader->arena, format, args);
    va_end(args);
    return err_set(err, ERR_DATA, "%s: %s", reader_path(reader, key), what);
}

bool reader_has(const struct reader *reader, const char *key)
{
    return json_object_get(reader->object, key) != NULL;
}

/* The member, or NULL with `*ret_rc` telling whether that is a failure. */
static json_t *member(const struct reader *reader, const char *key, bool needed,
                      int *ret_rc, struct err *err)
{
    json_t *value = json_object_get(reader->object, key);

    *ret_rc = 0;
    if (value == NULL && needed)
        *ret_rc = reader_fail(reader, key, err, "is missing");
    return value;
}

static int string_of(const struct reader *reader, const char *key,
                     const json_t *value, const char **ret_value,
                     struct err *err)
{
    if (!json_is_string(value))
        return reader_fail(reader, key, err, "must be a string");
    if (json_string_length(value) == 0)
        return reader_fail(reader, key, err, "must not be empty");
    /* Control characters would reach the user's terminal. */
    *ret_value = text_clean(reader->arena, json_string_value(value));
    return 0;
}

int reader_string(const struct reader *reader, const char *key, bool needed,
                  const char **ret_value, struct err *err)
{
    int rc;
    json_t *value = member(reader, key, needed, &rc, err);

    if (value == NULL)
        return rc;
    return string_of(reader, key, value, ret_value, err);
}

int reader_number(const struct reader *reader, const char *key, bool needed,
                  double *ret_value, struct err *err)
{
    int rc;
    json_t *value = member(reader, key, needed, &rc, err);
    double number;

    if (value == NULL)
        return rc;
    if (!json_is_number(value))
        return reader_fail(reader, key, err, "must be a number");
    number = json_number_value(value);
    if (!isfinite(number))
        return reader_fail(reader, key, err, "must be finite");
    if (signbit(number) && number != 0)
        return reader_fail(reader, key, err, "must not be negative");
    *ret_value = number;
    return 0;
}

int reader_bool(const struct reader *reader, const char *key, bool *ret_value,
                struct err *err)
{
    json_t *value = json_object_get(reader->object, key);

    if (value == NULL)
        return 0;
    if (!json_is_boolean(value))
        return reader_fail(reader, key, err, "must be true or false");
    *ret_value = json_is_true(value);
    return 0;
}

int reader_strings(const struct reader *reader, const char *key,
                   const char ***ret_values, size_t *ret_count, struct err *err)
{
    json_t *value = json_object_get(reader->object, key);
    const char **strings;
    size_t count;

    if (value == NULL)
        return 0;
    count = json_is_array(value) ? json_array_size(value) : 1;
    strings = ARENA_ARRAY(reader->arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *one =
            json_is_array(value) ? json_array_get(value, i) : value;

        if (string_of(reader, key, one, &strings[i], err) < 0)
            return -1;
    }
    *ret_values = strings;
    *ret_count = count;
    return 0;
}

int reader_word(const struct reader *reader, const char *key,
                const char *const *words, unsigned *ret_index, struct err *err)
{
    const char *word = NULL;

    if (reader_string(reader, key, false, &word, err) < 0)
        return -1;
    if (word == NULL)
        return 0;
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) {
            *ret_index = i;
            return 0;
        }
    }
    return reader_fail(reader, key, err, "unknown word '%.60s'", word);
}

static bool listed(const char *key, const char *const *known)
{
    for (; *known != NULL; known++) {
        if (strcmp(*known, key) == 0)
            return true;
    }
    return false;
}

void reader_warn_unknown(const struct reader *reader, const char *const *known)
{
    struct warnings *warnings = reader->warnings;
    const char *key;
    json_t *value;

    json_object_foreach (reader->object, key, value) {
        if (listed(key, known))
            continue;
        warnings->texts =
            arena_grow(reader->arena, warnings->texts, warnings->count,
                       warnings->count + 1, sizeof(*warnings->texts));
        warnings->texts[warnings->count++] =
            arena_printf(reader->arena, "%s: unknown key, left out of account",
                         reader_path(reader, key));
    }
}
