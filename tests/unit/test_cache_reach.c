/* How much last-level cache some CPUs reach, on machines with very many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/unknown.h"
#include "host/cache_reach.h"
#include "host/host.h"

enum { CPUS = 2048 };

static struct host_place places[CPUS];
static uint64_t numbers[CPUS];

/* Every other CPU is usable; CPU i has the cache i modulo `caches`. */
static struct host_cpu machine(struct host_cache *cache, uint64_t caches)
{
    struct host_cpu cpu = { .usable = { numbers, CPUS / 2 },
                            .places = places,
                            .place_count = CPUS,
                            .caches = cache,
                            .cache_count = 1 };

    for (uint64_t i = 0; i < CPUS; i++)
        places[i] = (struct host_place){ .cpu = i, .last_cache = i % caches };
    for (uint64_t i = 0; i < CPUS / 2; i++)
        numbers[i] = 2 * i + 1;
    *cache = (struct host_cache){ .level = 3, .bytes = 1000 };
    return cpu;
}

static void each_cache_counts_once(void **state)
{
    static const struct {
        uint64_t caches, workers, reach;
    } cases[] = {
        { 1, 1, 1000 },
        { 1, CPUS, 1000 },
        { 16, 1, 1000 },
        { 16, 3, 3000 },     /* CPUs 1, 3 and 5 */
        { 16, CPUS, 8000 },  /* the odd ones of 16 */
        { 15, CPUS, 15000 }, /* odd CPUs reach all of 15 */
        { CPUS, CPUS, 1000 * CPUS / 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct host_cache cache;
        const struct host_cpu cpu = machine(&cache, cases[i].caches);

        assert_int_equal(host_cache_reach(&cpu, cases[i].workers),
                         cases[i].reach);
    }
}

static void places_need_no_order(void **state)
{
    struct host_cache cache;
    struct host_cpu cpu = machine(&cache, 16);

    (void)state;
    cpu.places += 1; /* each stands one before its number */
    cpu.place_count -= 1;
    assert_int_equal(host_cache_reach(&cpu, CPUS), 8000);
    places[CPUS - 1].last_cache = UNKNOWN_U64;
    assert_int_equal(host_cache_reach(&cpu, CPUS), 8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cache_counts_once),
        cmocka_unit_test(places_need_no_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
