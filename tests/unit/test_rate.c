/* What one round of a result came to, against its score. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/unknown.h"
#include "measure/sample.h"
#include "report/rate.h"
#include "result/result.h"

/* One round of two workers: 1000 operations, 4000 bytes and 300 ns lost in 500 ns. */
static const struct {
    const char *unit;
    const char *better;
    bool per_job;
    double score;
    double want;
} cases[] = {
    { "ops/s", "higher", false, 2e9, 1 },
    { "ops/s", "higher", true, 1e9, 1 },
    { "bytes/s", "higher", false, 16e9, 0.5 },
    { "ns", "lower", false, 0.25, 0.5 },
    { "share", "lower", false, 0.3, 1 }, /* of the time of both */
    { "share", "lower", false, 0.6, 2 },
};

static void rounds_are_held_against_the_score(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sample sample = {
            .ops = 1000, .bytes = 4000, .wall_ns = 500, .lost_ns = 300
        };
        struct result result;

        result_init(&result);
        result.unit = cases[i].unit;
        result.better = cases[i].better;
        result.per_job = cases[i].per_job;
        result.score = cases[i].score;
        result.workers = 2;
        result.samples = &sample;
        result.sample_count = 1;
        assert_float_equal(rate_of_round(&result, 0), cases[i].want, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_held_against_the_score),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
