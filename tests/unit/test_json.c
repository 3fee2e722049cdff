/* The document to and from JSON: what is written can be read, what is malformed
 * is named. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "result/json.h"
#include "result/result.h"

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct arena));
    return *state == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    arena_release(*state);
    free(*state);
    return 0;
}

/* A file of tests/documents. */
static char *stored(struct arena *arena, const char *name)
{
    const char *folder = getenv("ASSAY_TESTS");
    FILE *file;
    struct text text;
    char bytes[4096];
    size_t length;

    assert_non_null(folder);
    file = fopen(arena_printf(arena, "%s/documents/%s", folder, name), "r");
    assert_non_null(file);
    text_init(&text, arena);
    while ((length = fread(bytes, 1, sizeof(bytes), file)) > 0)
        text_add_bytes(&text, bytes, length);
    (void)fclose(file); /* only read from */
    return text.bytes;
}

static struct document read_document(struct arena *arena, const char *json)
{
    struct document document;
    struct err err = { 0 };

    if (document_from_json(json, strlen(json), arena, &document, &err) < 0)
        fail_msg("%s", err.text);
    return document;
}

static size_t occurrences(const char *text, const char *word)
{
    size_t n = 0;

    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        n++;
    return n;
}

/* full.json has every member of every table set: nothing is null, no list
 * empty. A member added to a table fails here until the file has it too. */
static void a_full_document_survives_the_round_trip(void **state)
{
    struct arena *arena = *state;
    char *json = stored(arena, "full.json");
    struct document document = read_document(arena, json);
    char *again = document_to_json(&document, arena);

    assert_string_equal(again, json);
    assert_int_equal(occurrences(again, "null"), 0);
    assert_int_equal(occurrences(again, "[]"), 0);
}

static void members_reach_their_places(void **state)
{
    struct arena *arena = *state;
    struct document d = read_document(arena, stored(arena, "full.json"));

    assert_string_equal(d.assay_version, "0.1.0");
    assert_string_equal(d.command[2], "disk");
    assert_true(d.complete);
    assert_int_equal(d.seed, 9007199254740993); /* past what a double holds */
    assert_string_equal(d.host.cpu.model, "Example CPU 9000 @ 2.50GHz");
    assert_int_equal(d.host.cpu.affinity.count, 3);
    assert_int_equal(d.host.cpu.affinity.numbers[2], 2);
    assert_int_equal(d.host.disks[0].rotational, FACT_NO);
    assert_string_equal(d.targets[0].mount.path, "/srv/data");
    assert_string_equal(d.targets[0].engine, "threads");
    assert_int_equal(d.targets[0].mark_count, 1);
    assert_true(d.results[0].ci95.low == 990 && d.results[0].ci95.high == 1010);
    assert_int_equal(d.results[0].samples[0].wall_ns, 200000000);
    assert_int_equal(d.results[0].latency->buckets[0].count, 180000);
    assert_string_equal(d.verdicts[0].findings[0].outcome, "pass");
    assert_true(d.verdicts[0].findings[0].at_least);
    assert_string_equal(d.verdicts[0].notes[0] + 16,
                        "asks for a network of 500 Mbit/s.");
}

static void what_is_unknown_is_null(void **state)
{
    struct arena *arena = *state;
    struct document document, again;
    struct result result;
    char *json;

    result_init(&result);
    result.id = result.title = "cpu.loop";
    result.resource = "cpu";
    result.unit = "ops/s";
    result.better = "higher";
    result.status = "skipped";
    result.score = INFINITY; /* as good as unknown: JSON has no such number */
    document_init(&document);
    document.results = &result;
    document.result_count = 1;
    json = document_to_json(&document, arena);
    assert_string_equal(json, stored(arena, "unknown.json"));

    again = read_document(arena, json);
    assert_null(again.run_id);
    assert_false(known_u64(again.seed));
    assert_false(known_double(again.elapsed_s));
    assert_null(again.host.cpu.online.numbers);
    assert_int_equal(again.target_count, 0);
    assert_false(known_double(again.conditions.load));
    assert_false(known_double(again.results[0].score));
    assert_false(known_double(again.results[0].ci95.low));
    assert_null(again.results[0].latency);
    assert_string_equal(document_to_json(&again, arena), json);
}

static void a_document_needs_little(void **state)
{
    struct document d = read_document(
        *state, "{\"schema\":\"assay.result/1.7\",\"complete\":true,"
                "\"later\":[{\"than\":[\"this\"]}],"
                "\"host\":{\"cpu\":{\"online\":[]}}}");

    assert_true(d.complete);
    assert_non_null(d.host.cpu.online.numbers); /* known, and none */
    assert_int_equal(d.host.cpu.online.count, 0);
    assert_null(d.host.cpu.affinity.numbers);
}

