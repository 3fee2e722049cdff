/* What curves say: cache levels in latencies that were planted or kept from real hosts,
 * and the sentences on scaling, latency and copies. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/random.h"
#include "base/text.h"
#include "base/unknown.h"
#include "measure/levels.h"
#include "report/report.h"
#include "result/conclude.h"
#include "result/result.h"

enum { KIB = 1024, MIB = 1024 * 1024, MOST_POINTS = 64 };

/* --- levels --- */

struct planted {
    uint64_t bytes; /* UINT64_MAX: memory */
    double ns;
};

/* A ladder of two points to an octave up to `largest`; loads that miss a level take the
 * next one's time, in the share of the set that does not fit. */
static size_t curve_of(const struct planted *levels, uint64_t largest,
                       double jitter, uint64_t seed,
                       struct latency_point points[MOST_POINTS])
{
    struct random random;
    size_t n = 0;

    random_init(&random, seed);
    for (uint64_t size = 4 * KIB; size <= largest; size *= 2) {
        for (uint64_t at = size; at <= size / 2 * 3; at += size / 2) {
            double ns = levels[0].ns;
            for (size_t l = 0; levels[l].bytes != UINT64_MAX; l++) {
                double hit = fmin(1, (double)levels[l].bytes / (double)at);
                ns += (levels[l + 1].ns - levels[l].ns) * (1 - hit * hit);
            }
            ns *= 1 + jitter * (2 * random_unit(&random) - 1);
            points[n++] = (struct latency_point){ at, ns };
        }
    }
    return n;
}

static void assert_within(double value, double wanted, double share)
{
    if (!(fabs(value / wanted - 1) <= share))
        fail_msg("%g is not within %g of %g", value, share, wanted);
}

static void planted_levels_are_found(void **state)
{
    static const struct {
        struct planted levels[5];
        uint64_t largest;
        size_t count;
    } cases[] = {
        { { { 32 * KIB, 1.2 }, { MIB, 4 }, { 32 * MIB, 14 }, { UINT64_MAX, 95 } },
          512 * MIB,
          4 },
        { { { 48 * KIB, 1.6 }, { 2 * MIB, 6.6 }, { UINT64_MAX, 130 } },
          1024 * MIB,
          3 },
        { { { 64 * KIB, 1.1 }, { UINT64_MAX, 110 } }, 64 * MIB, 2 },
        { { { UINT64_MAX, 60 } }, 16 * MIB, 1 },
    };
    struct latency_level found[LATENCY_LEVELS_MOST];
    struct latency_point points[MOST_POINTS];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            size_t n =
                curve_of(cases[i].levels, cases[i].largest, 0.05, seed, points);
            assert_int_equal(latency_levels(points, n, found), cases[i].count);
            for (size_t l = 0; l < cases[i].count; l++) {
                assert_within(found[l].ns, cases[i].levels[l].ns, 0.35);
                if (l + 1 < cases[i].count)
                    assert_in_range(found[l].bytes, cases[i].levels[l].bytes / 2,
                                    cases[i].levels[l].bytes * 2);
            }
            assert_int_equal(found[cases[i].count - 1].bytes,
                             points[n - 1].bytes);
        }
    }
}

/* A guest on a crowded host: of 32 MiB of last-level cache 3 are left. */
static const struct latency_point crowded[] = {
    { 4096, 1.094 },     { 8192, 1.091 },      { 12288, 1.093 },
    { 16384, 1.093 },    { 24576, 1.095 },     { 32768, 1.186 },
    { 49152, 3.857 },    { 65536, 3.857 },     { 98304, 3.863 },
    { 131072, 3.859 },   { 196608, 3.890 },    { 262144, 3.910 },
    { 393216, 4.522 },   { 524288, 4.994 },    { 786432, 5.660 },
    { 1048576, 6.984 },  { 1572864, 13.62 },   { 2097152, 16.70 },
    { 3145728, 18.68 },  { 4194304, 53.68 },   { 6291456, 66.79 },
    { 8388608, 115.7 },  { 12582912, 120.9 },  { 16777216, 131.7 },
    { 25165824, 139.7 }, { 33554432, 141.7 },  { 50331648, 147.3 },
    { 67108864, 153.6 }, { 100663296, 151.7 }, { 134217728, 151.9 },
};

