/* Profiles: what is read, what is refused and with which words, what is warned
 * of. Requirement files of Substrate nodes in each form they have had. */
#include "judge/profile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "judge/fact.h"
#include "judge/shipped.h"

#define HEAD "{\"schema\": \"assay.profile/1\", \"requirements\": ["
#define TAIL "]}"
#define ONE(members) HEAD "{\"what\": \"cpu.x\", " members "}" TAIL
#define FACT(name, members)                                                    \
    HEAD "{\"what\": \"fact." name "\", " members "}" TAIL

static struct arena arena;

static int parse(const char *text, struct profile *profile, struct err *err)
{
    return profile_parse(text, strlen(text), "test", &arena, profile, err);
}

static const struct {
    const char *text;
    const char *words; /* that the message must hold */
} refused[] = {
    { "", "line 1" },
    { "{", "line 1" },
    { "nonsense", "line 1" },
    { "{\n\"schema\": 1,\n}", "line 3" },
    { "{\"schema\": \"assay.profile/1\", \"schema\": \"x\"}", "duplicate" },
    { "3", "line 1" },
    { "[]", "asks for nothing" },
    { "{}", "schema: is missing" },
    { "{\"schema\": \"assay.profile/2\"}", "'assay.profile/2' is not" },
    { "{\"schema\": \"assay.profile/1\"}", "requirements: must be an array" },
    { HEAD TAIL, "requirements: must be an array" },
    { HEAD "7" TAIL, "requirements[0]: must be an object" },
    { HEAD "{}" TAIL, "requirements[0].what: is missing" },
    { HEAD "{\"what\": 3}" TAIL, "requirements[0].what: must be a string" },
    { HEAD "{\"what\": \"\"}" TAIL, "requirements[0].what: must not be empty" },
    { ONE("\"unit\": \"ms\""), "requirements[0].at-least: is missing" },
    { ONE("\"at-least\": 1, \"at-most\": 2, \"unit\": \"ms\""),
      "requirements[0].at-most: stands beside 'at-least'" },
    { ONE("\"at-least\": \"1\", \"unit\": \"ms\""),
      "requirements[0].at-least: must be a number" },
    { ONE("\"at-least\": -1, \"unit\": \"ms\""),
      "requirements[0].at-least: must not be negative" },
    { ONE("\"at-least\": 0, \"unit\": \"ms\""), "must be more than 0" },
    { ONE("\"at-least\": 1e999, \"unit\": \"ms\""), "line 1" },
    { ONE("\"at-least\": NaN, \"unit\": \"ms\""), "line 1" },
    { ONE("\"at-least\": 1e308, \"unit\": \"s\""), "must be finite" },
    { ONE("\"at-least\": 99999999999999999999, \"unit\": \"s\""), "line 1" },
    { ONE("\"at-least\": 1"), "requirements[0].unit: is missing" },
    { ONE("\"at-least\": 1, \"unit\": \"MiBs\""),
      "requirements[0].unit: unknown unit 'MiBs' (did you mean 'MiB" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"statistic\": \"p42\""),
      "requirements[0].statistic: unknown word 'p42'" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"statistic\": \"p99\""),
      "only at-most" },
    { ONE("\"at-most\": 1, \"unit\": \"MB/s\", \"statistic\": \"p99\""),
      "a percentile is a time" },
    { ONE("\"at-most\": 1, \"unit\": \"%\", \"statistic\": \"share-over\""),
      "requirements[0].over-us: is missing" },
    { ONE("\"at-most\": 1, \"unit\": \"ms\", \"over-us\": 3"),
      "requirements[0].over-us: belongs to" },
    { ONE("\"at-most\": 100, \"unit\": \"%\", \"over-us\": 1, "
          "\"statistic\": \"share-over\""),
      "less than 100 %" },
    { ONE("\"at-least\": 1, \"unit\": \"MB/s\", \"statistic\": \"clock\""),
      "a clock is in Hz" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"statistic\": \"fact\""),
      "requirements[0].statistic: does not go with 'cpu.x'" },
    { ONE("\"equals\": 1, \"unit\": \"ms\""), "can only be asked of facts" },
    { ONE("\"has\": \"x\""), "can only be asked of facts" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"level\": \"maybe\""),
      "requirements[0].level: unknown word 'maybe'" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"recipe\": 1"),
      "requirements[0].recipe: must be a string" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"direct\": 1"),
      "requirements[0].direct: must be true or false" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"direct\": true"),
      "only be asked of the disk" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"tolerance\": 100"),
      "requirements[0].tolerance: must be less than 100" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"role\": \"x\""),
      "requirements[0].role: 'x' is not in 'roles'" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"role\": [1]"),
      "requirements[0].role: must be a string" },
    { ONE("\"at-least\": 1, \"unit\": \"ms\", \"per\": \"fact.memory\""),
      "is no fact that is a count" },
    { FACT("beauty", "\"at-least\": 1"), "unknown fact 'fact.beauty'" },
    { FACT("cores", "\"has\": \"x\""), "cannot be asked of 'fact.cores'" },
    { FACT("cores", "\"at-least\": 1, \"unit\": \"GB\""),
      "'GB' does not measure 'fact.cores'" },
    { FACT("memory", "\"at-least\": 1"), "unit: is missing" },
    { FACT("kernel", "\"at-least\": 5.16"), "must be a string" },
    { FACT("kernel", "\"at-least\": \"new\""), "'new' is no version" },
    { FACT("kernel", "\"at-least\": \"5\", \"unit\": \"s\""),
      "belongs to a number" },
    { FACT("cpu-flags", "\"equals\": \"avx\""), "cannot be asked" },
    { FACT("cores", "\"at-least\": 1, \"statistic\": \"mean\""),
      "does not go with" },
    { HEAD "{\"what\": \"cpu.x\", \"at-least\": 2, \"unit\": \"ms\"}, "
           "{\"what\": \"cpu.x\", \"at-most\": 1, \"unit\": \"ms\"}" TAIL,
      "requirements[0] and requirements[1] contradict each other: 'cpu.x'" },
    { HEAD "{\"what\": \"fact.kernel\", \"at-least\": \"6\"}, "
           "{\"what\": \"fact.kernel\", \"at-most\": \"5.9\"}" TAIL,
      "contradict each other" },
    { HEAD "{\"what\": \"fact.cores\", \"equals\": 4}, "
           "{\"what\": \"fact.cores\", \"at-least\": 8}" TAIL,
      "contradict each other" },
    { HEAD "{\"what\": \"fact.cores\", \"equals\": 4}, "
           "{\"what\": \"fact.cores\", \"at-most\": 2}" TAIL,
      "contradict each other" },
    { HEAD "{\"what\": \"fact.cores\", \"equals\": 4}, "
           "{\"what\": \"fact.cores\", \"equals\": 8}" TAIL,
      "contradict each other" },
    { HEAD "{\"what\": \"fact.architecture\", \"equals\": \"x86_64\"}, "
           "{\"what\": \"fact.architecture\", \"equals\": \"aarch64\"}" TAIL,
      "contradict each other" },
    { "{\"schema\": \"assay.profile/1\", \"role-default\": \"x\", "
      "\"requirements\": [{\"what\": \"fact.cores\", \"at-least\": 1}]}",
      "role-default: 'x' is not in 'roles'" },
    { "{\"schema\": \"assay.profile/1\", \"source\": {}, \"requirements\": []}",
      "source.document: is missing" },
    /* requirement files */
    { "[3]", "[0]: must be an object" },
    { "[{}]", "[0].metric: is missing" },
    { "[{\"metric\": \"Blake3\", \"minimum\": 1.0}]",
      "[0].metric: unknown metric 'Blake3'" },
    { "[{\"metric\": \"MemCopy\"}]", "[0].minimum: is missing" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": \"1\"}]",
      "[0].minimum: must be a number" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": -1}]", "must not be negative" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": 0.0}]", "must be more than 0" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": 1e308}]", "must be finite" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": {\"TiBs\": 1}}]",
      "[0].minimum: unknown unit 'TiBs'" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": {}}]", "must hold one unit" },
    { "[{\"metric\": {\"Blake2256Parallel\": {}}, \"minimum\": 1.0}]",
      "[0].metric.Blake2256Parallel.num_cores: is missing" },
    { "[{\"metric\": {\"Blake2256Parallel\": {\"num_cores\": 2.5}}, "
      "\"minimum\": 1.0}]",
      "must be a whole number from 1 to 4096" },
    { "[{\"metric\": {\"Other\": {}}, \"minimum\": 1.0}]",
      "must hold 'Blake2256Parallel'" },
    { "[{\"metric\": \"MemCopy\", \"minimum\": 1.0, \"validator_only\": 1}]",
      "[0].validator_only: must be true or false" },
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct profile profile;
        struct err err = { .kind = ERR_NONE };

        if (parse(refused[i].text, &profile, &err) == 0)
            fail_msg("was read: %s", refused[i].text);
        assert_int_equal(err.kind, ERR_DATA);
        if (strstr(err.text, refused[i].words) == NULL ||
            strstr(err.text, "profile 'test': ") != err.text)
            fail_msg("'%s' for %s", err.text, refused[i].text);
    }
}

