/* The history: what is kept, and what is given back. */
#include "history_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/unknown.h"
#include "result/json.h"

static void what_is_saved_is_listed_and_loaded(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct stored_run *runs;
    struct document again;
    struct err err = { 0 };
    struct stat status;
    char *json = NULL;

    assert_true(save(&history, place, "run-1", 1, 100));
    assert_true(save(&history, place, "run-22", 2, 200));
    assert_false(save(&history, place, "run-1", 1, 100)); /* once is enough */
    history_release(&history);

    history = opened(place, false);
    assert_int_equal(list(&history, place, NULL, 0, &runs), 2);
    assert_string_equal(runs[0].run_id, "run-22");
    assert_string_equal(runs[0].started, "2026-01-02T12:00:00Z");
    assert_string_equal(runs[0].host, "node-7");
    assert_int_equal(runs[0].results, 2);
    assert_true(runs[0].complete);
    assert_int_equal(list(&history, place, NULL, 1, &runs), 1);
    assert_int_equal(list(&history, place, "node-7", 0, &runs), 2);
    assert_int_equal(list(&history, place, "abcdef", 0, &runs), 2);
    assert_int_equal(list(&history, place, "other", 0, &runs), 0);

    assert_int_equal(
        history_load(&history, "run-2", &place->arena, &json, &err), 0);
    assert_int_equal(
        document_from_json(json, strlen(json), &place->arena, &again, &err), 0);
    assert_string_equal(again.run_id, "run-22");
    assert_int_equal(
        history_load(&history, "latest", &place->arena, &json, &err), 0);
    assert_non_null(strstr(json, "run-22"));
    assert_int_equal(history_load(&history, "run-", &place->arena, &json, &err),
                     -1);
    assert_non_null(strstr(err.text, "has several runs 'run-...'"));
    assert_int_equal(history_load(&history, "x", &place->arena, &json, &err),
                     -1);
    assert_non_null(strstr(err.text, "has no run 'x'"));
    assert_int_equal(err.kind, ERR_DATA);
    history_release(&history);

    assert_int_equal(stat(place->path, &status), 0);
    *strrchr(place->path, '/') = '\0';
    assert_int_equal(stat(place->path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
}

static void a_whole_id_wins_over_longer_ones(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct err err = { 0 };
    char *json = NULL;

    assert_true(save(&history, place, "run-1", 1, 100));
    assert_true(save(&history, place, "run-11", 2, 200));
    assert_int_equal(
        history_load(&history, "run-1", &place->arena, &json, &err), 0);
    assert_non_null(strstr(json, "\"run-1\""));
    history_release(&history);
}

static void a_run_without_id_is_not_kept(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct document document;
    struct err err = { 0 };
    bool added;

    document_init(&document);
    assert_int_equal(
        history_save(&history, &document, &place->arena, &added, &err), -1);
    assert_int_equal(err.kind, ERR_DATA);
    history_release(&history);
}

static void scores_of_one_benchmark_come_in_order(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct document odd = document_of(place, "odd", 4, 1);
    struct trend trend;
    struct err err = { 0 };
    bool added;

    (void)save(&history, place, "b", 2, 200);
    (void)save(&history, place, "a", 1, 100);
    odd.results[0].method = 7;
    assert_int_equal(history_save(&history, &odd, &place->arena, &added, &err),
                     0);
    odd.run_id = "else";
    odd.host.id = "another machine";
    odd.host.name = "node-8";
    assert_int_equal(history_save(&history, &odd, &place->arena, &added, &err),
                     0);
    (void)save(&history, place, "c", 5, 300);

    assert_int_equal(history_scores(&history, "cpu.loop", NULL, NULL, 0,
                                    &place->arena, &trend, &err),
                     0);
    assert_int_equal(trend.score_count, 3);
    assert_int_equal(trend.other_methods, 1);
    assert_string_equal(trend.scores[0].run_id, "a");
    assert_string_equal(trend.scores[2].run_id, "c");
    assert_true(trend.scores[1].score == 200);
    assert_true(trend.scores[1].interval.low == 199);
    assert_string_equal(trend.host, "node-7");
    assert_string_equal(trend.op, "loops");
    assert_null(trend.target);

    assert_int_equal(history_scores(&history, "disk", NULL, "node-8", 0,
                                    &place->arena, &trend, &err),
                     0);
    assert_int_equal(trend.score_count, 1);
    assert_string_equal(trend.target, "/srv");
    assert_string_equal(trend.op, "IO");
    assert_false(known_double(trend.scores[0].interval.low));

    assert_int_equal(history_scores(&history, "disk", "/elsewhere", NULL, 0,
                                    &place->arena, &trend, &err),
                     -1);
    assert_non_null(strstr(err.text, "has no score of 'disk' on that host"));
    history_release(&history);
}

static void pruning_keeps_the_newest(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct stored_run *runs;
    struct err err = { 0 };
    size_t removed = 0;
    int64_t scores = 0;

    for (int day = 1; day <= 9; day++) {
        char id[16];
        (void)snprintf(id, sizeof(id), "run-%d", day);
        (void)save(&history, place, id, day, 100);
    }
    assert_int_equal(
        history_prune(&history, SIZE_MAX, "2026-01-03", NULL, &removed, &err),
        0);
    assert_int_equal(removed, 2);
    assert_int_equal(history_prune(&history, 3, NULL, NULL, &removed, &err), 0);
    assert_int_equal(removed, 4);
    assert_int_equal(list(&history, place, NULL, 0, &runs), 3);
    assert_string_equal(runs[2].run_id, "run-7");
    assert_int_equal(
        sql_number(&history.sql, "SELECT count(*) FROM scores", &scores, &err),
        0);
    assert_int_equal(scores, 6);
    history_release(&history);
}

/* Of a gathered history one host's runs are pruned without those of the others. */
static void pruning_keeps_to_one_host(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct stored_run *runs;
    struct err err = { 0 };
    size_t removed = 0;

    for (int day = 1; day <= 4; day++) {
        char id[16];
        struct document document;
        bool added;
        (void)snprintf(id, sizeof(id), "run-%d", day);
        document = document_of(place, id, day, 100);
        document.host.name = day % 2 == 0 ? "node-7" : "node-8";
        document.host.id = day % 2 == 0 ? "abcdef" : "fedcba";
        assert_int_equal(
            history_save(&history, &document, &place->arena, &added, &err), 0);
    }
    assert_int_equal(history_prune(&history, 1, NULL, "node-7", &removed, &err),
                     0);
    assert_int_equal(removed, 1);
    assert_int_equal(history_prune(&history, SIZE_MAX, "2026-01-31", "fedcba",
                                   &removed, &err),
                     0);
    assert_int_equal(removed, 2);
    assert_int_equal(list(&history, place, NULL, 0, &runs), 1);
    assert_string_equal(runs[0].run_id, "run-4");
    history_release(&history);
}

struct copy {
    struct history *into;
    struct place *place;
    unsigned added;
};

static int copy_one(void *context, const char *json, struct err *err)
{
    struct copy *copy = context;
    struct document document;
    bool added = false;

    if (document_from_json(json, strlen(json), &copy->place->arena, &document,
                           err) < 0 ||
        history_save(copy->into, &document, &copy->place->arena, &added, err) <
            0)
        return -1;
    copy->added += added;
    return 0;
}

static void merging_twice_is_merging_once(void **state)
{
    struct place *place = *state;
    struct history from = opened(place, true);
    struct history into;
    struct copy copy = { &into, place, 0 };
    struct stored_run *runs;
    struct err err = { 0 };

    (void)save(&from, place, "a", 1, 100);
    (void)save(&from, place, "b", 2, 100);
    assert_int_equal(
        history_open(arena_printf(&place->arena, "%s/other.db", place->folder),
                     true, &into, &err),
        0);
    (void)save(&into, place, "b", 2, 100);
    for (int i = 0; i < 2; i++)
        assert_int_equal(history_each(&from, copy_one, &copy, &err), 0);
    assert_int_equal(copy.added, 1);
    assert_int_equal(list(&into, place, NULL, 0, &runs), 2);
    history_release(&into);
    history_release(&from);
}

static void the_environment_chooses_the_place(void **state)
{
    static const struct {
        struct history_place place;
        const char *want;
    } cases[] = {
        { { "/x/my.db", "/s", "/t", "/h" }, "/x/my.db" },
        { { "", "/var/lib/assay", "/t", "/h" }, "/var/lib/assay/history.db" },
        { { NULL, "/a:/b", NULL, NULL }, "/a/history.db" },
        { { NULL, NULL, "/t", "/h" }, "/t/assay/history.db" },
        { { NULL, NULL, "relative", "/h" },
          "/h/.local/state/assay/history.db" }, /* as XDG asks */
        { { NULL, NULL, "", "/h" }, "/h/.local/state/assay/history.db" },
        { { NULL, NULL, NULL, NULL }, "/var/lib/assay/history.db" },
        { { NULL, NULL, NULL, "" }, "/var/lib/assay/history.db" },
    };
    struct place *place = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(history_path(&cases[i].place, &place->arena),
                            cases[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_saved_is_listed_and_loaded),
        TEST(a_whole_id_wins_over_longer_ones),
        TEST(a_run_without_id_is_not_kept),
        TEST(scores_of_one_benchmark_come_in_order),
        TEST(pruning_keeps_the_newest),
        TEST(pruning_keeps_to_one_host),
        TEST(merging_twice_is_merging_once),
        TEST(the_environment_chooses_the_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
