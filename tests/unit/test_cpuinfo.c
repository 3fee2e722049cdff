#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "host/arm_parts.h"
#include "host/cpu_list.h"
#include "host/cpuinfo.h"

static void test_x86(void **state)
{
    struct cpuinfo info;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    cpuinfo_parse("processor\t: 0\nvendor_id\t: GenuineIntel\n"
                  "model\t\t: 85\nmodel name\t: A CPU : with colon\n"
                  "cache size\t: 1024 KB\nphysical id\t: 1\ncore id\t\t: 7\n"
                  "flags\t\t: fpu sse2\n\n"
                  "processor\t: 4\nmodel name\t: Another\nphysical id\t: 0\n",
                  &arena, &info);
    assert_int_equal(info.count, 2);
    assert_string_equal(info.model, "A CPU : with colon");
    assert_string_equal(info.vendor, "GenuineIntel");
    assert_string_equal(info.flags, "fpu sse2");
    assert_int_equal(info.cpus[0].socket, 1);
    assert_int_equal(info.cpus[0].core, 7);
    assert_int_equal(info.cpus[1].number, 4);
    assert_int_equal(info.cpus[1].core, UNKNOWN_U64);
    arena_release(&arena);
}

static void test_others(void **state)
{
    static const struct {
        const char *text;
        size_t count;
        const char *model;
        const char *flags;
    } cases[] = {
        { "processor : 0\ncpu : POWER9, altivec supported\n", 1,
          "POWER9, altivec supported", NULL },
        { "vendor_id : IBM/S390\n# processors : 2\nfeatures : esan3 vx\n"
          "processor 0: version = FF, machine = 8561\n"
          "processor 1: version = FF, machine = 8561\n",
          2, NULL, "esan3 vx" },
        { "Processor : ARMv7 Processor rev 4\nprocessor : 0\n"
          "processor : 1\nFeatures : neon\n",
          2, NULL, "neon" },
        { "processor : 0\nhart : 0\nisa : rv64imafdc\nuarch : sifive,u74\n", 1,
          "sifive,u74", "rv64imafdc" },
        { "system type : x\nprocessor : 0\nCPU Family : Loongson\n"
          "Model Name : Loongson-3A5000\n",
          1, "Loongson-3A5000", NULL },
        { "", 0, NULL, NULL },
        { "processor\nprocessor:\nprocessor: x\nprocessor: -1\n", 0, NULL,
          NULL },
    };
    struct cpuinfo info;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cpuinfo_parse(cases[i].text, &arena, &info);
        assert_int_equal(info.count, cases[i].count);
        assert_string_equal(info.model != NULL ? info.model : "-",
                            cases[i].model != NULL ? cases[i].model : "-");
        assert_string_equal(info.flags != NULL ? info.flags : "-",
                            cases[i].flags != NULL ? cases[i].flags : "-");
    }
    arena_release(&arena);
}

static void test_arm(void **state)
{
    struct cpuinfo info;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    cpuinfo_parse("processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n",
                  &arena, &info);
    assert_int_equal(info.cpus[0].implementer, 0x41);
    assert_string_equal(arm_part(info.cpus[0].implementer, info.cpus[0].part),
                        "Neoverse-N1");
    assert_string_equal(arm_implementer(0xc0), "Ampere");
    assert_null(arm_part(0x41, 0xfff));
    assert_null(arm_implementer(UNKNOWN_U64));
    arena_release(&arena);
}

static void test_lists(void **state)
{
    static const struct {
        const char *text;
        const char *want;
    } cases[] = {
        { "0-3,8", "0-3,8" },   { "8,0-3", "0-3,8" }, { "0-3,2-5", "0-5" },
        { "5", "5" },           { "0,1,2", "0-2" },   { "3-1", "none" },
        { "0-3,x", "none" },    { "", "none" },       { NULL, "none" },
        { "0-1535", "0-1535" }, { "2,4,6", "2,4,6" },
    };
    struct cpu_list all, some, both;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct cpu_list list = cpu_list_parse(cases[i].text, &arena);
        assert_string_equal(cpu_list_spell(&list, &arena), cases[i].want);
    }
    all = cpu_list_parse("0-9", &arena);
    some = cpu_list_parse("4,8-12", &arena);
    both = cpu_list_both(&all, &some, &arena);
    assert_string_equal(cpu_list_spell(&both, &arena), "4,8-9");
    assert_true(cpu_list_has(&some, 12));
    assert_false(cpu_list_has(&some, 5));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_x86),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_arm),
        cmocka_unit_test(test_lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
