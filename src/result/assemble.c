#include "result/assemble.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/order.h"
#include "base/units.h"
#include "base/unknown.h"
#include "measure/plan.h"
#include "measure/run.h"
#include "measure/summary.h"
#include "result/pair_results.h"
#include "result/result.h"

/* A percentile needs this many entries to mean anything. */
enum { LEAST_FOR_P99 = 300, LEAST_FOR_P999 = 10000 };

static uint64_t quantile_if(const struct histogram *histogram, double q,
                            uint64_t least)
{
    return histogram->n >= least && histogram->n > 0
               ? histogram_quantile(histogram, q)
               : UNKNOWN_U64;
}

static void add_buckets(const struct histogram *histogram, struct arena *arena,
                        struct result_latency *latency)
{
    size_t count = 0;

    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        count += histogram->counts[i] > 0;
    latency->buckets = ARENA_ARRAY(arena, struct result_bucket, count);
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        if (histogram->counts[i] == 0)
            continue;
        latency->buckets[latency->bucket_count++] =
            (struct result_bucket){ histogram_from(i), histogram_to(i),
                                    histogram->counts[i] };
    }
}

static struct result_latency *latency_of(const struct histogram *histogram,
                                         struct arena *arena)
{
    struct result_latency *latency;

    if (histogram == NULL || histogram->n == 0)
        return NULL;
    latency = ARENA_NEW(arena, struct result_latency);
    latency_init(latency);
    latency->unit = unit_name(UNIT_NS);
    latency->n = histogram->n;
    latency->p50 = quantile_if(histogram, 0.5, 1);
    latency->p90 = quantile_if(histogram, 0.9, 10);
    latency->p99 = quantile_if(histogram, 0.99, LEAST_FOR_P99);
    latency->p999 = quantile_if(histogram, 0.999, LEAST_FOR_P999);
    latency->max = histogram->max_ns;
    latency->stalled_ns = histogram_stalled_ns(histogram);
    add_buckets(histogram, arena, latency);
    return latency;
}

static double median_clock(const struct series *series, struct arena *arena)
{
    double *values = ARENA_ARRAY(arena, double, series->count);
    size_t n = 0;

    for (size_t i = 0; i < series->count; i++) {
        if (known_double(series->samples[i].clock_hz))
            values[n++] = series->samples[i].clock_hz;
    }
    if (n == 0)
        return UNKNOWN_DOUBLE;
    order_doubles(values, n);
    return values[n / 2];
}

static struct summary summary_of_point(const struct step *step, size_t p,
                                       const struct point_run *run)
{
    const struct plan_point *point = &step->points[p];
    size_t last = point->cast_count - 1;

    return summarise(run->series[last].samples, run->series[last].count,
                     step->choice.bench->score, step->choice.variant->join,
                     point->casts[last].count);
}

static void set_point(const struct step *step, size_t p,
                      const struct point_run *run, struct arena *arena,
                      struct result_point *point)
{
    struct summary summary = summary_of_point(step, p, run);
    size_t last = step->points[p].cast_count - 1;

    point_init(point);
    point->x = step->points[p].point.x;
    if (step->points[p].point.kind != NULL)
        point->label =
            arena_printf(arena, "%llu %s", (unsigned long long)point->x,
                         step->points[p].point.kind);
    point->workers = step->points[p].casts[last].count;
    point->score = summary.score;
    if (step->choice.bench->resource != RESOURCE_DISK)
        point->per_cpu_second = summary.per_cpu_second;
    point->min = summary.min;
    point->max = summary.max;
    point->ci95 = summary.ci95;
    point->n = summary.n;
    point->clock_hz = median_clock(&run->series[last], arena);
    if (run->latency != NULL) {
        point->p50_ns = quantile_if(run->latency, 0.5, 1);
        point->p99_ns = quantile_if(run->latency, 0.99, LEAST_FOR_P99);
    }
}

static void set_curve(const struct step_run *step_run, struct arena *arena,
                      struct result *result)
{
    const struct step *step = step_run->step;

    result->curve_x = step->choice.bench->curve_x;
    if (result->curve_x == NULL)
        return;
    result->curve = ARENA_ARRAY(arena, struct result_point, step->point_count);
    for (size_t p = 0; p < step->point_count; p++) {
        const struct series *series = step_run->points[p].series;
        if (series[step->points[p].cast_count - 1].count > 0)
            set_point(step, p, &step_run->points[p], arena,
                      &result->curve[result->curve_count++]);
    }
}

static void set_summary(struct result *result, const struct summary *summary)
{
    result->n = summary->n;
    result->score = summary->score;
    /* A disk's work takes no CPU worth naming, and its engine's is not counted. */
    result->per_cpu_second =
        strcmp(result->resource, resource_name(RESOURCE_DISK)) == 0
            ? UNKNOWN_DOUBLE
            : summary->per_cpu_second;
    result->mean = summary->mean;
    result->median = summary->median;
    result->min = summary->min;
    result->max = summary->max;
    result->cv = summary->cv;
    result->mad = summary->mad;
    result->ci95 = summary->ci95;
}

