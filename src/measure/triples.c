#include "measure/triples.h"

#include "base/arena.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "measure/pairs.h"
#include "measure/run.h"

enum { ALONE_A, ALONE_B, BOTH };

/* Time for which a slice's workers were kept from their CPUs, beyond which it tells
 * nothing. */
static const double kept_share = 0.05;

static struct bench_pair pair_at(const struct step *step, size_t point)
{
    return bench_pair_of(step->points[point].point.x);
}

/* What the workers did, each in its own time. One of two ends its last chunk later, and
 * chunks are no small part of a slice of 3 ms: over the time from the first begin to
 * the last end both would seem slower than they are. */
static double rate_of(const struct sample *sample, size_t workers)
{
    return sample->worker_ns > 0 ? (double)sample->ops * 1e9 * (double)workers /
                                       (double)sample->worker_ns
                                 : 0;
}

/* Loops never sleep. Where their CPU time is shorter than their time, somebody kept them
 * from their CPUs: other work of this host, whether the kernel tells of the delay or
 * not, or the hypervisor; or both stood in line for one CPU. Such a pair is slow, but
 * not for sharing a core. */
static bool is_disturbed(const struct sample *sample)
{
    const double most = kept_share * (double)sample->worker_ns;
    double waited =
        known_u64(sample->run_delay_ns) ? (double)sample->run_delay_ns : 0;

    return waited > most ||
           (double)sample->worker_ns - (double)sample->cpu_ns > most ||
           (known_u64(sample->throttled_ns) && sample->throttled_ns > 0);
}

static struct triple triple_of(const struct step_run *step_run, size_t point,
                               size_t i)
{
    const struct bench_pair pair = pair_at(step_run->step, point);
    const struct series *series = step_run->points[point].series;
    const struct sample *a = &series[ALONE_A].samples[i];
    const struct sample *b = &series[ALONE_B].samples[i];
    const struct sample *both = &series[BOTH].samples[i];

    return (struct triple){
        .a = pair.a,
        .b = pair.b,
        .chain = pair.chain,
        .why = pair.why,
        .at_ns = a->at_ns,
        .alone_a = rate_of(a, 1),
        .alone_b = rate_of(b, 1),
        .both = rate_of(both, 2),
        .disturbed = is_disturbed(a) || is_disturbed(b) || is_disturbed(both),
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
