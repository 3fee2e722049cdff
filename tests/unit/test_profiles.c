/* The profiles that come with assay: each asks only for what can be measured, in
 * units that the benchmarks have. Profiles of others: what is refused. */
#include "cli/profiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "cli/chain.h"
#include "judge/profile.h"
#include "judge/shipped.h"
#include "judge/verdict.h"
#include "measure/plan.h"

static struct arena arena;

static void test_shipped(void **state)
{
    size_t count = 0;

    (void)state;
    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++, count++) {
        struct profile p;
        struct err err;

        if (profiles_load(s->name, &arena, &p, &err) < 0)
            fail_msg("%s", err.text);
        assert_int_equal(p.warning_count, 0);
        assert_true(p.role_count == 0 || p.role_default != NULL);
        for (size_t i = 0; i < p.count; i++) {
            const struct requirement *r = &p.requirements[i];

            assert_true(r->role_count == 0 || p.role_count > 0);
            /* the room for it in the text report */
            assert_true(r->title == NULL || text_columns(r->title) <= 28);
        }
    }
    assert_true(count >= 22);
}

/* Every role of every profile asks for something. */
static void test_roles_ask(void **state)
{
    (void)state;
    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        struct profile p;
        struct err err;

        assert_int_equal(profiles_load(s->name, &arena, &p, &err), 0);
        for (size_t r = 0; r < p.role_count; r++) {
            struct judge_options options = { .role = p.roles[r],
                                             .tolerance = UNKNOWN_DOUBLE };
            size_t deciding = 0;

            for (size_t i = 0; i < p.count; i++)
                deciding += verdict_counts(&p, &p.requirements[i], &options);
            if (deciding == 0)
                fail_msg("%s: role %s asks for nothing", p.name, p.roles[r]);
        }
    }
}

static void test_together(void **state)
{
    struct judge_options options = { .tolerance = UNKNOWN_DOUBLE };
    struct profile p[3];
    struct plan_wish *wishes;
    struct err err;
    size_t count;
    size_t appends = 0;

    (void)state;
    assert_int_equal(profiles_load("etcd", &arena, &p[0], &err), 0);
    assert_int_equal(
        profiles_load("kubernetes-control-plane", &arena, &p[1], &err), 0);
    assert_int_equal(profiles_load("cockroachdb", &arena, &p[2], &err), 0);
    assert_int_equal(
        profiles_wishes(p, 3, &options, &arena, &wishes, &count, &err), 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(wishes[i].named);
        if (strcmp(wishes[i].choice.id, "disk.fsync.append") == 0) {
            appends++;
            /* a rate and a p99, of each */
            assert_int_equal(wishes[i].bound_count, 4);
        }
        if (strcmp(wishes[i].choice.id, "disk.read.4k.q16") == 0)
            assert_true(wishes[i].bounds[0].value >= 500); /* for each CPU */
    }
    assert_int_equal(appends, 1);
}

static const struct {
    const char *text; /* of a file; NULL: `words` is about the name "polkdot" */
    const char *words;
    enum err_kind kind;
} refused[] = {
    { NULL, "unknown profile 'polkdot'; did you mean 'polkadot'?", ERR_USAGE },
    { "{\"schema\": \"assay.profile/1\", \"requirements\": [{\"what\": "
      "\"cpu.blake3\", \"at-least\": 1, \"unit\": \"MB/s\"}]}",
      "requirements[0].what: unknown benchmark 'cpu.blake3'; did you mean",
      ERR_DATA },
    { "{\"schema\": \"assay.profile/1\", \"requirements\": [{\"what\": "
      "\"disk.read.4k.q1\", \"at-least\": 1, \"unit\": \"MB/s\"}]}",
      "requirements[0].unit: 'disk.read.4k.q1' is measured in ops/s, which "
      "'MB/s' is not",
      ERR_DATA },
    { "{\"schema\": \"assay.profile/1\", \"requirements\": [{\"what\": "
      "\"memory.copy\", \"statistic\": \"p99\", \"at-most\": 1, \"unit\": "
      "\"ms\"}]}",
      "requirements[0].statistic: 'memory.copy' times no single operations",
      ERR_DATA },
    { "{\"schema\": \"assay.profile/1\", \"requirements\": [{\"what\": "
      "\"cpu.pairs\", \"at-most\": 1.2, \"unit\": \"ratio\"}]}",
      "requirements[0].what: 'cpu.pairs' has no interval to be judged by",
      ERR_DATA },
    { "[{\"metric\": \"Blake3\", \"minimum\": 1}]", "[0].metric", ERR_DATA },
    { "{\n\"schema\":\n]", "line 3", ERR_DATA },
};

static const char *write_file(const char *text)
{
    char path[] = "/tmp/assay-test-XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    (void)close(fd);
    return arena_strdup(&arena, path);
}

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        const char *path =
            refused[i].text != NULL ? write_file(refused[i].text) : "polkdot";
        struct profile p;
        struct err err;

        assert_int_equal(profiles_load(path, &arena, &p, &err), -1);
        if (err.kind != refused[i].kind ||
            strstr(err.text, refused[i].words) == NULL)
            fail_msg("%s", err.text);
        if (refused[i].text != NULL)
            (void)unlink(path);
    }
}

static const struct {
    const char *chain; /* an id, or the text of a file */
    const char *want;  /* a profile's name, or, with !, words of the refusal */
} chains[] = {
    { "polkadot", "polkadot" },
    { "polkadot-2022", "polkadot-2022" },
    { "dev", "polkadot" },
    { "kusama", "polkadot" },
    { "{\"name\": \"Westend\", \"id\": \"westend2\", \"genesis\": {}}",
      "polkadot" },
    { "{\"name\": \"X\", \"id\": \"moonshot\"}",
      "!unknown chain 'moonshot'; known are polkadot" },
    { "moonshot", "!unknown chain 'moonshot'; known are" },
    { "/nowhere/spec.json", "!cannot open '/nowhere/spec.json'" },
    { "{\"name\": \"X\"}", "!schema: is missing" },
};

static void test_chains(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(chains) / sizeof(chains[0]); i++) {
        bool file = chains[i].chain[0] == '{';
        const char *chain =
            file ? write_file(chains[i].chain) : chains[i].chain;
        struct profile p;
        struct err err;
        int rc = chain_requirements(chain, &arena, &p, &err);

        if (file)
            (void)unlink(chain);
        if (chains[i].want[0] != '!') {
            assert_int_equal(rc, 0);
            assert_string_equal(p.name, chains[i].want);
        } else if (rc == 0 || strstr(err.text, chains[i].want + 1) == NULL) {
            fail_msg("%s: %s", chains[i].chain, rc == 0 ? "found" : err.text);
        }
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
        cmocka_unit_test(test_shipped),  cmocka_unit_test(test_roles_ask),
        cmocka_unit_test(test_together), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_chains),
    };

    return cmocka_run_group_tests_name("profiles", tests, set_up, tear_down);
}