static void test_nul_bytes(void **state)
{
    static const char text[] = "[{\"metric\": \"MemCopy\0\", \"minimum\": 1}]";
    struct profile profile;
    struct err err;

    (void)state;
    assert_int_equal(
        profile_parse(text, sizeof(text) - 1, "test", &arena, &profile, &err),
        -1);
    assert_int_equal(err.kind, ERR_DATA);
}

static const char whole[] =
    "{\"schema\": \"assay.profile/1\", \"name\": \"n\", \"title\": \"t\",\n"
    "\"source\": {\"document\": \"d\", \"version\": \"v\", \"date\": "
    "\"2024\",\n"
    "             \"page\": 3},\n"
    "\"roles\": [\"a\", \"b\"], \"role-default\": \"a\", \"tolerance\": 10,\n"
    "\"notes\": \"one\", \"colour\": \"red\",\n"
    "\"requirements\": [\n"
    "{\"what\": \"disk.x\", \"title\": \"X\", \"statistic\": \"mean\",\n"
    " \"at-least\": 2, \"unit\": \"KiB/s\", \"recipe\": \"not-stated\",\n"
    " \"level\": \"recommended\", \"role\": \"b\", \"source\": \"s\",\n"
    " \"direct\": true, \"sustained\": true, \"tolerance\": 5,\n"
    " \"per\": \"fact.threads\", \"sise\": 1},\n"
    "{\"what\": \"os.y\", \"statistic\": \"share-over\", \"over-us\": 2,\n"
    " \"at-most\": 10, \"unit\": \"%\"},\n"
    "{\"what\": \"fact.memory\", \"at-least\": 32, \"unit\": \"GB\"},\n"
    "{\"what\": \"fact.kernel\", \"at-least\": \"5.16\"},\n"
    "{\"what\": \"fact.cpu-flags\", \"has\": \"avx\"},\n"
    "{\"what\": \"fact.swap\", \"at-most\": 0, \"unit\": \"B\"}]}";

