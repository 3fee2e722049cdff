#include "store/trend.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/order.h"
#include "base/unknown.h"
#include "result/stored.h"

/* EXACT_SIDE: up to this many runs on one side the exact distribution is used;
 * EXACT_RUNS: in series of up to this many. Beyond, the normal approximation is
 * good, and errs to the safe side in the tails. */
enum { LEAST = 3, EXACT_SIDE = 8, EXACT_RUNS = 400 };

static const double chance = 0.05;
static const double smallest = 0.01; /* a change that anyone would care about */

/* A part of the series: runs `from` <= i < `to`, and their ranks among each other,
 * from 1; equal scores share the mean of their ranks. */
struct part {
    size_t from;
    size_t to;
    double *ranks;
    bool ties;
    double tie_sum; /* of t^3 - t over the groups of t equal scores */
    double *ways;   /* of the exact distribution; NULL: too long for it */
    size_t sums;    /* length of a row of `ways` */
};

struct cut {
    size_t at;
    double p; /* with the number of places taken into account */
};

static double *sorted_scores(const struct trend *trend, size_t from, size_t to,
                             struct arena *arena)
{
    double *sorted = ARENA_ARRAY(arena, double, to - from);

    for (size_t i = from; i < to; i++)
        sorted[i - from] = trend->scores[i].score;
    order_doubles(sorted, to - from);
    return sorted;
}

static double median_of(const struct trend *trend, size_t from, size_t to,
                        struct arena *arena)
{
    double *sorted = sorted_scores(trend, from, to, arena);
    size_t n = to - from;

    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

static void rank_part(const struct trend *trend, struct part *part,
                      struct arena *arena)
{
    size_t n = part->to - part->from;
    double *sorted = sorted_scores(trend, part->from, part->to, arena);

    part->ranks = ARENA_ARRAY(arena, double, n);
    for (size_t i = 0; i < n; i++) {
        double score = trend->scores[part->from + i].score;
        size_t below = 0;
        size_t equal = 0;
        for (size_t j = 0; j < n; j++) {
            below += sorted[j] < score;
            equal += sorted[j] == score;
        }
        part->ranks[i] = (double)below + ((double)equal + 1) / 2;
        part->ties = part->ties || equal > 1;
        part->tie_sum += (double)equal * (double)equal - 1; /* t runs add it */
    }
}

/* In how many ways do k of the ranks 1..n sum up to s? Row k holds it for all s. */
static void count_ways(struct part *part, struct arena *arena)
{
    size_t n = part->to - part->from;

    if (n > EXACT_RUNS || part->ties)
        return;
    part->sums = EXACT_SIDE * n + 1;
    part->ways = ARENA_ARRAY(arena, double, (EXACT_SIDE + 1) * part->sums);
    part->ways[0] = 1;
    for (size_t rank = 1; rank <= n; rank++) {
        for (size_t k = EXACT_SIDE; k > 0; k--) {
            const double *less = part->ways + (k - 1) * part->sums;
            double *row = part->ways + k * part->sums;
            for (size_t s = part->sums - 1; s >= rank; s--)
                row[s] += less[s - rank];
        }
    }
}

/* The chance that k ranks drawn at random sum up as far from their mean as this. */
static double exact_chance(const struct part *part, size_t k, double sum)
{
    size_t n = part->to - part->from;
    double mean = (double)k * ((double)n + 1) / 2;
    double distance = fabs(sum - mean) - 1e-9;
    const double *row = part->ways + k * part->sums;
    double all = 0;
    double far = 0;

    for (size_t s = 0; s < part->sums; s++) {
        all += row[s];
        if (fabs((double)s - mean) >= distance)
            far += row[s];
    }
    return far / all;
}

static double normal_chance(const struct part *part, size_t k, double sum)
{
    double n = (double)(part->to - part->from);
    double left = (double)k;
    double mean = left * (n + 1) / 2;
    double spread =
        left * (n - left) / 12 * (n + 1 - part->tie_sum / (n * (n - 1)));
    double distance = fmax(fabs(sum - mean) - 0.5, 0);

    return spread > 0 ? erfc(distance / sqrt(2 * spread)) : 1;
}

/* The chance of the cut after `left` runs; `sum` is of their ranks. */
static double chance_of_cut(const struct part *part, size_t left, double sum)
{
    size_t n = part->to - part->from;
    double total = (double)n * ((double)n + 1) / 2;

    if (part->ways != NULL && left <= EXACT_SIDE)
        return exact_chance(part, left, sum);
    if (part->ways != NULL && n - left <= EXACT_SIDE)
        return exact_chance(part, n - left, total - sum);
    return normal_chance(part, left, sum);
}

static struct cut best_cut(const struct part *part)
{
    size_t n = part->to - part->from;
    struct cut best = { .at = part->from, .p = 1 };
    double places = (double)(n - 2 * LEAST + 1);
    double sum = 0;

