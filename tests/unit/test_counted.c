/* Percentiles and shares: decided by counting operations. The counts are those at
 * which a one-sided binomial of 95 % turns. */
#include "judge/counted.h"

#include "scene.h"

/* "p99 at most 10 ms": `over` of `n` operations in a bucket above it, `cut` in one
 * that the bound goes through. */
static const struct {
    uint64_t n, cut, over;
    const char *outcome;
} counted[] = {
    { 298, 0, 0, "undecided" },   { 299, 0, 0, "pass" },
    { 473, 0, 1, "pass" },        { 472, 0, 1, "undecided" },
    { 1049, 0, 5, "pass" },       { 1048, 0, 5, "undecided" },
    { 20, 0, 2, "fail" },         { 100, 0, 4, "fail" },
    { 100, 0, 3, "undecided" },   { 200, 0, 6, "fail" },
    { 500, 0, 10, "fail" },       { 1000, 0, 16, "fail" },
    { 299, 1, 0, "undecided" }, /* maybe over: no pass */
    { 100, 4, 0, "undecided" }, /* maybe not over: no fail */
    { 473, 1, 0, "pass" },        { 1000000, 0, 900000, "fail" },
    { 1000000, 0, 1000, "pass" },
};

static struct scene *latency_scene(uint64_t n, uint64_t cut, uint64_t over)
{
    struct scene *s = scene_new("disk.x", "disk", "ops/s");

    s->result.score = 100;
    s->result.ci95 = (struct interval){ 90, 110 };
    s->result.latency = &s->latency;
    s->latency = (struct result_latency){ .unit = "ns",
                                          .n = n,
                                          .p50 = UNKNOWN_U64,
                                          .p90 = UNKNOWN_U64,
                                          .p99 = UNKNOWN_U64,
                                          .p999 = UNKNOWN_U64,
                                          .max = 13000000,
                                          .buckets = s->buckets,
                                          .bucket_count = 4 };
    s->buckets[0] = (struct result_bucket){ 1000000, 1100000, n - cut - over };
    s->buckets[1] = (struct result_bucket){ 9990000, 10000001, 0 };
    s->buckets[2] = (struct result_bucket){ 10000000, 10000100, cut };
    s->buckets[3] = (struct result_bucket){ 12000000, 13000000, over };
    return s;
}

static void test_percentiles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++) {
        struct scene *s =
            latency_scene(counted[i].n, counted[i].cut, counted[i].over);
        struct result_verdict verdict =
            judge(s, "{\"what\": \"disk.x\", \"statistic\": \"p99\", "
                     "\"at-most\": 10, \"unit\": \"ms\"}");
        struct result_verdict share =
            judge(s, "{\"what\": \"disk.x\", \"statistic\": \"share-over\", "
                     "\"over-us\": 10000, \"at-most\": 1, \"unit\": \"%\"}");

        if (strcmp(verdict.outcome, counted[i].outcome) != 0)
            fail_msg("p99 with %llu + %llu of %llu over: %s",
                     (unsigned long long)counted[i].cut,
                     (unsigned long long)counted[i].over,
                     (unsigned long long)counted[i].n, verdict.outcome);
        assert_string_equal(share.outcome, counted[i].outcome);
        if (strcmp(verdict.outcome, "undecided") == 0)
            assert_non_null(verdict.findings[0].settle);
        assert_string_equal(verdict.findings[0].unit, "ns");
        assert_true(verdict.findings[0].bound == 10e6);
    }
}

/* The interval shown beside a percentile is where its ruling is unclear. */
static void test_percentile_interval(void **state)
{
    static const double bounds_ms[] = { 0.9, 1.05, 5, 9.995, 11, 12.5, 14 };
    struct scene *s = latency_scene(100, 0, 2);

    (void)state;
    for (size_t i = 0; i < sizeof(bounds_ms) / sizeof(bounds_ms[0]); i++) {
        struct result_verdict verdict = judge(
            s, arena_printf(&arena,
                            "{\"what\": \"disk.x\", \"statistic\": \"p90\", "
                            "\"at-most\": %g, \"unit\": \"ms\"}",
                            bounds_ms[i]));
        const struct result_finding *f = &verdict.findings[0];

        if (strcmp(f->outcome, "pass") == 0)
            assert_true(f->interval.high <= f->bound);
        else if (strcmp(f->outcome, "fail") == 0)
            assert_true(f->interval.low > f->bound);
        else
            assert_true(f->interval.low <= f->bound &&
                        f->bound < f->interval.high);
    }
}

/* 1000 operations of 1 to 1.1 ms. A clock that tells no less than so much moves the bound
 * of a pass down and that of a fail up, and decides nothing under four times as much. */
static void test_a_slow_clock_widens_latencies(void **state)
{
    static const struct {
        double read_ns, step_ns; /* NaN: not known */
        double bound_us;
        const char *outcome;
    } cases[] = {
        { 25, 25, 1100, "pass" },
        { 25, 25, 1050, "undecided" },
        { 25, 25, 999, "fail" },
        { 14000, 14000, 1113, "undecided" },
        { 14000, 14000, 1115, "pass" },
        { 14000, 14000, 985, "fail" },
        { 14000, 14000, 987, "undecided" },
        { 14000, UNKNOWN_DOUBLE, 1113, "undecided" }, /* an older document */
        { UNKNOWN_DOUBLE, 250e3, 999, "undecided" },
        { UNKNOWN_DOUBLE, 250e3, 1400, "pass" },
        { UNKNOWN_DOUBLE, 500e3, 1999, "undecided" },
        { UNKNOWN_DOUBLE, 500e3, 2001, "pass" },
        { UNKNOWN_DOUBLE, 4e6, 5000, "undecided" }, /* no number at all */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene *s = latency_scene(1000, 0, 0);
        struct result_verdict verdict;
        const struct result_finding *f;

        s->document.conditions.clock_read_ns = cases[i].read_ns;
        s->document.conditions.clock_step_ns = cases[i].step_ns;
        verdict = judge(
            s, arena_printf(&arena,
                            "{\"what\": \"disk.x\", \"statistic\": \"p99\", "
                            "\"at-most\": %g, \"unit\": \"us\"}, "
                            "{\"what\": \"disk.x\", \"statistic\": "
                            "\"share-over\", \"over-us\": %g, "
                            "\"at-most\": 1, \"unit\": \"%%\"}",
                            cases[i].bound_us, cases[i].bound_us));
        f = &verdict.findings[0];
        if (strcmp(f->outcome, cases[i].outcome) != 0)
            fail_msg("case %zu: %s", i, f->outcome);
        assert_string_equal(verdict.findings[1].outcome, cases[i].outcome);
        if (strcmp(f->outcome, "pass") == 0)
            assert_true(f->interval.high <= f->bound);
        if (i < 3 || strcmp(f->outcome, "undecided") != 0)
            continue;
        assert_non_null(strstr(f->reason, "clock of this host"));
        assert_int_equal(known_double(f->value), cases[i].step_ns != 4e6);
    }
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_percentiles),
        cmocka_unit_test(test_percentile_interval),
        cmocka_unit_test(test_a_slow_clock_widens_latencies),
    };

    return cmocka_run_group_tests_name("counted", tests, set_up, tear_down);
}
