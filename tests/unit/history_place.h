/* A scratch folder with a history in it, and runs to keep there. */
#ifndef ASSAY_TESTS_HISTORY_PLACE_H
#define ASSAY_TESTS_HISTORY_PLACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "result/result.h"
#include "result/stored.h"
#include "store/history.h"

struct place {
    struct arena arena;
    char folder[64];
    char path[128]; /* of the history, in folders yet to be made */
};

static inline int set_up(void **state)
{
    struct place *place = calloc(1, sizeof(*place));

    if (place == NULL)
        return -1;
    (void)strcpy(place->folder, "/tmp/assay-history-XXXXXX");
    if (mkdtemp(place->folder) == NULL)
        return -1;
    (void)snprintf(place->path, sizeof(place->path), "%s/a/b/history.db",
                   place->folder);
    *state = place;
    return 0;
}

static inline int tear_down(void **state)
{
    struct place *place = *state;
    char command[128];

    (void)snprintf(command, sizeof(command), "rm -rf '%s'", place->folder);
    (void)!system(command); /* a scratch folder of our own */
    arena_release(&place->arena);
    free(place);
    return 0;
}

/* A run of `day` with two scores. */
static inline struct document
document_of(struct place *place, const char *run_id, int day, double score)
{
    struct result *results = ARENA_ARRAY(&place->arena, struct result, 3);
    struct document document;

    document_init(&document);
    document.run_id = arena_strdup(&place->arena, run_id);
    document.started =
        arena_printf(&place->arena, "2026-01-%02dT12:00:00Z", day);
    document.complete = true;
    document.host.name = "node-7";
    document.host.id = "abcdef";
    document.results = results;
    document.result_count = 3;
    for (int i = 0; i < 3; i++) {
        result_init(&results[i]);
        results[i].id = results[i].title = i == 0 ? "cpu.loop" : "disk";
        results[i].resource = "cpu";
        results[i].unit = "ops/s";
        results[i].op = i == 0 ? "loops" : "IO";
        results[i].better = "higher";
        results[i].status = i == 2 ? "skipped" : "ok";
        results[i].method = 1;
    }
    results[0].score = score;
    results[0].ci95 = (struct interval){ score - 1, score + 1 };
    results[0].guard_band = 0;
    results[1].score = 2 * score;
    results[1].target = "/srv";
    return document;
}

static inline struct history opened(struct place *place, bool writable)
{
    struct history history;
    struct err err = { 0 };

    if (history_open(place->path, writable, &history, &err) < 0)
        fail_msg("%s", err.text);
    return history;
}

static inline bool save(struct history *history, struct place *place,
                        const char *run_id, int day, double score)
{
    struct document document = document_of(place, run_id, day, score);
    struct err err = { 0 };
    bool added = false;

    if (history_save(history, &document, &place->arena, &added, &err) < 0)
        fail_msg("%s", err.text);
    return added;
}

static inline size_t list(struct history *history, struct place *place,
                          const char *host, size_t limit,
                          struct stored_run **ret_runs)
{
    struct history_query query = { host, limit };
    struct err err = { 0 };
    size_t count = 0;

    if (history_list(history, &query, &place->arena, ret_runs, &count, &err) < 0)
        fail_msg("%s", err.text);
    return count;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
