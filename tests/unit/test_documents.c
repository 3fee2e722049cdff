/* Texts that hold several documents, and documents in one line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "result/json.h"
#include "result/result.h"

#define ONE "{\"schema\":\"assay.result/1\",\"complete\":true,\"run_id\":\"a\"}"
#define TWO "{\"schema\":\"assay.result/1\",\"complete\":true,\"run_id\":\"b\"}"

struct seen {
    char ids[16];
    bool stop;
};

static int note(void *context, const struct document *document, struct err *err)
{
    struct seen *seen = context;

    (void)strcat(seen->ids, document->run_id);
    return seen->stop ? err_set(err, ERR_STOPPED, "enough") : 0;
}

static void documents_follow_each_other(void **state)
{
    static const struct {
        const char *text;
        const char *ids;
        const char *want; /* NULL: no failure */
    } cases[] = {
        { ONE, "a", NULL },
        { ONE "\n", "a", NULL },
        { ONE "\n" TWO "\n", "ab", NULL },
        { ONE "\r\n\r\n  " TWO, "ab", NULL },
        { ONE TWO, "ab", NULL },
        { "", "", "is empty" },
        { ONE "\n[]", "a", "document 2: expected an object" },
        { ONE "\n{}\n" TWO, "a",
          "document 2: schema: missing; not a result of assay" },
        { ONE "x", "a", "document 2: line 1, column 1: invalid token near 'x'" },
        { "hello", "",
          "document 1: line 1, column 5: invalid token near 'hello'" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct seen seen = { "", false };
        struct err err = { 0 };
        struct arena arena;
        int rc;
        arena_init(&arena);
        rc = documents_from_json(cases[i].text, strlen(cases[i].text), &arena,
                                 note, &seen, &err);
        assert_int_equal(rc, cases[i].want == NULL ? 0 : -1);
        assert_string_equal(seen.ids, cases[i].ids);
        if (cases[i].want != NULL)
            assert_string_equal(err.text, cases[i].want);
        arena_release(&arena);
    }
}

static void a_failure_ends_the_walk(void **state)
{
    struct seen seen = { "", true };
    struct err err = { 0 };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_int_equal(documents_from_json(ONE TWO, strlen(ONE TWO), &arena, note,
                                         &seen, &err),
                     -1);
    assert_string_equal(seen.ids, "a");
    assert_int_equal(err.kind, ERR_STOPPED);
    arena_release(&arena);
}

static void a_folded_document_is_the_same(void **state)
{
    struct document document, again;
    struct err err = { 0 };
    struct arena arena;
    char *json, *line;

    (void)state;
    arena_init(&arena);
    document_init(&document);
    document.run_id = "two  blanks \\ \"quotes\"   {  }";
    json = document_to_json(&document, &arena);
    line = json_fold(json, &arena);
    assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
    assert_int_equal(
        document_from_json(line, strlen(line), &arena, &again, &err), 0);
    assert_string_equal(document_to_json(&again, &arena), json);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_follow_each_other),
        cmocka_unit_test(a_failure_ends_the_walk),
        cmocka_unit_test(a_folded_document_is_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
