/* Structs described as data, so that one description drives both ways between a
 * struct and its JSON form: what is written can always be read.
 *
 * A table names each member once: its JSON name (the member's own), what it
 * holds, where it lies, and what is nested in it. The order of a table is the
 * order of the written object. */
#ifndef ASSAY_RESULT_FIELDS_H
#define ASSAY_RESULT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "host/host.h"
#include "measure/rank.h"

struct arena;
struct err;

enum field_kind {
    FIELD_STRING,   /* const char *; NULL is null */
    FIELD_U64,      /* uint64_t; null over 2^63-1, as UNKNOWN_U64 is */
    FIELD_DOUBLE,   /* double; NaN and infinity are null */
    FIELD_BOOL,     /* bool */
    FIELD_FACT,     /* enum fact; FACT_UNKNOWN is null */
    FIELD_INTERVAL, /* struct interval: a list of two numbers, or null */
    FIELD_CPUS, /* struct cpu_list: a list of numbers; without numbers null */
    FIELD_STRINGS, /* const char ** and its count: a list of strings */
    FIELD_OBJECT,  /* a struct inside this one: an object */
    FIELD_FLAT,    /* a struct inside this one, its members beside ours */
    FIELD_POINTER, /* a pointer to a struct: an object, or null */
    FIELD_LIST,    /* a pointer to structs and its count: a list of objects */
};

struct fields;

struct field {
    const char *name;
    enum field_kind kind;
    bool required; /* reading fails when it is missing or null */
    size_t offset;
    size_t count_offset; /* STRINGS and LIST: of the size_t that counts them */
    const struct fields *nested; /* OBJECT, FLAT, POINTER and LIST */
    const char *const *words; /* STRING: those allowed, then NULL; NULL: any */
};

struct fields {
    size_t size; /* of the struct */
    const struct field *list;
    size_t count;
};

/* Sets every member to unknown: no string, list or number; bools to false. */
void fields_reset(const struct fields *fields, void *record);

/* Adds the members of `record` to a JSON object. Strings come out as valid
 * UTF-8 without control characters. */
void fields_write(const struct fields *fields, const void *record,
                  json_t *object, struct arena *arena);

/* Returns the record as indented JSON with a final newline, "schema" first. */
char *fields_to_json(const struct fields *fields, const void *record,
                     const char *schema, struct arena *arena);

/* Fills `ret_record` from a JSON object. Members missing there are as after
 * `fields_reset`; members unknown here are ignored. Strings are cleaned as in
 * writing: a stored file cannot smuggle control characters onto a terminal.
 * Fails with ERR_DATA and the path, as in `results[3].samples[2].wall_ns:
 * expected a number`; `ret_record` is then half filled. */
int fields_read(const struct fields *fields, const json_t *object,
                struct arena *arena, void *ret_record, struct err *err);

/* The count that belongs to a STRINGS or LIST member of `record`. */
size_t *field_count(const struct field *field, void *record);

/* Where a member lies; does not compile when the member is of another type than
 * the table says. */
#define FIELD_AT(record, member, type)                                         \
    (offsetof(record, member) +                                                \
     0 * sizeof(char[_Generic(((record *)0)->member, type : 1)]))

#define FIELD_PLAIN(record, member, kind_, type)                               \
    .name = #member, .kind = (kind_), .offset = FIELD_AT(record, member, type)

#define STRING_FIELD(record, member)                                           \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_STRING, const char *)                \
    }
#define NAME_FIELD(record, member)                                             \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_STRING, const char *),               \
            .required = true                                                   \
    }
#define WORD_FIELD(record, member, words_)                                     \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_STRING, const char *),               \
            .words = (words_)                                                  \
    }
#define NAMED_WORD_FIELD(record, member, words_)                               \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_STRING, const char *),               \
            .words = (words_), .required = true                                \
    }
#define U64_FIELD(record, member)                                              \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_U64, uint64_t)                       \
    }
#define DOUBLE_FIELD(record, member)                                           \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_DOUBLE, double)                      \
    }
#define BOOL_FIELD(record, member) /* missing means false */                   \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_BOOL, bool)                          \
    }
#define SURE_BOOL_FIELD(record, member)                                        \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_BOOL, bool), .required = true        \
    }
#define FACT_FIELD(record, member)                                             \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_FACT, enum fact)                     \
    }
#define INTERVAL_FIELD(record, member)                                         \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_INTERVAL, struct interval)           \
    }
#define CPUS_FIELD(record, member)                                             \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_CPUS, struct cpu_list)               \
    }
#define STRINGS_FIELD(record, member, count)                                   \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_STRINGS, const char **),             \
            .count_offset = FIELD_AT(record, count, size_t)                    \
    }
#define OBJECT_FIELD(record, member, type, nested_)                            \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_OBJECT, type), .nested = (nested_)   \
    }
#define FLAT_FIELD(record, member, type, nested_)                              \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_FLAT, type), .nested = (nested_)     \
    }
#define POINTER_FIELD(record, member, type, nested_)                           \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_POINTER, type *),                    \
            .nested = (nested_)                                                \
    }
#define LIST_FIELD(record, member, count, type, nested_)                       \
    {                                                                          \
        FIELD_PLAIN(record, member, FIELD_LIST, type *),                       \
            .count_offset = FIELD_AT(record, count, size_t),                   \
            .nested = (nested_)                                                \
    }

#define FIELDS(record, rows)                                                   \
    {                                                                          \
        sizeof(record), (rows), sizeof(rows) / sizeof((rows)[0])               \
    }

#endif
