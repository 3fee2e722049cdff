/* A miss beside other work in the host: the machine's fault or the neighbours'? */
#include "scene.h"

/* At least 1000 asked, and less had beside other work: is it for that alone? */
static const struct {
    const char *row;
    const char *resource;
    const char *statistic;
    double score, per_cpu_second;
    uint64_t workers, online;
    const char *outcome;
} beside_others[] = {
    { "all CPUs at work, and CPU time misses too", "cpu", "score", 600, 950, 4,
      4, "fail" },
    { "by the mean as well", "cpu", "mean", 600, 950, 4, 4, "fail" },
    { "CPU time meets it", "cpu", "score", 600, 1100, 4, 4, "undecided" },
    { "CPU time is too near", "cpu", "score", 600, 1000, 4, 4, "undecided" },
    { "one CPU: a neighbour may share its core", "cpu", "score", 600, 950, 1, 4,
      "undecided" },
    { "one CPU, not even half of it", "cpu", "score", 400, 450, 1, 4, "fail" },
    { "the only CPU", "cpu", "score", 600, 950, 1, 1, "fail" },
    { "CPUs of the host that are not ours", "cpu", "score", 600, 950, 4, 8,
      "undecided" },
    { "CPUs that nobody told of", "cpu", "score", 600, 950, 4, 0, "undecided" },
    { "eight on four CPUs: half of each", "cpu", "score", 600, 1900, 8, 4,
      "fail" },
    { "eight on four CPUs, fast enough", "cpu", "score", 600, 2100, 8, 4,
      "undecided" },
    { "CPU time itself is asked for", "cpu", "per-cpu-second", 600, 950, 8, 4,
      "fail" },
    { "no CPU time is known", "cpu", "score", 600, NAN, 4, 4, "undecided" },
    { "memory is shared whatever the CPU time", "memory", "score", 600, 950, 4,
      4, "undecided" },
    { "the clock falls when others work", "cpu", "clock", 600, 950, 4, 4,
      "undecided" },
};

static void test_a_busy_host_excuses_no_slow_cpu(void **state)
{
    static uint64_t numbers[8];

    (void)state;
    for (size_t i = 0; i < sizeof(beside_others) / sizeof(beside_others[0]);
         i++) {
        struct scene *s = scene_new("x", beside_others[i].resource, "ops/s");
        bool clock = strcmp(beside_others[i].statistic, "clock") == 0;
        double score = beside_others[i].score;
        struct result_verdict v;
        bool fails;

        s->result.score = s->result.mean = score;
        s->result.ci95 = (struct interval){ score - 10, score + 10 };
        s->result.per_cpu_second = beside_others[i].per_cpu_second;
        s->result.guard_band = 0.02;
        s->result.workers = beside_others[i].workers;
        s->document.conditions.other_cpu_share = 0.3;
        s->document.host.cpu.online =
            (struct cpu_list){ numbers, beside_others[i].online };
        for (size_t k = 0; k < 7; k++) {
            s->samples[k].run_delay_ns = 400000000 * s->result.workers;
            s->samples[k].clock_hz = 900e6;
        }
        v = judge(s, arena_printf(&arena,
                                  "{\"what\": \"x\", \"statistic\": \"%s\", "
                                  "\"at-least\": 1000, \"unit\": \"%s\"}",
                                  beside_others[i].statistic,
                                  clock ? "MHz" : "IO/s"));
        fails = strcmp(beside_others[i].outcome, "fail") == 0;
        if (strcmp(v.outcome, beside_others[i].outcome) != 0)
            fail_msg("%s: %s", beside_others[i].row, v.outcome);
        assert_non_null(strstr(v.findings[0].reason,
                               fails ? "by its CPU time alone it misses"
                                     : "host busy: other work took the CPU"));
        assert_int_equal(v.findings[0].settle == NULL, fails);
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
        cmocka_unit_test(test_a_busy_host_excuses_no_slow_cpu),
    };

    return cmocka_run_group_tests_name("busy", tests, set_up, tear_down);
}
