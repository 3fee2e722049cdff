/* A contract of all benchmarks: whoever adds a line to the catalogue is covered by this.
 * Each row describes itself, plans sanely on any host, has a section in
 * docs/methods.md, and on this host prepares, proves its work, works and lets go. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/catalogue.h"
#include "bench/disk_target.h"
#include "bench/memory_pool.h"
#include "host/host.h"
#include "measure/plan.h"

enum { MOST_IDS = 256, MOST_POINTS = 64 * 1024 };

static void for_each(void (*visit)(const struct bench *bench,
                                   const struct bench_variant *variant,
                                   void *context),
                     void *context)
{
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        const struct bench *bench = bench_catalogue[i];
        for (size_t v = 0; bench->variants[v].suffix != NULL; v++)
            visit(bench, &bench->variants[v], context);
    }
}

/* --- what a row says --- */

static bool is_id(const char *id)
{
    for (const char *c = id; *c != '\0'; c++) {
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) &&
            strchr(".-", *c) == NULL)
            return false;
    }
    return id[0] != '\0';
}

/* What a variant does otherwise than its family, and in which unit, is told. */
static void variants_say_what_they_do(void **state)
{
    struct bench_choice choice;
    struct err err;

    (void)state;
    assert_int_equal(bench_find("disk.fsync.flush", &choice, &err), 0);
    assert_non_null(strstr(bench_about(choice.bench, choice.variant),
                           "nothing was written"));
    assert_int_equal(bench_find("cpu.pairs", &choice, &err), 0);
    assert_int_equal(score_unit(choice.bench->score), UNIT_RATIO);
    assert_false(score_more_is_better(choice.bench->score));
}

static void check_words(const struct bench *bench,
                        const struct bench_variant *variant, void *context)
{
    size_t about = strlen(bench_about(bench, variant));
    struct bench_choice choice;

    (void)context;
    bench_choice_make(bench, variant, 8, &choice);
    print_message("# %s\n", choice.id);
    assert_true(is_id(choice.id));
    assert_true(strlen(choice.id) < sizeof(choice.id) - 8);
    assert_int_equal(strncmp(choice.id, resource_name(bench->resource),
                             strlen(resource_name(bench->resource))),
                     0);
    assert_true(bench->title[0] != '\0');
    assert_true(variant->title == NULL || variant->title[0] != '\0');
    assert_true(variant->aspect == NULL || variant->aspect[0] != '\0');
    assert_true(isupper((unsigned char)bench_about(bench, variant)[0]));
    assert_int_equal(bench_about(bench, variant)[about - 1], '.');
    assert_true(bench->method >= 1);
    assert_true(bench->state_size > 0);
    assert_true((bench->resource == RESOURCE_MEMORY) || !bench->needs_memory);
    assert_non_null(bench->prepare);
    assert_non_null(bench->check);
    assert_non_null(bench->do_work);
    if (variant->scope == SCOPE_WIDTHS || bench->curve_x != NULL)
        assert_non_null(bench->points);
}

static void rows_describe_themselves(void **state)
{
    (void)state;
    for_each(check_words, NULL);
}

struct ids {
    char seen[MOST_IDS][64];
    size_t count;
};

static void check_unique(const struct bench *bench,
                         const struct bench_variant *variant, void *context)
{
    struct ids *ids = context;
    struct bench_choice choice, found;
    struct err err;

    bench_choice_make(bench, variant, 3, &choice);
    for (size_t i = 0; i < ids->count; i++)
        assert_string_not_equal(ids->seen[i], choice.id);
    memcpy(ids->seen[ids->count++], choice.id, sizeof(choice.id));
    /* A row is found by the id it is printed with. */
    assert_int_equal(bench_find(choice.id, &found, &err), 0);
    assert_ptr_equal(found.bench, bench);
    assert_ptr_equal(found.variant, variant);
}

static void ids_are_unique_and_found(void **state)
{
    struct ids *ids = calloc(1, sizeof(*ids));

    (void)state;
    assert_non_null(ids);
    for_each(check_unique, ids);
    free(ids);
}

/* --- docs/methods.md --- */