static void strings_come_out_clean(void **state)
{
    struct arena *arena = *state;
    struct document document, again;

    document_init(&document);
    document.host.name = "bad \xff\xc0\xaf name";
    document.host.kernel = "\x1b[31mred";
    document.host.os = "\xf0\x9f\xa7\xaa \"quoted\\\"";
    again = read_document(arena, document_to_json(&document, arena));
    assert_string_equal(again.host.name,
                        "bad \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd name");
    assert_string_equal(again.host.kernel, "\xef\xbf\xbd[31mred");
    assert_string_equal(again.host.os, "\xf0\x9f\xa7\xaa \"quoted\\\"");

    again = read_document(arena, "{\"schema\":\"assay.result/1\","
                                 "\"complete\":true,"
                                 "\"run_id\":\"\\u001b]0;title\\u0007\"}");
    assert_string_equal(again.run_id, "\xef\xbf\xbd]0;title\xef\xbf\xbd");
}

static void whole_numbers_keep_all_digits(void **state)
{
    struct arena *arena = *state;
    struct document document, again;

    document_init(&document);
    document.seed = INT64_MAX;
    document.host.memory.total_bytes = (uint64_t)INT64_MAX + 1; /* too large */
    again = read_document(arena, document_to_json(&document, arena));
    assert_true(again.seed == INT64_MAX);
    assert_false(known_u64(again.host.memory.total_bytes));
}

#define HEAD "{\"schema\":\"assay.result/1\",\"complete\":true,"
#define RESULT                                                                 \
    "{\"id\":\"a\",\"title\":\"A\",\"resource\":\"cpu\",\"unit\":\"ops/s\","   \
    "\"better\":\"higher\",\"status\":\"ok\","

static const struct {
    const char *json;
    const char *want;
} malformed[] = {
    { "", "is empty" },
    { "{", "line 1, column 1: string or '}' expected near end of file" },
    { "[]", "expected an object" },
    { "null", "expected an object" },
    { "{}", "schema: missing; not a result of assay" },
    { "{\"schema\":1}", "schema: missing; not a result of assay" },
    { "{\"schema\":\"assay.result/2\"}",
      "schema: 'assay.result/2' is not 'assay.result/1', the one that this "
      "version reads" },
    { "{\"schema\":\"assay.result/10\"}",
      "schema: 'assay.result/10' is not 'assay.result/1', the one that this "
      "version reads" },
    { "{\"schema\":\"assay.result/1\"}", "complete: missing" },
    { HEAD "\"seed\":1,\"seed\":2}",
      "line 1, column 58: duplicate object key near '\"seed\"'" },
    { HEAD "\"seed\":-1}", "seed: expected a whole number, 0 or more" },
    { HEAD "\"seed\":1.5}", "seed: expected a whole number, 0 or more" },
    { HEAD "\"seed\":1e30}", "seed: expected a whole number, 0 or more" },
    { HEAD "\"seed\":true}", "seed: expected a whole number, 0 or more" },
    { HEAD "\"seed\":9223372036854775808}",
      "line 1, column 69: too big integer near '9223372036854775808'" },
    { HEAD "\"elapsed_s\":1e999}",
      "line 1, column 60: real number overflow near '1e999'" },
    { HEAD "\"elapsed_s\":NaN}",
      "line 1, column 58: invalid token near 'NaN'" },
    { HEAD "\"elapsed_s\":\"1\"}", "elapsed_s: expected a number" },
    { HEAD "\"run_id\":7}", "run_id: expected a string" },
    { HEAD "\"run_id\":\"\\u0000\"}",
      "line 1, column 60: a string holds a NUL character" },
    { HEAD "\"run_id\":\"\xff\"}",
      "line 1, column 53: unable to decode byte 0xff near '\"'" },
    { HEAD "\"command\":\"assay\"}", "command: expected a list" },
    { HEAD "\"command\":[\"assay\",null]}", "command[1]: expected a string" },
    { HEAD "\"assay\":{\"version\":[]}}", "assay.version: expected a string" },
    { HEAD "\"host\":[]}", "host: expected an object" },
    { HEAD "\"host\":{\"cpu\":{\"online\":{}}}}",
      "host.cpu.online: expected a list" },
    { HEAD "\"host\":{\"cpu\":{\"online\":[0,\"1\"]}}}",
      "host.cpu.online[1]: expected a whole number, 0 or more" },
    { HEAD "\"host\":{\"cpu\":{\"online\":[1,0]}}}",
      "host.cpu.online[1]: expected ascending numbers" },
    { HEAD "\"host\":{\"disks\":[{\"rotational\":0}]}}",
      "host.disks[0].rotational: expected true or false" },
    { HEAD "\"targets\":[{}]}", "targets[0].path: missing" },
    { HEAD "\"targets\":[{\"path\":\"/\",\"direct\":\"maybe\"}]}",
      "targets[0].direct: 'maybe' is not one of direct, buffered, memory, "
      "indirect" },
    { HEAD "\"results\":{}}", "results: expected a list" },
    { HEAD "\"results\":[[]]}", "results[0]: expected an object" },
    { HEAD "\"results\":[{}]}", "results[0].id: missing" },
    { HEAD "\"results\":[{\"id\":null}]}", "results[0].id: missing" },
    { HEAD "\"results\":[" RESULT "\"score\":[]}]}",
      "results[0].score: expected a number" },
    { HEAD "\"results\":[" RESULT "\"ci95\":[1]}]}",
      "results[0].ci95: expected a list of two numbers" },
    { HEAD "\"results\":[" RESULT "\"ci95\":[2,1]}]}",
      "results[0].ci95: expected the smaller number first" },
    { HEAD "\"results\":[" RESULT "\"samples\":[{},{},{\"wall_ns\":\"x\"}]}]}",
      "results[0].samples[2].wall_ns: expected a whole number, 0 or more" },
    { HEAD "\"results\":[" RESULT "\"latency\":\"fast\"}]}",
      "results[0].latency: expected an object" },
    { HEAD "\"results\":[" RESULT "\"marks\":[{}]}]}",
      "results[0].marks[0].id: missing" },
    { HEAD "\"verdicts\":[{\"profile\":\"p\",\"outcome\":\"good\"}]}",
      "verdicts[0].outcome: 'good' is not one of pass, fail, undecided" },
    { HEAD "\"verdicts\":[{\"profile\":\"p\",\"outcome\":\"pass\","
           "\"findings\":[{\"requirement\":\"r\",\"outcome\":\"pass\"}]}]}",
      "verdicts[0].findings[0].at_least: missing" },
};

