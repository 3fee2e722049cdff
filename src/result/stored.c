#include "result/stored.h"

#include "result/fields.h"

static const struct field run_rows[] = {
    STRING_FIELD(struct stored_run, run_id),
    STRING_FIELD(struct stored_run, started),
    STRING_FIELD(struct stored_run, host),
    STRING_FIELD(struct stored_run, host_id),
    STRING_FIELD(struct stored_run, assay_version),
    BOOL_FIELD(struct stored_run, complete),
    U64_FIELD(struct stored_run, results),
    U64_FIELD(struct stored_run, bytes),
};
static const struct fields fields_run = FIELDS(struct stored_run, run_rows);

struct runs {
    struct stored_run *runs;
    size_t count;
};

static const struct field runs_rows[] = {
    LIST_FIELD(struct runs, runs, count, struct stored_run, &fields_run),
};
static const struct fields fields_runs = FIELDS(struct runs, runs_rows);

static const struct field score_rows[] = {
    STRING_FIELD(struct stored_score, run_id),
    STRING_FIELD(struct stored_score, started),
    DOUBLE_FIELD(struct stored_score, score),
    INTERVAL_FIELD(struct stored_score, interval),
    U64_FIELD(struct stored_score, method),
};
static const struct fields fields_score =
    FIELDS(struct stored_score, score_rows);

static const struct field change_rows[] = {
    U64_FIELD(struct trend_change, at),
    STRING_FIELD(struct trend_change, run_id),
    STRING_FIELD(struct trend_change, started),
    DOUBLE_FIELD(struct trend_change, before),
    DOUBLE_FIELD(struct trend_change, after),
    DOUBLE_FIELD(struct trend_change, ratio),
    DOUBLE_FIELD(struct trend_change, p),
};
static const struct fields fields_change =
    FIELDS(struct trend_change, change_rows);

static const struct field trend_rows[] = {
    STRING_FIELD(struct trend, id),
    STRING_FIELD(struct trend, title),
    STRING_FIELD(struct trend, unit),
    STRING_FIELD(struct trend, op),
    STRING_FIELD(struct trend, better),
    STRING_FIELD(struct trend, target),
    STRING_FIELD(struct trend, host),
    U64_FIELD(struct trend, other_methods),
    LIST_FIELD(struct trend, scores, score_count, struct stored_score,
               &fields_score),
    LIST_FIELD(struct trend, changes, change_count, struct trend_change,
               &fields_change),
};
static const struct fields fields_trend = FIELDS(struct trend, trend_rows);

char *runs_to_json(struct stored_run *runs, size_t count, struct arena *arena)
{
    const struct runs record = { runs, count };

    return fields_to_json(&fields_runs, &record, RUNS_SCHEMA, arena);
}

char *trend_to_json(const struct trend *trend, struct arena *arena)
{
    return fields_to_json(&fields_trend, trend, TREND_SCHEMA, arena);
}
