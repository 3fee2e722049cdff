/* Planted topologies and the noise of rented machines, made into the timings of pairs of
 * CPUs with a fixed seed: test_pairs.c says what must come out. */
#ifndef ASSAY_TESTS_PLANTED_PAIRS_H
#define ASSAY_TESTS_PLANTED_PAIRS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/random.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "host/host.h"
#include "measure/pairs.h"
#include "measure/plan.h"
#include "measure/run.h"
#include "measure/triples.h"

extern const struct bench bench_cpu_pairs;

/* How a slice is disturbed. */
struct noise {
    double jitter; /* share that any rate differs by */
    double strangers; /* share of slices in which a stranger takes 10 to 50 % of a CPU */
    double drift;     /* share by which all rates fall during the run */
    double disturbed; /* share of triples with other work of this host */
    double rival; /* share of triples in which a busy loop sits on the first CPU */
    double stacked; /* share of triples whose loops stood in line for one CPU */
    bool untold;    /* the kernel does not tell how long a thread waited */
};

/* Seen on a quiet hour, in an ordinary one, and when nothing can be said any more. */
static const struct noise quiet = { .jitter = 0.005 };
static const struct noise ordinary = { .jitter = 0.02, .strangers = 0.05 };
static const struct noise wild = { .jitter = 0.05, .strangers = 0.45 };

enum numbering { NEXT_TO_EACH_OTHER, HALF_APART, SHUFFLED };

struct topology {
    size_t cpus;
    size_t threads; /* of a core */
    enum numbering numbering;
    bool turns;  /* CPUs of a core share one hardware thread */
    bool hybrid; /* the upper half has half the speed, and a thread each */
    bool silent; /* the kernel calls each CPU a core; else it tells ... */
    bool wrong;  /* ... the other numbering */
};

/* Where each CPU stands in the order of the cores, when they are shuffled. */
static size_t shuffled(size_t cpus, size_t cpu)
{
    static size_t order[1024];
    static size_t count;
    struct random random;

    if (count != cpus) {
        count = cpus;
        for (size_t i = 0; i < cpus; i++)
            order[i] = i;
        random_init(&random, 7);
        random_shuffle(&random, order, cpus);
    }
    return order[cpu];
}

static size_t core_of(const struct topology *topology, size_t cpu)
{
    size_t cores = topology->cpus / topology->threads;

    if (topology->hybrid && cpu >= topology->cpus / 2)
        return topology->cpus + cpu;
    if (topology->numbering == SHUFFLED)
        cpu = shuffled(topology->cpus, cpu);
    return topology->numbering == HALF_APART ? cpu % cores
                                             : cpu / topology->threads;
}

static size_t told_core(const struct topology *topology, size_t cpu)
{
    struct topology told = *topology;

    if (topology->silent)
        return cpu;
    if (topology->wrong)
        told.numbering =
            topology->numbering == HALF_APART ? NEXT_TO_EACH_OTHER : HALF_APART;
    return core_of(&told, cpu);
}

static double share(struct random *random)
{
    return (double)random_below(random, 1U << 30) / (double)(1U << 30);
}

static double noisy(struct random *random, const struct noise *noise, double at)
{
    double rate = 1 + noise->jitter * 2 * (share(random) - 0.5);

    if (share(random) < noise->strangers)
        rate *= 0.5 + 0.4 * share(random);
    return rate * (1 - noise->drift * at);
}

static double own_rate(const struct topology *topology, size_t cpu)
{
    return topology->hybrid && cpu >= topology->cpus / 2 ? 0.5e9 : 1e9;
}

/* What both get of what they get alone. */
static double together(const struct topology *topology, size_t a, size_t b,
                       bool chain)
{
    if (core_of(topology, a) != core_of(topology, b))
        return 1;
    if (topology->turns)
        return 0.5;
    return chain ? 0.97 : 0.53;
}

/* A triple, and the shares of their time that the workers of its three slices got. */
struct turn {
    struct triple triple;
    double got_a, got_b, got_both;
};

/* What shares the rival's CPU waits half of the time, what shares its core is slowed
 * down; two that share it with each other are so already. */
static void beside_rival(const struct topology *topology, struct turn *turn)
{
    struct triple *t = &turn->triple;
    bool apart = core_of(topology, t->a) != core_of(topology, t->b);
    double a = t->a == 0 ? 0.5 : together(topology, 0, t->a, t->chain);
    double b = together(topology, 0, t->b, t->chain);

    t->both *= (a * t->alone_a + (apart ? b : 1) * t->alone_b) /
               (t->alone_a + t->alone_b);
    t->alone_a *= a;
    t->alone_b *= b;
    if (t->a == 0) {
        turn->got_a = 0.5;
        turn->got_both = 0.75;
    }
}