/* True when a heading "### id, id" of the text names `id`. */
static bool has_section(const char *text, const char *id)
{
    size_t length = strlen(id);

    for (const char *at = strstr(text, "\n### "); at != NULL;
         at = strstr(at + 1, "\n### ")) {
        const char *end = strchr(at + 1, '\n');
        for (const char *c = at + 4; c + length <= end; c++) {
            if (*c == ' ' && strncmp(c + 1, id, length) == 0 &&
                strchr(",\n", c[1 + length]) != NULL)
                return true;
        }
    }
    return false;
}

/* "cpu.blake2b.parallel-N", "disk.read.4k.qN": numbers stand as N; ".all" goes without
 * saying. */
static void documented_name(const char *id, char out[64])
{
    size_t n = 0;

    (void)snprintf(out, 64, "%s", id);
    if (strlen(id) > 4 && strcmp(id + strlen(id) - 4, ".all") == 0)
        out[strlen(id) - 4] = '\0';
    for (n = strlen(out); n > 0 && isdigit((unsigned char)out[n - 1]); n--)
        continue;
    if (n > 2 && out[n] != '\0' &&
        ((out[n - 1] == 'q' && out[n - 2] == '.') || out[n - 1] == '-'))
        (void)strcpy(out + n, "N");
}

static void check_section(const struct bench *bench,
                          const struct bench_variant *variant, void *context)
{
    struct bench_choice choice;
    char name[64];

    bench_choice_make(bench, variant, 3, &choice);
    documented_name(choice.id, name);
    if (!has_section(context, name))
        fail_msg("docs/methods.md has no section for %s", name);
}

static void methods_are_documented(void **state)
{
    const char *tests = getenv("ASSAY_TESTS");
    static char text[1 << 20];
    char path[4096];
    FILE *file;

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/../docs/methods.md",
                   tests != NULL ? tests : "tests");
    file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    (void)fclose(file);
    for_each(check_section, text);
}

/* --- points on many hosts --- */

/* A host of `cpus` CPUs and three caches; the upper half is of another kind if asked. */
static void make_host(struct host *host, uint64_t cpus, bool hybrid,
                      struct arena *arena)
{
    static struct host_cache caches[] = { { 1, "data", 32 << 10, 1, 1 },
                                          { 1, "instruction", 32 << 10, 1, 1 },
                                          { 2, "unified", 1 << 20, 1, 1 },
                                          { 3, "unified", 4 << 20, 1, 64 } };
    struct cpu_list *usable = &host->cpu.usable;

    memset(host, 0, sizeof(*host));
    host->cpu.quota_cpus = UNKNOWN_DOUBLE;
    host->cpu.caches = caches;
    host->cpu.cache_count = 4;
    host->memory.usable_bytes = 512 << 20;
    host->memory.nodes = 1;
    usable->numbers = ARENA_ARRAY(arena, uint64_t, cpus);
    usable->count = cpus;
    host->cpu.places = ARENA_ARRAY(arena, struct host_place, cpus);
    host->cpu.place_count = cpus;
    for (uint64_t i = 0; i < cpus; i++) {
        usable->numbers[i] = i;
        host->cpu.places[i] = (struct host_place){
            .cpu = i,
            .core = i,
            .kind = !hybrid        ? NULL
                    : i < cpus / 2 ? "performance"
                                   : "efficient",
            .last_cache = UNKNOWN_U64,
        };
    }
}

struct planned {
    const struct host *host;
    struct arena *arena;
};

static void check_plan(const struct bench *bench,
                       const struct bench_variant *variant, void *context)
{
    const struct planned *planned = context;
    uint64_t cpus = planned->host->cpu.usable.count;
    const struct plan_options options = { .depth = DEPTH_DEFAULT,
                                          .precision = UNKNOWN_DOUBLE,
                                          .seed = 1,
                                          .has_target = true };
    struct plan_wish wish = { .named = true };
    const struct step *step;
    size_t headlines = 0;
    struct plan plan;
    struct err err;

    bench_choice_make(bench, variant, 8, &wish.choice);
    assert_int_equal(plan_make(planned->host, &options, &wish, 1,
                               planned->arena, &plan, &err),
                     0);
    step = plan.steps;
    if (step->point_count == 0) { /* no second CPU, no second node */
        assert_non_null(step->skipped);
        return;
    }
    assert_null(step->skipped);
    for (size_t p = 0; p < step->point_count; p++) {
        const struct plan_point *point = &step->points[p];
        headlines += point->point.headline;
        assert_true(point->cast_count >= 1);
        for (size_t c = 0; c < point->cast_count; c++) {
            assert_true(point->casts[c].count >= 1);
            for (size_t m = 0; m < point->casts[c].count; m++)
                assert_true(point->casts[c].members[m] < cpus ||
                            variant->scope == SCOPE_PARALLEL);
        }
    }
    assert_true(headlines == 1 || bench->points == NULL);
    assert_true(step->headline < step->point_count);
    assert_true(plan.seconds > 0);
}

