/* Reads the published answers in tests/vectors/. */
#ifndef ASSAY_TESTS_VECTORS_H
#define ASSAY_TESTS_VECTORS_H

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The document `name`; the caller gives it back with json_decref(). */
static inline json_t *vectors_load(const char *name)
{
    const char *tests = getenv("ASSAY_TESTS");
    char path[4096];
    json_error_t error;
    json_t *root;

    snprintf(path, sizeof(path), "%s/vectors/%s",
             tests != NULL ? tests : "tests", name);
    root = json_load_file(path, 0, &error);
    if (root == NULL)
        fail_msg("%s: line %d: %s", path, error.line, error.text);
    return root;
}

static inline const char *vectors_text(const json_t *item, const char *key)
{
    const char *text = json_string_value(json_object_get(item, key));

    if (text == NULL)
        fail_msg("no text '%s'", key);
    return text;
}

/* Decodes the hexadecimal text `key` into `bytes`; its length in bytes. */
static inline size_t vectors_bytes(const json_t *item, const char *key,
                                   uint8_t *bytes, size_t room)
{
    const char *text = vectors_text(item, key);
    const size_t len = strlen(text) / 2;

    assert_true(len <= room);
    for (size_t i = 0; i < len; i++)
        assert_int_equal(sscanf(text + 2 * i, "%2hhx", &bytes[i]), 1);
    return len;
}

#endif
