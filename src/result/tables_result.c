/* What the document says about one benchmark: its samples, summary and curves.
 */
#include "result/result.h"
#include "result/tables.h"

static const char *const better_words[] = { "higher", "lower", NULL };
static const char *const status_words[] = { "ok", "skipped", "failed", NULL };

static const struct field sample_rows[] = {
    U64_FIELD(struct sample, round),
    U64_FIELD(struct sample, at_ns),
    U64_FIELD(struct sample, ops),
    U64_FIELD(struct sample, bytes),
    U64_FIELD(struct sample, wall_ns),
    U64_FIELD(struct sample, cpu_ns),
    U64_FIELD(struct sample, lost_ns),
    U64_FIELD(struct sample, run_delay_ns),
    U64_FIELD(struct sample, steal_ns),
    U64_FIELD(struct sample, switches),
    U64_FIELD(struct sample, throttled_ns),
    DOUBLE_FIELD(struct sample, clock_hz),
};
static const struct fields fields_sample = FIELDS(struct sample, sample_rows);

static const struct field bucket_rows[] = {
    U64_FIELD(struct result_bucket, from_ns),
    U64_FIELD(struct result_bucket, to_ns),
    U64_FIELD(struct result_bucket, count),
};
static const struct fields fields_bucket =
    FIELDS(struct result_bucket, bucket_rows);

static const struct field latency_rows[] = {
    STRING_FIELD(struct result_latency, unit),
    U64_FIELD(struct result_latency, n),
    U64_FIELD(struct result_latency, p50),
    U64_FIELD(struct result_latency, p90),
    U64_FIELD(struct result_latency, p99),
    U64_FIELD(struct result_latency, p999),
    U64_FIELD(struct result_latency, max),
    U64_FIELD(struct result_latency, stalled_ns),
    LIST_FIELD(struct result_latency, buckets, bucket_count,
               struct result_bucket, &fields_bucket),
};
const struct fields fields_latency =
    FIELDS(struct result_latency, latency_rows);

static const struct field point_rows[] = {
    U64_FIELD(struct result_point, x),
    STRING_FIELD(struct result_point, label),
    U64_FIELD(struct result_point, workers),
    DOUBLE_FIELD(struct result_point, score),
    DOUBLE_FIELD(struct result_point, per_cpu_second),
    DOUBLE_FIELD(struct result_point, min),
    DOUBLE_FIELD(struct result_point, max),
    INTERVAL_FIELD(struct result_point, ci95),
    U64_FIELD(struct result_point, n),
    DOUBLE_FIELD(struct result_point, clock_hz),
    U64_FIELD(struct result_point, p50_ns),
    U64_FIELD(struct result_point, p99_ns),
};
const struct fields fields_point = FIELDS(struct result_point, point_rows);

static const struct field pair_rows[] = {
    U64_FIELD(struct result_pair, a),
    U64_FIELD(struct result_pair, b),
    DOUBLE_FIELD(struct result_pair, throughput),
    DOUBLE_FIELD(struct result_pair, throughput_low),
    DOUBLE_FIELD(struct result_pair, throughput_high),
    DOUBLE_FIELD(struct result_pair, latency),
    DOUBLE_FIELD(struct result_pair, latency_low),
    DOUBLE_FIELD(struct result_pair, latency_high),
    U64_FIELD(struct result_pair, n),
    STRING_FIELD(struct result_pair, sharing),
};
const struct fields fields_pair = FIELDS(struct result_pair, pair_rows);

static const struct field mark_rows[] = {
    NAME_FIELD(struct result_mark, id),
    STRING_FIELD(struct result_mark, advice),
};
const struct fields fields_mark = FIELDS(struct result_mark, mark_rows);

static const struct field result_rows[] = {
    NAME_FIELD(struct result, id),
    NAME_FIELD(struct result, title),
    NAME_FIELD(struct result, resource),
    NAME_FIELD(struct result, unit),
    NAMED_WORD_FIELD(struct result, better, better_words),
    U64_FIELD(struct result, workers),
    BOOL_FIELD(struct result, per_job),
    STRING_FIELD(struct result, target),
    U64_FIELD(struct result, method),
    STRING_FIELD(struct result, note),
    NAMED_WORD_FIELD(struct result, status, status_words),
    STRING_FIELD(struct result, reason),
    BOOL_FIELD(struct result, left_out),
    U64_FIELD(struct result, working_set_bytes),
    DOUBLE_FIELD(struct result, score),
    DOUBLE_FIELD(struct result, per_cpu_second),
    DOUBLE_FIELD(struct result, mean),
    DOUBLE_FIELD(struct result, median),
    DOUBLE_FIELD(struct result, min),
    DOUBLE_FIELD(struct result, max),
    DOUBLE_FIELD(struct result, cv),
    DOUBLE_FIELD(struct result, mad),
    INTERVAL_FIELD(struct result, ci95),
    DOUBLE_FIELD(struct result, guard_band),
    STRING_FIELD(struct result, op),
    DOUBLE_FIELD(struct result, op_rate),
    DOUBLE_FIELD(struct result, byte_rate),
    DOUBLE_FIELD(struct result, burst),
    U64_FIELD(struct result, n),
    LIST_FIELD(struct result, samples, sample_count, struct sample,
               &fields_sample),
    POINTER_FIELD(struct result, latency, struct result_latency,
                  &fields_latency),
    STRING_FIELD(struct result, curve_x),
    LIST_FIELD(struct result, curve, curve_count, struct result_point,
               &fields_point),
    LIST_FIELD(struct result, pairs, pair_count, struct result_pair,
               &fields_pair),
    STRING_FIELD(struct result, conclusion),
    LIST_FIELD(struct result, marks, mark_count, struct result_mark,
               &fields_mark),
};
const struct fields fields_result = FIELDS(struct result, result_rows);