    for (size_t left = 1; left + LEAST <= n; left++) {
        double p;
        sum += part->ranks[left - 1];
        if (left < LEAST)
            continue;
        p = fmin(chance_of_cut(part, left, sum) * places, 1);
        if (p < best.p)
            best = (struct cut){ part->from + left, p };
    }
    return best;
}

/* Far enough apart to matter; a score of 0 has no ratio, and matters. */
static bool matters(double before, double after)
{
    return !(before > 0 && after > 0) ||
           fabs(log(after / before)) >= log1p(smallest);
}

/* Marks the changes of one part in `cuts`, by the index of the run. */
static void search(const struct trend *trend, size_t from, size_t to,
                   struct arena *arena, double *cuts)
{
    struct part part = { .from = from, .to = to };
    struct cut cut;

    if (to - from < 2 * LEAST)
        return;
    rank_part(trend, &part, arena);
    count_ways(&part, arena);
    cut = best_cut(&part);
    if (cut.p >= chance || !matters(median_of(trend, from, cut.at, arena),
                                    median_of(trend, cut.at, to, arena)))
        return;
    cuts[cut.at] = cut.p;
    search(trend, from, cut.at, arena, cuts);
    search(trend, cut.at, to, arena, cuts);
}

static double speed_ratio(const struct trend *trend, double before, double after)
{
    if (!(before > 0) || !(after > 0))
        return UNKNOWN_DOUBLE;
    return strcmp(trend->better, "lower") == 0 ? before / after
                                               : after / before;
}

static size_t next_cut(const double *cuts, size_t after, size_t count)
{
    size_t i = after + 1;

    while (i < count && !known_double(cuts[i]))
        i++;
    return i < count ? i : count;
}

static void describe(const struct trend *trend, size_t from, size_t at,
                     size_t to, double p, struct arena *arena,
                     struct trend_change *ret_change)
{
    double before = median_of(trend, from, at, arena);
    double after = median_of(trend, at, to, arena);

    *ret_change = (struct trend_change){
        .at = at,
        .run_id = trend->scores[at].run_id,
        .started = trend->scores[at].started,
        .before = before,
        .after = after,
        .ratio = speed_ratio(trend, before, after),
        .p = p,
    };
}

void trend_find_changes(struct trend *trend, struct arena *arena)
{
    size_t count = trend->score_count;
    double *cuts = ARENA_ARRAY(arena, double, count + 1);
    size_t from = 0;

    for (size_t i = 0; i < count; i++)
        cuts[i] = UNKNOWN_DOUBLE;
    search(trend, 0, count, arena, cuts);
    trend->changes = ARENA_ARRAY(arena, struct trend_change, count);
    trend->change_count = 0;
    for (size_t at = next_cut(cuts, 0, count); at < count;) {
        size_t to = next_cut(cuts, at, count);
        describe(trend, from, at, to, cuts[at], arena,
                 &trend->changes[trend->change_count++]);
        from = at;
        at = to;
    }
}
