/* Which CPUs share a core: planted topologies must come out as planted or as "cannot
 * tell", never as something else. */
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

#include "planted_pairs.h"

static void a_quiet_host_is_told_as_planted(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLANTED; i++) {
        struct arena arena;
        struct pairs pairs;

        arena_init(&arena);
        pairs = judged(&planted[i].topology, &quiet, 1, ROUNDS, &arena);
        assert_string_equal(pairs_conclude(&pairs, planted[i].topology.cpus,
                                           UNKNOWN_U64, &arena),
                            planted[i].says);
        assert_int_equal(pairs.groups, planted[i].groups);
        arena_release(&arena);
    }
}

/* Counts over many seeds how often the conclusion is the planted one, and fails on
 * any other but "cannot tell". */
static size_t told(size_t i, const struct noise *noise, size_t seeds)
{
    size_t right = 0;

    for (size_t seed = 1; seed <= seeds; seed++) {
        struct arena arena;
        struct pairs pairs;

        arena_init(&arena);
        pairs = judged(&planted[i].topology, noise, seed, ROUNDS, &arena);
        if (pairs.state == PAIRS_CLEAR && pairs.groups != planted[i].groups)
            fail_msg("seed %zu: %s", seed,
                     pairs_conclude(&pairs, planted[i].topology.cpus,
                                    UNKNOWN_U64, &arena));
        right += pairs.state == PAIRS_CLEAR;
        arena_release(&arena);
    }
    return right;
}

static void an_ordinary_host_is_told_nearly_always(void **state)
{
    enum { SEEDS = 50, MOST_CPUS = 64 };

    (void)state;
    for (size_t i = 0; i < PLANTED; i++) {
        size_t right;

        if (planted[i].topology.cpus > MOST_CPUS)
            continue;
        right = told(i, &ordinary, SEEDS);
        print_message("# %zu CPUs, %zu threads: %zu of %d\n",
                      planted[i].topology.cpus, planted[i].topology.threads,
                      right, SEEDS);
        if (planted[i].topology.cpus <= 12)
            assert_true(right >= SEEDS * 9 / 10);
    }
}

static void a_wild_host_is_never_told_wrongly(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLANTED; i++) {
        if (planted[i].topology.cpus <= 16)
            (void)told(i, &wild, 200);
    }
}

static void assert_cannot(const struct noise *noise, enum pairs_state want,
                          const char *says)
{
    const struct topology two = { .cpus = 2, .threads = 1 };
    struct arena arena;
    struct pairs pairs;

    arena_init(&arena);
    pairs = judged(&two, noise, 1, ROUNDS, &arena);
    assert_int_equal(pairs.state, want);
    assert_int_equal(pairs.groups, 0);
    assert_string_equal(pairs_conclude(&pairs, 2, 2, &arena), says);
    arena_release(&arena);
}

static void what_cannot_be_told_says_why(void **state)
{
    static const struct noise falling = { .jitter = 0.005, .drift = 0.12 };
    static const struct noise busy = { .jitter = 0.005, .disturbed = 0.8 };

    (void)state;
    assert_cannot(
        &falling, PAIRS_DRIFT,
        "cannot tell: the host is too noisy (the same CPUs alone were "
        "8 % apart at begin and end)");
    assert_cannot(
        &busy, PAIRS_DISTURBED,
        "cannot tell: the host is too noisy (other work, or the hypervisor, "
        "took the CPUs meanwhile)");
}

/* One pair whose triples are half of one kind and half of the other; and three CPUs of
 * which two share with the third, but not with each other. */
