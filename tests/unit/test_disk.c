/* The disk benchmarks on a real file, and the rules of space and depth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/clock.h"
#include "base/err.h"
#include "bench/bench.h"
#include "bench/catalogue.h"
#include "bench/disk_knee.h"
#include "bench/disk_space.h"
#include "bench/disk_target.h"
#include "host/host.h"

static const uint64_t mib = DISK_MIB;

static void test_space_rule(void **state)
{
    static const struct {
        uint64_t free_mib, want_mib;
    } rows[] = {
        { 0, 8 },      { 10, 8 },       { 40, 20 },
        { 256, 128 },  { 1000, 128 },   { 1280, 128 },
        { 5000, 500 }, { 10240, 1024 }, { 1u << 20, 1024 },
    };
    (void)state;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(disk_space_rule(rows[i].free_mib * mib),
                         rows[i].want_mib * mib);
}

static void test_space_is_never_exceeded(void **state)
{
    (void)state;

    for (uint64_t total = 8; total <= 2048; total++) {
        struct disk_space s = disk_space_divide(total * mib, 0);
        assert_true(s.file_bytes + s.recipe_bytes + s.log_bytes <= total * mib);
        assert_true(s.file_bytes >= 7 * mib);
        assert_true(s.recipe_bytes == 0 || s.recipe_bytes == 64 * mib);
    }
    assert_int_equal(disk_space_divide(20 * mib, 0).recipe_bytes, 0);
    assert_int_equal(disk_space_divide(128 * mib, 0).recipe_bytes, 64 * mib);
    assert_int_equal(disk_space_divide(1024 * mib, 0).file_bytes, 928 * mib);
    assert_int_equal(
        disk_space_divide(disk_space_for_file(2048 * mib), 2048 * mib).file_bytes,
        2048 * mib);
}

/* What may be written, in MiB, and how it is shared out. */
static void test_writes_are_shared_out(void **state)
{
    static const struct {
        uint64_t most, file, loads, recipes, rounds;
        uint64_t want_file, want_runs, want_slice_kib;
    } rows[] = {
        /* the usual: recipes get two looks, a slice what the others leave */
        { 8192, 928, 5, 2, 7, 928, 32, 5216 * 1024 / 45 },
        { 8192, 4096, 1, 0, 7, 4096, 0, 4096 * 1024 / 9 },
        { 8192, 6000, 1, 0, 7, 4096, 0, 4096 * 1024 / 9 },
        { 4096, 4096, 1, 0, 7, 2048, 0, 2048 * 1024 / 9 },
        { 1024, 928, 5, 2, 7, 256, 6, 384 * 1024 / 45 },
        { 100, 928, 2, 0, 7, 25, 0, 75 * 1024 / 18 },
        { 100, 928, 5, 2, 7, 25, 0, 75 * 1024 / 45 },
        { 300, 928, 0, 1, 7, 75, 3, 0 },  /* all to the recipe */
        { 100, 928, 0, 0, 7, 100, 0, 0 }, /* nobody else writes */
        { 100, 20, 0, 0, 7, 20, 0, 0 },
        { 16, 928, 1, 0, 15, 4, 0, 12 * 1024 / 17 },
        { 8, 928, 1, 0, 7, 4, 0, 4 * 1024 / 9 }, /* the proof comes first */
        { 3, 928, 1, 0, 7, 3, 0, 0 },            /* and fails for lack of it */
    };
    (void)state;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct disk_writers writers = { rows[i].loads, rows[i].recipes,
                                              rows[i].rounds };
        struct disk_writes w = disk_writes_divide(rows[i].most * mib,
                                                  rows[i].file * mib, &writers);
        uint64_t slices = rows[i].loads * (rows[i].rounds + 2);

        assert_int_equal(w.file_bytes, rows[i].want_file * mib);
        assert_int_equal(w.recipe_runs, rows[i].want_runs);
        if (slices > 0)
            assert_int_equal(w.slice_bytes / 1024, rows[i].want_slice_kib);
        assert_true(w.file_bytes + w.recipe_runs * DISK_RECIPE_BYTES +
                        (slices > 0 ? slices * w.slice_bytes : 0) <=
                    rows[i].most * mib);
    }
    assert_int_equal(disk_writes_divide(8192 * mib, 928 * mib,
                                        &(struct disk_writers){ 5, 2, 7 })
                         .slice_runs,
                     2);
    assert_int_equal(disk_writes_divide(1024 * mib, 928 * mib,
                                        &(struct disk_writers){ 5, 2, 7 })
                         .slice_runs,
                     1);
    assert_int_equal(
        disk_writes_divide(0, 5 * mib, &(struct disk_writers){ 1, 1, 7 })
            .file_bytes,
        5 * mib);
}

