#include "result/fields.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"

/* Where we are in the document: a chain on the stack, spelled only for a
 * message. */
struct place {
    const struct place *up;
    const char *name; /* of a member; NULL: an element */
    size_t index;     /* of an element */
};

struct reader {
    struct arena *arena;
    struct err *err;
};

static void spell_place(const struct place *place, struct text *path)
{
    if (place == NULL)
        return;
    spell_place(place->up, path);
    if (place->name == NULL)
        text_printf(path, "[%zu]", place->index);
    else
        text_printf(path, "%s%s", path->length > 0 ? "." : "", place->name);
}

static int wrong(const struct reader *reader, const struct place *place,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

static int wrong(const struct reader *reader, const struct place *place,
                 const char *format, ...)
{
    struct text path;
    va_list args;

    text_init(&path, reader->arena);
    spell_place(place, &path);
    va_start(args, format);
    (void)err_set(reader->err, ERR_DATA, "%s",
                  arena_vprintf(reader->arena, format, args));
    va_end(args);
    return err_within(reader->err, "%s", path.bytes);
}

/* Whole numbers may be spelled "5.0": some tools rewrite them so. */
static int number_of(const struct reader *reader, const struct place *place,
                     const json_t *value, uint64_t *ret_value)
{
    double real = json_number_value(value);

    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *ret_value = (uint64_t)json_integer_value(value);
        return 0;
    }
    if (json_is_real(value) && real >= 0 && real <= 0x1p53 &&
        real == floor(real)) {
        *ret_value = (uint64_t)real;
        return 0;
    }
    return wrong(reader, place, "expected a whole number, 0 or more");
}

static int string_of(const struct reader *reader, const struct place *place,
                     const json_t *value, const char **ret_string)
{
    if (!json_is_string(value))
        return wrong(reader, place, "expected a string");
    *ret_string = text_clean(reader->arena, json_string_value(value));
    return 0;
}

static int object_of(const struct reader *reader, const struct place *place,
                     const struct fields *fields, const json_t *value,
                     void *record);

static int read_string(const struct reader *reader, const struct place *place,
                       const struct field *field, const json_t *value,
                       void *record)
{
    const char **at = (void *)((char *)record + field->offset);
    struct text choice;

    if (string_of(reader, place, value, at) < 0)
        return -1;
    if (field->words == NULL)
        return 0;
    text_init(&choice, reader->arena);
    for (const char *const *word = field->words; *word != NULL; word++) {
        if (strcmp(*at, *word) == 0)
            return 0;
        text_printf(&choice, "%s%s", word > field->words ? ", " : "", *word);
    }
    return wrong(reader, place, "'%.40s' is not one of %s", *at, choice.bytes);
}

static int read_u64(const struct reader *reader, const struct place *place,
                    const struct field *field, const json_t *value, void *record)
{
    return number_of(reader, place, value,
                     (void *)((char *)record + field->offset));
}

static int read_double(const struct reader *reader, const struct place *place,
                       const struct field *field, const json_t *value,
                       void *record)
{
    if (!json_is_number(value))
        return wrong(reader, place, "expected a number");
    *(double *)(void *)((char *)record + field->offset) =
        json_number_value(value);
    return 0;
}

static int read_bool(const struct reader *reader, const struct place *place,
                     const struct field *field, const json_t *value,
                     void *record)
{
    if (!json_is_boolean(value))
        return wrong(reader, place, "expected true or false");
    *(bool *)(void *)((char *)record + field->offset) = json_is_true(value);
    return 0;
}

static int read_fact(const struct reader *reader, const struct place *place,
                     const struct field *field, const json_t *value,
                     void *record)
{
    if (!json_is_boolean(value))
        return wrong(reader, place, "expected true or false");
    *(enum fact *)(void *)((char *)record + field->offset) =
        json_is_true(value) ? FACT_YES : FACT_NO;
    return 0;
}

static int read_interval(const struct reader *reader, const struct place *place,
                         const struct field *field, const json_t *value,
                         void *record)
{
    struct interval *at = (void *)((char *)record + field->offset);
    json_t *low = json_array_get(value, 0);
    json_t *high = json_array_get(value, 1);

    if (json_array_size(value) != 2 || !json_is_number(low) ||
        !json_is_number(high))
        return wrong(reader, place, "expected a list of two numbers");
    if (json_number_value(low) > json_number_value(high))
        return wrong(reader, place, "expected the smaller number first");
    at->low = json_number_value(low);
    at->high = json_number_value(high);
    return 0;
}