static void contradictions_tell_nothing(void **state)
{
    struct triple triples[6 * 14];
    struct arena arena;
    struct pairs pairs;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < 28; i++)
        triples[i] = (struct triple){ .b = 1,
                                      .chain = i % 2 == 1,
                                      .at_ns = i,
                                      .alone_a = 1,
                                      .alone_b = 1,
                                      .both = i % 4 == 0 ? 1.25 : 1.9 };
    pairs = pairs_judge(triples, 28, 2, &arena);
    assert_int_equal(pairs.state, PAIRS_SPREAD);
    assert_string_equal(pairs_conclude(&pairs, 2, 2, &arena),
                        "cannot tell: the host is too noisy (two loops side by "
                        "side took 1.05 to 1.60 times as long as alone)");
    for (size_t i = 0; i < 6 * 14; i++) {
        size_t pair = i % 3; /* 0 and 1, 1 and 2, 0 and 2 */
        bool chain = i % 2 == 1;
        triples[i] = (struct triple){ .a = pair == 1,
                                      .b = pair == 0 ? 1 : 2,
                                      .chain = chain,
                                      .at_ns = i,
                                      .alone_a = 1,
                                      .alone_b = 1,
                                      .both = chain || pair == 2 ? 2 : 1.1 };
    }
    pairs = pairs_judge(triples, 6 * 14, 3, &arena);
    assert_int_equal(pairs.count, 3);
    assert_int_equal(pairs.state, PAIRS_SPREAD);
    assert_int_equal(pairs.groups, 0);
    arena_release(&arena);
}

/* A few triples with other work in them do not count, and the rest tells. */
static void disturbed_triples_do_not_count(void **state)
{
    static const struct noise some = { .jitter = 0.005, .disturbed = 0.3 };
    const struct topology two = { .cpus = 2, .threads = 2 };
    struct arena arena;
    struct pairs pairs;

    (void)state;
    arena_init(&arena);
    pairs = judged(&two, &some, 1, ROUNDS, &arena);
    assert_int_equal(pairs.state, PAIRS_CLEAR);
    assert_int_equal(pairs.pairs[0].sharing, SHARING_CORE);
    assert_true(pairs.pairs[0].wide.n < 4 * ROUNDS);
    arena_release(&arena);
}

/* A busy loop on one CPU, in some of the triples or in all, whether the kernel tells how
 * long a thread waited or not. */
static void a_rival_makes_no_shared_core(void **state)
{
    static const double shares[] = { 0.1, 0.3, 0.5, 0.7, 1 };

    (void)state;
    for (size_t i = 0; i < PLANTED; i++) {
        for (size_t s = 0; s < sizeof(shares) / sizeof(shares[0]); s++) {
            struct noise noise = ordinary;

            if (planted[i].topology.cpus > 16)
                continue;
            noise.rival = shares[s];
            (void)told(i, &noise, 50);
            noise.untold = true;
            (void)told(i, &noise, 50);
        }
    }
}

/* Two loops in line for one CPU are slow, but share no core: their CPU time tells. */
static void one_cpu_for_both_makes_no_shared_core(void **state)
{
    static const double shares[] = { 0.1, 0.5, 1 };

    (void)state;
    for (size_t s = 0; s < sizeof(shares) / sizeof(shares[0]); s++) {
        for (int untold = 0; untold < 2; untold++) {
            const struct noise noise = { .jitter = 0.005,
                                         .stacked = shares[s],
                                         .untold = untold != 0 };
            size_t right = told(0, &noise, 50);

            print_message("# %.0f %% stacked: %zu of 50\n", 100 * shares[s],
                          right);
            assert_true(shares[s] < 0.5 ? right == 50 : right < 50);
        }
    }
}

/* One of the two starts its last chunk just before the end of the slice: what it does
 * alone then makes neither of them slower. */
static void the_last_chunk_slows_nothing_down(void **state)
{
    static struct sample alone = {
        .ops = 3000, .wall_ns = 3000000, .worker_ns = 3000000, .cpu_ns = 3000000
    };
    static struct sample both = {
        .ops = 7500, .wall_ns = 4500000, .worker_ns = 7500000, .cpu_ns = 7500000
    };
    const struct topology two = { .cpus = 2, .threads = 1 };
    struct arena arena;
    struct step_run step_run;
    struct triple *triples;

    (void)state;
    arena_init(&arena);
    step_run = step_run_of(&two, &arena);
    step_run.points[0].series[0] = (struct series){ &alone, 1, 1 };
    step_run.points[0].series[1] = (struct series){ &alone, 1, 1 };
    step_run.points[0].series[2] = (struct series){ &both, 1, 1 };
    assert_int_equal(triples_list(&step_run, &arena, &triples), 1);
    assert_true(fabs(triples[0].both - triples[0].alone_a -
                     triples[0].alone_b) < 1e-6 * triples[0].both);
    assert_false(triples[0].disturbed);
    arena_release(&arena);
}

