/* What a history survives: other versions and other files, damage, a full disk, killed
 * writers, two at once. */
#include "history_place.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"

static char *content(struct place *place, size_t *ret_length)
{
    FILE *file = fopen(place->path, "r");
    char *bytes = arena_alloc(&place->arena, 1 << 20, 1);

    assert_non_null(file);
    *ret_length = fread(bytes, 1, 1 << 20, file);
    (void)fclose(file); /* only read from */
    return bytes;
}

static void a_later_version_stays_untouched(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct err err = { 0 };
    size_t length, length_after;
    char *before;

    (void)save(&history, place, "a", 1, 100);
    assert_int_equal(sql_run(&history.sql, "PRAGMA user_version = 2", &err), 0);
    history_release(&history);
    before = content(place, &length);
    for (int writable = 0; writable < 2; writable++) {
        assert_int_equal(history_open(place->path, writable, &history, &err),
                         -1);
        assert_int_equal(err.kind, ERR_DATA);
        assert_non_null(strstr(err.text, "is of version 2; this assay reads "
                                         "version 1 and leaves it untouched"));
    }
    assert_memory_equal(before, content(place, &length_after), length);
    assert_int_equal(length, length_after);
}

static void other_files_are_refused(void **state)
{
    static const char prose[] = "Call me Ishmael. Some years ago - never mind "
                                "how long precisely - having little or no "
                                "money in my purse, and nothing particular";
    struct place *place = *state;
    struct history history = opened(place, true);
    struct err err = { 0 };
    FILE *file;

    assert_int_equal(sql_run(&history.sql, "PRAGMA application_id = 7", &err),
                     0);
    history_release(&history);
    assert_int_equal(history_open(place->path, true, &history, &err), -1);
    assert_non_null(strstr(err.text, "is a database, but no history of assay"));

    file = fopen(place->path, "w");
    assert_non_null(file);
    assert_true(fputs(prose, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(history_open(place->path, true, &history, &err), -1);
    assert_int_equal(err.kind, ERR_DATA);
    assert_non_null(strstr(err.text, "is not a history"));

    file = fopen(place->path, "w"); /* empty: none yet */
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(history_open(place->path, false, &history, &err), -1);
    assert_non_null(strstr(err.text, "is not a history"));

    assert_int_equal(unlink(place->path), 0);
    assert_int_equal(history_open(place->path, false, &history, &err), -1);
    assert_int_equal(err.kind, ERR_DATA);
    assert_non_null(strstr(err.text, "there is no history"));
    assert_int_equal(access(place->path, F_OK), -1); /* and none was made */

    assert_int_equal(
        history_open("/proc/assay/history.db", true, &history, &err), -1);
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_non_null(strstr(err.text, "cannot keep a history: cannot make "
                                     "'/proc/assay'"));
}

static void a_full_disk_loses_only_the_new_run(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct document document = document_of(place, "large", 2, 1);
    struct stored_run *runs;
    struct err err = { 0 };
    bool added = false;
    char *sentence;

    (void)save(&history, place, "a", 1, 100);
    assert_int_equal(sql_run(&history.sql, "PRAGMA max_page_count = 20", &err),
                     0);
    sentence = arena_alloc(&place->arena, 200001, 1);
    memset(sentence, 'x', 200000);
    document.host.os = sentence;
    assert_int_equal(
        history_save(&history, &document, &place->arena, &added, &err), -1);
    assert_int_equal(err.kind, ERR_SPACE);
    assert_int_equal(list(&history, place, NULL, 0, &runs), 1);
    assert_true(save(&history, place, "small", 3, 100)); /* no lock is left */
    history_release(&history);
}

/* Saves runs "<name>-0", "<name>-1", ... and tells each number down a pipe once it
 * is kept, until killed or through with `count`. */
static void save_many(struct place *place, const char *name, int count, int told)
{
    struct history history;
    struct err err;

    if (history_open(place->path, true, &history, &err) < 0)
        _exit(1);
    for (int i = 0; i < count; i++) {
        struct document document;
        bool added;
        char id[32];
        (void)snprintf(id, sizeof(id), "%s-%d", name, i);
        document = document_of(place, id, 1, 100);
        if (history_save(&history, &document, &place->arena, &added, &err) < 0)
            _exit(2);
        if (write(told, &i, sizeof(i)) != sizeof(i))
            _exit(3);
    }
    history_release(&history);
    _exit(0);
}

static pid_t fork_saver(struct place *place, const char *name, int count,
                        int *ret_told)
{
    int ends[2];
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)close(ends[0]);
        save_many(place, name, count, ends[1]);
    }
    (void)close(ends[1]);
    *ret_told = ends[0];
    return child;
}

static void two_processes_wait_for_each_other(void **state)
{
    struct place *place = *state;
    struct history history;
    struct stored_run *runs;
    int told[2];
    pid_t children[2];

    for (int i = 0; i < 2; i++)
        children[i] = fork_saver(place, i == 0 ? "one" : "two", 20, &told[i]);
    for (int i = 0; i < 2; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
        (void)close(told[i]);
    }
    history = opened(place, false);
    assert_int_equal(list(&history, place, NULL, 0, &runs), 40);
    history_release(&history);
}