static void test_whole(void **state)
{
    struct profile p;
    struct err err;

    (void)state;
    assert_int_equal(parse(whole, &p, &err), 0);
    assert_string_equal(p.name, "n");
    assert_string_equal(p.title, "t");
    assert_string_equal(p.document, "d");
    assert_string_equal(p.version, "v");
    assert_string_equal(p.date, "2024");
    assert_string_equal(p.role_default, "a");
    assert_int_equal(p.role_count, 2);
    assert_int_equal(p.note_count, 1);
    assert_int_equal(p.count, 6);
    assert_int_equal(p.warning_count, 3);
    assert_non_null(strstr(p.warnings[0], "source.page: unknown key"));
    assert_non_null(strstr(p.warnings[1], "requirements[0].sise"));
    assert_non_null(strstr(p.warnings[2], "colour"));

    const struct requirement *r = p.requirements;
    assert_string_equal(r[0].what, "disk.x");
    assert_int_equal(r[0].statistic, STATISTIC_MEAN);
    assert_int_equal(r[0].ask, ASK_AT_LEAST);
    assert_true(r[0].value == 2048);
    assert_true(r[0].written == 2);
    assert_int_equal(r[0].kind, UNIT_BYTES_PER_SECOND);
    assert_int_equal(r[0].recipe, RECIPE_NOT_STATED);
    assert_int_equal(r[0].level, LEVEL_RECOMMENDED);
    assert_true(r[0].direct && r[0].sustained);
    assert_true(fabs(r[0].tolerance - 0.05) < 1e-12);
    assert_string_equal(r[0].per, "fact.threads");
    assert_true(requirement_is_for(&r[0], "b"));
    assert_false(requirement_is_for(&r[0], "a"));
    assert_false(requirement_is_for(&r[0], NULL));
    assert_true(r[1].over_ns == 2000);
    assert_true(fabs(r[1].value - 0.1) < 1e-12);
    assert_true(fabs(r[1].tolerance - 0.1) < 1e-12);
    assert_true(r[2].value == 32e9);
    assert_true(r[2].tolerance == 0); /* facts are not measured */
    assert_string_equal(r[3].text, "5.16");
    assert_true(requirement_is_for(&r[3], NULL));
    assert_int_equal(r[4].ask, ASK_HAS);
    assert_true(r[5].value == 0);
}