static void test_knee(void **state)
{
    const double rising[] = { 10, 20, 39, 70, 100, 104, 104.5, 105 };
    const double flat[] = { 1000, 1001, 999 };
    const double one[] = { 5 };
    (void)state;

    assert_int_equal(disk_knee_of(rising, 8), 16);
    assert_int_equal(disk_knee_of(flat, 3), 1);
    assert_int_equal(disk_knee_of(one, 1), 1);
}

/* A slice of so many operations. */
struct slice {
    uint64_t left;
    uint64_t bytes;
};

static uint64_t stamp(struct work *work)
{
    (void)work;
    return clock_now(&clock_system);
}

static bool complete(struct work *work, uint64_t begun, uint64_t bytes)
{
    struct slice *slice = work->context;

    assert_true(begun <= clock_now(&clock_system));
    work->ops++;
    work->bytes += bytes;
    if (slice->left > 0)
        slice->left--;
    return slice->left > 0;
}

/* False where no disk can be had: cmocka's skip() is a failure to the test runner. */
static bool open_target(struct disk_target *target, uint64_t max_written)
{
    const struct disk_options options = { .path = ".",
                                          .space_bytes = 100 * mib,
                                          .max_written = max_written,
                                          .writers = { 1, 0, 7 },
                                          .seed = 3,
                                          .clock = &clock_system };
    struct err err;

    if (disk_target_open(target, &options, &err) < 0)
        fail_msg("%s", err.text);
    if (target->direct == DIRECT_MEMORY) {
        print_message("# the build directory is in memory\n");
        disk_target_release(target);
        return false;
    }
    return true;
}

static void try_variant(const struct bench *bench,
                        const struct bench_variant *variant,
                        struct disk_target *target)
{
    struct bench_env env = {
        .variant = variant, .target = target, .x = 8, .workers = 1, .seed = 5
    };
    struct slice slice = { .left = 20 };
    struct work work = {
        .chunk = 1, .stamp = stamp, .complete = complete, .context = &slice
    };
    void *state = calloc(1, bench->state_size);
    const char *note = NULL;
    struct err err = { .kind = ERR_NONE };

    assert_non_null(state);
    if (bench->prepare(state, &env, &err) < 0 ||
        bench->check(state, &note, &err) < 0 ||
        bench->do_work(state, &work, &err) < 0)
        fail_msg("%s%s: %s", bench->id, variant->suffix, err.text);
    assert_true(work.ops >= (bench->each_operation ? 20 : 1));
    if (strcmp(variant->suffix, ".flush") != 0)
        assert_true(work.bytes > 0);
    bench->release(state);
    free(state);
}

/* Every disk row of the catalogue prepares, proves its work and does it. */
static void test_every_row(void **state)
{
    struct disk_target target;
    (void)state;

    if (!open_target(&target, 0))
        return;
    assert_non_null(target.engine);
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        const struct bench *bench = bench_catalogue[i];
        for (size_t v = 0; bench->resource == RESOURCE_DISK &&
                           bench->variants[v].suffix != NULL;
             v++)
            try_variant(bench, &bench->variants[v], &target);
    }
    assert_true(target.own_read_bytes > 0);
    disk_target_release(&target);
}

