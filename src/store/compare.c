#include "store/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "result/comparison.h"
#include "store/changes.h"

static const struct interval no_interval = { UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };

struct interval compare_ratio_interval(double base,
                                       struct interval base_interval,
                                       double now, struct interval now_interval)
{
    double centre = log(now / base);
    double down, up;

    if (!(base > 0) || !(now > 0) || !(base_interval.low > 0) ||
        !(now_interval.low > 0) || !isfinite(base_interval.high) ||
        !isfinite(now_interval.high))
        return no_interval;
    down = hypot(log(now / now_interval.low), log(base_interval.high / base));
    up = hypot(log(now_interval.high / now), log(base / base_interval.low));
    return (struct interval){ exp(centre - down), exp(centre + up) };
}

static bool measured(const struct result *result)
{
    return strcmp(result->status, "ok") == 0 && known_double(result->score);
}

static size_t occurrences(const struct document *document, const char *id)
{
    size_t n = 0;

    for (size_t i = 0; i < document->result_count; i++)
        n += strcmp(document->results[i].id, id) == 0;
    return n;
}

/* The same id on the same target; or the same id, when there is no other. */
static const struct result *counterpart(const struct document *other,
                                        const struct document *own,
                                        const struct result *result)
{
    const struct result *same = result_find(other, result->id, result->target);

    if (same == NULL && occurrences(own, result->id) == 1 &&
        occurrences(other, result->id) == 1)
        same = result_find(other, result->id, NULL);
    return same;
}

static const char **mark_ids(const struct result *result, struct arena *arena,
                             size_t *ret_count)
{
    const char **ids = ARENA_ARRAY(arena, const char *, result->mark_count);

    for (size_t i = 0; i < result->mark_count; i++)
        ids[i] = result->marks[i].id;
    *ret_count = result->mark_count;
    return ids;
}

/* Why the two cannot be set against each other; NULL: they can. */
static const char *obstacle(const struct result *base, const struct result *now,
                            struct arena *arena)
{
    if (base == NULL)
        return "only in the new run";
    if (now == NULL)
        return "only in the base";
    if (!measured(now))
        return arena_printf(arena, "%s in the new run: %s", now->status,
                            now->reason != NULL ? now->reason : "no score");
    if (!measured(base))
        return arena_printf(arena, "%s in the base: %s", base->status,
                            base->reason != NULL ? base->reason : "no score");
    if (base->method != now->method)
        return "the method changed in between: old and new scores do not mix";
    if (strcmp(base->unit, now->unit) != 0 ||
        strcmp(base->better, now->better) != 0)
        return "measured in another unit";
    return NULL;
}

static void turn(struct comparison_row *row)
{
    struct interval turned = row->ratio_interval;

    if (strcmp(row->better, "lower") != 0)
        return;
    row->ratio = 1 / row->ratio;
    row->ratio_per_cpu = 1 / row->ratio_per_cpu;
    row->ratio_interval.low = 1 / turned.high;
    row->ratio_interval.high = 1 / turned.low;
}

/* Where logarithms cannot be had (a share of 0), ends are compared with ends.
 */
static const char *outcome_without_ratio(const struct comparison_row *row)
{
    bool lower = strcmp(row->better, "lower") == 0;

    if (row->now_interval.low > row->base_interval.high)
        return lower ? "worse" : "better";
    if (row->now_interval.high < row->base_interval.low)
        return lower ? "better" : "worse";
    return "same";
}

static void judge_row(struct comparison_row *row)
{
    if (!known_double(row->base_interval.low) ||
        !known_double(row->now_interval.low)) {
        row->outcome = "same";
        row->reason = "too few rounds for an interval";
    } else if (!known_double(row->ratio_interval.low)) {
        row->outcome = outcome_without_ratio(row);
    } else if (row->ratio_interval.low > 1) {
        row->outcome = "better";
    } else {
        row->outcome = row->ratio_interval.high < 1 ? "worse" : "same";
    }
}

/* A program got less, but a second of CPU time is worth what it was. */
static void explain_row(struct comparison_row *row, const struct result *now)
{
    double band = known_double(now->guard_band) ? now->guard_band : 0;

    if (row->reason != NULL)
        return;
    if (strcmp(row->outcome, "worse") == 0 &&
        fabs(row->ratio_per_cpu - 1) <= band)
        row->reason = "a second of CPU time yields what it did: the program "
                      "got less of them";
}

static void compare_results(const struct result *base, const struct result *now,
                            struct comparison_row *row)
{
    row->ratio = now->score / base->score;
    if (!(base->score > 0) || !(now->score > 0))
        row->ratio = UNKNOWN_DOUBLE;
    row->ratio_interval = compare_ratio_interval(row->base, row->base_interval,
                                                 row->now, row->now_interval);
    row->ratio_per_cpu = now->per_cpu_second / base->per_cpu_second;
    if (!isfinite(row->ratio_per_cpu))
        row->ratio_per_cpu = UNKNOWN_DOUBLE;
    turn(row);
    judge_row(row);
    explain_row(row, now);
}

/* One of `base` and `now` may be NULL. */
static void fill_row(const struct result *base, const struct result *now,
                     struct arena *arena, struct comparison_row *row)
{
    const struct result *known = now != NULL ? now : base;

