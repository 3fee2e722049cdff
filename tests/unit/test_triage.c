/* Who has to go when the time is short: the order, step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "measure/plan.h"
#include "measure/triage.h"

enum { STEPS = 6, NONE = STEPS };

static const struct bench_variant of_tier[] = {
    [TIER_HEAD] = { .suffix = "", .tier = TIER_HEAD },
    [TIER_DETAIL] = { .suffix = "", .tier = TIER_DETAIL },
    [TIER_DEEP] = { .suffix = "", .tier = TIER_DEEP },
};

/* Two steps of each tier, in a budget of 60 s. */
static void init_plan(struct step steps[STEPS], struct plan *plan)
{
    for (size_t i = 0; i < STEPS; i++)
        steps[i] = (struct step){ .choice = { .variant = &of_tier[i / 2] } };
    *plan = (struct plan){ .steps = steps,
                           .step_count = STEPS,
                           .budget_ns = 60ULL * NS_PER_S };
}

static void test_the_order(void **state)
{
    static const struct {
        double seconds[STEPS]; /* two of the head, two of detail, two deep */
        enum tier highest;
        size_t next;
    } cases[] = {
        { { 1, 1, 1, 1, 1, 1 }, TIER_HEAD, 5 },
        { { 1, 1, 1, 1, 1, 0 }, TIER_HEAD, 4 },
        { { 1, 1, 1, 1, 0, 0 }, TIER_HEAD, 3 },
        /* over 10 s: it goes before the last; under it, not */
        { { 1, 1, 11, 1, 0, 0 }, TIER_HEAD, 2 },
        { { 1, 1, 9, 1, 0, 0 }, TIER_HEAD, 3 },
        { { 1, 1, 11, 12, 0, 0 }, TIER_HEAD, 3 },
        { { 1, 1, 12, 11, 0, 0 }, TIER_HEAD, 2 },
        /* a lower tier goes first, whatever it takes */
        { { 1, 1, 30, 1, 1, 0 }, TIER_HEAD, 4 },
        { { 1, 1, 0, 0, 0, 0 }, TIER_HEAD, 1 },
        { { 30, 1, 0, 0, 0, 0 }, TIER_HEAD, 1 },
        { { 1, 1, 0, 0, 0, 0 }, TIER_DETAIL, NONE },
        { { 0, 0, 0, 0, 0, 0 }, TIER_HEAD, NONE },
    };
    struct step steps[STEPS];
    struct plan plan;

    (void)state;
    init_plan(steps, &plan);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(triage_next(&plan, cases[i].seconds, cases[i].highest),
                         cases[i].next);
}

static void test_what_was_named_stays(void **state)
{
    const double seconds[STEPS] = { 1, 1, 1, 1, 1, 1 };
    struct step steps[STEPS];
    struct plan plan;

    (void)state;
    init_plan(steps, &plan);
    steps[5].named = steps[4].named = steps[3].named = true;
    assert_int_equal(triage_next(&plan, seconds, TIER_HEAD), 2);
    for (size_t i = 0; i < STEPS; i++)
        steps[i].named = true;
    assert_int_equal(triage_next(&plan, seconds, TIER_HEAD), NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_order),
        cmocka_unit_test(test_what_was_named_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
