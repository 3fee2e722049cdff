/* Two runs compared: what is shown as a difference, and what is not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/random.h"
#include "base/unknown.h"
#include "measure/rank.h"
#include "result/comparison.h"
#include "store/compare.h"

enum { MOST = 8 };

struct run {
    struct document document;
    struct result results[MOST];
};

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static struct run *new_run(void)
{
    struct run *run = ARENA_NEW(&arena, struct run);

    document_init(&run->document);
    run->document.complete = true;
    run->document.results = run->results;
    return run;
}

static struct result *add(struct run *run, const char *id, double score,
                          double low, double high)
{
    struct result *result = &run->results[run->document.result_count++];

    result_init(result);
    result->id = result->title = id;
    result->resource = "cpu";
    result->unit = "ops/s";
    result->better = "higher";
    result->status = "ok";
    result->method = 1;
    result->score = score;
    result->ci95 = (struct interval){ low, high };
    result->guard_band = 0;
    return result;
}

static struct comparison compare(const struct run *base, const struct run *now)
{
    struct comparison comparison;

    compare_documents(&base->document, "base.json", &now->document, NULL,
                      &arena, &comparison);
    return comparison;
}

static void the_ratio_takes_noise_from_both(void **state)
{
    struct interval ratio = compare_ratio_interval(
        100, (struct interval){ 97, 104 }, 120, (struct interval){ 116, 126 });

    (void)state;
    /* By hand: ln 1.2 less the root of ln(120/116)^2 + ln(104/100)^2, and up by
     * the root of ln(126/120)^2 + ln(100/97)^2. */
    assert_true(fabs(ratio.low - 1.2 * exp(-0.0518419)) < 1e-5);
    assert_true(fabs(ratio.high - 1.2 * exp(0.0575173)) < 1e-5);

    ratio = compare_ratio_interval(0, (struct interval){ 0, 0 }, 1,
                                   (struct interval){ 1, 1 });
    assert_false(known_double(ratio.low));
    ratio = compare_ratio_interval(1, (struct interval){ NAN, NAN }, 1,
                                   (struct interval){ 1, 1 });
    assert_false(known_double(ratio.low));
}

static double noise(struct random *random)
{
    double sum = -6; /* of twelve: close to normal, deviation 1 */

    for (int i = 0; i < 12; i++)
        sum += random_unit(random);
    return sum;
}

static double noisy_median(struct random *random, double speed, size_t n,
                           struct interval *ret_interval)
{
    double values[31];

    for (size_t i = 0; i < n; i++)
        values[i] = speed * exp(0.05 * noise(random));
    *ret_interval = rank_interval(values, n); /* sorts */
    return values[n / 2];
}

/* Of 4000 pairs of runs on a machine whose speed changes by `change`, the share
 * for which a difference is shown. */
static double share_shown(double change, size_t base_rounds, size_t now_rounds)
{
    struct random random;
    unsigned shown = 0;

    random_init(&random, 7);
    for (int i = 0; i < 4000; i++) {
        struct interval base_interval, now_interval, ratio;
        double base = noisy_median(&random, 100, base_rounds, &base_interval);
        double now = noisy_median(&random, 100 * (1 + change), now_rounds,
                                  &now_interval);
        ratio = compare_ratio_interval(base, base_interval, now, now_interval);
        shown += ratio.low > 1 || ratio.high < 1;
    }
    return shown / 4000.0;
}

/* The table of docs/compare.md: a row for each number of rounds. */
static void tell_shares(void)
{
    static const size_t rounds[] = { 7, 15, 31 };

    print_message("# shown when slower by 0, 5, 8 and 12 %%\n");
    for (size_t i = 0; i < 3; i++)
        print_message("# %2zu rounds: %.1f %.0f %.0f %.0f %%\n", rounds[i],
                      100 * share_shown(0, rounds[i], rounds[i]),
                      100 * share_shown(-0.05, rounds[i], rounds[i]),
                      100 * share_shown(-0.08, rounds[i], rounds[i]),
                      100 * share_shown(-0.12, rounds[i], rounds[i]));
}

