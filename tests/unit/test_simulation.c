/* Noisy machines of a known speed near a bound: how often the rules decide, and
 * how often wrongly. A fixed seed, no real time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "measure/rank.h"

enum { RUNS = 10000, ROUNDS = 31 };

static double gauss(struct random *random)
{
    double u = random_unit(random);
    double v = random_unit(random);

    return sqrt(-2 * log(1 - u)) * cos(2 * 3.14159265358979 * v);
}

/* What a machine of true speed 1 shows in its rounds: a slow drift of 1.5 % at
 * the ends of the run, 1 % of jitter, and one round in eight slowed by other work
 * by up to a third. */
static void simulate(struct random *random, double *rates)
{
    double phase = 6.28 * random_unit(random);
    double slope = 0.015 * (2 * random_unit(random) - 1);

    for (size_t i = 0; i < ROUNDS; i++) {
        double place = 2.0 * (double)i / (ROUNDS - 1) - 1;
        double drift = slope * place + 0.005 * sin(phase + 6.28 * place);

        rates[i] = 1 + drift + 0.01 * gauss(random);
        if (random_below(random, 8) == 0)
            rates[i] *= 1 - 0.33 * random_unit(random);
    }
}

/* Measures as a run does: looks after 7, 15 and 31 rounds, and ends at a look that
 * is clear of the bound. */
static enum ruling verdict_of(const double *rates, double bound, double guard)
{
    enum ruling ruling = RULING_UNCLEAR;

    for (size_t i = 0; i < RANK_LOOKS && ruling == RULING_UNCLEAR; i++) {
        double sorted[ROUNDS];
        struct interval interval;

        memcpy(sorted, rates, sizeof(sorted));
        interval = rank_interval(sorted, (size_t)rank_looks[i]);
        ruling = rank_ruling(interval_widen(interval, guard),
                             (struct bound){ bound, true, 0 });
    }
    return ruling;
}

static void count_rulings(double bound, double guard, unsigned counts[3])
{
    struct random random;

    random_init(&random, 20260131);
    memset(counts, 0, 3 * sizeof(*counts));
    for (unsigned run = 0; run < RUNS; run++) {
        double rates[ROUNDS];

        simulate(&random, rates);
        counts[verdict_of(rates, bound, guard)]++;
    }
    print_message("# bound %.2f, guard %.2f: met %u, missed %u, unclear %u\n",
                  bound, guard, counts[RULING_MET], counts[RULING_MISSED],
                  counts[RULING_UNCLEAR]);
}

static void test_simulation(void **state)
{
    static const double guards[] = { 0.02, 0.05 };
    unsigned counts[3];

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        count_rulings(1 / 1.05, guards[i], counts); /* 5 % above the bound */
        assert_true(counts[RULING_MISSED] < RUNS / 100);
        count_rulings(1 / 0.95, guards[i], counts); /* 5 % below */
        assert_true(counts[RULING_MET] < RUNS / 100);
        count_rulings(1, guards[i], counts);
        assert_true(counts[RULING_UNCLEAR] > RUNS / 2);
    }
    /* Not by never deciding: a tenth away, nearly all runs are clear. */
    count_rulings(1 / 1.10, 0.02, counts);
    assert_true(counts[RULING_MET] > RUNS * 9 / 10);
    count_rulings(1 / 0.90, 0.02, counts);
    assert_true(counts[RULING_MISSED] > RUNS * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_simulation) };

    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
