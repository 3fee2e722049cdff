/* The rules of judging, one row each. */
#include "judge/verdict.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "judge/bounds.h"
#include "scene.h"

static bool holds(const char *text, const char *words)
{
    if (words == NULL || text == NULL)
        return words == text;
    return strstr(text, words) != NULL;
}

static void expect(const struct result_finding *finding, const char *row,
                   const char *outcome, const char *reason, const char *settle)
{
    if (strcmp(finding->outcome, outcome) != 0 ||
        !holds(finding->reason, reason) || !holds(finding->settle, settle))
        fail_msg("%s: %s, '%s', '%s'", row, finding->outcome, finding->reason,
                 finding->settle);
}

/* Bound: at least 1000 IO/s, unless the members say otherwise. */
#define LEAST "\"at-least\": 1000, \"unit\": \"IO/s\""
#define MOST "\"at-most\": 1000, \"unit\": \"IO/s\""

static const struct {
    const char *row;
    double low, score, high;
    double guard;
    const char *members;
    const char *outcome;
    const char *reason; /* words of it; NULL: none */
    const char *settle;
} intervals[] = {
    { "whole interval above", 1010, 1100, 1200, 0, LEAST, "pass", NULL, NULL },
    { "its end on the bound", 1000, 1100, 1200, 0, LEAST, "pass", NULL, NULL },
    { "whole interval below", 800, 900, 990, 0, LEAST, "fail",
      "10.0 % short of the bound", NULL },
    { "the bound inside, value over", 990, 1100, 1200, 0, LEAST, "undecided",
      "the interval holds the bound", "needs about 8 s more" },
    { "the bound inside, value under", 700, 980, 1010, 0, LEAST, "undecided",
      "the interval holds the bound", "quieter host" },
    { "at most: below", 800, 900, 990, 0, MOST, "pass", NULL, NULL },
    { "at most: above", 1010, 1100, 1200, 0, MOST, "fail",
      "10.0 % over the bound", NULL },
    { "at most: inside", 900, 1010, 1200, 0, MOST, "undecided",
      "the interval holds the bound", "quieter host" },
    { "the guard band reaches the bound", 1010, 1015, 1020, 0.02, LEAST,
      "undecided", "the interval holds the bound",
      "within the guard band of 2 %" },
    { "the guard band ends short of it", 1030, 1040, 1050, 0.02, LEAST, "pass",
      NULL, NULL },
    { "a tolerance lowers the bound", 950, 960, 970, 0,
      LEAST ", \"tolerance\": 10", "pass",
      "4.0 % short of the bound, inside the tolerance of 10 %", NULL },
    { "and a shortfall beyond it fails", 850, 860, 870, 0,
      LEAST ", \"tolerance\": 10", "fail", "14.0 % short of the bound", NULL },
    { "at most: a tolerance raises it", 1050, 1060, 1070, 0,
      MOST ", \"tolerance\": 10", "pass",
      "6.0 % over the bound, inside the tolerance of 10 %", NULL },
    { "per CPU: 4 of them", 3900, 3950, 3990, 0,
      LEAST ", \"per\": "
            "\"fact.usable-cpus\"",
      "fail", "1.2 % short of the bound", NULL },
    { "plausible: outside is not believed", 10, 20, 30, 0,
      LEAST ", \"level\": \"plausible\"", "undecided", "believes",
      "look for a cache" },
    { "plausible: inside", 1010, 1100, 1200, 0,
      LEAST ", \"level\": \"plausible\"", "pass", NULL, NULL },
};

static void test_intervals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(intervals) / sizeof(intervals[0]); i++) {
        struct scene *s = scene_new("disk.x", "disk", "ops/s");
        struct result_verdict verdict;

        s->result.score = intervals[i].score;
        s->result.ci95 =
            (struct interval){ intervals[i].low, intervals[i].high };
        s->result.guard_band = intervals[i].guard;
        verdict = judge(s, arena_printf(&arena, "{\"what\": \"disk.x\", %s}",
                                        intervals[i].members));
        assert_int_equal(verdict.finding_count, 1);
        expect(&verdict.findings[0], intervals[i].row, intervals[i].outcome,
               intervals[i].reason, intervals[i].settle);
        assert_string_equal(verdict.outcome, intervals[i].outcome);
        assert_false(verdict_unmeasured(&verdict));
    }
}