static int read_cpus(const struct reader *reader, const struct place *place,
                     const struct field *field, const json_t *value,
                     void *record)
{
    struct cpu_list *at = (void *)((char *)record + field->offset);
    size_t count = json_array_size(value);

    if (!json_is_array(value))
        return wrong(reader, place, "expected a list");
    at->numbers = ARENA_ARRAY(reader->arena, uint64_t, count);
    for (size_t i = 0; i < count; i++) {
        struct place element = { .up = place, .index = i };
        if (number_of(reader, &element, json_array_get(value, i),
                      &at->numbers[i]) < 0)
            return -1;
        if (i > 0 && at->numbers[i] <= at->numbers[i - 1])
            return wrong(reader, &element, "expected ascending numbers");
    }
    at->count = count;
    return 0;
}

static int read_strings(const struct reader *reader, const struct place *place,
                        const struct field *field, const json_t *value,
                        void *record)
{
    size_t count = json_array_size(value);
    const char **strings;

    if (!json_is_array(value))
        return wrong(reader, place, "expected a list");
    strings = ARENA_ARRAY(reader->arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        struct place element = { .up = place, .index = i };
        if (string_of(reader, &element, json_array_get(value, i), &strings[i]) <
            0)
            return -1;
    }
    *(const char ***)(void *)((char *)record + field->offset) = strings;
    *field_count(field, record) = count;
    return 0;
}

static int read_object(const struct reader *reader, const struct place *place,
                       const struct field *field, const json_t *value,
                       void *record)
{
    return object_of(reader, place, field->nested, value,
                     (char *)record + field->offset);
}

static int read_pointer(const struct reader *reader, const struct place *place,
                        const struct field *field, const json_t *value,
                        void *record)
{
    void *nested = arena_alloc(reader->arena, 1, field->nested->size);

    *(void **)(void *)((char *)record + field->offset) = nested;
    return object_of(reader, place, field->nested, value, nested);
}

static int read_list(const struct reader *reader, const struct place *place,
                     const struct field *field, const json_t *value,
                     void *record)
{
    size_t count = json_array_size(value);
    char *list;

    if (!json_is_array(value))
        return wrong(reader, place, "expected a list");
    list = arena_alloc(reader->arena, count, field->nested->size);
    for (size_t i = 0; i < count; i++) {
        struct place element = { .up = place, .index = i };
        if (object_of(reader, &element, field->nested, json_array_get(value, i),
                      list + i * field->nested->size) < 0)
            return -1;
    }
    *(void **)(void *)((char *)record + field->offset) = list;
    *field_count(field, record) = count;
    return 0;
}

static int (*const readers[])(const struct reader *reader,
                              const struct place *place,
                              const struct field *field, const json_t *value,
                              void *record) = {
    [FIELD_STRING] = read_string, [FIELD_U64] = read_u64,
    [FIELD_DOUBLE] = read_double, [FIELD_BOOL] = read_bool,
    [FIELD_FACT] = read_fact,     [FIELD_INTERVAL] = read_interval,
    [FIELD_CPUS] = read_cpus,     [FIELD_STRINGS] = read_strings,
    [FIELD_OBJECT] = read_object, [FIELD_POINTER] = read_pointer,
    [FIELD_LIST] = read_list,
};

/* Members of `record` are unknown before; null and missing leave them so. */
static int members_of(const struct reader *reader, const struct place *place,
                      const struct fields *fields, const json_t *object,
                      void *record)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        struct place inside = { .up = place, .name = field->name };
        json_t *value = json_object_get(object, field->name);
        int rc = 0;

        if (field->kind == FIELD_FLAT)
            rc = members_of(reader, place, field->nested, object,
                            (char *)record + field->offset);
        else if (value != NULL && !json_is_null(value))
            rc = readers[field->kind](reader, &inside, field, value, record);
        else if (field->required)
            rc = wrong(reader, &inside, "missing");
        if (rc < 0)
            return -1;
    }
    return 0;
}

static int object_of(const struct reader *reader, const struct place *place,
                     const struct fields *fields, const json_t *value,
                     void *record)
{
    if (!json_is_object(value))
        return wrong(reader, place, "expected an object");
    fields_reset(fields, record);
    return members_of(reader, place, fields, value, record);
}

int fields_read(const struct fields *fields, const json_t *object,
                struct arena *arena, void *ret_record, struct err *err)
{
    const struct reader reader = { .arena = arena, .err = err };

    fields_reset(fields, ret_record);
    return members_of(&reader, NULL, fields, object, ret_record);
}