static void every_host_can_be_planned_for(void **state)
{
    static const uint64_t sizes[] = { 1, 2, 3, 6, 8, 64, 192 };

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (int hybrid = 0; hybrid < 2; hybrid++) {
            struct arena arena;
            struct host host;
            struct planned planned = { &host, &arena };

            arena_init(&arena);
            make_host(&host, sizes[i], hybrid != 0, &arena);
            host.memory.usable_bytes = 4ULL << 30; /* enough for all rows */
            for_each(check_plan, &planned);
            arena_release(&arena);
        }
    }
}

/* On a hybrid host the widths go by kind, on CPUs of that kind alone. */
static void widths_go_by_kind(void **state)
{
    static const struct {
        uint64_t jobs;
        const char *kind;
        size_t first; /* place of its first CPU */
    } want[] = {
        { 1, "performance", 0 }, { 2, "performance", 0 },
        { 4, "performance", 0 }, { 1, "efficient", 4 },
        { 2, "efficient", 4 },   { 4, "efficient", 4 },
        { 8, NULL, 0 },
    };
    const struct plan_options options = { .depth = DEPTH_DEFAULT,
                                          .precision = UNKNOWN_DOUBLE };
    struct plan_wish wish = { .named = true };
    struct arena arena;
    struct host host;
    struct plan plan;
    struct err err;

    (void)state;
    arena_init(&arena);
    make_host(&host, 8, true, &arena);
    assert_int_equal(bench_find("cpu.scaling", &wish.choice, &err), 0);
    assert_int_equal(plan_make(&host, &options, &wish, 1, &arena, &plan, &err),
                     0);
    assert_int_equal(plan.steps[0].point_count, 7);
    assert_int_equal(plan.steps[0].headline, 6);
    for (size_t i = 0; i < 7; i++) {
        const struct plan_point *point = &plan.steps[0].points[i];
        assert_int_equal(point->point.x, want[i].jobs);
        assert_int_equal(point->casts[0].count, want[i].jobs);
        for (size_t m = 0; m < want[i].jobs; m++)
            assert_int_equal(point->casts[0].members[m], want[i].first + m);
        if (want[i].kind == NULL)
            assert_null(point->point.kind);
        else
            assert_string_equal(point->point.kind, want[i].kind);
    }
    arena_release(&arena);
}

/* --- a life on this host --- */

/* A slice that is over after a few operations or milliseconds. */
struct slice {
    uint64_t left;
    uint64_t until_ns;
};

static uint64_t stamp(struct work *work)
{
    (void)work;
    return clock_now(&clock_system);
}