enum side { OVER, UNDER };

static const struct {
    const char *row;
    enum side side;
    const char *mark;
    double run_delay_share, steal_share, throttled_share;
    uint64_t workers;
    double others; /* share of all CPUs that other work had */
    double quota;
    const char *outcome;
    const char *reason;
} disturbed[] = {
    { "a pass while busy stands", OVER, "contended", 0.5, 0, 0, 1, NAN, NAN,
      "pass", NULL },
    { "a pass under steal stands", OVER, "stolen", 0, 0.5, 0, 1, NAN, NAN,
      "pass", NULL },
    { "a fail marked contended", UNDER, "contended", 0, 0, 0, 1, NAN, NAN,
      "undecided", "host busy: other work took the CPU" },
    { "a fail with run delay", UNDER, NULL, 0.06, 0, 0, 1, NAN, NAN,
      "undecided", "host busy" },
    { "a little run delay is no excuse", UNDER, NULL, 0.04, 0, 0, 1, NAN, NAN,
      "fail", "10.0 % short" },
    { "own workers wait for each other", UNDER, NULL, 4, 0, 0, 8, NAN, NAN,
      "fail", "8 workers share 4 usable CPUs" },
    { "unless others were there too", UNDER, NULL, 4, 0, 0, 8, 0.2, NAN,
      "undecided", "host busy" },
    { "steal is what the host is given", UNDER, "stolen", 0, 0.12, 0, 1, NAN,
      NAN, "fail", "the hypervisor took 12 % of the CPU time" },
    { "steal by the mark alone", UNDER, "stolen", 0, 0, 0, 1, NAN, NAN, "fail",
      "the hypervisor took CPU time" },
    { "a quota too, and it counts as run delay", UNDER, "throttled", 0.5, 0,
      0.5, 1, NAN, 0.5, "fail", "a quota of 0.50 CPUs holds it back" },
    { "an I/O limit too", UNDER, "limited", 0, 0, 0, 1, NAN, NAN, "fail",
      "an I/O limit" },
};

static void test_disturbances(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(disturbed) / sizeof(disturbed[0]); i++) {
        struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
        double score = disturbed[i].side == OVER ? 1100 : 900;
        struct result_verdict verdict;

        s->result.score = score;
        s->result.ci95 = (struct interval){ score - 10, score + 10 };
        s->result.workers = disturbed[i].workers;
        s->document.host.cpu.quota_cpus = disturbed[i].quota;
        s->document.conditions.other_cpu_share = disturbed[i].others;
        for (size_t k = 0; k < 7; k++) {
            s->samples[k].run_delay_ns =
                (uint64_t)(1e9 * disturbed[i].run_delay_share);
            s->samples[k].steal_ns = (uint64_t)(1e9 * disturbed[i].steal_share);
            s->samples[k].throttled_ns =
                (uint64_t)(1e9 * disturbed[i].throttled_share);
        }
        if (disturbed[i].mark != NULL) {
            s->mark.id = disturbed[i].mark;
            s->result.marks = &s->mark;
            s->result.mark_count = 1;
        }
        verdict = judge(s, "{\"what\": \"cpu.x\", " LEAST "}");
        expect(&verdict.findings[0], disturbed[i].row, disturbed[i].outcome,
               disturbed[i].reason,
               strcmp(disturbed[i].outcome, "undecided") == 0 ? "run again"
                                                              : NULL);
        assert_int_equal(verdict.findings[0].mark_count, s->result.mark_count);
    }
}

static void test_unknown_counters(void **state)
{
    struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
    struct result_verdict verdict;

    (void)state;
    s->result.score = 900;
    s->result.ci95 = (struct interval){ 890, 910 };
    for (size_t k = 0; k < 7; k++) {
        s->samples[k].run_delay_ns = UNKNOWN_U64;
        s->samples[k].steal_ns = UNKNOWN_U64;
        s->samples[k].throttled_ns = UNKNOWN_U64;
    }
    verdict = judge(s, "{\"what\": \"cpu.x\", " LEAST "}");
    expect(&verdict.findings[0], "unknown", "fail", "10.0 % short", NULL);
}

