/* Documents that no run makes and a report must bear all the same. Most are the
 * sample with every member of one kind replaced, by the tables of fields. */
#ifndef ASSAY_TESTS_ODD_DOCUMENTS_H
#define ASSAY_TESTS_ODD_DOCUMENTS_H

#include "base/err.h"
#include "base/text.h"
#include "result/json.h"
#include "result/tables.h"
#include "sample_document.h"

/* What to put in place of what a document holds. */
struct oddity {
    const char *string; /* NULL: strings stay */
    bool numbers;       /* replace numbers, too, by: */
    double number;
    uint64_t whole;
    bool nothing; /* all unknown, but what must be there */
};

static void odden_record(const struct fields *fields, char *record,
                         const struct oddity *odd);

static void odden_string(const struct field *field, const char **string,
                         const struct oddity *odd)
{
    if (odd->nothing)
        *string = !field->required       ? NULL
                  : field->words != NULL ? field->words[0]
                                         : "x";
    else if (odd->string != NULL && field->words == NULL)
        *string = odd->string;
}

static void odden_nested(const struct field *field, char *at, size_t count,
                         const struct oddity *odd)
{
    if (field->kind == FIELD_OBJECT || field->kind == FIELD_FLAT) {
        odden_record(field->nested, at, odd);
        return;
    }
    at = *(char **)at;
    if (field->kind == FIELD_POINTER)
        count = at != NULL;
    for (size_t i = 0; i < count; i++)
        odden_record(field->nested, at + i * field->nested->size, odd);
}

static void odden_field(const struct field *field, char *record,
                        const struct oddity *odd)
{
    char *at = record + field->offset;
    bool numbers = odd->numbers || odd->nothing;
    double number = odd->nothing ? UNKNOWN_DOUBLE : odd->number;
    uint64_t whole = odd->nothing ? UNKNOWN_U64 : odd->whole;

    switch (field->kind) {
    case FIELD_STRING:
        odden_string(field, (const char **)at, odd);
        break;
    case FIELD_U64:
        if (numbers)
            *(uint64_t *)at = whole;
        break;
    case FIELD_DOUBLE:
        if (numbers)
            *(double *)at = number;
        break;
    case FIELD_INTERVAL:
        if (numbers)
            *(struct interval *)at = (struct interval){ number, number };
        break;
    case FIELD_FACT:
        if (odd->nothing)
            *(enum fact *)at = FACT_UNKNOWN;
        break;
    case FIELD_STRINGS:
        for (size_t i = 0; i < *field_count(field, record); i++)
            odden_string(field, &(*(const char ***)at)[i], odd);
        break;
    case FIELD_OBJECT:
    case FIELD_FLAT:
    case FIELD_POINTER:
    case FIELD_LIST:
        odden_nested(
            field, at,
            field->kind == FIELD_LIST ? *field_count(field, record) : 0, odd);
        break;
    case FIELD_BOOL:
    case FIELD_CPUS:
        break;
    }
}

static void odden_record(const struct fields *fields, char *record,
                         const struct oddity *odd)
{
    for (size_t i = 0; i < fields->count; i++)
        odden_field(&fields->list[i], record, odd);
}

/* The sample's lists may be constants: a copy through JSON is all ours. */
static struct document *odd_copy_of(const struct document *document,
                                    struct arena *arena)
{
    struct document *copy = ARENA_NEW(arena, struct document);
    char *json = document_to_json(document, arena);
    struct err err;

    if (document_from_json(json, strlen(json), arena, copy, &err) < 0)
        abort(); /* test_json says why */
    return copy;
}

static struct document *odd_copy(struct arena *arena)
{
    return odd_copy_of(sample_document(arena), arena);
}

static struct document *odd_of(struct arena *arena, struct oddity odd)
{
    struct document *document = odd_copy(arena);

    odden_record(&fields_document, (char *)document, &odd);
    return document;
}

static struct document *odd_empty(struct arena *arena)
{
    struct document *document = ARENA_NEW(arena, struct document);

    document_init(document);
    return document;
}

static struct document *odd_unknown(struct arena *arena)
{
    return odd_of(arena, (struct oddity){ .nothing = true });
}

static struct document *odd_huge(struct arena *arena)
{
    return odd_of(arena, (struct oddity){ .numbers = true,
                                          .number = 1e300,
                                          .whole = INT64_MAX });
}

static struct document *odd_tiny(struct arena *arena)
{
    return odd_of(arena, (struct oddity){
                             .numbers = true, .number = 5e-324, .whole = 1 });
}

static struct document *odd_zero(struct arena *arena)
{
    return odd_of(arena, (struct oddity){ .numbers = true });
}

static struct document *odd_negative(struct arena *arena)
{
    return odd_of(
        arena, (struct oddity){ .numbers = true, .number = -1e9, .whole = 3 });
}

/* Everything that means something to one of the formats. */
#define HOSTILE                                                                \
    "=cmd|' /C calc'!A0\"'><script>alert(1)</script>\\`|</svg> # SKIP ]]> "    \
    "![x](http://evil.example) @all &amp; \x1b[31m\r\n\t\x7f \xff\xfe "        \
    "\xef\xbf\xbf %n%s${x}\" onload=\"x"

