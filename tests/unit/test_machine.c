/* The machine benchmark's table, letter for letter, in both looks. */
#include "report/machine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/text.h"

#define KIB 1024.0
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

static const struct machine_row newest[] = {
    { "CPU", "BLAKE2-256", 1025 * MIB, 1000 * MIB, MACHINE_PASS },
    { "CPU", "BLAKE2-256-Parallel-8", 917 * MIB, 1000 * MIB, MACHINE_PASS },
    { "CPU", "SR25519-Verify", 512.1 * KIB, 637.62 * KIB, MACHINE_FAIL },
};

static const char newest_table[] =
    "+----------+-----------------------+-------------+--------------+---------"
    "-"
    "---------+\n"
    "| Category | Function              | Score       | Minimum      | Result  "
    " "
    "         |\n"
    "+========================================================================="
    "="
    "=========+\n"
    "| CPU      | BLAKE2-256            | 1.00 GiBs   | 1000.00 MiBs | ✅ Pass "
    "(102.5 %) |\n"
    "|----------+-----------------------+-------------+--------------+---------"
    "-"
    "---------|\n"
    "| CPU      | BLAKE2-256-Parallel-8 | 917.00 MiBs | 1000.00 MiBs | ✅ Pass "
    "( 91.7 %) |\n"
    "|----------+-----------------------+-------------+--------------+---------"
    "-"
    "---------|\n"
    "| CPU      | SR25519-Verify        | 512.10 KiBs | 637.62 KiBs  | ❌ Fail "
    "( 80.3 %) |\n"
    "+----------+-----------------------+-------------+--------------+---------"
    "-"
    "---------+\n";

/* The README's own figures. */
static const struct machine_row classic[] = {
    { "CPU", "BLAKE2-256", 1023 * MIB, 1029 * MIB, MACHINE_PASS },
    { "CPU", "SR25519-Verify", 665.13 * KIB, 666 * KIB, MACHINE_PASS },
    { "Memory", "Copy", 14.39 * GIB, 14.323 * GIB, MACHINE_PASS },
    { "Disk", "Seq Write", 457 * MIB, 450 * MIB, MACHINE_PASS },
    { "Disk", "Rnd Write", 190 * MIB, 200 * MIB, MACHINE_PASS },
};

#define CLASSIC_RULE                                                           \
    "+----------+----------------+---------------+--------------+------------" \
    "-------+\n"

static const char classic_table[] = CLASSIC_RULE
    "| Category | Function       | Score         | Minimum      | Result       "
    "     |\n" CLASSIC_RULE
    "| CPU      | BLAKE2-256     | 1023.00 MiB/s | 1.00 GiB/s   | ✅ Pass ( "
    "99.4 %) |\n" CLASSIC_RULE
    "| CPU      | SR25519-Verify | 665.13 KiB/s  | 666.00 KiB/s | ✅ Pass ( "
    "99.9 %) |\n" CLASSIC_RULE
    "| Memory   | Copy           | 14.39 GiB/s   | 14.32 GiB/s  | ✅ Pass "
    "(100.5 %) |\n" CLASSIC_RULE
    "| Disk     | Seq Write      | 457.00 MiB/s  | 450.00 MiB/s | ✅ Pass "
    "(101.6 %) |\n" CLASSIC_RULE
    "| Disk     | Rnd Write      | 190.00 MiB/s  | 200.00 MiB/s | ✅ Pass ( "
    "95.0 %) |\n" CLASSIC_RULE;

static const char *render(const struct machine_row *rows, size_t count,
                          enum machine_look look, struct arena *arena)
{
    struct text text;

    text_init(&text, arena);
    machine_table(rows, count, look, &text);
    return text.bytes;
}

static void test_looks(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_string_equal(render(newest, 3, MACHINE_NEWEST, &arena), newest_table);
    assert_string_equal(render(classic, 5, MACHINE_CLASSIC, &arena),
                        classic_table);
    arena_release(&arena);
}

/* Below 1 KiB/s it is still KiB/s; what was not measured has no figure. */
static void test_edges(void **state)
{
    const struct machine_row rows[] = {
        { "Disk", "Seq Write", 512, KIB, MACHINE_FAIL },
        { "Disk", "Rnd Write", NAN, 420 * MIB, MACHINE_FAIL },
        { "CPU", "BLAKE2-256", 1023.999 * KIB, MIB, MACHINE_OPEN },
    };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_string_equal(
        render(rows, 3, MACHINE_NEWEST, &arena),
        "+----------+------------+--------------+-------------+----------------"
        "---+\n"
        "| Category | Function   | Score        | Minimum     | Result         "
        "   |\n"
        "+====================================================================="
        "="
        "==+\n"
        "| Disk     | Seq Write  | 0.50 KiBs    | 1.00 KiBs   | ❌ Fail ( 50.0 "
        "%) |\n"
        "|----------+------------+--------------+-------------+----------------"
        "---|\n"
        "| Disk     | Rnd Write  | -            | 420.00 MiBs | ❌ Not measured "
        "  |\n"
        "|----------+------------+--------------+-------------+----------------"
        "---|\n"
        "| CPU      | BLAKE2-256 | 1024.00 KiBs | 1.00 MiBs   | ❔ Open (100.0 "
        "%) |\n"
        "+----------+------------+--------------+-------------+----------------"
        "---+\n");
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_edges),
    };

    return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
