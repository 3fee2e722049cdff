/* The exit statuses: which one an error, a document or several of them stand for. The
 * command line reaches all but our own faults, see tests/cli/check/statuses.cmd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/err.h"
#include "cli/program.h"
#include "result/result.h"

static void errors_have_a_status(void **state)
{
    static const struct {
        enum err_kind kind;
        int want;
    } cases[] = {
        { ERR_USAGE, EXIT_USAGE },        { ERR_DATA, EXIT_USAGE },
        { ERR_SYSTEM, EXIT_UNMEASURED },  { ERR_UNSUPPORTED, EXIT_UNMEASURED },
        { ERR_SPACE, EXIT_UNMEASURED },   { ERR_PROOF, EXIT_UNMEASURED },
        { ERR_STOPPED, EXIT_UNMEASURED }, { ERR_BUG, EXIT_BUG },
        { ERR_NONE, EXIT_BUG }, /* failed, and nobody said why */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct err err = { .kind = cases[i].kind, .text = "a test" };

        assert_int_equal(program_fail(&err), cases[i].want);
    }
}

/* Of any two the one that comes first in the manual's order. */
static void the_first_of_several_applies(void **state)
{
    static const int order[] = { EXIT_BUG,    EXIT_USAGE,      130,
                                 EXIT_MISSED, EXIT_UNMEASURED, EXIT_UNDECIDED,
                                 EXIT_MET };
    enum { COUNT = sizeof(order) / sizeof(order[0]) };

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = i; j < COUNT; j++) {
            assert_int_equal(exit_worse(order[i], order[j]), order[i]);
            assert_int_equal(exit_worse(order[j], order[i]), order[i]);
        }
    }
    assert_int_equal(exit_worse(143, EXIT_MISSED), 143);
}

static void a_run_tells_who_ended_it(void **state)
{
    static const struct {
        bool complete;
        const char *by;
        int want;
    } cases[] = {
        { true, NULL, EXIT_MET },
        { false, NULL, EXIT_UNMEASURED },
        { false, "SIGINT", 130 },
        { false, "SIGTERM", 143 },
        { false, "SIGHUP", 129 },
        { false, "the watchdog: a step did not come back", EXIT_UNMEASURED },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct document document;

        document_init(&document);
        document.complete = cases[i].complete;
        document.interrupted_by = cases[i].by;
        assert_int_equal(exit_of_document(&document), cases[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_have_a_status),
        cmocka_unit_test(the_first_of_several_applies),
        cmocka_unit_test(a_run_tells_who_ended_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
