/* What a run's clock cannot tell: measured on clocks that are slow or tick, and what
 * becomes of latencies that are shorter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "bench/catalogue.h"
#include "report/words.h"
#include "result/clock_grain.h"
#include "result/result.h"

/* A clock that moves by `tick_ns` after so many looks, and once by a hiccup. */
struct ticking {
    uint64_t looks;
    uint64_t looks_per_tick;
    uint64_t tick_ns;
    uint64_t hiccup_look;
    uint64_t hiccup_ns;
};

static uint64_t ticking_now(void *context)
{
    struct ticking *ticking = context;
    uint64_t late =
        ticking->looks > ticking->hiccup_look ? ticking->hiccup_ns : 0;

    return ticking->looks++ / ticking->looks_per_tick * ticking->tick_ns + late;
}

static struct clock clock_of(struct ticking *ticking)
{
    return (struct clock){ .now = ticking_now, .context = ticking };
}

static void grains_are_measured(void **state)
{
    static const struct {
        struct ticking clock;
        double read_ns, step_ns, grain_ns, share;
    } cases[] = {
        /* tsc, and interrupted for 3 ms in one of the looks */
        { { 0, 1, 21, 0, 0 }, 21, 21, 0, 0 },
        { { 0, 1, 21, 444, 3000000 }, 21, 21, 0, 0 },
        /* just sound */
        { { 0, 1, 1000, 0, 0 }, 1000, 1000, 0, 0 },
        /* an emulated hpet */
        { { 0, 1, 14300, 0, 0 }, 14300, 14300, 14300, 0.015015 },
        /* jiffies, and something between */
        { { 0, 50000, 4000000, 0, 0 }, UNKNOWN_DOUBLE, 4e6, 4e6, 0.2 },
        { { 0, 500, 10000, 0, 0 }, UNKNOWN_DOUBLE, 10000, 10000, 0.0005 },
        /* stopped */
        { { 0, 1, 0, 0, 0 }, UNKNOWN_DOUBLE, UNKNOWN_DOUBLE, 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ticking ticking = cases[i].clock;
        struct clock clock = clock_of(&ticking);
        struct result_conditions found;

        clock_grain_measure(&clock, &found);
        assert_int_equal(known_double(found.clock_read_ns),
                         known_double(cases[i].read_ns));
        assert_int_equal(known_double(found.clock_step_ns),
                         known_double(cases[i].step_ns));
        if (known_double(cases[i].read_ns))
            assert_float_equal(found.clock_read_ns, cases[i].read_ns, 1e-6);
        if (known_double(cases[i].step_ns))
            assert_float_equal(found.clock_step_ns, cases[i].step_ns, 1e-6);
        assert_float_equal(clock_grain_ns(&found), cases[i].grain_ns, 1e-6);
        assert_float_equal(clock_grain_share(&found), cases[i].share, 1e-6);
    }
}

static void shorter_latencies_are_unknown(void **state)
{
    struct result_latency latency = { .n = 1000,
                                      .p50 = 0,
                                      .p90 = 9999,
                                      .p99 = 10000,
                                      .p999 = UNKNOWN_U64,
                                      .max = 40000 };
    struct result_point point;
    struct result result;
    struct document document;

    (void)state;
    document_init(&document);
    result_init(&result);
    point_init(&point);
    point.p50_ns = 500;
    point.p99_ns = 50000;
    result.latency = &latency;
    result.curve = &point;
    result.curve_count = 1;
    document.results = &result;
    document.result_count = 1;
    clock_grain_forget(&document); /* nothing is known of the clock */
    assert_int_equal(latency.p50, 0);
    document.conditions.clock_step_ns = 10000;
    clock_grain_forget(&document);
    assert_false(known_u64(latency.p50));
    assert_false(known_u64(latency.p90));
    assert_int_equal(latency.p99, 10000);
    assert_false(known_u64(latency.p999));
    assert_int_equal(latency.max, 40000);
    assert_false(known_u64(point.p50_ns));
    assert_int_equal(point.p99_ns, 50000);
}

static void reports_say_what_it_means(void **state)
{
    struct words_caution cautions[WORDS_CAUTIONS];
    struct result result;
    struct document document;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    document_init(&document);
    result_init(&result);
    document.results = &result;
    document.result_count = 1;
    document.conditions.clock_source = "hpet";
    document.conditions.clock_read_ns = 14300;
    assert_int_equal(words_cautions(&document, &arena, cautions), 1);
    assert_string_equal(cautions[0].name, "Slow clock");
    assert_string_equal(
        cautions[0].sentence,
        "hpet tells no less than 14.3 us: latencies of single operations are "
        "off by up to that, no bound on them under 57.2 us is passed, and "
        "rates "
        "are off by up to 1.43 %");
    document.conditions.clock_read_ns = 900;
    assert_int_equal(words_cautions(&document, &arena, cautions), 0);
    arena_release(&arena);
}

static uint64_t stamp(struct work *work)
{
    return ticking_now(work->context);
}

/* Slices end when their time is up, gaps or no gaps. */
static bool over(struct work *work)
{
    return ticking_now(work->context) > 100 * (uint64_t)NS_PER_MS;
}

static bool complete(struct work *work, uint64_t begun, uint64_t bytes)
{
    (void)begun;
    (void)bytes;
    return !over(work);
}

static const struct bench *os_stall(void)
{
    size_t i = 0;

    while (strcmp(bench_catalogue[i]->id, "os.stall") != 0)
        i++;
    return bench_catalogue[i];
}

/* Its gaps would be the clock's own. */
static void lost_time_is_not_watched_by_a_slow_clock(void **state)
{
    static const struct {
        struct ticking clock;
        bool refused;
    } cases[] = {
        { { 0, 1, 25, 0, 0 }, false },        { { 0, 1, 400, 0, 0 }, false },
        { { 0, 1, 25, 0, 1700 }, false }, /* interrupted in the first looks */
        { { 0, 1, 1300, 0, 0 }, true },   /* acpi_pm */
        { { 0, 1000, 4000000, 0, 0 }, true }, /* jiffies */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ticking ticking = cases[i].clock;
        struct work work = { .stamp = stamp,
                             .over = over,
                             .complete = complete,
                             .context = &ticking };
        uint64_t room[8] = { 0 };
        struct err err = { .kind = ERR_NONE };
        int rc = os_stall()->do_work(room, &work, &err);

        assert_int_equal(rc, cases[i].refused ? -1 : 0);
        if (cases[i].refused)
            assert_int_equal(err.kind, ERR_UNSUPPORTED);
        else
            assert_int_equal(work.lost_ns, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grains_are_measured),
        cmocka_unit_test(shorter_latencies_are_unknown),
        cmocka_unit_test(reports_say_what_it_means),
        cmocka_unit_test(lost_time_is_not_watched_by_a_slow_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