static const struct bench *find(const char *id)
{
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        if (strcmp(bench_catalogue[i]->id, id) == 0)
            return bench_catalogue[i];
    }
    fail_msg("no %s", id);
    return NULL;
}

/* The limit on all writes holds to the byte, fill included, and is named. */
static void test_write_limit(void **state)
{
    const struct bench *bench = find("disk.write.4k");
    struct bench_env env = { .variant = &bench->variants[0] };
    struct slice slice = { .left = UINT64_MAX };
    struct work work = { .stamp = stamp,
                         .complete = complete,
                         .context = &slice };
    void *load;
    struct disk_target target;
    struct err err;
    (void)state;

    if (!open_target(&target, 16 * mib))
        return;
    load = calloc(1, bench->state_size);
    assert_int_equal(target.file_bytes, 4 * mib);
    assert_non_null(strstr(target.file_reason, "--max-written"));
    env.target = &target;
    assert_int_equal(bench->prepare(load, &env, &err), 0);
    assert_int_equal(bench->do_work(load, &work, &err), -1);
    assert_int_equal(err.kind, ERR_SPACE);
    assert_non_null(strstr(err.text, "--max-written"));
    assert_int_equal(target.own_written_bytes, 16 * mib);
    bench->release(load);
    free(load);
    disk_target_release(&target);
}

/* What is kept for the recipes is theirs, and no more than that. */
static void test_recipes_have_a_share(void **state)
{
    const struct disk_options options = { .path = ".",
                                          .space_bytes = 100 * mib,
                                          .max_written = 300 * mib,
                                          .writers = { 1, 1, 7 },
                                          .clock = &clock_system };
    struct disk_target target;
    struct err err;
    (void)state;

    if (disk_target_open(&target, &options, &err) < 0)
        fail_msg("%s", err.text);
    if (target.direct == DIRECT_MEMORY) {
        disk_target_release(&target);
        return;
    }
    assert_int_equal(target.writes.recipe_runs, 2);
    while (disk_target_spend(&target, mib, &err) == 0)
        ;
    assert_int_equal(err.kind, ERR_SPACE);
    assert_int_equal(target.own_written_bytes, (300 - 2 * 64) * mib);
    assert_int_equal(disk_target_spend_run(&target, &err), 0);
    assert_int_equal(disk_target_spend_run(&target, &err), 0);
    assert_int_equal(disk_target_spend_run(&target, &err), -1);
    assert_non_null(strstr(err.text, "--max-written"));
    assert_int_equal(target.own_written_bytes, 300 * mib);
    disk_target_release(&target);
}

/* A recipe that cannot run even once says so before it writes anything. */
static void test_a_recipe_that_may_not_write(void **state)
{
    const struct bench *bench = find("disk.rnd-write");
    struct bench_env env = { .variant = &bench->variants[0] };
    struct disk_target target;
    struct err err;
    void *row;
    uint64_t written;
    (void)state;

    if (!open_target(&target, 100 * mib))
        return;
    row = calloc(1, bench->state_size);
    env.target = &target;
    written = target.own_written_bytes;
    assert_int_equal(bench->prepare(row, &env, &err), -1);
    assert_int_equal(err.kind, ERR_SPACE);
    assert_non_null(strstr(err.text, "--max-written leaves 0 MiB"));
    assert_int_equal(target.own_written_bytes, written);
    bench->release(row);
    free(row);
    disk_target_release(&target);
}

/* Less than the proof needs is a reason, not a write. */
static void test_a_limit_below_the_proof(void **state)
{
    const struct disk_options options = { .path = ".",
                                          .space_bytes = 100 * mib,
                                          .max_written = 3 * mib,
                                          .clock = &clock_system };
    struct disk_target target;
    struct err err;
    (void)state;

    assert_int_equal(disk_target_open(&target, &options, &err), -1);
    assert_int_equal(err.kind, ERR_SPACE);
    assert_string_equal(err.text, "--max-written leaves 3 MiB to '.', the test "
                                  "file alone needs 4 MiB");
    assert_int_equal(target.own_written_bytes, 0);
}