static uint64_t stamp_cpu(struct work *work)
{
    struct timespec now = { 0, 0 };

    (void)work;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static bool over(struct work *work)
{
    const struct slice *slice = work->context;

    return slice->left == 0 || clock_now(&clock_system) >= slice->until_ns;
}

static bool complete(struct work *work, uint64_t begun, uint64_t bytes)
{
    struct slice *slice = work->context;

    assert_true(begun <= clock_now(&clock_system));
    work->ops++;
    work->bytes += bytes;
    slice->left -= slice->left > 0;
    return !over(work);
}

struct life {
    const struct host *host;
    struct memory_pool *pool;
    struct disk_target *target; /* NULL: no disk here */
};

static void do_some(const struct bench *bench, void *self)
{
    struct slice slice = { 20, clock_now(&clock_system) + 5 * NS_PER_MS };
    struct work work = { .chunk = 1,
                         .stamp = stamp,
                         .stamp_cpu = stamp_cpu,
                         .complete = complete,
                         .over = over,
                         .context = &slice };
    struct err err;

    if (bench->do_work(self, &work, &err) < 0)
        fail_msg("%s does not work: %s", bench->id, err.text);
    if (bench->score == SCORE_BYTES_PER_SECOND)
        assert_true(work.bytes > 0);
    else if (bench->score != SCORE_LOST_SHARE)
        assert_true(work.ops > 0);
    assert_true(work.cycles >= 0);
}

static void live_once(const struct bench *bench,
                      const struct bench_variant *variant,
                      const struct life *life, uint64_t x)
{
    size_t size = (bench->state_size + 63) / 64 * 64;
    const struct bench_env env = { .host = life->host,
                                   .variant = variant,
                                   .pool = life->pool,
                                   .target = life->target,
                                   .x = x,
                                   .workers = 1,
                                   .seed = 1 };
    void *self = aligned_alloc(64, size);
    const char *note = NULL;
    struct err err;

    assert_non_null(self);
    memset(self, 0, size);
    if (bench->prepare(self, &env, &err) < 0) {
        /* Only what this machine really lacks. */
        if (err.kind != ERR_UNSUPPORTED && err.kind != ERR_SPACE)
            fail_msg("%s%s is not prepared: %s", bench->id, variant->suffix,
                     err.text);
        print_message("# %s%s: %s\n", bench->id, variant->suffix, err.text);
    } else {
        if (bench->check(self, &note, &err) < 0)
            fail_msg("%s%s: %s", bench->id, variant->suffix, err.text);
        do_some(bench, self);
        do_some(bench, self);
    }
    if (bench->release != NULL)
        bench->release(self);
    free(self);
}

static void live(const struct bench *bench, const struct bench_variant *variant,
                 void *context)
{
    static struct bench_point points[MOST_POINTS];
    const struct life *life = context;
    const struct bench_env env = { .host = life->host,
                                   .variant = variant,
                                   .workers = 1 };
    size_t count = 1;

    if (bench->resource == RESOURCE_DISK && life->target == NULL)
        return;
    memset(points, 0, sizeof(points[0]));
    if (bench->points != NULL && variant->scope != SCOPE_PAIRS)
        count = bench->points(&env, points, MOST_POINTS);
    if (count > 0)
        live_once(bench, variant, life, points[0].x);
    if (count > 1)
        live_once(bench, variant, life, points[count - 1].x);
}

static struct disk_target *open_target(struct disk_target *target)
{
    const struct disk_options options = {
        .path = ".", .space_bytes = 100 << 20, .seed = 3, .clock = &clock_system
    };
    struct err err;

    if (disk_target_open(target, &options, &err) < 0) {
        print_message("# no disk rows: %s\n", err.text);
        return NULL;
    }
    if (target->direct != DIRECT_MEMORY)
        return target;
    print_message("# no disk rows: the build directory is in memory\n");
    disk_target_release(target);
    return NULL;
}

static void every_row_lives_on_this_host(void **state)
{
    struct disk_target target;
    struct memory_pool pool;
    struct arena arena;
    struct host host;
    struct life life = { &host, &pool, open_target(&target) };
    struct err err;

    (void)state;
    arena_init(&arena);
    make_host(&host, 1, false, &arena);
    assert_int_equal(memory_pool_init(&pool, &host, &err), 0);
    memory_pool_touch(&pool, 0, 1, NULL, NULL);
    for_each(live, &life);
    memory_pool_release(&pool);
    if (life.target != NULL)
        disk_target_release(life.target);
    arena_release(&arena);
}

/* A switch takes the CPU time of two threads. */
static void both_threads_of_a_switch_count(void **state)
{
    static _Alignas(64) unsigned char room[1024];
    const struct bench_env env = { .workers = 1 };
    struct work work = { .chunk = 100 };
    struct bench_choice choice;
    const char *note = NULL;
    struct err err;

    (void)state;
    assert_int_equal(bench_find("os.switch", &choice, &err), 0);
    assert_true(choice.bench->state_size <= sizeof(room));
    assert_int_equal(choice.bench->prepare(room, &env, &err), 0);
    assert_int_equal(choice.bench->check(room, &note, &err), 0);
    assert_int_equal(choice.bench->do_work(room, &work, &err), 0);
    assert_true(work.helper_cpu_ns > 0);
    choice.bench->release(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_describe_themselves),
        cmocka_unit_test(variants_say_what_they_do),
        cmocka_unit_test(ids_are_unique_and_found),
        cmocka_unit_test(methods_are_documented),
        cmocka_unit_test(every_host_can_be_planned_for),
        cmocka_unit_test(widths_go_by_kind),
        cmocka_unit_test(every_row_lives_on_this_host),
        cmocka_unit_test(both_threads_of_a_switch_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
