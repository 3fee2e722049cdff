#include "result/json.h"

#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "result/result.h"
#include "result/tables.h"

enum { DEEPEST = 64 };

char *document_to_json(const struct document *document, struct arena *arena)
{
    return fields_to_json(&fields_document, document, RESULT_SCHEMA, arena);
}

/* jansson itself allows 2048 levels. Brackets within strings do not count. */
static int check_depth(const char *text, size_t length, struct err *err)
{
    bool in_string = false;
    size_t depth = 0;

    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '['))
            depth++;
        else if (!in_string && (c == '}' || c == ']'))
            depth -= depth > 0;
        if (depth > DEEPEST)
            return err_set(err, ERR_DATA, "nested deeper than %d levels",
                           DEEPEST);
    }
    return 0;
}

static int check_text(const char *text, size_t length, struct err *err)
{
    const char *nul = length > 0 ? memchr(text, '\0', length) : NULL;

    if (length == 0)
        return err_set(err, ERR_DATA, "is empty");
    if (nul != NULL)
        return err_set(err, ERR_DATA, "has a NUL byte at offset %zu",
                       (size_t)(nul - text));
    return check_depth(text, length, err);
}

static int parse(const char *text, size_t length, size_t flags,
                 struct arena *arena, json_t **ret_root, size_t *ret_used,
                 struct err *err)
{
    json_error_t trouble;
    json_t *root =
        json_loadb(text, length,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | flags, &trouble);

    if (root == NULL) /* the message quotes the text, whatever that holds */
        return err_set(err, ERR_DATA, "line %d, column %d: %s", trouble.line,
                       trouble.column,
                       json_error_code(&trouble) == json_error_null_character
                           ? "a string holds a NUL character"
                           : text_clean(arena, trouble.text));
    *ret_root = root;
    *ret_used = (size_t)trouble.position;
    return 0;
}

/* "assay.result/1" and whatever adds to it, "assay.result/1.2". */
static int check_schema(const json_t *root, struct arena *arena, struct err *err)
{
    const char *schema = json_string_value(json_object_get(root, "schema"));
    size_t length = strlen(RESULT_SCHEMA);

    if (schema == NULL)
        return err_set(err, ERR_DATA, "schema: missing; not a result of assay");
    if (strncmp(schema, RESULT_SCHEMA, length) == 0 &&
        (schema[length] == '\0' || schema[length] == '.'))
        return 0;
    return err_set(err, ERR_DATA,
                   "schema: '%.40s' is not '" RESULT_SCHEMA
                   "', the one that this version reads",
                   text_clean(arena, schema));
}

/* Gives the root back. */
static int document_of(json_t *root, struct arena *arena,
                       struct document *ret_document, struct err *err)
{
    struct document document;
    int rc = -1;

    if (!json_is_object(root))
        (void)err_set(err, ERR_DATA, "expected an object");
    else if (check_schema(root, arena, err) == 0)
        rc = fields_read(&fields_document, root, arena, &document, err);
    json_decref(root);
    if (rc == 0)
        *ret_document = document;
    return rc;
}

int document_from_json(const char *text, size_t length, struct arena *arena,
                       struct document *ret_document, struct err *err)
{
    json_t *root = NULL;
    size_t used;

    if (check_text(text, length, err) < 0 ||
        parse(text, length, 0, arena, &root, &used, err) < 0)
        return -1;
    return document_of(root, arena, ret_document, err);
}

int documents_from_json(const char *text, size_t length, struct arena *arena,
                        int (*each)(void *context,
                                    const struct document *document,
                                    struct err *err),
                        void *context, struct err *err)
{
    size_t at = 0;

    if (check_text(text, length, err) < 0)
        return -1;
    for (unsigned number = 1;; number++) {
        struct document document;
        json_t *root = NULL;
        size_t used;
        if (parse(text + at, length - at, JSON_DISABLE_EOF_CHECK, arena, &root,
                  &used, err) < 0 ||
            document_of(root, arena, &document, err) < 0 ||
            each(context, &document, err) < 0)
            return err_within(err, "document %u", number);
        at += used;
        while (at < length && strchr(" \t\r\n", text[at]) != NULL)
            at++;
        if (at >= length)
            return 0;
    }
}

char *json_fold(const char *json, struct arena *arena)
{
    struct text line;

    text_init(&line, arena);
    while (*json != '\0') {
        size_t length = strcspn(json, "\n");
        text_add_bytes(&line, json, length);
        json += length;
        json += strspn(json, "\n ");
    }
    text_add(&line, "\n");
    return line.bytes;
}