    *row = (struct comparison_row){
        .id = known->id,
        .title = known->title,
        .resource = known->resource,
        .unit = known->unit,
        .op = known->op,
        .better = known->better,
        .target = known->target,
        .base = base != NULL ? base->score : UNKNOWN_DOUBLE,
        .now = now != NULL ? now->score : UNKNOWN_DOUBLE,
        .base_interval = base != NULL ? result_interval(base) : no_interval,
        .now_interval = now != NULL ? result_interval(now) : no_interval,
        .ratio = UNKNOWN_DOUBLE,
        .ratio_interval = no_interval,
        .ratio_per_cpu = UNKNOWN_DOUBLE,
        .outcome = "apart",
        .reason = obstacle(base, now, arena),
        .lost = base != NULL && measured(base) && now != NULL &&
                strcmp(now->status, "failed") == 0,
    };
    if (base != NULL)
        row->base_marks = mark_ids(base, arena, &row->base_mark_count);
    if (now != NULL)
        row->now_marks = mark_ids(now, arena, &row->now_mark_count);
    if (row->reason == NULL && base != NULL && now != NULL)
        compare_results(base, now, row);
}

/* Nothing to say about what neither run measured. */
static bool worth_a_row(const struct result *base, const struct result *now)
{
    return (base != NULL && measured(base)) || (now != NULL && measured(now));
}

static void fill_rows(const struct document *base, const struct document *now,
                      struct arena *arena, struct comparison *comparison)
{
    size_t room = base->result_count + now->result_count;

    comparison->rows = ARENA_ARRAY(arena, struct comparison_row, room);
    for (size_t i = 0; i < now->result_count; i++) {
        const struct result *result = &now->results[i];
        const struct result *old = counterpart(base, now, result);
        if (worth_a_row(old, result))
            fill_row(old, result, arena,
                     &comparison->rows[comparison->row_count++]);
    }
    for (size_t i = 0; i < base->result_count; i++) {
        const struct result *result = &base->results[i];
        if (counterpart(now, base, result) == NULL && measured(result))
            fill_row(result, NULL, arena,
                     &comparison->rows[comparison->row_count++]);
    }
}

/* How large the difference is at least, as a logarithm; one without ratio (from
 * or to nothing) is larger than any. Below 0: none is shown. */
static double sure_difference(const struct comparison_row *row)
{
    if (strcmp(row->outcome, "apart") == 0)
        return -2;
    if (strcmp(row->outcome, "same") == 0)
        return -1;
    if (!known_double(row->ratio_interval.low))
        return HUGE_VAL;
    return fmax(log(row->ratio_interval.low), -log(row->ratio_interval.high));
}

struct ranked_row {
    double difference;
    size_t place;
};

/* Equal ones keep the order of the catalogue. */
static int larger_first(const void *a, const void *b)
{
    const struct ranked_row *x = a;
    const struct ranked_row *y = b;

    if (x->difference != y->difference)
        return x->difference < y->difference ? 1 : -1;
    return (x->place > y->place) - (x->place < y->place);
}

static void sort_rows(struct comparison *comparison, struct arena *arena)
{
    size_t count = comparison->row_count;
    struct ranked_row *order = ARENA_ARRAY(arena, struct ranked_row, count);
    struct comparison_row *sorted =
        ARENA_ARRAY(arena, struct comparison_row, count);

    for (size_t i = 0; i < count; i++)
        order[i] =
            (struct ranked_row){ sure_difference(&comparison->rows[i]), i };
    qsort(order, count, sizeof(*order), larger_first);
    for (size_t i = 0; i < count; i++)
        sorted[i] = comparison->rows[order[i].place];
    comparison->rows = sorted;
}

static void count_outcomes(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count; i++) {
        const char *outcome = comparison->rows[i].outcome;
        comparison->better += strcmp(outcome, "better") == 0;
        comparison->worse += strcmp(outcome, "worse") == 0;
        comparison->same += strcmp(outcome, "same") == 0;
        comparison->apart += strcmp(outcome, "apart") == 0;
    }
}

static struct comparison_side side_of(const struct document *document,
                                      const char *file)
{
    return (struct comparison_side){
        .file = file,
        .run_id = document->run_id,
        .host = document->host.name,
        .started = document->started,
        .complete = document->complete,
    };
}

static bool same_host(const struct document *base, const struct document *now)
{
    return base->host.id != NULL && now->host.id != NULL &&
           strcmp(base->host.id, now->host.id) == 0;
}

void compare_documents(const struct document *base, const char *base_file,
                       const struct document *now, const char *now_file,
                       struct arena *arena, struct comparison *ret_comparison)
{
    struct comparison comparison = {
        .base = side_of(base, base_file),
        .now = side_of(now, now_file),
        .same_host = same_host(base, now),
    };

    comparison.change_count =
        changes_list(base, now, arena, &comparison.changes);
    fill_rows(base, now, arena, &comparison);
    sort_rows(&comparison, arena);
    count_outcomes(&comparison);
    *ret_comparison = comparison;
}

/* A difference without ratio (from or to nothing) is beyond every limit. */
static enum ruling row_ruling(const struct comparison_row *row, double share)
{
    if (strcmp(row->outcome, "worse") == 0 &&
        (!known_double(row->ratio_interval.low) ||
         row->ratio_interval.high < 1 - share))
        return RULING_MISSED;
    return strcmp(row->outcome, "apart") != 0 && row->ratio < 1 - share
               ? RULING_UNCLEAR
               : RULING_MET;
}

enum ruling compare_ruling(const struct comparison *comparison, double share)
{
    enum ruling worst = RULING_MET;

    for (size_t i = 0; i < comparison->row_count; i++) {
        enum ruling ruling = row_ruling(&comparison->rows[i], share);
        if (ruling == RULING_MISSED)
            return RULING_MISSED;
        if (ruling == RULING_UNCLEAR)
            worst = RULING_UNCLEAR;
    }
    return worst;
}

bool compare_is_lacking(const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count; i++) {
        if (comparison->rows[i].lost)
            return true;
    }
    return comparison->apart == comparison->row_count;
}