enum { CROWDED = sizeof(crowded) / sizeof(crowded[0]) };

static void levels_of_a_crowded_host(void **state)
{
    static const struct {
        uint64_t bytes;
        double ns;
    } want[] = { { 32768, 1.093 },
                 { 1048576, 3.910 },
                 { 3145728, 16.70 },
                 { 134217728, 141.7 } };
    struct latency_level found[LATENCY_LEVELS_MOST];

    (void)state;
    assert_int_equal(latency_levels(crowded, CROWDED, found), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(found[i].bytes, want[i].bytes);
        assert_within(found[i].ns, want[i].ns, 1e-9);
    }
}

/* A cache of 260 MiB that is no faster than memory cannot be seen; a slow rise is one
 * level, however wide. */
static void what_differs_little_is_one_level(void **state)
{
    static const struct latency_point slow[] = {
        { 4096, 1.6 },     { 8192, 1.6 },      { 16384, 1.6 },
        { 32768, 1.6 },    { 1048576, 33 },    { 4194304, 98 },
        { 8388608, 110 },  { 16777216, 140 },  { 33554432, 147 },
        { 67108864, 156 }, { 134217728, 160 },
    };
    struct latency_level found[LATENCY_LEVELS_MOST];

    (void)state;
    assert_int_equal(
        latency_levels(slow, sizeof(slow) / sizeof(slow[0]), found), 2);
    assert_within(found[1].ns, 147, 1e-9);
    assert_within(found[1].last_ns, 160, 1e-9);
}

static void odd_curves_are_borne(void **state)
{
    struct latency_point points[MOST_POINTS] = { { 0, 0 } };
    struct latency_level found[LATENCY_LEVELS_MOST];

    (void)state;
    assert_int_equal(latency_levels(points, 0, found), 0);
    for (size_t i = 0; i < MOST_POINTS; i++)
        points[i] = (struct latency_point){ i + 1, UNKNOWN_DOUBLE };
    assert_int_equal(latency_levels(points, MOST_POINTS, found), 0);
    for (size_t i = 0; i < MOST_POINTS; i++)
        points[i].ns =
            pow(3, floor((double)i / 4)); /* more levels than any host */
    assert_int_equal(latency_levels(points, MOST_POINTS, found),
                     LATENCY_LEVELS_MOST);
}

/* --- sentences --- */

struct scene {
    struct arena arena;
    struct document document;
    struct result result;
    struct result_point curve[MOST_POINTS];
};

static void scene_init(struct scene *scene, const char *id)
{
    arena_init(&scene->arena);
    document_init(&scene->document);
    result_init(&scene->result);
    scene->result.id = id;
    scene->result.status = "ok";
    scene->result.curve = scene->curve;
    scene->document.results = &scene->result;
    scene->document.result_count = 1;
}

static void add_width(struct scene *scene, uint64_t jobs, double wall,
                      double cpu, double clock_hz)
{
    struct result_point *point = &scene->curve[scene->result.curve_count++];

    point_init(point);
    point->x = point->workers = jobs;
    point->score = wall;
    point->per_cpu_second = cpu;
    point->clock_hz = clock_hz;
}

static void assert_concludes(struct scene *scene, const char *says)
{
    conclude_results(&scene->document, &scene->arena);
    if (says == NULL)
        assert_null(scene->result.conclusion);
    else
        assert_string_equal(scene->result.conclusion, says);
    arena_release(&scene->arena);
}