static const struct {
    const char *row;
    const char *direct;
    const char *mark;
    const char *burst; /* of the volume */
    enum side side;
    const char *members;
    const char *outcome;
    const char *reason;
} storages[] = {
    { "direct asked, direct", "direct", NULL, NULL, OVER, "\"direct\": true",
      "pass", NULL },
    { "direct asked, buffered", "buffered", "buffered", NULL, OVER,
      "\"direct\": true", "undecided", "not proved direct (buffered)" },
    { "direct asked, by way of others", "indirect", "indirect", NULL, OVER,
      "\"direct\": true", "undecided", "not proved direct (indirect)" },
    { "direct asked, nothing known", NULL, NULL, NULL, OVER, "\"direct\": true",
      "undecided", "nothing is known" },
    { "direct asked, too slow anyway", "buffered", NULL, NULL, UNDER,
      "\"direct\": true", "fail", "short" },
    { "memory never passes", "memory", NULL, NULL, OVER, "\"direct\": false",
      "undecided", "the speed of memory" },
    { "by the mark", "direct", "memory-backed", NULL, OVER, "\"direct\": false",
      "undecided", "the speed of memory" },
    { "sustained asked, a burst", "direct", "burst", NULL, OVER,
      "\"sustained\": true", "undecided", "sustained speed not measured" },
    { "sustained asked, too good", "direct", "too-good", NULL, OVER,
      "\"sustained\": true", "undecided", "too good" },
    { "sustained asked, declining", "direct", "drifting", NULL, OVER,
      "\"sustained\": true", "undecided", "declined" },
    { "sustained asked, a burst volume", "direct", NULL, "gp2 bursts", OVER,
      "\"sustained\": true", "undecided", "gp2 bursts" },
    { "sustained asked and shown", "direct", NULL, NULL, OVER,
      "\"sustained\": true", "pass", NULL },
    { "not asked: a pass, but no clean one", "direct", "burst", NULL, OVER,
      "\"sustained\": false", "pass", "sustained speed not measured" },
    { "a burst that is too slow", "direct", "burst", NULL, UNDER,
      "\"sustained\": true", "fail", "short" },
};

static void test_storage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(storages) / sizeof(storages[0]); i++) {
        struct scene *s = scene_new("disk.x", "disk", "ops/s");
        double score = storages[i].side == OVER ? 1100 : 900;
        struct result_verdict verdict;

        s->result.score = score;
        s->result.target = "/data";
        s->result.ci95 = (struct interval){ score - 10, score + 10 };
        s->target.direct = storages[i].direct;
        s->samples[6].ops = 80;
        s->target.mount.burst = storages[i].burst;
        if (storages[i].mark != NULL) {
            s->mark.id = storages[i].mark;
            s->result.marks = &s->mark;
            s->result.mark_count = 1;
        }
        verdict = judge(s, arena_printf(&arena,
                                        "{\"what\": \"disk.x\", " LEAST ", %s}",
                                        storages[i].members));
        if (strcmp(verdict.findings[0].outcome, storages[i].outcome) != 0 ||
            !holds(verdict.findings[0].reason, storages[i].reason))
            fail_msg("%s: %s, '%s'", storages[i].row,
                     verdict.findings[0].outcome, verdict.findings[0].reason);
    }
}

/* A rate that went up is no burst. */
static void test_drift_upwards(void **state)
{
    struct scene *s = scene_new("disk.x", "disk", "ops/s");
    struct result_verdict v;

    (void)state;
    s->result.score = 1100;
    s->result.ci95 = (struct interval){ 1050, 1150 };
    s->mark.id = "drifting";
    s->result.marks = &s->mark;
    s->result.mark_count = 1;
    s->samples[0].ops = 80;
    v = judge(s, "{\"what\": \"disk.x\", \"sustained\": true, " LEAST "}");
    assert_string_equal(v.outcome, "pass");
}

