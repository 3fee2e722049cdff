#include "result/fields.h"

#include "base/unknown.h"

static void field_reset(const struct field *field, void *record)
{
    void *at = (char *)record + field->offset;

    switch (field->kind) {
    case FIELD_STRING:
        *(const char **)at = NULL;
        break;
    case FIELD_U64:
        *(uint64_t *)at = UNKNOWN_U64;
        break;
    case FIELD_DOUBLE:
        *(double *)at = UNKNOWN_DOUBLE;
        break;
    case FIELD_BOOL:
        *(bool *)at = false;
        break;
    case FIELD_FACT:
        *(enum fact *)at = FACT_UNKNOWN;
        break;
    case FIELD_INTERVAL:
        *(struct interval *)at =
            (struct interval){ UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };
        break;
    case FIELD_CPUS:
        *(struct cpu_list *)at = (struct cpu_list){ 0 };
        break;
    case FIELD_OBJECT:
    case FIELD_FLAT:
        fields_reset(field->nested, at);
        break;
    case FIELD_STRINGS:
    case FIELD_LIST:
        *field_count(field, record) = 0;
        *(void **)at = NULL;
        break;
    case FIELD_POINTER:
        *(void **)at = NULL;
        break;
    }
}

void fields_reset(const struct fields *fields, void *record)
{
    for (size_t i = 0; i < fields->count; i++)
        field_reset(&fields->list[i], record);
}

size_t *field_count(const struct field *field, void *record)
{
    return (size_t *)(void *)((char *)record + field->count_offset);
}