/* Whatever was told as kept is there, whole; and the file is sound. */
static void check_after_kill(struct place *place, size_t kept)
{
    struct history history = opened(place, false);
    struct stored_run *runs;
    struct err err = { 0 };
    int64_t scores = -1;
    sqlite3_stmt *statement;
    bool row = false;
    size_t count = list(&history, place, NULL, 0, &runs);

    assert_in_range(count, kept,
                    kept + 1); /* killed between keeping and telling */
    assert_int_equal(
        sql_number(&history.sql, "SELECT count(*) FROM scores", &scores, &err),
        0);
    assert_int_equal(scores, 2 * count);
    assert_int_equal(
        sql_prepare(&history.sql, "PRAGMA integrity_check", &statement, &err),
        0);
    assert_int_equal(sql_step(&history.sql, statement, &row, &err), 0);
    assert_string_equal(sql_text(statement, 0, &place->arena), "ok");
    (void)sqlite3_finalize(statement);
    history_release(&history);
}

static void killed_writers_leave_whole_runs(void **state)
{
    struct place *place = *state;
    size_t kept = 0;

    {
        struct history history = opened(place, true);
        history_release(&history);
    }
    for (int round = 0; round < 25; round++) {
        char name[16];
        int told;
        int number;
        int status;
        pid_t child;

        (void)snprintf(name, sizeof(name), "r%d", round);
        child = fork_saver(place, name, 1000000, &told);
        if (round % 2 == 1) { /* some die only after a run is kept */
            assert_int_equal(read(told, &number, sizeof(number)),
                             sizeof(number));
            kept++;
        }
        (void)usleep((useconds_t)(2000 + 1700 * round));
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        while (read(told, &number, sizeof(number)) == sizeof(number))
            kept++;
        (void)close(told);
        check_after_kill(place, kept);
        {
            struct history history = opened(place, false);
            struct stored_run *runs;
            kept = list(&history, place, NULL, 0, &runs);
            history_release(&history);
        }
    }
    assert_true(kept > 0);
}

static int measure_json(void *context, const char *json, struct err *err)
{
    (void)err;
    *(size_t *)context += strlen(json);
    return 0;
}

/* Every way of reading, on a file that may be damaged anywhere: fails or not, with a
 * reason, and comes back. */
static void read_all(struct place *place)
{
    struct history_query query = { NULL, 0 };
    struct history history;
    struct stored_run *runs;
    struct trend trend;
    struct err err = { 0 };
    size_t length = 0;
    char *json;

    if (history_open(place->path, false, &history, &err) < 0) {
        assert_true(err.text[0] != '\0');
        return;
    }
    (void)history_list(&history, &query, &place->arena, &runs, &length, &err);
    (void)history_load(&history, "run-1", &place->arena, &json, &err);
    (void)history_scores(&history, "disk", NULL, NULL, 0, &place->arena, &trend,
                         &err);
    (void)history_each(&history, measure_json, &length, &err);
    history_release(&history);
}

static void damaged_files_are_survived(void **state)
{
    struct place *place = *state;
    struct history history = opened(place, true);
    struct random random;
    size_t length;
    char *sound;

    for (int i = 0; i < 5; i++)
        (void)save(&history, place, arena_printf(&place->arena, "run-%d", i),
                   1 + i, 100);
    history_release(&history);
    sound = content(place, &length);
    random_init(&random, 5);
    for (int round = 0; round < 300; round++) {
        char *bytes = arena_strndup(&place->arena, sound, length);
        FILE *file = fopen(place->path, "w");
        assert_non_null(file);
        for (uint64_t i = 1 + random_below(&random, 40); i > 0; i--)
            bytes[random_below(&random, round % 2 == 0 ? length : 4096)] =
                (char)random_next(&random);
        assert_int_equal(fwrite(bytes, 1, length, file), length);
        assert_int_equal(fclose(file), 0);
        read_all(place);
    }
}

static void rows_that_lack_something_are_told(void **state)
{
    struct trend trend;
    struct place *place = *state;
    struct history history = opened(place, true);
    struct err err = { 0 };
    size_t length = 0;
    char *json;

    assert_int_equal(
        sql_run(&history.sql,
                "DROP TABLE scores; DROP TABLE runs;"
                "CREATE TABLE runs (number, run_id, started, document);"
                "INSERT INTO runs VALUES (1, 'a', '2026', NULL)",
                &err),
        0);
    assert_int_equal(history_load(&history, "a", &place->arena, &json, &err),
                     -1);
    assert_non_null(strstr(err.text, "is damaged: a run without document"));
    err.text[0] = '\0';
    assert_int_equal(history_each(&history, measure_json, &length, &err), -1);
    assert_non_null(strstr(err.text, "is damaged: a run without document"));
    assert_int_equal(
        sql_run(&history.sql,
                "ALTER TABLE runs ADD host; ALTER TABLE runs ADD host_id;"
                "CREATE TABLE scores (run, id, target, title, unit, better,"
                " method, score, low, high);"
                "INSERT INTO scores (run, id) VALUES (1, 'x')",
                &err),
        0);
    assert_int_equal(history_scores(&history, "x", NULL, NULL, 0, &place->arena,
                                    &trend, &err),
                     -1);
    assert_non_null(strstr(err.text, "is damaged: a score without unit"));
    history_release(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_later_version_stays_untouched),
        TEST(other_files_are_refused),
        TEST(a_full_disk_loses_only_the_new_run),
        TEST(two_processes_wait_for_each_other),
        TEST(killed_writers_leave_whole_runs),
        TEST(damaged_files_are_survived),
        TEST(rows_that_lack_something_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