/* Without huge pages the report says that large requests may be split. */
static void test_small_pages_are_said(void **state)
{
    static const struct {
        const char *id;
        bool said;
    } rows[] = { { "disk.read.4k", false }, { "disk.read.1m", true } };
    struct disk_target target;
    struct err err;
    (void)state;

    if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) < 0) {
        print_message("# an emulator that cannot be without huge pages\n");
        return;
    }
    if (!open_target(&target, 0))
        return;
    for (size_t i = 0; i < 2; i++) {
        const struct bench *bench = find(rows[i].id);
        struct bench_env env = { .variant = &bench->variants[0],
                                 .target = &target };
        void *load = calloc(1, bench->state_size);
        const char *note = NULL;

        assert_int_equal(bench->prepare(load, &env, &err), 0);
        assert_int_equal(bench->check(load, &note, &err), 0);
        assert_int_equal(note != NULL && strstr(note, "small pages") != NULL,
                         rows[i].said);
        bench->release(load);
        free(load);
    }
    disk_target_release(&target);
    assert_int_equal(prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0), 0);
}

/* On a very slow disk the 64 MiB of the recipes have a reason in place of a figure. */
static void test_recipe_of_a_slow_disk(void **state)
{
    const struct bench *bench = find("disk.seq-write");
    struct bench_env env = { .variant = &bench->variants[0] };
    struct disk_target target;
    struct err err;
    void *row;
    (void)state;

    if (!open_target(&target, 0))
        return;
    row = calloc(1, bench->state_size);
    env.target = &target;
    target.fill_rate = 6e6;
    assert_int_equal(bench->prepare(row, &env, &err), -1);
    assert_int_equal(err.kind, ERR_UNSUPPORTED);
    assert_non_null(strstr(err.text, "6.0 MB/s"));
    bench->release(row);
    free(row);
    disk_target_release(&target);
}

/* What the stack knows to be memory gives no disk figure. */
static void test_memory_is_no_disk(void **state)
{
    const struct host_mount mount = { .memory = FACT_YES };
    const struct disk_options options = { .path = ".",
                                          .mount = &mount,
                                          .space_bytes = 8 * mib,
                                          .clock = &clock_system };
    struct disk_target target;
    struct err err;
    (void)state;

    assert_int_equal(disk_target_open(&target, &options, &err), 0);
    assert_int_equal(target.direct, DIRECT_MEMORY);
    assert_int_equal(disk_target_ready(&target, false, &err), -1);
    assert_int_equal(err.kind, ERR_UNSUPPORTED);
    disk_target_release(&target);
}

static void test_refusals(void **state)
{
    struct disk_options options = { .path = "no-such-place",
                                    .clock = &clock_system };
    struct disk_target target;
    struct err err;
    (void)state;

    assert_int_equal(disk_target_open(&target, &options, &err), -1);
    assert_string_equal(err.text, "cannot open directory 'no-such-place': No "
                                  "such file or directory");
    options.path = "/dev/null";
    options.device = true;
    assert_int_equal(disk_target_open(&target, &options, &err), -1);
    assert_string_equal(err.text, "'/dev/null' is not a block device");
    options.path = ".";
    options.device = false;
    options.space_bytes = UINT64_MAX / 2;
    assert_int_equal(disk_target_open(&target, &options, &err), -1);
    assert_int_equal(err.kind, ERR_SPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_space_rule),
        cmocka_unit_test(test_space_is_never_exceeded),
        cmocka_unit_test(test_writes_are_shared_out),
        cmocka_unit_test(test_knee),
        cmocka_unit_test(test_every_row),
        cmocka_unit_test(test_write_limit),
        cmocka_unit_test(test_recipes_have_a_share),
        cmocka_unit_test(test_a_recipe_that_may_not_write),
        cmocka_unit_test(test_a_limit_below_the_proof),
        cmocka_unit_test(test_small_pages_are_said),
        cmocka_unit_test(test_recipe_of_a_slow_disk),
        cmocka_unit_test(test_memory_is_no_disk),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