static struct document *odd_hostile(struct arena *arena)
{
    return odd_of(arena, (struct oddity){ .string = HOSTILE });
}

static struct document *odd_blank(struct arena *arena)
{
    return odd_of(arena, (struct oddity){ .string = "" });
}

static struct document *odd_long(struct arena *arena)
{
    struct text words;

    text_init(&words, arena);
    text_add_repeated(&words, 'M', 3000);
    return odd_of(arena, (struct oddity){ .string = words.bytes });
}

static struct document *odd_failed(struct arena *arena)
{
    struct document *document = odd_copy(arena);

    document->complete = false;
    document->interrupted_by = "SIGTERM";
    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];
        struct result old = *result;
        result_init(result);
        result->id = old.id;
        result->title = old.title;
        result->unit = old.unit;
        result->resource = "disk";
        result->better = "higher";
        result->status = i % 2 == 0 ? "failed" : "skipped";
        result->reason = i % 3 == 0 ? NULL : "no such device";
    }
    return document;
}

/* Two directories, each with all results of the disk. */
static struct document *odd_two_targets(struct arena *arena)
{
    struct document *document = odd_copy(arena);
    size_t own = document->result_count;

    document->targets = arena_grow(arena, document->targets, 1, 2,
                                   sizeof(document->targets[0]));
    document->targets[1] = document->targets[0];
    document->targets[1].mount.path = "/srv";
    document->target_count = 2;
    document->results = arena_grow(arena, document->results, own, 2 * own,
                                   sizeof(struct result));
    for (size_t i = 0; i < own; i++) {
        if (document->results[i].target == NULL)
            continue;
        document->results[document->result_count] = document->results[i];
        document->results[document->result_count++].target = "/srv";
    }
    return document;
}

static struct document *odd_many(struct arena *arena)
{
    struct document *document = odd_copy(arena);
    size_t own = document->result_count;
    size_t count = own * 16;

    document->results =
        arena_grow(arena, document->results, own, count, sizeof(struct result));
    for (size_t i = own; i < count; i++)
        document->results[i] = document->results[i % own];
    document->result_count = count;
    return document;
}

/* Makes the `*at`-th member that may be unknown so, counted in the order of the tables and
 * in the first five of each list; false when there are fewer. */
static bool odd_forget(const struct fields *fields, char *record, size_t *at)
{
    enum { FIRST = 5 };

    for (size_t i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        const struct fields alone = { fields->size, field, 1 };
        char *inside = record + field->offset;
        size_t count = 1;

        if (field->kind != FIELD_OBJECT && field->kind != FIELD_FLAT) {
            if (!field->required && field->kind != FIELD_BOOL && (*at)-- == 0) {
                fields_reset(&alone, record);
                return true;
            }
            if (field->kind == FIELD_LIST)
                count = *field_count(field, record);
            else if (field->kind != FIELD_POINTER)
                continue;
            inside = *(char **)inside;
        }
        for (size_t n = 0; inside != NULL && n < count && n < FIRST; n++) {
            if (odd_forget(field->nested, inside + n * field->nested->size, at))
                return true;
        }
    }
    return false;
}

/* The sample is large for what is copied a thousand times: two of each list of a result,
 * and of the results those that hold something of their own. */
static struct document *odd_small(struct arena *arena)
{
    static const char *const kept[] = { "cpu.scaling", "cpu.pairs",
                                        "memory.latency", "disk.read.4k.q1",
                                        "os.stall" };
    struct document *document = sample_document(arena);
    size_t count = 0;

    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];
        bool keep = false;

        for (size_t k = 0; k < SAMPLE_COUNT(kept); k++)
            keep = keep || strcmp(result->id, kept[k]) == 0;
        if (!keep)
            continue;
        if (result->sample_count > 2)
            result->sample_count = 2;
        if (result->pair_count > 2)
            result->pair_count = 2;
        if (result->latency != NULL && result->latency->bucket_count > 2)
            result->latency->bucket_count = 2;
        document->results[count++] = *result;
    }
    document->result_count = count;
    return document;
}

/* The sample with an I/O limit and without that one member; NULL when there is no such. */
static struct document *odd_without(struct arena *arena, size_t at)
{
    static struct host_io_limit limit;
    struct document *document = odd_copy_of(odd_small(arena), arena);

    limit = (struct host_io_limit){ "254:16", "read", "ops/s", 24000,
                                    "/sys/fs/cgroup/io.max" };
    document->host.limits.io = &limit;
    document->host.limits.io_count = 1;
    return odd_forget(&fields_document, (char *)document, &at) ? document
                                                               : NULL;
}

static const struct {
    const char *name;
    struct document *(*build)(struct arena *arena);
} odd_documents[] = {
    { "sample", sample_document },
    { "empty", odd_empty },
    { "unknown", odd_unknown },
    { "huge", odd_huge },
    { "tiny", odd_tiny },
    { "zero", odd_zero },
    { "negative", odd_negative },
    { "hostile", odd_hostile },
    { "blank", odd_blank },
    { "long", odd_long },
    { "failed", odd_failed },
    { "many", odd_many },
    { "two-targets", odd_two_targets },
};

#endif