static void too_little_is_not_enough(void **state)
{
    const struct topology two = { .cpus = 2, .threads = 2 };
    struct triple broken = { .b = 1, .alone_a = 1 };
    struct arena arena;
    struct pairs pairs;

    (void)state;
    arena_init(&arena);
    pairs = pairs_judge(NULL, 0, 2, &arena);
    assert_int_equal(pairs.state, PAIRS_NONE);
    assert_string_equal(pairs_conclude(&pairs, 2, 2, &arena),
                        "cannot tell: no pair was measured");
    pairs = pairs_judge(&broken, 1, 2, &arena);
    assert_int_equal(pairs.count, 0);
    assert_int_equal(pairs.state, PAIRS_DISTURBED);
    pairs = judged(&two, &quiet, 1, 1, &arena); /* four triples of each loop */
    assert_int_equal(pairs.state, PAIRS_FEW);
    assert_string_equal(pairs_conclude(&pairs, 2, 2, &arena),
                        "cannot tell: too few undisturbed rounds");
    arena_release(&arena);
}

static void the_kernels_word_stands_beside_it(void **state)
{
    const struct topology eight = { .cpus = 8, .threads = 2 };
    struct arena arena;
    struct pairs pairs;

    (void)state;
    arena_init(&arena);
    pairs = judged(&eight, &quiet, 1, ROUNDS, &arena);
    assert_string_equal(pairs_conclude(&pairs, 8, 8, &arena),
                        "8 CPUs behave like 4 cores with 2 threads each "
                        "(measured); the kernel says 8 cores");
    arena_release(&arena);
}

/* Each pair once for either loop, siblings of both numberings among them, and a few
 * for each CPU. */
static void the_plan_grows_like_the_cpus(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 1024; n = n < 16 ? n + 1 : n * 2) {
        const struct topology topology = { .cpus = n, .threads = 1 };
        struct arena arena;
        struct bench_point *points;
        size_t count, next = 0, half = 0;

        arena_init(&arena);
        count = tried(&topology, &arena, &points);
        for (size_t i = 0; i < count; i++) {
            struct bench_pair pair = bench_pair_of(points[i].x);
            assert_true(pair.a < pair.b && pair.b < n);
            next += pair.b == pair.a + 1 && pair.a % 2 == 0 && !pair.chain;
            half += pair.b == pair.a + n / 2 && !pair.chain;
        }
        if (n > 8) {
            assert_true(count <= 2 * 5 * n);
            assert_int_equal(next, n / 2);
            assert_in_range(half, n / 2, n / 2 + n % 2);
        }
        arena_release(&arena);
    }
}

static int by_x(const void *p, const void *q)
{
    uint64_t x = ((const struct bench_point *)p)->x;
    uint64_t y = ((const struct bench_point *)q)->x;

    return (x > y) - (x < y);
}

static void no_pair_is_tried_twice(void **state)
{
    (void)state;
    for (size_t n = 9; n <= 1024; n = n < 16 ? n + 1 : n * 2) {
        const struct topology topology = { .cpus = n, .threads = 1 };
        struct arena arena;
        struct bench_point *points;
        size_t count;

        arena_init(&arena);
        count = tried(&topology, &arena, &points);
        for (size_t i = 0; i < count; i++) { /* whatever they are tried for */
            struct bench_pair pair = bench_pair_of(points[i].x);
            pair.why = PAIR_EVERY;
            points[i].x = bench_pair_x(pair);
        }
        qsort(points, count, sizeof(*points), by_x);
        for (size_t i = 1; i < count; i++)
            assert_true(points[i].x != points[i - 1].x);
        arena_release(&arena);
    }
}