static void scaling_says_why_it_falls(void **state)
{
    static const struct {
        double wall, cpu, clock_hz, quota;
        uint64_t threads;
        const char *says;
    } cases[] = {
        { 0.99e9, 0.99e9, 3e9, NAN,
          1, "4 jobs each run at 99 % of the rate of one: no shared cores are seen" },
        { 1.41e9, 1e9, 3e9, NAN, 1,
          "4 jobs each ran at 141 % of the rate of one: other work took the "
          "time of the one, so this cannot tell whether cores are shared" },
        { 0.52e9, 0.52e9, 3e9, NAN, 2,
          "full speed up to 2 jobs, 52 % each with 4: the kernel says 2 "
          "threads "
          "share a core" },
        { 0.52e9, 0.52e9, 3e9, NAN, 1,
          "full speed up to 2 jobs, 52 % each with 4: CPUs share cores that "
          "the "
          "kernel does not tell of, or strangers sit on their sibling threads "
          "(see cpu.pairs)" },
        { 0.8e9, 0.8e9, 2.4e9, NAN, 2,
          "full speed up to 2 jobs, 80 % each with 4: the clock falls to 80 %, "
          "by "
          "turbo or a power limit; no shared cores are seen" },
        { 0.7e9, 0.99e9, 3e9, NAN, 1,
          "full speed up to 2 jobs, 70 % each with 4: per second of CPU time "
          "each "
          "is as fast as one, so other work or the hypervisor took the time "
          "between" },
        { 0.51e9, 0.9e9, 3e9, NAN, 1,
          "full speed up to 2 jobs, 51 % each with 4: per second of CPU time "
          "90 %, so most of it is time that other work or the hypervisor took, "
          "and whether cores are shared cannot be told" },
        { 0.51e9, 0.7e9, 3e9, NAN, 2,
          "full speed up to 2 jobs, 51 % each with 4: the kernel says 2 "
          "threads share a core" },
        { 0.4e9, 0.99e9, NAN, 1.5, 1,
          "full speed up to 2 jobs, 40 % each with 4: the quota of 1.5 CPUs is "
          "shared by 4 jobs" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene scene;

        scene_init(&scene, "cpu.scaling");
        scene.document.host.cpu.quota_cpus = cases[i].quota;
        scene.document.host.cpu.threads_per_core = cases[i].threads;
        add_width(&scene, 1, 1e9, 1e9, 3e9);
        add_width(&scene, 2, 0.97e9, 1e9, 3e9);
        add_width(&scene, 4, cases[i].wall, cases[i].cpu, cases[i].clock_hz);
        assert_concludes(&scene, cases[i].says);
    }
}

static void scaling_of_one_cpu_names_the_reason(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "cpu.scaling");
    scene.document.host.cpu.usable_reason = "the affinity mask allows 1 of 8";
    add_width(&scene, 1, 1e9, 1e9, 3e9);
    assert_concludes(&scene,
                     "one usable CPU: nothing to scale to; the affinity "
                     "mask allows 1 of 8");
    scene_init(&scene, "cpu.scaling"); /* interrupted before its first point */
    assert_concludes(&scene, NULL);
    scene_init(&scene, "cpu.scaling");
    add_width(&scene, 1, UNKNOWN_DOUBLE, UNKNOWN_DOUBLE, UNKNOWN_DOUBLE);
    assert_concludes(&scene, NULL);
}

/* Kinds of CPUs are never averaged. */
static void scaling_goes_by_kind(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "cpu.scaling");
    add_width(&scene, 1, 1e9, 1e9, 3e9);
    scene.curve[0].label = "1 performance";
    add_width(&scene, 4, 0.9e9, 0.9e9, 3e9);
    scene.curve[1].label = "4 performance";
    add_width(&scene, 8, 0.5e9, 0.5e9, 2e9);
    scene.curve[2].label = "8 efficient";
    add_width(&scene, 12, 0.6e9, 0.6e9, 2.5e9);
    assert_concludes(&scene,
                     "1 performance: 100 % of one job's rate; 4 "
                     "performance: 90 % of one job's rate; 8 efficient: "
                     "50 % of one job's rate");
}

