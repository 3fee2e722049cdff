/* What the document says about the run as a whole, and about requirements. */
#include "result/result.h"
#include "result/tables.h"

static const char *const outcome_words[] = { "pass", "fail", "undecided", NULL };
static const char *const direct_words[] = { "direct", "buffered", "memory",
                                            "indirect", NULL };

static const struct field target_rows[] = {
    FLAT_FIELD(struct result_target, mount, struct host_mount,
               &fields_host_mount),
    WORD_FIELD(struct result_target, direct, direct_words),
    STRING_FIELD(struct result_target, direct_reason),
    STRING_FIELD(struct result_target, engine),
    STRING_FIELD(struct result_target, engine_reason),
    U64_FIELD(struct result_target, file_bytes),
    STRING_FIELD(struct result_target, file_reason),
    DOUBLE_FIELD(struct result_target, fill_rate),
    U64_FIELD(struct result_target, device_read_bytes),
    U64_FIELD(struct result_target, device_written_bytes),
    U64_FIELD(struct result_target, own_read_bytes),
    U64_FIELD(struct result_target, own_written_bytes),
    LIST_FIELD(struct result_target, marks, mark_count, struct result_mark,
               &fields_mark),
};
const struct fields fields_target = FIELDS(struct result_target, target_rows);

static const struct field conditions_rows[] = {
    DOUBLE_FIELD(struct result_conditions, steal_share),
    DOUBLE_FIELD(struct result_conditions, other_cpu_share),
    DOUBLE_FIELD(struct result_conditions, load),
    DOUBLE_FIELD(struct result_conditions, psi_cpu),
    DOUBLE_FIELD(struct result_conditions, psi_io),
    DOUBLE_FIELD(struct result_conditions, psi_memory),
    STRING_FIELD(struct result_conditions, clock_source),
    DOUBLE_FIELD(struct result_conditions, clock_read_ns),
    DOUBLE_FIELD(struct result_conditions, clock_step_ns),
    STRING_FIELD(struct result_conditions, governor),
    STRING_FIELD(struct result_conditions, thp),
    STRING_FIELD(struct result_conditions, libc),
    U64_FIELD(struct result_conditions, memcpy_streaming_bytes),
    DOUBLE_FIELD(struct result_conditions, throttled_share),
};
static const struct fields fields_conditions =
    FIELDS(struct result_conditions, conditions_rows);

static const struct field finding_rows[] = {
    NAME_FIELD(struct result_finding, requirement),
    STRING_FIELD(struct result_finding, title),
    STRING_FIELD(struct result_finding, statistic),
    STRING_FIELD(struct result_finding, level),
    STRING_FIELD(struct result_finding, source),
    STRING_FIELD(struct result_finding, recipe),
    STRING_FIELD(struct result_finding, unit),
    STRING_FIELD(struct result_finding, op),
    DOUBLE_FIELD(struct result_finding, value),
    STRING_FIELD(struct result_finding, value_text),
    INTERVAL_FIELD(struct result_finding, interval),
    DOUBLE_FIELD(struct result_finding, bound),
    STRING_FIELD(struct result_finding, bound_text),
    SURE_BOOL_FIELD(struct result_finding, at_least),
    DOUBLE_FIELD(struct result_finding, tolerance),
    DOUBLE_FIELD(struct result_finding, ratio),
    NAMED_WORD_FIELD(struct result_finding, outcome, outcome_words),
    STRING_FIELD(struct result_finding, reason),
    STRING_FIELD(struct result_finding, settle),
    LIST_FIELD(struct result_finding, marks, mark_count, struct result_mark,
               &fields_mark),
};
const struct fields fields_finding =
    FIELDS(struct result_finding, finding_rows);

static const struct field verdict_rows[] = {
    NAME_FIELD(struct result_verdict, profile),
    STRING_FIELD(struct result_verdict, title),
    STRING_FIELD(struct result_verdict, role),
    STRING_FIELD(struct result_verdict, source),
    NAMED_WORD_FIELD(struct result_verdict, outcome, outcome_words),
    LIST_FIELD(struct result_verdict, findings, finding_count,
               struct result_finding, &fields_finding),
    STRINGS_FIELD(struct result_verdict, notes, note_count),
};
const struct fields fields_verdict =
    FIELDS(struct result_verdict, verdict_rows);

/* An object in the document, but no struct of its own: it lies at offset 0. */
static const struct field assay_rows[] = {
    { .name = "version",
      .kind = FIELD_STRING,
      .offset = FIELD_AT(struct document, assay_version, const char *) },
    { .name = "commit",
      .kind = FIELD_STRING,
      .offset = FIELD_AT(struct document, assay_commit, const char *) },
};
static const struct fields fields_assay = FIELDS(struct document, assay_rows);

static const struct field document_rows[] = {
    STRING_FIELD(struct document, run_id),
    { .name = "assay", .kind = FIELD_OBJECT, .nested = &fields_assay },
    STRINGS_FIELD(struct document, command, command_count),
    STRING_FIELD(struct document, started),
    DOUBLE_FIELD(struct document, elapsed_s),
    SURE_BOOL_FIELD(struct document, complete),
    STRING_FIELD(struct document, interrupted_by),
    U64_FIELD(struct document, seed),
    OBJECT_FIELD(struct document, host, struct host, &fields_host),
    LIST_FIELD(struct document, targets, target_count, struct result_target,
               &fields_target),
    OBJECT_FIELD(struct document, conditions, struct result_conditions,
                 &fields_conditions),
    LIST_FIELD(struct document, results, result_count, struct result,
               &fields_result),
    LIST_FIELD(struct document, verdicts, verdict_count, struct result_verdict,
               &fields_verdict),
};
const struct fields fields_document = FIELDS(struct document, document_rows);