static void test_other_statistics(void **state)
{
    struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
    struct result_verdict v;

    (void)state;
    s->result.score = 900;
    s->result.ci95 = (struct interval){ 890, 910 };
    s->result.mean = 1200;
    s->result.per_cpu_second = 1500;
    for (size_t i = 0; i < 7; i++) {
        s->samples[i].ops = 1500;
        s->samples[i].clock_hz = 2.9e9 + 1e7 * (double)i;
    }
    v = judge(s, "{\"what\": \"cpu.x\", \"statistic\": \"mean\", " LEAST "}");
    assert_string_equal(v.outcome, "pass");
    assert_true(v.findings[0].value == 1200);
    v = judge(s, "{\"what\": \"cpu.x\", \"statistic\": \"per-cpu-second\", "
                 "\"at-least\": 1500, \"unit\": \"IO/s\"}");
    assert_string_equal(v.outcome, "pass");
    v = judge(s, "{\"what\": \"cpu.x\", \"statistic\": \"clock\", "
                 "\"at-least\": 2.9, \"unit\": \"GHz\"}");
    assert_string_equal(v.outcome, "pass");
    assert_true(fabs(v.findings[0].value - 2.93e9) < 1);
    v = judge(s, "{\"what\": \"cpu.x\", \"statistic\": \"clock\", "
                 "\"at-least\": 3.4, \"unit\": \"GHz\"}");
    assert_string_equal(v.outcome, "fail");
    v = judge(s, "{\"what\": \"cpu.x\", \"statistic\": \"clock\", "
                 "\"at-least\": 2.93, \"unit\": \"GHz\"}");
    assert_string_equal(v.outcome, "undecided");
}

static void test_unmeasured(void **state)
{
    static const char asked[] = "{\"what\": \"disk.x\", " LEAST "}";
    struct scene *s = scene_new("disk.x", "disk", "ops/s");
    struct result_verdict v;

    (void)state;
    s->result.status = "skipped";
    s->result.reason = "no directory to test";
    v = judge(s, asked);
    expect(&v.findings[0], "skipped", "undecided", "no directory to test", NULL);
    assert_true(verdict_unmeasured(&v));
    s->document.result_count = 0;
    v = judge(s, asked);
    expect(&v.findings[0], "missing", "undecided", "not measured in this run",
           "measure it");
    assert_true(verdict_unmeasured(&v));
    assert_string_equal(v.findings[0].title, "disk.x");

    s = scene_new("disk.x", "disk", "ops/s");
    s->result.target = "/other"; /* another directory's */
    v = judge(s, asked);
    expect(&v.findings[0], "other target", "undecided",
           "not measured in this run", "measure it");

    s = scene_new("disk.x", "disk", "ops/s");
    s->result.score = 2000;
    s->result.n = 5;
    s->result.ci95 = (struct interval){ NAN, NAN };
    v = judge(s, asked);
    expect(&v.findings[0], "five rounds", "undecided",
           "too few rounds for an interval: 5", "needs about 2 s more");
    assert_false(verdict_unmeasured(&v));
    s->result.unit = "bytes/s";
    v = judge(s, asked);
    expect(&v.findings[0], "other unit", "undecided", "unit", NULL);
    v = judge(s, "{\"what\": \"disk.x\", \"statistic\": \"p99\", "
                 "\"at-most\": 1, \"unit\": \"ms\"}");
    expect(&v.findings[0], "no latencies", "undecided", "no latencies", NULL);
    assert_true(verdict_unmeasured(&v));
}