static void set_identity(const struct step *step, const char *const *targets,
                         struct arena *arena, struct result *result)
{
    const struct bench *bench = step->choice.bench;
    const struct bench_variant *variant = step->choice.variant;
    const struct plan_point *headline = &step->points[step->headline];

    result_init(result);
    result->id = arena_strdup(arena, step->choice.id);
    result->title = bench_title(bench, variant, arena);
    result->resource = resource_name(bench->resource);
    result->unit = unit_name(score_unit(bench->score));
    result->better = score_more_is_better(bench->score) ? "higher" : "lower";
    result->method = (uint64_t)bench->method;
    result->guard_band = step->guard;
    result->per_job = variant->join == JOIN_MEAN;
    if (bench->resource == RESOURCE_DISK && targets != NULL)
        result->target = targets[step->target];
    if (step->point_count > 0)
        result->workers = headline->casts[headline->cast_count - 1].count;
    if (bench->working_set > 0)
        result->working_set_bytes = bench->working_set;
    else if (bench->needs_memory && step->point_count > 0)
        result->working_set_bytes = headline->point.x;
}

static const char *status_word(enum run_status status)
{
    static const char *const words[] = {
        [RUN_OK] = "ok",
        [RUN_SKIPPED] = "skipped",
        [RUN_FAILED] = "failed",
    };

    return words[status];
}

static double median_rate(const struct result *result, enum score score)
{
    return summarise(result->samples, result->sample_count, score,
                     result->per_job ? JOIN_MEAN : JOIN_SUM, result->workers)
        .median;
}

/* The other way to count the same work: operations beside bytes, bytes beside
 * operations. */
static void set_other_rate(struct result *result)
{
    enum unit unit = unit_from_name(result->unit);

    if (unit == UNIT_BYTES_PER_SECOND && result->op != NULL)
        result->op_rate = median_rate(result, SCORE_OPS_PER_SECOND);
    if (unit == UNIT_OPS_PER_SECOND)
        result->byte_rate = median_rate(result, SCORE_BYTES_PER_SECOND);
}

static void set_measured(const struct step_run *step_run, struct arena *arena,
                         struct result *result)
{
    const struct step *step = step_run->step;
    const struct plan_point *point = &step->points[step->headline];
    const struct point_run *run = &step_run->points[step->headline];
    const struct series *series = &run->series[point->cast_count - 1];
    struct summary summary = summary_of_point(step, step->headline, run);

    set_summary(result, &summary);
    result->samples = series->samples;
    result->sample_count = series->count;
    result->op = step->choice.bench->op;
    set_other_rate(result);
    result->latency = latency_of(run->latency, arena);
    set_curve(step_run, arena, result);
}

static void set_result(const struct step_run *step_run,
                       const char *const *targets, const struct host_cpu *cpu,
                       struct arena *arena, struct result *result)
{
    set_identity(step_run->step, targets, arena, result);
    result->status = status_word(step_run->status);
    result->reason = step_run->reason;
    /* What this host has no place for was selected with its kin, not missed. */
    result->left_out =
        step_run->left_out ||
        (step_run->step->skipped != NULL &&
         (!step_run->step->named || step_run->step->point_count == 0));
    result->note = step_run->note;
    if (step_run->status != RUN_OK) /* rounds before a failure are no figure */
        return;
    if (step_run->step->choice.variant->scope == SCOPE_PAIRS)
        pair_results_set(step_run, cpu, arena, result);
    else
        set_measured(step_run, arena, result);
    if (result->n == 0) {
        result->status = "skipped";
        result->reason = "the run ended before its first slice";
    }
}

void assemble_results(const struct plan *plan, const struct run *run,
                      const char *const *targets, struct arena *arena,
                      struct document *document)
{
    document->seed = plan->seed;
    document->results = arena_grow(
        arena, document->results, document->result_count,
        document->result_count + run->step_count, sizeof(struct result));
    for (size_t i = 0; i < run->step_count; i++)
        set_result(&run->steps[i], targets, &document->host.cpu, arena,
                   &document->results[document->result_count++]);
}

/* A stored result says what its score is made of by unit and direction. */
static enum score score_of(const struct result *result)
{
    switch (unit_from_name(result->unit)) {
    case UNIT_BYTES_PER_SECOND:
        return SCORE_BYTES_PER_SECOND;
    case UNIT_FLOPS:
        return SCORE_FLOPS;
    case UNIT_NS:
        return SCORE_NS_PER_OP;
    case UNIT_SHARE:
        return SCORE_LOST_SHARE;
    default:
        return SCORE_OPS_PER_SECOND;
    }
}

int resummarise_results(struct document *document, struct err *err)
{
    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];
        struct summary summary;

        if (result->sample_count == 0 || strcmp(result->status, "ok") != 0)
            continue;
        if (result->sample_count > SUMMARY_MOST_SAMPLES)
            return err_set(err, ERR_DATA,
                           "results[%zu].samples: %zu are more "
                           "than any run makes",
                           i, result->sample_count);
        summary =
            summarise(result->samples, result->sample_count, score_of(result),
                      result->per_job ? JOIN_MEAN : JOIN_SUM, result->workers);
        set_summary(result, &summary);
        set_other_rate(result);
    }
    return 0;
}