static void noise_alone_shows_no_difference(void **state)
{
    static const size_t rounds[] = { 7, 15, 31 };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++)
            assert_true(share_shown(0, rounds[i], rounds[j]) < 0.05);
    }
    tell_shares();
    assert_true(share_shown(-0.12, 7, 7) > 0.7); /* and it is not blind */
    assert_true(share_shown(-0.08, 31, 31) > 0.9);
}

static void outcomes_follow_the_interval(void **state)
{
    static const struct {
        const char *better;
        double base, now;
        double spread; /* of both, a share */
        const char *want;
        double ratio;
    } cases[] = {
        { "higher", 100, 110, 0.01, "better", 1.1 },
        { "higher", 110, 100, 0.01, "worse", 100 / 110.0 },
        { "higher", 100, 102, 0.02, "same", 1.02 },
        { "lower", 110, 100, 0.01, "better", 1.1 }, /* speed, not time */
        { "lower", 100, 110, 0.01, "worse", 100 / 110.0 },
        { "lower", 0, 0.01, 0.1, "worse", NAN }, /* something lost of nothing */
        { "lower", 0.01, 0, 0.1, "better", NAN },
        { "lower", 0, 0, 0.1, "same", NAN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run *base = new_run();
        struct run *now = new_run();
        double spread = cases[i].spread;
        struct comparison comparison;
        add(base, "x", cases[i].base, cases[i].base * (1 - spread),
            cases[i].base * (1 + spread))
            ->better = cases[i].better;
        add(now, "x", cases[i].now, cases[i].now * (1 - spread),
            cases[i].now * (1 + spread))
            ->better = cases[i].better;
        comparison = compare(base, now);
        assert_int_equal(comparison.row_count, 1);
        assert_string_equal(comparison.rows[0].outcome, cases[i].want);
        if (known_double(cases[i].ratio))
            assert_true(fabs(comparison.rows[0].ratio - cases[i].ratio) < 1e-9);
        else
            assert_false(known_double(comparison.rows[0].ratio));
    }
}

static void the_guard_band_counts(void **state)
{
    struct run *base = new_run();
    struct run *now = new_run();

    (void)state;
    add(base, "x", 100, 99.9, 100.1);
    add(now, "x", 97.5, 97.4, 97.6);
    assert_string_equal(compare(base, now).rows[0].outcome, "worse");
    base->results[0].guard_band = now->results[0].guard_band = 0.02;
    assert_string_equal(compare(base, now).rows[0].outcome, "same");
    now->results[0].score = 96; /* 4 % are more than 2 % and 2 % as squares */
    now->results[0].ci95 = (struct interval){ 95.9, 96.1 };
    assert_string_equal(compare(base, now).rows[0].outcome, "worse");
}

static void too_few_rounds_show_nothing(void **state)
{
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison comparison;

    (void)state;
    add(base, "x", 100, NAN, NAN);
    add(now, "x", 10, 9, 11);
    comparison = compare(base, now);
    assert_string_equal(comparison.rows[0].outcome, "same");
    assert_string_equal(comparison.rows[0].reason,
                        "too few rounds for an interval");
    assert_true(fabs(comparison.rows[0].ratio - 0.1) < 1e-9);
}

static void what_cannot_be_compared_stands_apart(void **state)
{
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;

    (void)state;
    add(base, "method", 100, 99, 101);
    add(now, "method", 50, 49, 51)->method = 2;
    add(base, "unit", 100, 99, 101);
    add(now, "unit", 50, 49, 51)->unit = "ns";
    add(base, "gone", 100, 99, 101);
    add(now, "fresh", 50, 49, 51);
    add(base, "broken", 100, 99, 101);
    add(now, "broken", NAN, NAN, NAN)->status = "failed";
    now->results[now->document.result_count - 1].reason = "no space left";
    add(base, "never", NAN, NAN, NAN)->status = "skipped";
    add(now, "never", NAN, NAN, NAN)->status = "skipped";
    c = compare(base, now);
    assert_int_equal(c.row_count, 5);
    assert_int_equal(c.apart, 5);
    assert_string_equal(c.rows[0].reason, "the method changed in between: old "
                                          "and new scores do not mix");
    assert_false(known_double(c.rows[0].ratio));
    assert_string_equal(c.rows[1].reason, "measured in another unit");
    assert_string_equal(c.rows[2].reason, "only in the new run");
    assert_string_equal(c.rows[3].reason,
                        "failed in the new run: no space left");
    assert_true(c.rows[3].lost);
    assert_string_equal(c.rows[4].reason, "only in the base");
    assert_false(c.rows[4].lost);
    assert_true(compare_is_lacking(&c));
}

static void the_largest_sure_difference_comes_first(void **state)
{
    static const char *const want[] = { "half", "third", "wide", "same",
                                        "apart" };
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;

    (void)state;
    add(base, "apart", 100, 99, 101);
    add(base, "same", 100, 90, 110);
    add(base, "wide", 100, 99, 101);
    add(base, "third", 100, 99, 101);
    add(base, "half", 100, 99, 101);
    add(now, "same", 101, 91, 111);
    add(now, "wide", 300, 110, 500); /* large, but surely only a tenth */
    add(now, "third", 130, 129, 131);
    add(now, "half", 50, 49, 51);
    c = compare(base, now);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(c.rows[i].id, want[i]);
    assert_int_equal(c.worse, 1);
    assert_int_equal(c.better, 2);
    assert_int_equal(c.same, 1);
    assert_int_equal(c.apart, 1);
}

static void targets_tell_equal_ids_apart(void **state)
{
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;

    (void)state;
    add(base, "disk", 100, 99, 101)->target = "/a";
    add(now, "disk", 50, 49, 51)->target = "/elsewhere";
    c = compare(base, now); /* one each: meant for each other */
    assert_int_equal(c.worse, 1);
    add(now, "disk", 100, 99, 101)->target = "/a";
    c = compare(base, now); /* now the name decides */
    assert_int_equal(c.same, 1);
    assert_int_equal(c.apart, 1);
    assert_string_equal(c.rows[0].target, "/a");
}

static void time_taken_is_told_from_speed_lost(void **state)
{
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;

    (void)state;
    add(base, "x", 100, 99, 101)->per_cpu_second = 100;
    add(now, "x", 50, 49, 51)->per_cpu_second = 99.5;
    base->results[0].guard_band = now->results[0].guard_band = 0.02;
    c = compare(base, now);
    assert_string_equal(c.rows[0].outcome, "worse");
    assert_string_equal(c.rows[0].reason, "a second of CPU time yields what it "
                                          "did: the program got less of them");
}

static void changes_are_told(void **state)
{
    struct host_io_limit limit = { "254:0", "read", "ops/s", 1000, NULL };
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;

    (void)state;
    base->document.host.kernel = "6.1.0-18";
    now->document.host.kernel = "6.1.0-20";
    base->document.host.cpu.model = now->document.host.cpu.model = "the same";
    now->document.host.os = "not known before";
    now->document.host.cpu.quota_cpus = 1.5; /* none before: that is known */
    now->document.host.limits.io = &limit;
    now->document.host.limits.io_count = 1;
    base->document.host.id = now->document.host.id = "abc";
    c = compare(base, now);
    assert_true(c.same_host);
    assert_int_equal(c.change_count, 3);
    assert_string_equal(c.changes[0].what, "CPU quota");
    assert_string_equal(c.changes[0].base, "none");
    assert_string_equal(c.changes[0].now, "1.5");
    assert_string_equal(c.changes[1].what, "kernel");
    assert_string_equal(c.changes[1].base, "6.1.0-18");
    assert_string_equal(c.changes[1].now, "6.1.0-20");
    assert_string_equal(c.changes[2].now, "254:0 read 1.00 k IO/s");
}

static void changes_of_storage_are_told(void **state)
{
    struct result_target was[2], is[2];
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;

    (void)state;
    for (int i = 0; i < 2; i++) {
        target_init(&was[i]);
        target_init(&is[i]);
        was[i].mount.path = is[i].mount.path = i == 0 ? "/a" : "/b";
        was[i].engine = "io_uring";
        is[i].engine = i == 0 ? "io_uring" : "threads";
    }
    base->document.targets = was;
    now->document.targets = is;
    base->document.target_count = now->document.target_count = 2;
    c = compare(base, now);
    assert_int_equal(c.change_count, 1);
    assert_string_equal(c.changes[0].what, "I/O engine of /b");
    assert_string_equal(c.changes[0].base, "io_uring");

    base->document.target_count = now->document.target_count = 1;
    is[0].mount.path = "/moved"; /* one each: meant for each other */
    is[0].mount.filesystem = "xfs";
    was[0].mount.filesystem = "ext4";
    c = compare(base, now);
    assert_int_equal(c.change_count, 1);
    assert_string_equal(c.changes[0].what, "file system");
}

static void the_ruling_wants_to_be_sure(void **state)
{
    static const struct {
        double now, low, high;
        double share;
        enum ruling want;
    } cases[] = {
        { 100, 99, 101, 0.05, RULING_MET },
        { 80, 79, 81, 0.05, RULING_MISSED },
        { 96, 95.5, 96.5, 0.05, RULING_MET },   /* worse, but not by 5 % */
        { 94, 92, 97, 0.05, RULING_UNCLEAR },   /* perhaps */
        { 96, 80, 110, 0.05, RULING_MET },      /* the best guess is not */
        { 80, NAN, NAN, 0.05, RULING_UNCLEAR }, /* no interval, no certainty */
        { 150, 149, 151, 0.05, RULING_MET },
        { 99.9, 99.8, 99.95, 0, RULING_UNCLEAR }, /* the base has noise too */
        { 90, 89.9, 90.1, 0, RULING_MISSED },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run *base = new_run();
        struct run *now = new_run();
        struct comparison c;
        add(base, "x", 100, 99.5, 100.5);
        add(now, "x", cases[i].now, cases[i].low, cases[i].high);
        c = compare(base, now);
        assert_int_equal(compare_ruling(&c, cases[i].share), cases[i].want);
        assert_false(compare_is_lacking(&c));
    }
}

static void json_holds_it_all(void **state)
{
    struct run *base = new_run();
    struct run *now = new_run();
    struct comparison c;
    char *json;

    (void)state;
    add(base, "x", 100, 99, 101);
    add(now, "x", 50, 49, 51);
    now->document.host.name = "bad\xff";
    c = compare(base, now);
    json = comparisons_to_json(&c, 1, &arena);
    assert_non_null(strstr(json, "\"schema\": \"assay.comparison/1\""));
    assert_non_null(strstr(json, "\"outcome\": \"worse\""));
    assert_non_null(strstr(json, "\"host\": \"bad\xef\xbf\xbd\""));
    assert_non_null(strstr(json, "\"file\": \"base.json\""));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_ratio_takes_noise_from_both),
        TEST(noise_alone_shows_no_difference),
        TEST(outcomes_follow_the_interval),
        TEST(the_guard_band_counts),
        TEST(too_few_rounds_show_nothing),
        TEST(what_cannot_be_compared_stands_apart),
        TEST(the_largest_sure_difference_comes_first),
        TEST(targets_tell_equal_ids_apart),
        TEST(time_taken_is_told_from_speed_lost),
        TEST(changes_are_told),
        TEST(changes_of_storage_are_told),
        TEST(the_ruling_wants_to_be_sure),
        TEST(json_holds_it_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
