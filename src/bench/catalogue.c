#include "bench/catalogue.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"

#define BENCH(name) extern const struct bench name;
#include "bench/benches.h"
#undef BENCH

const struct bench *const bench_catalogue[] = {
#define BENCH(name) &name,
#include "bench/benches.h"
#undef BENCH
    NULL,
};

enum { MOST_PARALLEL = 4096 }; /* threads; more says nothing about a host */

void bench_choice_make(const struct bench *bench,
                       const struct bench_variant *variant, uint64_t number,
                       struct bench_choice *ret_choice)
{
    *ret_choice = (struct bench_choice){ bench, variant, number, "" };
    if (variant->scope == SCOPE_PARALLEL)
        (void)snprintf(ret_choice->id, sizeof(ret_choice->id), "%s%s%llu",
                       bench->id, variant->suffix, (unsigned long long)number);
    else
        (void)snprintf(ret_choice->id, sizeof(ret_choice->id), "%s%s",
                       bench->id, variant->suffix);
}

/* The number behind ".parallel-" in `id`, or 0 when `id` is not of this family. */
static uint64_t numbered(const char *id, const struct bench *bench,
                         const struct bench_variant *variant)
{
    size_t family = strlen(bench->id);
    size_t suffix = strlen(variant->suffix);
    struct err ignored;
    uint64_t number;

    if (strncmp(id, bench->id, family) != 0 ||
        strncmp(id + family, variant->suffix, suffix) != 0 ||
        number_u64(id + family + suffix, &number, &ignored) < 0)
        return 0;
    return number <= MOST_PARALLEL ? number : 0;
}

/* Calls `each` for every variant of every family until it returns true. */
static bool walk(bool (*each)(void *context, const struct bench *bench,
                              const struct bench_variant *variant),
                 void *context)
{
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        const struct bench *bench = bench_catalogue[i];
        for (size_t v = 0; bench->variants[v].suffix != NULL; v++) {
            if (each(context, bench, &bench->variants[v]))
                return true;
        }
    }
    return false;
}

struct search {
    const char *id;
    struct bench_choice found;
    char nearest[64];
    size_t nearest_distance;
};

static bool is_it(void *context, const struct bench *bench,
                  const struct bench_variant *variant)
{
    struct search *search = context;
    uint64_t number = 0;
    size_t distance;

    if (variant->scope == SCOPE_PARALLEL)
        number = numbered(search->id, bench, variant);
    bench_choice_make(bench, variant, number, &search->found);
    if (strcmp(search->found.id, search->id) == 0 &&
        (variant->scope != SCOPE_PARALLEL || number > 0))
        return true;
    distance = text_distance(search->id, search->found.id);
    if (variant->scope != SCOPE_PARALLEL &&
        distance < search->nearest_distance) {
        search->nearest_distance = distance;
        memcpy(search->nearest, search->found.id, sizeof(search->nearest));
    }
    return false;
}

const char *bench_title(const struct bench *bench,
                        const struct bench_variant *variant, struct arena *arena)
{
    const char *title = variant->title != NULL ? variant->title : bench->title;

    return variant->aspect == NULL
               ? title
               : arena_printf(arena, "%s%s", title, variant->aspect);
}

const char *bench_about(const struct bench *bench,
                        const struct bench_variant *variant)
{
    return variant->about != NULL ? variant->about : bench->about;
}

int bench_find(const char *id, struct bench_choice *ret_choice, struct err *err)
{
    /* A third of the letters must agree, or the hint is none: "sha256" is near
     * cpu.sha256, "foo" near nothing. */
    struct search search = { .id = id,
                             .nearest_distance = 1 + strlen(id) * 2 / 3 };

    if (walk(is_it, &search)) {
        *ret_choice = search.found;
        return 0;
    }
    if (search.nearest[0] != '\0')
        return err_set(err, ERR_USAGE,
                       "unknown benchmark '%.60s'; did you mean '%s'?", id,
                       search.nearest);
    return err_set(err, ERR_USAGE,
                   "unknown benchmark '%.60s'; 'assay list' names all", id);
}

struct selection {
    const char *front;
    void (*each)(void *context, const struct bench_choice *choice);
    void *context;
    size_t count;
};

static bool take_if_selected(void *context, const struct bench *bench,
                             const struct bench_variant *variant)
{
    struct selection *selection = context;
    size_t length = strlen(selection->front);
    struct bench_choice choice;

    bench_choice_make(bench, variant, 0, &choice);
    if (variant->scope == SCOPE_PARALLEL ||
        strncmp(choice.id, selection->front, length) != 0 ||
        (choice.id[length] != '\0' && choice.id[length] != '.'))
        return false;
    selection->each(selection->context, &choice);
    selection->count++;
    return false;
}

int bench_select(const char *selection,
                 void (*each)(void *context, const struct bench_choice *choice),
                 void *context, struct err *err)
{
    struct selection all = { selection, each, context, 0 };
    struct bench_choice choice;
    struct err not_one;

    /* A whole id names itself alone: "memory.read" is not "memory.read.all". */
    if (bench_find(selection, &choice, &not_one) == 0) {
        each(context, &choice);
        return 0;
    }
    (void)walk(take_if_selected, &all);
    if (all.count == 0) {
        *err = not_one;
        return -1;
    }
    return 0;
}

const char *resource_name(enum resource resource)
{
    static const char *const names[] = {
        [RESOURCE_CPU] = "cpu",
        [RESOURCE_OS] = "os",
        [RESOURCE_MEMORY] = "memory",
        [RESOURCE_DISK] = "disk",
    };

    return names[resource];
}

const char *tier_name(enum tier tier)
{
    static const char *const names[] = {
        [TIER_HEAD] = "head",
        [TIER_DETAIL] = "detail",
        [TIER_DEEP] = "deep",
    };

    return names[tier];
}

enum unit score_unit(enum score score)
{
    static const enum unit units[] = {
        [SCORE_BYTES_PER_SECOND] = UNIT_BYTES_PER_SECOND,
        [SCORE_OPS_PER_SECOND] = UNIT_OPS_PER_SECOND,
        [SCORE_FLOPS] = UNIT_FLOPS,
        [SCORE_NS_PER_OP] = UNIT_NS,
        [SCORE_LOST_SHARE] = UNIT_SHARE,
        [SCORE_SLOWDOWN] = UNIT_RATIO,
    };

    return units[score];
}

bool score_more_is_better(enum score score)
{
    return score != SCORE_NS_PER_OP && score != SCORE_LOST_SHARE &&
           score != SCORE_SLOWDOWN;
}