static void stack(struct turn *turn)
{
    turn->triple.both = (turn->triple.alone_a + turn->triple.alone_b) / 2;
    turn->got_both = 0.5;
}

static struct triple triple_of(const struct topology *topology,
                               const struct noise *noise, struct random *random,
                               struct bench_pair pair, double at)
{
    double a = own_rate(topology, pair.a);
    double b = own_rate(topology, pair.b);
    double both = together(topology, pair.a, pair.b, pair.chain);

    return (struct triple){
        .a = pair.a,
        .b = pair.b,
        .chain = pair.chain,
        .at_ns = (uint64_t)(at * 60e9),
        .alone_a = a * noisy(random, noise, at),
        .alone_b = b * noisy(random, noise, at),
        .both = both *
                (a * noisy(random, noise, at) + b * noisy(random, noise, at)),
    };
}

static struct turn turn_of(const struct topology *topology,
                           const struct noise *noise, struct random *random,
                           struct bench_pair pair, double at)
{
    struct turn turn = { triple_of(topology, noise, random, pair, at), 1, 1, 1 };

    if (share(random) < noise->disturbed)
        turn.got_a = 0;
    if (noise->rival > 0 && share(random) < noise->rival)
        beside_rival(topology, &turn);
    if (noise->stacked > 0 && share(random) < noise->stacked)
        stack(&turn);
    return turn;
}

/* The pairs that the benchmark tries on a host of such a topology. */
static size_t tried(const struct topology *topology, struct arena *arena,
                    struct bench_point **ret_points)
{
    size_t cpus = topology->cpus;
    struct host host = {
        .cpu = { .usable = { ARENA_ARRAY(arena, uint64_t, cpus), cpus },
                 .places = ARENA_ARRAY(arena, struct host_place, cpus),
                 .place_count = cpus }
    };
    struct bench_env env = { .host = &host, .workers = cpus };
    size_t room = 64 + 12 * cpus;
    size_t count;

    for (size_t i = 0; i < cpus; i++) {
        host.cpu.usable.numbers[i] = i;
        host.cpu.places[i].cpu = i;
        host.cpu.places[i].core = told_core(topology, i);
    }
    *ret_points = ARENA_ARRAY(arena, struct bench_point, room);
    count = bench_cpu_pairs.points(&env, *ret_points, room);
    assert_true(count < room);
    return count;
}

enum { MOST_ROUNDS = 31 };

static struct sample sample_of(double rate, uint64_t workers, double got,
                               bool untold)
{
    const uint64_t slice_ns = 3000000;
    double time_ns = (double)(slice_ns * workers);

    return (struct sample){
        .ops = (uint64_t)(rate * (double)slice_ns / 1e9),
        .wall_ns = slice_ns,
        .worker_ns = slice_ns * workers,
        .cpu_ns = (uint64_t)(time_ns * got),
        .run_delay_ns = untold ? UNKNOWN_U64 : (uint64_t)(time_ns * (1 - got)),
    };
}

static void take_turn(struct point_run *run, const struct turn *turn, double at,
                      bool untold, struct arena *arena)
{
    const struct triple *t = &turn->triple;
    const struct sample samples[] = {
        sample_of(t->alone_a, 1, turn->got_a, untold),
        sample_of(t->alone_b, 1, turn->got_b, untold),
        sample_of(t->both, 2, turn->got_both, untold),
    };

    for (size_t c = 0; c < 3; c++) {
        struct series *series = &run->series[c];

        if (series->samples == NULL)
            series->samples = ARENA_ARRAY(arena, struct sample, MOST_ROUNDS);
        series->samples[series->count] = samples[c];
        series->samples[series->count++].at_ns = (uint64_t)(at * 60e9);
    }
}

/* The step that tries them, before its first round. */
static struct step_run step_run_of(const struct topology *topology,
                                   struct arena *arena)
{
    struct bench_point *points;
    size_t count = tried(topology, arena, &points);
    struct step *step = ARENA_NEW(arena, struct step);

    step->choice.bench = &bench_cpu_pairs;
    step->choice.variant = bench_cpu_pairs.variants;
    step->points = ARENA_ARRAY(arena, struct plan_point, count);
    step->point_count = count;
    for (size_t p = 0; p < count; p++) {
        step->points[p].point = points[p];
        step->points[p].cast_count = 3;
    }
    return (struct step_run){ .step = step,
                              .points =
                                  ARENA_ARRAY(arena, struct point_run, count) };
}

/* All rounds of it; returns how many turns were taken. */
static size_t run_rounds(const struct topology *topology,
                         const struct noise *noise, uint64_t seed, size_t rounds,
                         struct step_run *step_run, struct arena *arena)
{
    const struct step *step = step_run->step;
    struct random random;
    size_t turns = 0;