static const struct {
    const char *members;
    const char *outcome;
} facts[] = {
    { "\"what\": \"fact.cores\", \"at-least\": 4", "pass" },
    { "\"what\": \"fact.cores\", \"at-least\": 8", "fail" },
    { "\"what\": \"fact.cores\", \"equals\": 4", "pass" },
    { "\"what\": \"fact.threads-per-core\", \"at-most\": 1", "pass" },
    { "\"what\": \"fact.memory\", \"at-least\": 16, \"unit\": \"GB\"", "pass" },
    { "\"what\": \"fact.memory\", \"at-least\": 16, \"unit\": \"GiB\"",
      "fail" },
    { "\"what\": \"fact.memory\", \"at-least\": 16, \"unit\": \"GiB\", "
      "\"tolerance\": 7",
      "pass" },
    { "\"what\": \"fact.memory\", \"at-least\": 4, \"unit\": \"GB\", "
      "\"per\": \"fact.cores\"",
      "pass" },
    { "\"what\": \"fact.swap\", \"at-most\": 0, \"unit\": \"B\"", "pass" },
    { "\"what\": \"fact.kernel\", \"at-least\": \"5.16\"", "pass" },
    { "\"what\": \"fact.kernel\", \"at-least\": \"6.2\"", "fail" },
    { "\"what\": \"fact.kernel\", \"at-most\": \"6.1\"", "pass" },
    { "\"what\": \"fact.cpu-flags\", \"has\": \"avx2\"", "pass" },
    { "\"what\": \"fact.cpu-flags\", \"has\": \"avx\"", "fail" },
    { "\"what\": \"fact.cpu-flags\", \"has\": \"sse2\"", "pass" },
    { "\"what\": \"fact.architecture\", \"equals\": \"x86_64\"", "pass" },
    { "\"what\": \"fact.virtualization\", \"equals\": \"none\"", "undecided" },
    { "\"what\": \"fact.storage\", \"equals\": \"direct\"", "pass" },
    { "\"what\": \"fact.free-space\", \"at-least\": 1, \"unit\": \"TB\"",
      "fail" },
    { "\"what\": \"fact.open-files\", \"at-least\": 1024", "undecided" },
};

static void test_facts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
        struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
        struct result_verdict v;

        s->document.host.memory.total_bytes = 16000000000;
        s->document.host.memory.swap_total_bytes = 0;
        s->document.host.kernel = "Linux 6.1.0-26-cloud-amd64";
        s->document.host.cpu.architecture = "x86_64";
        s->document.host.cpu.all_flags = "sse2 avx512f avx2";
        s->target.mount.free_bytes = 999000000000;
        v = judge(s, arena_printf(&arena, "{%s}", facts[i].members));
        if (strcmp(v.outcome, facts[i].outcome) != 0)
            fail_msg("%s: %s", facts[i].members, v.outcome);
        assert_int_equal(verdict_unmeasured(&v),
                         strcmp(facts[i].outcome, "undecided") == 0);
    }
}

