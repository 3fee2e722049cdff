/* The tables of fields against the published schema: each says all that the
 * other says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "result/tables.h"

static json_t *load_schema(void)
{
    char path[4096];
    json_error_t trouble;
    json_t *schema;

    assert_non_null(getenv("ASSAY_TESTS"));
    (void)snprintf(path, sizeof(path), "%s/../docs/schema/result-1.json",
                   getenv("ASSAY_TESTS"));
    schema = json_load_file(path, JSON_REJECT_DUPLICATES, &trouble);
    if (schema == NULL)
        fail_msg("%s:%d: %s", path, trouble.line, trouble.text);
    return schema;
}

/* Follows "$ref": "#/$defs/NAME". */
static const json_t *resolve(const json_t *schema, const json_t *node)
{
    const char *ref = json_string_value(json_object_get(node, "$ref"));

    if (ref == NULL)
        return node;
    assert_int_equal(strncmp(ref, "#/$defs/", 8), 0);
    node = json_object_get(json_object_get(schema, "$defs"), ref + 8);
    assert_non_null(node);
    return node;
}

static bool in_list(const json_t *list, const char *word)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        if (word == NULL ? json_is_null(item)
                         : json_is_string(item) &&
                               strcmp(json_string_value(item), word) == 0)
            return true;
    }
    return false;
}

static bool has_type(const json_t *node, const char *type)
{
    const json_t *types = json_object_get(node, "type");

    return json_is_array(types) ? in_list(types, type)
                                : strcmp(json_string_value(types), type) == 0;
}

static void check_words(const json_t *node, const struct field *field)
{
    const json_t *words = json_object_get(node, "enum");
    size_t count = 0;

    for (; field->words[count] != NULL; count++)
        assert_true(in_list(words, field->words[count]));
    assert_int_equal(in_list(words, NULL), !field->required);
    assert_int_equal(json_array_size(words), count + !field->required);
}

static const char *const types[] = {
    [FIELD_STRING] = "string", [FIELD_U64] = "integer",
    [FIELD_DOUBLE] = "number", [FIELD_BOOL] = "boolean",
    [FIELD_FACT] = "boolean",  [FIELD_INTERVAL] = "array",
    [FIELD_CPUS] = "array",    [FIELD_STRINGS] = "array",
    [FIELD_OBJECT] = "object", [FIELD_LIST] = "array",
};

static size_t check_table(const json_t *schema, const json_t *node,
                          const struct fields *fields);

static void check_field(const json_t *schema, const json_t *node,
                        const struct field *field)
{
    bool nullable = !field->required && field->kind != FIELD_BOOL &&
                    field->kind != FIELD_OBJECT && field->kind != FIELD_LIST &&
                    field->kind != FIELD_STRINGS;

    if (field->kind == FIELD_POINTER) {
        node = json_array_get(json_object_get(node, "anyOf"), 0);
        (void)check_table(schema, resolve(schema, node), field->nested);
        return;
    }
    if (field->words != NULL) {
        check_words(node, field);
        return;
    }
    node = resolve(schema, node);
    assert_true(has_type(node, types[field->kind]));
    assert_int_equal(has_type(node, "null"), nullable);
    if (field->kind == FIELD_OBJECT)
        (void)check_table(schema, node, field->nested);
    if (field->kind == FIELD_LIST)
        (void)check_table(schema,
                          resolve(schema, json_object_get(node, "items")),
                          field->nested);
}

/* Returns how many members the table describes. */
static size_t check_members(const json_t *schema, const json_t *node,
                            const struct fields *fields)
{
    const json_t *properties = json_object_get(node, "properties");
    size_t count = 0;

    for (size_t i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        const json_t *property;
        if (field->kind == FIELD_FLAT) {
            count += check_members(schema, node, field->nested);
            continue;
        }
        property = json_object_get(properties, field->name);
        if (property == NULL)
            fail_msg("the schema has no '%s'", field->name);
        if (!in_list(json_object_get(node, "required"), field->name))
            fail_msg("the schema does not require '%s'", field->name);
        check_field(schema, property, field);
        count++;
    }
    return count;
}

static size_t check_table(const json_t *schema, const json_t *node,
                          const struct fields *fields)
{
    size_t count = check_members(schema, node, fields);

    if (node != schema) /* which has "schema" itself */
        assert_int_equal(json_object_size(json_object_get(node, "properties")),
                         count);
    return count;
}

static void tables_and_schema_agree(void **state)
{
    json_t *schema = load_schema();
    size_t count = check_table(schema, schema, &fields_document);

    (void)state;
    assert_int_equal(json_object_size(json_object_get(schema, "properties")),
                     count + 1);
    json_decref(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_and_schema_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