/* Turns that are expected, if the kernel is right, and that are taken. One has three
 * slices of 3 ms. */
static void what_it_costs(void **state)
{
    static const size_t cpus[] = { 2, 4, 8, 16, 32, 64, 128, 256, 1024 };

    (void)state;
    for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
        for (size_t threads = 1; threads <= 2; threads++) {
            const struct topology topology = { .cpus = cpus[i],
                                               .threads = threads };
            struct arena arena;
            struct step_run step_run;
            size_t turns;
            uint64_t expected = 0;

            arena_init(&arena);
            step_run = step_run_of(&topology, &arena);
            for (size_t p = 0; p < step_run.step->point_count; p++)
                expected += triples_expected(step_run.step, p, ROUNDS);
            turns = run_rounds(&topology, &quiet, 1, ROUNDS, &step_run, &arena);
            print_message("# %zu CPUs, %zu threads: %zu turns of %.1f ms, %.1f "
                          "s\n",
                          cpus[i], threads, turns,
                          3e-6 * (double)step_slice_ns(step_run.step, 0),
                          3e-9 * (double)step_slice_ns(step_run.step, 0) *
                              (double)turns);
            assert_int_equal(turns, expected);
            assert_true(fabs(step_rounds_seconds(step_run.step, ROUNDS) -
                             3e-9 * (double)step_slice_ns(step_run.step, 0) *
                                 (double)turns) < 1e-6);
            if (cpus[i] > 8)
                assert_true(turns <= 14 * cpus[i]);
            arena_release(&arena);
        }
    }
}

/* Siblings everywhere in an order that nobody thought of are seen, though not which. */
static void a_hidden_order_is_seen(void **state)
{
    static const size_t cpus[] = { 16, 64, 1024 };

    (void)state;
    for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
        const struct topology topology = {
            .cpus = cpus[i], .threads = 2, .numbering = SHUFFLED, .silent = true
        };
        struct arena arena;
        struct pairs pairs;

        arena_init(&arena);
        pairs = judged(&topology, &ordinary, 1, ROUNDS, &arena);
        print_message("# %zu: %s\n", cpus[i],
                      pairs_conclude(&pairs, cpus[i], cpus[i], &arena));
        assert_int_equal(pairs.state, PAIRS_HIDDEN);
        assert_int_equal(pairs.groups, 0);
        arena_release(&arena);
    }
}

/* In seconds a round: all pairs twice, three slices each. */
static void many_pairs_get_short_slices(void **state)
{
    static const struct {
        size_t points;
        uint64_t slice_ms;
    } cases[] = { { 8, 10 }, { 24, 10 }, { 56, 5 }, { 128, 3 }, { 20000, 3 } };
    struct step step = { .choice = { .bench = &bench_cpu_pairs,
                                     .variant = bench_cpu_pairs.variants } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        step.point_count = cases[i].points;
        assert_int_equal(step_slice_ns(&step, 0) / 1000000, cases[i].slice_ms);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_host_is_told_as_planted),
        cmocka_unit_test(an_ordinary_host_is_told_nearly_always),
        cmocka_unit_test(a_wild_host_is_never_told_wrongly),
        cmocka_unit_test(what_cannot_be_told_says_why),
        cmocka_unit_test(contradictions_tell_nothing),
        cmocka_unit_test(disturbed_triples_do_not_count),
        cmocka_unit_test(a_rival_makes_no_shared_core),
        cmocka_unit_test(one_cpu_for_both_makes_no_shared_core),
        cmocka_unit_test(the_last_chunk_slows_nothing_down),
        cmocka_unit_test(too_little_is_not_enough),
        cmocka_unit_test(the_kernels_word_stands_beside_it),
        cmocka_unit_test(the_plan_grows_like_the_cpus),
        cmocka_unit_test(no_pair_is_tried_twice),
        cmocka_unit_test(what_it_costs),
        cmocka_unit_test(a_hidden_order_is_seen),
        cmocka_unit_test(many_pairs_get_short_slices),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
