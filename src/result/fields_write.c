#include "result/fields.h"

#include <math.h>

#include "base/arena.h"
#include "base/text.h"

/* jansson gives NULL when it is out of memory, and for values that JSON does
 * not know; the latter are dealt with before. */
static json_t *sure(json_t *value)
{
    if (value == NULL)
        arena_exhausted();
    return value;
}

static void append(json_t *list, json_t *value)
{
    if (json_array_append_new(list, sure(value)) < 0)
        arena_exhausted();
}

static json_t *number_json(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

static json_t *string_json(const char *string, struct arena *arena)
{
    return string != NULL ? json_string(text_clean(arena, string))
                          : json_null();
}

static json_t *object_json(const struct fields *fields, const void *record,
                           struct arena *arena)
{
    json_t *object = sure(json_object());

    fields_write(fields, record, object, arena);
    return object;
}

static const void *member(const struct field *field, const void *record)
{
    return (const char *)record + field->offset;
}

static size_t count_of(const struct field *field, const void *record)
{
    return *(const size_t *)(const void *)((const char *)record +
                                           field->count_offset);
}

static json_t *write_string(const struct field *field, const void *record,
                            struct arena *arena)
{
    return string_json(*(const char *const *)member(field, record), arena);
}

static json_t *write_u64(const struct field *field, const void *record,
                         struct arena *arena)
{
    (void)arena;
    return number_json(*(const uint64_t *)member(field, record));
}

static json_t *write_double(const struct field *field, const void *record,
                            struct arena *arena)
{
    double value = *(const double *)member(field, record);

    (void)arena;
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *write_bool(const struct field *field, const void *record,
                          struct arena *arena)
{
    (void)arena;
    return json_boolean(*(const bool *)member(field, record));
}

static json_t *write_fact(const struct field *field, const void *record,
                          struct arena *arena)
{
    enum fact fact = *(const enum fact *)member(field, record);

    (void)arena;
    return fact == FACT_UNKNOWN ? json_null() : json_boolean(fact == FACT_YES);
}

static json_t *write_interval(const struct field *field, const void *record,
                              struct arena *arena)
{
    const struct interval *interval = member(field, record);
    json_t *list;

    (void)arena;
    if (!isfinite(interval->low) || !isfinite(interval->high))
        return json_null();
    list = sure(json_array());
    append(list, json_real(interval->low));
    append(list, json_real(interval->high));
    return list;
}

static json_t *write_cpus(const struct field *field, const void *record,
                          struct arena *arena)
{
    const struct cpu_list *cpus = member(field, record);
    json_t *list;

    (void)arena;
    if (cpus->numbers == NULL)
        return json_null();
    list = sure(json_array());
    for (size_t i = 0; i < cpus->count; i++)
        append(list, number_json(cpus->numbers[i]));
    return list;
}

static json_t *write_strings(const struct field *field, const void *record,
                             struct arena *arena)
{
    const char *const *strings =
        *(const char *const *const *)member(field, record);
    size_t count = count_of(field, record);
    json_t *list = sure(json_array());

    for (size_t i = 0; i < count; i++)
        append(list, string_json(strings[i], arena));
    return list;
}

static json_t *write_object(const struct field *field, const void *record,
                            struct arena *arena)
{
    return object_json(field->nested, member(field, record), arena);
}

static json_t *write_pointer(const struct field *field, const void *record,
                             struct arena *arena)
{
    const void *nested = *(const void *const *)member(field, record);

    return nested == NULL ? json_null()
                          : object_json(field->nested, nested, arena);
}

static json_t *write_list(const struct field *field, const void *record,
                          struct arena *arena)
{
    const char *nested = *(const char *const *)member(field, record);
    size_t count = count_of(field, record);
    json_t *list = sure(json_array());

    for (size_t i = 0; i < count; i++)
        append(list, object_json(field->nested,
                                 nested + i * field->nested->size, arena));
    return list;
}

static json_t *(*const writers[])(const struct field *field, const void *record,
                                  struct arena *arena) = {
    [FIELD_STRING] = write_string, [FIELD_U64] = write_u64,
    [FIELD_DOUBLE] = write_double, [FIELD_BOOL] = write_bool,
    [FIELD_FACT] = write_fact,     [FIELD_INTERVAL] = write_interval,
    [FIELD_CPUS] = write_cpus,     [FIELD_STRINGS] = write_strings,
    [FIELD_OBJECT] = write_object, [FIELD_POINTER] = write_pointer,
    [FIELD_LIST] = write_list,
};

void fields_write(const struct fields *fields, const void *record,
                  json_t *object, struct arena *arena)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        if (field->kind == FIELD_FLAT) {
            fields_write(field->nested, member(field, record), object, arena);
            continue;
        }
        json_t *value = sure(writers[field->kind](field, record, arena));
        if (json_object_set_new_nocheck(object, field->name, value) < 0)
            arena_exhausted();
    }
}

static int add_chunk(const char *bytes, size_t length, void *text)
{
    text_add_bytes(text, bytes, length);
    return 0;
}

char *fields_to_json(const struct fields *fields, const void *record,
                     const char *schema, struct arena *arena)
{
    json_t *object = sure(json_object());
    struct text text;

    if (json_object_set_new(object, "schema", json_string(schema)) < 0)
        arena_exhausted();
    fields_write(fields, record, object, arena);
    text_init(&text, arena);
    if (json_dump_callback(object, add_chunk, &text, JSON_INDENT(2)) < 0)
        arena_exhausted(); /* all else that can go wrong was dealt with */
    json_decref(object);
    text_add(&text, "\n");
    return text.bytes;
}