static const struct {
    const char *text;
    double mib[6];         /* per second, in the order of the file */
    const char *last_only; /* role of the second entry; NULL: all */
    size_t warnings;
} forms[] = {
    { "[{\"metric\":\"Blake2256\",\"minimum\":{\"MiBs\":1029.0}},"
      "{\"metric\":\"Sr25519Verify\",\"minimum\":{\"KiBs\":666}},"
      "{\"metric\":\"MemCopy\",\"minimum\":{\"GiBs\":14.323}}]",
      { 1029, 666.0 / 1024, 14.323 * 1024 },
      NULL,
      0 },
    { "[{\"metric\":\"Blake2256\",\"minimum\":783.27},"
      "{\"metric\":{\"Blake2256Parallel\":{\"num_cores\":8}},"
      "\"minimum\":966.43,\"check_on_rc_authority\":true},"
      "{\"metric\":\"DiskSeqWrite\",\"minimum\":950}]",
      { 783.27, 966.43, 950 },
      "validator",
      0 },
    { "[{\"metric\":\"Blake2256\",\"minimum\":1e3},"
      "{\"metric\":{\"Blake2256Parallel\":{\"num_cores\":8}},"
      "\"minimum\":1000.00,\"validator_only\":true},"
      "{\"metric\":\"DiskRndWrite\",\"minimum\":420.0,\"maximum\":3}]",
      { 1000, 1000, 420 },
      "validator",
      1 },
    { "[{\"metric\":\"Blake2256\",\"minimum\":1},"
      "{\"metric\":\"MemCopy\",\"minimum\":2,\"check_on_rc_authority\":true,"
      "\"validator_only\":false}]",
      { 1, 2 },
      NULL,
      0 },
};

static void test_requirement_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        struct profile p;
        struct err err;

        assert_int_equal(parse(forms[i].text, &p, &err), 0);
        assert_int_equal(p.warning_count, forms[i].warnings);
        assert_string_equal(p.role_default, "validator");
        for (size_t k = 0; k < p.count; k++) {
            assert_true(fabs(p.requirements[k].value / 1048576 -
                             forms[i].mib[k]) < 1e-9);
            assert_true(p.requirements[k].tolerance == 0.10);
        }
        assert_int_equal(requirement_is_for(&p.requirements[1], "full-node"),
                         forms[i].last_only == NULL);
        assert_true(requirement_is_for(&p.requirements[1], "validator"));
    }
}

static const struct {
    const char *a;
    const char *b;
    int order;
} versions[] = {
    { "5.16", "5.16", 0 },          { "5.16", "5.4", 1 },
    { "6.1.0-26-amd64", "6.1", 0 }, { "6.1.2-x", "6.1.10", -1 },
    { "5.16.0", "5.16", 0 },        { "10", "9.99", 1 },
    { "6.6+", "6.6", 0 },           { "", "1", -1 },
};

static void test_versions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        assert_int_equal(fact_version_compare(versions[i].a, versions[i].b),
                         versions[i].order);
        assert_int_equal(fact_version_compare(versions[i].b, versions[i].a),
                         -versions[i].order);
    }
}

static void test_shipped(void **state)
{
    (void)state;
    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        struct profile p;
        struct err err;

        if (profile_parse(s->text, strlen(s->text), s->name, &arena, &p, &err) <
            0)
            fail_msg("%s", err.text);
        assert_string_equal(p.name, s->name);
        assert_non_null(p.document);
        assert_int_equal(p.warning_count, 0);
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
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_nul_bytes),
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_requirement_files),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_shipped),
    };

    return cmocka_run_group_tests_name("profile", tests, set_up, tear_down);
}
