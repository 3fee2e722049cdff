#include "result/comparison.h"

#include <jansson.h>

#include "base/arena.h"
#include "base/text.h"
#include "result/fields.h"

static const struct field side_rows[] = {
    STRING_FIELD(struct comparison_side, file),
    STRING_FIELD(struct comparison_side, run_id),
    STRING_FIELD(struct comparison_side, host),
    STRING_FIELD(struct comparison_side, started),
    BOOL_FIELD(struct comparison_side, complete),
};
static const struct fields fields_side =
    FIELDS(struct comparison_side, side_rows);

static const struct field change_rows[] = {
    STRING_FIELD(struct comparison_change, what),
    STRING_FIELD(struct comparison_change, base),
    STRING_FIELD(struct comparison_change, now),
};
static const struct fields fields_change =
    FIELDS(struct comparison_change, change_rows);

static const struct field row_rows[] = {
    STRING_FIELD(struct comparison_row, id),
    STRING_FIELD(struct comparison_row, title),
    STRING_FIELD(struct comparison_row, resource),
    STRING_FIELD(struct comparison_row, unit),
    STRING_FIELD(struct comparison_row, op),
    STRING_FIELD(struct comparison_row, better),
    STRING_FIELD(struct comparison_row, target),
    DOUBLE_FIELD(struct comparison_row, base),
    DOUBLE_FIELD(struct comparison_row, now),
    INTERVAL_FIELD(struct comparison_row, base_interval),
    INTERVAL_FIELD(struct comparison_row, now_interval),
    DOUBLE_FIELD(struct comparison_row, ratio),
    INTERVAL_FIELD(struct comparison_row, ratio_interval),
    DOUBLE_FIELD(struct comparison_row, ratio_per_cpu),
    STRING_FIELD(struct comparison_row, outcome),
    STRING_FIELD(struct comparison_row, reason),
    BOOL_FIELD(struct comparison_row, lost),
    STRINGS_FIELD(struct comparison_row, base_marks, base_mark_count),
    STRINGS_FIELD(struct comparison_row, now_marks, now_mark_count),
};
static const struct fields fields_row = FIELDS(struct comparison_row, row_rows);

static const struct field comparison_rows[] = {
    OBJECT_FIELD(struct comparison, base, struct comparison_side, &fields_side),
    OBJECT_FIELD(struct comparison, now, struct comparison_side, &fields_side),
    BOOL_FIELD(struct comparison, same_host),
    LIST_FIELD(struct comparison, changes, change_count,
               struct comparison_change, &fields_change),
    LIST_FIELD(struct comparison, rows, row_count, struct comparison_row,
               &fields_row),
};
static const struct fields fields_comparison =
    FIELDS(struct comparison, comparison_rows);

struct comparisons {
    const struct comparison *list;
    size_t count;
};

static const struct field comparisons_rows[] = {
    { .name = "comparisons",
      .kind = FIELD_LIST,
      .offset = FIELD_AT(struct comparisons, list, const struct comparison *),
      .count_offset = FIELD_AT(struct comparisons, count, size_t),
      .nested = &fields_comparison },
};
static const struct fields fields_comparisons =
    FIELDS(struct comparisons, comparisons_rows);

char *comparisons_to_json(const struct comparison *list, size_t count,
                          struct arena *arena)
{
    const struct comparisons comparisons = { list, count };

    return fields_to_json(&fields_comparisons, &comparisons, COMPARISON_SCHEMA,
                          arena);
}