/* What a container may use counts, not what the host has. */
static void test_limited_cpus(void **state)
{
    static uint64_t online[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    static struct host_place places[8];
    struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
    struct host_cpu *cpu = &s->document.host.cpu;
    struct result_verdict v;

    (void)state;
    for (uint64_t i = 0; i < 8; i++)
        places[i] = (struct host_place){ .cpu = i, .core = i / 2 };
    cpu->online = (struct cpu_list){ online, 8 };
    cpu->usable = (struct cpu_list){ online, 3 }; /* cores 0 and 1 */
    cpu->usable_cpus = 3;
    cpu->usable_reason = "the cpuset leaves 3 CPUs";
    cpu->places = places;
    cpu->place_count = 8;
    v = judge(s, "{\"what\": \"fact.cores\", \"at-least\": 4}, "
                 "{\"what\": \"fact.threads\", \"at-least\": 4}");
    assert_true(v.findings[0].value == 2);
    expect(&v.findings[0], "cores", "fail", "the cpuset leaves 3 CPUs", NULL);
    assert_true(v.findings[1].value == 3);
    cpu->usable_cpus = 1.5;
    v = judge(s, "{\"what\": \"fact.cores\", \"at-least\": 1}");
    assert_true(v.findings[0].value == 1.5);
    assert_string_equal(v.outcome, "pass");
}

/* Facts that pass, fail or stay unknown stand for any requirement. */
#define PASS "{\"what\": \"fact.cores\", \"at-least\": 4"
#define FAIL "{\"what\": \"fact.cores\", \"at-least\": 5"
#define OPEN "{\"what\": \"fact.open-files\", \"at-least\": 5"
#define RECOMMENDED ", \"level\": \"recommended\"}"

static const struct {
    const char *requirements;
    const char *role;
    bool recommended;
    const char *outcome;
    size_t findings;
} combinations[] = {
    { PASS "}, " PASS "}", NULL, false, "pass", 2 },
    { PASS "}, " OPEN "}", NULL, false, "undecided", 2 },
    { OPEN "}, " FAIL "}, " PASS "}", NULL, false, "fail", 3 },
    { FAIL "}, " OPEN "}", NULL, false, "fail", 2 },
    { PASS "}, " FAIL RECOMMENDED, NULL, false, "pass", 2 },
    { PASS "}, " OPEN RECOMMENDED, NULL, false, "pass", 2 },
    { PASS "}, " FAIL RECOMMENDED, NULL, true, "fail", 2 },
    { PASS RECOMMENDED ", " FAIL RECOMMENDED, NULL, false, "fail", 2 },
    { PASS "}, " FAIL ", \"role\": \"a\"}", NULL, false, "pass", 1 },
    { PASS "}, " FAIL ", \"role\": \"a\"}", "a", false, "fail", 2 },
    { PASS "}, " FAIL ", \"role\": \"a\"}", "b", false, "pass", 1 },
    { PASS "}, " FAIL ", \"role\": [\"a\", \"b\"]}", "b", false, "fail", 2 },
    { FAIL ", \"role\": \"a\"}", NULL, false, "undecided", 0 },
};

static void test_combinations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(combinations) / sizeof(combinations[0]); i++) {
        struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
        struct profile profile = profile_of(combinations[i].requirements);
        struct judge_options options = {
            .tolerance = UNKNOWN_DOUBLE,
            .role = combinations[i].role,
            .recommended = combinations[i].recommended,
        };
        struct result_verdict v;

        verdict_judge(&s->document, &profile, &options, &arena, &v);
        if (strcmp(v.outcome, combinations[i].outcome) != 0)
            fail_msg("%s: %s", combinations[i].requirements, v.outcome);
        assert_int_equal(v.finding_count, combinations[i].findings);
    }
}

static void test_bounds(void **state)
{
    struct scene *s = scene_new("cpu.x", "cpu", "ops/s");
    struct profile one = profile_of(
        "{\"what\": \"cpu.x\", \"tolerance\": 10, " LEAST "}, "
        "{\"what\": \"cpu.y\", \"role\": \"b\", " LEAST "}, " PASS "}, "
        "{\"what\": \"disk.z\", \"statistic\": \"p99\", \"at-most\": 1, "
        "\"unit\": \"ms\"}");
    struct profile two = profile_of("{\"what\": \"cpu.x\", " MOST "}");
    struct judge_options options = { .tolerance = UNKNOWN_DOUBLE };
    struct bounded *list = NULL;
    size_t count = 0;

    (void)state;
    bounds_add(&one, &options, &s->document, &arena, &list, &count);
    options.tolerance = 0.5;
    bounds_add(&two, &options, &s->document, &arena, &list, &count);
    assert_int_equal(count, 2);
    assert_string_equal(list[0].id, "cpu.x");
    assert_int_equal(list[0].count, 2);
    assert_true(fabs(list[0].bounds[0].value - 900) < 1e-9);
    assert_true(list[0].bounds[0].at_least);
    assert_true(fabs(list[0].bounds[1].value - 1500) < 1e-9);
    assert_false(list[0].bounds[1].at_least);
    assert_string_equal(list[1].id, "disk.z");
    assert_int_equal(list[1].count, 1);
    assert_true(list[1].bounds[0].value == 1e6);
    assert_true(list[1].bounds[0].share == 0.01);
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
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_disturbances),
        cmocka_unit_test(test_unknown_counters),
        cmocka_unit_test(test_storage),
        cmocka_unit_test(test_drift_upwards),
        cmocka_unit_test(test_other_statistics),
        cmocka_unit_test(test_unmeasured),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_limited_cpus),
        cmocka_unit_test(test_combinations),
        cmocka_unit_test(test_bounds),
    };

    return cmocka_run_group_tests_name("verdict", tests, set_up, tear_down);
}