/* In the page's chart each kind has a line of its own, and its name in the table. */
static void the_chart_draws_kinds_apart(void **state)
{
    static const struct report_options options = { .width = 80 };
    struct scene scene;
    struct text page;
    struct err err;
    size_t lines = 0;

    (void)state;
    scene_init(&scene, "cpu.scaling");
    scene.result.resource = "cpu";
    scene.result.curve_x = "jobs";
    scene.result.unit = "ops/s";
    scene.result.per_job = true;
    scene.result.score = 1e9;
    for (size_t i = 0; i < 5; i++)
        add_width(&scene, (uint64_t[]){ 1, 4, 1, 8, 12 }[i], 1e9, 1e9, 3e9);
    scene.curve[0].label = "1 performance";
    scene.curve[1].label = "4 performance";
    scene.curve[2].label = "1 efficient";
    scene.curve[3].label = "8 efficient";
    text_init(&page, &scene.arena);
    assert_int_equal(
        report_find("html")->render(&scene.document, &options, &page, &err), 0);
    for (const char *at = strstr(page.bytes, "<polyline"); at != NULL;
         at = strstr(at + 1, "<polyline"))
        lines++;
    assert_int_equal(lines, 3);
    assert_non_null(strstr(page.bytes, "8 efficient jobs: 8.00 times one job"));
    assert_non_null(strstr(page.bytes, ">8 efficient<"));
    arena_release(&scene.arena);
}

static void latency_is_compared_with_the_kernels_word(void **state)
{
    static struct host_cache caches[] = {
        { 1, "data", 32 * KIB, 1, 1 },
        { 1, "instruction", 32 * KIB, 1, 1 },
        { 2, "unified", MIB, 1, 1 },
        { 3, "unified", 32 * MIB, 1, 2 },
    };
    struct scene scene;

    (void)state;
    scene_init(&scene, "memory.latency");
    scene.document.host.cpu.caches = caches;
    scene.document.host.cpu.cache_count = 4;
    for (size_t i = 0; i < CROWDED; i++)
        add_width(&scene, crowded[i].bytes, crowded[i].ns, crowded[i].ns, NAN);
    assert_concludes(
        &scene, "the curve shows 1.09 ns up to 32 KiB, 3.91 ns up to 1 MiB, "
                "16.7 ns up to 3 MiB, memory 152 ns; the kernel says L1 "
                "32 KiB, L2 1 MiB, L3 32 MiB; of L3 only 3 MiB answer: others "
                "may use it");
    /* Little memory: the ladder ends inside the last cache. */
    scene_init(&scene, "memory.latency");
    scene.document.host.cpu.caches = caches;
    scene.document.host.cpu.cache_count = 4;
    for (size_t i = 0; i < 14; i++)
        add_width(&scene, crowded[i].bytes, crowded[i].ns, crowded[i].ns, NAN);
    assert_concludes(
        &scene, "the curve shows 1.09 ns up to 32 KiB, 3.89 ns up to 512 "
                "KiB, and does not reach memory; the kernel says L1 32 KiB, "
                "L2 1 MiB, L3 32 MiB; L3 is not seen");
    scene_init(&scene, "memory.latency");
    assert_concludes(&scene, NULL);
}

static void a_copy_names_the_librarys_choice(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "memory.copy");
    scene.result.working_set_bytes = 128 * MIB;
    scene.document.conditions.libc = "glibc 2.36";
    scene.document.conditions.memcpy_streaming_bytes = 24 * MIB;
    assert_concludes(&scene,
                     "glibc 2.36 copies with streaming stores from 24 MiB "
                     "on: these 64 MiB went by them, which can halve or "
                     "double the rate; memory.copy-stream has no such "
                     "choice");
    scene_init(&scene, "memory.copy");
    assert_concludes(&scene, NULL);
}

static void others_keep_their_conclusion(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "cpu.pairs");
    scene.result.conclusion = "as it was";
    assert_concludes(&scene, "as it was");
    scene_init(&scene, "cpu.scaling");
    scene.result.status = "failed";
    add_width(&scene, 1, 1e9, 1e9, 3e9);
    assert_concludes(&scene, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_levels_are_found),
        cmocka_unit_test(levels_of_a_crowded_host),
        cmocka_unit_test(what_differs_little_is_one_level),
        cmocka_unit_test(odd_curves_are_borne),
        cmocka_unit_test(scaling_says_why_it_falls),
        cmocka_unit_test(scaling_of_one_cpu_names_the_reason),
        cmocka_unit_test(scaling_goes_by_kind),
        cmocka_unit_test(the_chart_draws_kinds_apart),
        cmocka_unit_test(latency_is_compared_with_the_kernels_word),
        cmocka_unit_test(a_copy_names_the_librarys_choice),
        cmocka_unit_test(others_keep_their_conclusion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
