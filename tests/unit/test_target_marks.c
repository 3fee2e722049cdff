/* What the counters and the results of a directory say about it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "result/result.h"
#include "result/target_marks.h"

static const uint64_t gb = 1000000000;

static const struct {
    const char *name;
    uint64_t own_read, device_read, own_written, device_written;
    double q1_score, q16_score; /* of random reads */
    uint64_t q1_p50;
    const char *want; /* one mark; NULL: none */
} rows[] = {
    { "all as it should be", 10, 10, 5, 6, 10000, 80000, 90000, NULL },
    { "metadata besides", 10, 11, 5, 7, 10000, 80000, 90000, NULL },
    { "others read", 10, 20, 5, 5, 10000, 80000, 90000, "shared-disk" },
    { "others write", 10, 10, 5, 20, 10000, 80000, 90000, "shared-disk" },
    { "half cached", 10, 5, 5, 5, 10000, 80000, 90000, "cache-answered" },
    { "no counters", 10, UNKNOWN_U64, 5, UNKNOWN_U64, 10000, 80000, 90000,
      NULL },
    { "1000 a second, 80 us each", 10, 10, 5, 5, 1000, 1010, 80000,
      "token-bucket" },
    /* one arm, which is busy all the time */
    { "a hard disk", 10, 10, 5, 5, 120, 125, 8000000, NULL },
    { "quick, and quicker with depth", 10, 10, 5, 5, 1000, 8000, 80000, NULL },
};

static void test_marks(void **state)
{
    (void)state;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena arena;
        struct document document;
        struct result_target target;
        struct result_latency latency = { .n = 1000, .p50 = rows[i].q1_p50 };
        struct result results[2] = {
            { .id = "disk.read.4k.q1",
              .target = "/data",
              .status = "ok",
              .score = rows[i].q1_score,
              .latency = &latency },
            { .id = "disk.read.4k.q16",
              .target = "/data",
              .status = "ok",
              .score = rows[i].q16_score,
              .latency = &latency },
        };

        arena_init(&arena);
        document_init(&document);
        target_init(&target);
        target.mount.path = "/data";
        target.own_read_bytes = rows[i].own_read * gb;
        target.own_written_bytes = rows[i].own_written * gb;
        if (known_u64(rows[i].device_read)) {
            target.device_read_bytes = rows[i].device_read * gb;
            target.device_written_bytes = rows[i].device_written * gb;
        }
        document.targets = &target;
        document.target_count = 1;
        document.results = results;
        document.result_count = 2;
        mark_targets(&document, &arena);
        if (rows[i].want == NULL && target.mark_count != 0)
            fail_msg("%s: %s", rows[i].name, target.marks[0].id);
        if (rows[i].want != NULL &&
            (target.mark_count != 1 ||
             strcmp(target.marks[0].id, rows[i].want) != 0))
            fail_msg("%s: not %s", rows[i].name, rows[i].want);
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