    random_init(&random, seed);
    for (size_t r = 0; r < rounds; r++) {
        for (size_t p = 0; p < step->point_count; p++) {
            double at = ((double)r + (double)p / (double)step->point_count) /
                        (double)rounds;
            struct turn turn;

            if (!triples_due(step_run, p, r + 1))
                continue;
            turn = turn_of(topology, noise, &random,
                           bench_pair_of(step->points[p].point.x), at);
            take_turn(&step_run->points[p], &turn, at, noise->untold, arena);
            turns++;
        }
    }
    return turns;
}

/* A run of `rounds` rounds, judged. */
static struct pairs judged(const struct topology *topology,
                           const struct noise *noise, uint64_t seed,
                           size_t rounds, struct arena *arena)
{
    struct step_run step_run = step_run_of(topology, arena);
    struct triple *triples;
    size_t count;

    (void)run_rounds(topology, noise, seed, rounds, &step_run, arena);
    count = triples_list(&step_run, arena, &triples);
    return pairs_judge(triples, count, topology->cpus, arena);
}

static const struct {
    struct topology topology;
    const char *says;
    size_t groups;
} planted[] = {
    { { .cpus = 2, .threads = 1 },
      "2 CPUs behave like 2 cores with a thread each (measured)",
      2 },
    { { .cpus = 2, .threads = 2 },
      "2 CPUs behave like 1 core with 2 threads each (measured)",
      1 },
    { { .cpus = 2, .threads = 2, .turns = true },
      "2 CPUs behave like 1 hardware thread to take turns on (measured)",
      1 },
    { { .cpus = 8, .threads = 2 },
      "8 CPUs behave like 4 cores with 2 threads each (measured)",
      4 },
    { { .cpus = 8, .threads = 2, .numbering = HALF_APART },
      "8 CPUs behave like 4 cores with 2 threads each (measured)",
      4 },
    { { .cpus = 8, .threads = 1 },
      "8 CPUs behave like 8 cores with a thread each (measured)",
      8 },
    { { .cpus = 8, .threads = 4 },
      "8 CPUs behave like 2 cores with 4 threads each (measured)",
      2 },
    { { .cpus = 12, .threads = 2, .numbering = HALF_APART },
      "12 CPUs behave like 6 cores with 2 threads each (measured in 48 of 66 "
      "pairs)",
      6 },
    { { .cpus = 16, .threads = 2, .hybrid = true },
      "16 CPUs behave like 12 cores, some with 2 threads (measured in 64 of "
      "120 pairs)",
      12 },
    { { .cpus = 64, .threads = 2, .numbering = HALF_APART },
      "64 CPUs behave like 32 cores with 2 threads each (measured in 256 of "
      "2016 pairs)",
      32 },
    { { .cpus = 64, .threads = 2, .silent = true },
      "64 CPUs behave like 32 cores with 2 threads each (measured in 256 of "
      "2016 pairs)",
      32 },
    { { .cpus = 64, .threads = 2, .wrong = true },
      "64 CPUs behave like 32 cores with 2 threads each (measured in 256 of "
      "2016 pairs)",
      32 },
    { { .cpus = 64, .threads = 2, .numbering = SHUFFLED },
      "64 CPUs behave like 32 cores with 2 threads each (measured in 286 of "
      "2016 pairs)",
      32 },
    { { .cpus = 64, .threads = 1 },
      "64 CPUs behave like 64 cores with a thread each (measured in 256 of "
      "2016 pairs)",
      64 },
    { { .cpus = 64, .threads = 2, .turns = true, .silent = true },
      "64 CPUs behave like 32 hardware threads to take turns on (measured in "
      "256 of 2016 pairs)",
      32 },
    { { .cpus = 64, .threads = 4 },
      "64 CPUs behave like 16 cores with 4 threads each (measured in 272 of "
      "2016 pairs)",
      16 },
    { { .cpus = 64, .threads = 2, .hybrid = true },
      "64 CPUs behave like 48 cores, some with 2 threads (measured in 256 of "
      "2016 pairs)",
      48 },
    { { .cpus = 1024, .threads = 2 },
      "1024 CPUs behave like 512 cores with 2 threads each (measured in 4096 "
      "of 523776 pairs)",
      512 },
    { { .cpus = 1024, .threads = 2, .numbering = HALF_APART, .silent = true },
      "1024 CPUs behave like 512 cores with 2 threads each (measured in 4096 "
      "of 523776 pairs)",
      512 },
    { { .cpus = 1024, .threads = 1 },
      "1024 CPUs behave like 1024 cores with a thread each (measured in 4096 "
      "of 523776 pairs)",
      1024 },
};

enum { PLANTED = sizeof(planted) / sizeof(planted[0]), ROUNDS = 7 };

#endif
