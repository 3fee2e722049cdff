/* How long the document's ways take, printed for people: a document of 1 MB in every
 * format, and 100 of them compared. CPU time, the least of several turns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/report.h"
#include "result/comparison.h"
#include "result/json.h"
#include "result/result.h"
#include "store/compare.h"

enum { RESULTS = 60, ROUNDS = 31, BUCKETS = 40, TURNS = 5, MANY = 100 };

static void fill_samples(struct result *result, struct arena *arena)
{
    result->sample_count = ROUNDS;
    result->samples = ARENA_ARRAY(arena, struct sample, ROUNDS);
    for (uint64_t i = 0; i < ROUNDS; i++)
        result->samples[i] = (struct sample){
            .round = i + 1,
            .at_ns = i * 1234567890,
            .ops = 200000 + i,
            .bytes = 819200000 + i,
            .wall_ns = 200000000 + i,
            .cpu_ns = 190000000 + i,
            .switches = i,
            .clock_hz = 2.5e9 / (double)(i + 1),
        };
}

static void fill_latency(struct result *result, struct arena *arena)
{
    struct result_latency *latency = ARENA_NEW(arena, struct result_latency);

    latency_init(latency);
    latency->unit = "ns";
    latency->n = 100000;
    latency->p50 = 90000;
    latency->p99 = 250000;
    latency->buckets = ARENA_ARRAY(arena, struct result_bucket, BUCKETS);
    latency->bucket_count = BUCKETS;
    for (uint64_t i = 0; i < BUCKETS; i++)
        latency->buckets[i] =
            (struct result_bucket){ 90112 + 1024 * i, 91136 + 1024 * i, i + 1 };
    result->latency = latency;
}

static char *large_document(struct arena *arena)
{
    struct result *results = ARENA_ARRAY(arena, struct result, RESULTS);
    struct document document;

    document_init(&document);
    document.run_id = "speed";
    document.complete = true;
    document.results = results;
    document.result_count = RESULTS;
    for (unsigned i = 0; i < RESULTS; i++) {
        result_init(&results[i]);
        results[i].id = arena_printf(arena, "disk.read.4k.q%u", i + 1);
        results[i].title = "Random reads of 4 KiB";
        results[i].resource = "disk";
        results[i].unit = "ops/s";
        results[i].better = "higher";
        results[i].status = "ok";
        results[i].method = 1;
        results[i].score = 1000.0 / (i + 1);
        results[i].ci95 =
            (struct interval){ 990.0 / (i + 1), 1010.0 / (i + 1) };
        fill_samples(&results[i], arena);
        fill_latency(&results[i], arena);
    }
    return document_to_json(&document, arena);
}

static void read_document(const char *json, struct arena *arena,
                          struct document *document)
{
    struct err err;

    if (document_from_json(json, strlen(json), arena, document, &err) < 0) {
        (void)fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
}

/* What one report costs from the stored text on. */
static double report_seconds(const char *json,
                             const struct report_format *format)
{
    const struct report_options options = { .width = 80, .utf8 = true };
    double best = HUGE_VAL;

    for (int turn = 0; turn < TURNS; turn++) {
        uint64_t begin = clock_thread_cpu(&clock_system);
        struct document document;
        struct arena arena;
        struct text text;
        struct err err;
        arena_init(&arena);
        read_document(json, &arena, &document);
        text_init(&text, &arena);
        (void)format->render(&document, &options, &text,
                             &err); /* for its time */
        arena_release(&arena);
        best =
            fmin(best, clock_seconds(clock_thread_cpu(&clock_system) - begin));
    }
    return best;
}

static double compare_seconds(const char *json)
{
    uint64_t begin = clock_thread_cpu(&clock_system);
    struct document base;
    struct arena arena;

    arena_init(&arena);
    read_document(json, &arena, &base);
    for (int i = 0; i < MANY; i++) {
        struct comparison comparison;
        struct document now;
        read_document(json, &arena, &now);
        compare_documents(&base, "base", &now, "now", &arena, &comparison);
    }
    arena_release(&arena);
    return clock_seconds(clock_thread_cpu(&clock_system) - begin);
}

int main(void)
{
    struct arena arena;
    char *json;

    arena_init(&arena);
    json = large_document(&arena);
    (void)printf("a document of %.2f MB\n", (double)strlen(json) / 1e6);
    for (size_t i = 0; report_formats[i] != NULL; i++)
        (void)printf("  read and print as %-12s %6.1f ms\n",
                     report_formats[i]->name,
                     1e3 * report_seconds(json, report_formats[i]));
    (void)printf("  read and compare %d of them %6.0f ms\n", MANY,
                 1e3 * compare_seconds(json));
    arena_release(&arena);
    return 0;
}
