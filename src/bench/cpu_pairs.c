/* Two CPUs at once, and each of them alone: which of them share a core is measured here,
 * not believed. See measure/pairs.h for how it is judged. */
#include "base/err.h"
#include "base/random.h"
#include "bench/bench.h"
#include "host/host.h"
#include "kernels/loops.h"

enum { LOOPS_PER_OP = 1000, FEW_CPUS = 8, TRIPLES = 4 };

/* Of each of many CPUs. */
enum { DRAWN = 3, MOST_TRIES = 16 };

struct cpu_pairs {
    uint64_t value;
    bool chain;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_pairs *self = state;

    (void)err;
    self->value = env->worker + 1;
    self->chain = bench_pair_of(env->x).chain;
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct cpu_pairs *self = state;

    (void)ret_note;
    if (self->chain ? loops_chain(7, 999) != loops_chain_expected(7, 999)
                    : loops_wide(7, 999) != loops_wide_expected(7, 999))
        return err_set(err, ERR_PROOF, "a loop gave a wrong number");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_pairs *self = state;
    uint64_t loops = work->chunk * LOOPS_PER_OP;

    (void)err;
    self->value = self->chain ? loops_chain(self->value | 1, loops)
                              : loops_wide(self->value, loops);
    work->ops += loops;
    return 0;
}

/* Places mostly stand at the number of their CPU. */
static const struct host_place *place_of(const struct host_cpu *cpu, size_t i)
{
    uint64_t number = cpu->usable.numbers[i];

    if (number < cpu->place_count && cpu->places[number].cpu == number)
        return &cpu->places[number];
    for (size_t p = 0; p < cpu->place_count; p++) {
        if (cpu->places[p].cpu == number)
            return &cpu->places[p];
    }
    return NULL;
}

static bool told_siblings(const struct host_cpu *cpu, size_t x, size_t y)
{
    const struct host_place *a = place_of(cpu, x);
    const struct host_place *b = place_of(cpu, y);

    return a != NULL && b != NULL && a->core == b->core;
}

/* Next to each other, or half the list apart. */
static bool is_usual(const struct host_cpu *cpu, size_t x, size_t y)
{
    return (x % 2 == 0 && y == x + 1) || y - x == cpu->usable.count / 2;
}

/* The points of a step, as they are listed. */
struct listing {
    const struct host_cpu *cpu;
    struct bench_point *points;
    size_t count;
    size_t room;
};

static void add_point(struct listing *listing, struct bench_pair pair)
{
    if (listing->count == listing->room)
        return;
    listing->points[listing->count] =
        (struct bench_point){ .x = bench_pair_x(pair),
                              .headline = listing->count == 0 };
    listing->count++;
}

static void add_pair(struct listing *listing, size_t x, size_t y,
                     enum bench_pair_why why)
{
    uint32_t a = (uint32_t)(x < y ? x : y);
    uint32_t b = (uint32_t)(x < y ? y : x);

    add_point(listing, (struct bench_pair){ a, b, false, why });
    add_point(listing, (struct bench_pair){ a, b, true, why });
}

/* Of few CPUs every pair; of very few several triples in each round. */
static void list_every(struct listing *listing)
{
    size_t cpus = listing->cpu->usable.count;
    size_t triples = cpus <= 2 ? TRIPLES : cpus <= 4 ? 2 : 1;

    for (size_t x = 0; x < cpus; x++) {
        for (size_t y = x + 1; y < cpus; y++) {
            for (size_t t = 0; t < triples; t++)
                add_pair(listing, x, y, PAIR_EVERY);
        }
    }
}

/* Each CPU with the next one of its core: that makes the core one group. */
static void list_told(struct listing *listing, size_t x)
{
    for (size_t y = x + 1; y < listing->cpu->usable.count; y++) {
        if (told_siblings(listing->cpu, x, y)) {
            add_pair(listing, x, y, PAIR_TOLD);
            return;
        }
    }
}

static void list_usual(struct listing *listing, size_t x)
{
    size_t cpus = listing->cpu->usable.count;
    size_t far = x + cpus / 2;

    if (x % 2 == 0 && x + 1 < cpus && !told_siblings(listing->cpu, x, x + 1))
        add_pair(listing, x, x + 1, PAIR_USUAL);
    if (far < cpus && !told_siblings(listing->cpu, x, far))
        add_pair(listing, x, far, PAIR_USUAL);
}

/* Up to three partners of a CPU, none twice: every pair is some x and x + step. */
static void list_drawn(struct listing *listing, size_t x, struct random *random)
{
    size_t cpus = listing->cpu->usable.count;
    size_t steps[DRAWN] = { 0 };
    size_t count = 0;

    for (size_t tries = 0; tries < MOST_TRIES && count < DRAWN; tries++) {
        size_t step = 1 + (size_t)random_below(random, (cpus - 1) / 2);
        size_t y = (x + step) % cpus;

        if (step == steps[0] || step == steps[1] ||
            is_usual(listing->cpu, x < y ? x : y, x < y ? y : x) ||
            told_siblings(listing->cpu, x, y))
            continue;
        steps[count++] = step;
        add_pair(listing, x, y, PAIR_DRAWN);
    }
}

/* All pairs of up to 8 CPUs. Of more some five for each CPU: those that the kernel calls
 * siblings, those that are numbered as siblings mostly are, and three drawn at random,
 * which would miss siblings everywhere in another order once in twenty times. */
static size_t points(const struct bench_env *env, struct bench_point *points,
                     size_t room)
{
    const struct host_cpu *cpu = &env->host->cpu;
    struct listing listing = { cpu, points, 0, room };
    struct random random;

    if (cpu->usable.count <= FEW_CPUS) {
        list_every(&listing);
        return listing.count;
    }
    random_init(&random, env->seed);
    for (size_t x = 0; x < cpu->usable.count; x++) {
        list_told(&listing, x);
        list_usual(&listing, x);
        list_drawn(&listing, x, &random);
    }
    return listing.count;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_PAIRS },
    { .suffix = NULL },
};

const struct bench bench_cpu_pairs = {
    .id = "cpu.pairs",
    .title = "Slowdown of CPU pairs",
    .about = "Runs two loops on pairs of CPUs, alone and both at once.",
    .resource = RESOURCE_CPU,
    .score = SCORE_SLOWDOWN,
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct cpu_pairs),
    .points = points,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