static void malformed_documents_are_refused(void **state)
{
    for (size_t i = 0; i < sizeof(malformed) / sizeof(malformed[0]); i++) {
        const char *json = malformed[i].json;
        struct document document;
        struct err err = { 0 };
        assert_int_equal(
            document_from_json(json, strlen(json), *state, &document, &err), -1);
        assert_int_equal(err.kind, ERR_DATA);
        assert_string_equal(err.text, malformed[i].want);
    }
}

static void every_cut_is_noticed(void **state)
{
    struct arena *arena = *state;
    char *json = stored(arena, "full.json");
    size_t length = strlen(json) - 1; /* the last newline may go */

    for (size_t cut = 0; cut < length; cut++) {
        struct document document;
        struct err err = { 0 };
        char *part =
            malloc(cut > 0 ? cut : 1); /* so a sanitizer sees its end */
        assert_non_null(part);
        memcpy(part, json, cut);
        assert_int_equal(document_from_json(part, cut, arena, &document, &err),
                         -1);
        assert_int_equal(err.kind, ERR_DATA);
        free(part);
    }
}

static void depth_and_nul_are_limited(void **state)
{
    static const char nul[] = HEAD "\"run_id\":\"a\0b\"}";
    struct document document;
    struct err err = { 0 };
    struct text deep;

    assert_int_equal(
        document_from_json(nul, sizeof(nul) - 1, *state, &document, &err), -1);
    assert_string_equal(err.text, "has a NUL byte at offset 54");

    text_init(&deep, *state);
    text_add(&deep, HEAD "\"later\":\"[[\\\"[\",\"more\":");
    text_add_repeated(&deep, '[', 63);
    text_add_repeated(&deep, ']', 63);
    text_add(&deep, "}");
    assert_int_equal(
        document_from_json(deep.bytes, deep.length, *state, &document, &err), 0);
    deep.length = 0;
    text_add_repeated(&deep, '[', 100000);
    assert_int_equal(
        document_from_json(deep.bytes, deep.length, *state, &document, &err),
        -1);
    assert_string_equal(err.text, "nested deeper than 64 levels");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_full_document_survives_the_round_trip,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(members_reach_their_places, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_unknown_is_null, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_document_needs_little, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(strings_come_out_clean, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(whole_numbers_keep_all_digits, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(malformed_documents_are_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(every_cut_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(depth_and_nul_are_limited, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
