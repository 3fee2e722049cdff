#include "measure/triples.h"

#include "base/arena.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "measure/pairs.h"
#include "measure/run.h"
#include "measure/summary.h"

enum { ALONE_A, ALONE_B, BOTH };

/* Time for which a slice's workers waited for others, beyond which it tells nothing. */
static const double waited_share = 0.05;

static struct bench_pair pair_at(const struct step *step, size_t point)
{
    return bench_pair_of(step->points[point].point.x);
}

static double rate_of(const struct series *series, size_t i)
{
    /* Rates of one and of both are sums, whoever did the work. */
    return sample_value(&series->samples[i], SCORE_OPS_PER_SECOND, JOIN_SUM, 1);
}

static bool is_disturbed(const struct sample *sample, size_t workers)
{
    double waited = known_u64(sample->run_delay_ns)
                        ? (double)sample->run_delay_ns / (double)workers
                        : 0;

    return waited > waited_share * (double)sample->wall_ns ||
           (known_u64(sample->throttled_ns) && sample->throttled_ns > 0);
}

static struct triple triple_of(const struct step_run *step_run, size_t point,
                               size_t i)
{
    const struct bench_pair pair = pair_at(step_run->step, point);
    const struct series *series = step_run->points[point].series;

    return (struct triple){
        .a = pair.a,
        .b = pair.b,
        .chain = pair.chain,
        .why = pair.why,
        .at_ns = series[ALONE_A].samples[i].at_ns,
        .alone_a = rate_of(&series[ALONE_A], i),
        .alone_b = rate_of(&series[ALONE_B], i),
        .both = rate_of(&series[BOTH], i),
        .disturbed = is_disturbed(&series[ALONE_A].samples[i], 1) ||
                     is_disturbed(&series[ALONE_B].samples[i], 1) ||
                     is_disturbed(&series[BOTH].samples[i], 2),
    };
}

static size_t count_of(const struct step_run *step_run, size_t point)
{
    return step_run->points[point].series[BOTH].count;
}

size_t triples_list(const struct step_run *step_run, struct arena *arena,
                    struct triple **ret_triples)
{
    const struct step *step = step_run->step;
    size_t room = 0;
    size_t count = 0;

    for (size_t p = 0; p < step->point_count; p++)
        room += count_of(step_run, p);
    *ret_triples = ARENA_ARRAY(arena, struct triple, room);
    for (size_t p = 0; p < step->point_count; p++) {
        for (size_t i = 0; i < count_of(step_run, p); i++)
            (*ret_triples)[count++] = triple_of(step_run, p, i);
    }
    return count;
}

/* What most of the triples so far say, that were not disturbed. */
enum lean { LEANS_NOWHERE, LEANS_APART, LEANS_TOGETHER };

static enum lean lean_of(const struct step_run *step_run, size_t point)
{
    size_t apart = 0;
    size_t n = 0;

    for (size_t i = 0; i < count_of(step_run, point); i++) {
        struct triple triple = triple_of(step_run, point, i);

        if (triple.disturbed || !(triple.both > 0))
            continue;
        n++;
        apart += pairs_apart(&triple);
    }
    if (n == 0)
        return LEANS_NOWHERE;
    return 2 * apart > n ? LEANS_APART : LEANS_TOGETHER;
}

/* The later round of a pair that rests: the 2nd to 5th, so that a surprise can still be
 * looked into. */
static uint64_t later_round(size_t point)
{
    return 2 + point / 2 % 4;
}

static bool chain_due(const struct step_run *step_run, size_t point,
                      enum bench_pair_why why, uint64_t round)
{
    if (round % 2 == 0)
        return false;
    return why == PAIR_TOLD || lean_of(step_run, point - 1) == LEANS_TOGETHER;
}

bool triples_due(const struct step_run *step_run, size_t point, uint64_t round)
{
    struct bench_pair pair = pair_at(step_run->step, point);

    if (pair.why == PAIR_EVERY)
        return true;
    if (pair.chain)
        return chain_due(step_run, point, pair.why, round);
    return pair.why == PAIR_TOLD || round == 1 || round == later_round(point) ||
           lean_of(step_run, point) != LEANS_APART;
}

uint64_t triples_expected(const struct step *step, size_t point, uint64_t rounds)
{
    struct bench_pair pair = pair_at(step, point);

    if (pair.why == PAIR_EVERY)
        return rounds;
    if (pair.why == PAIR_TOLD)
        return pair.chain ? (rounds + 1) / 2 : rounds;
    if (pair.chain || rounds == 0)
        return 0;
    return rounds >= later_round(point) ? 2 : 1;
}
