/* From a finished run to the results of the document. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/unknown.h"
#include "measure/run.h"
#include "result/assemble.h"
#include "result/result.h"

#include "scripted_run.h"

static const struct result *only_result(struct rig *rig,
                                        struct document *document)
{
    *document = (struct document){ 0 };
    assemble_results(&rig->plan, &rig->run, NULL, &rig->arena, document);
    assert_int_equal(document->result_count, 1);
    return &document->results[0];
}

static void a_measured_step_has_its_figures(void **state)
{
    struct document document;
    const struct result *result;
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    rig_run(&rig);
    result = only_result(&rig, &document);
    assert_string_equal(result->status, "ok");
    assert_null(result->reason);
    assert_true(fabs(result->score / 1e6 - 1) < 1e-9); /* 1000 ns each */
    assert_int_equal(result->n, result->sample_count);
    rig_release(&rig);
}

/* Rounds went well before it: they are no measurement of what was asked for. */
static void a_failed_step_has_no_figure(void **state)
{
    struct document document;
    const struct result *result;
    struct rig rig;

    (void)state;
    rig_init(&rig, &fake);
    script.fail_call = 1000;
    script.fail_errno = EIO;
    rig_run(&rig);
    assert_true(series_of(&rig)->count > 0);
    result = only_result(&rig, &document);
    assert_string_equal(result->status, "failed");
    assert_non_null(strstr(result->reason, "Input/output error"));
    assert_false(known_double(result->score));
    assert_false(known_double(result->ci95.low));
    assert_int_equal(result->sample_count, 0);
    rig_release(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measured_step_has_its_figures),
        cmocka_unit_test(a_failed_step_has_no_figure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
