/* The latency of a load that must wait for the last one, over a ladder of working
 * sets from 4 KiB to past the last-level cache.
 *
 * All chains stand in the pool's read area. The seven largest share their lines with each
 * other and the chain of near pages: a chain needs one word of a line, and each of
 * them has its own. The smaller ones stand one behind the other after them. */
#include "base/err.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "bench/memory_pages.h"
#include "bench/memory_pool.h"
#include "host/host.h"
#include "kernels/chase.h"

enum { SMALLEST = 4096, MOST_POINTS = 40, SHARED = 7, LOADS_PER_OP = 1000 };

/* What a variant does: its parameter. */
enum { LADDER, NEAR_PAGES, REMOTE };

/* Chains up to this size are walked whole before they are timed, and the largest. Walking
 * all of a ladder up to 1 GiB would take longer than timing it. */
static const uint64_t proved_bytes = 32U << 20;

struct memory_latency {
    void *at;
    uint64_t lines;
    bool largest; /* of its area: its pages are worth a note */
};

/* Sizes from the largest down: two steps to an octave, whole lines. */
static size_t ladder(uint64_t largest, uint64_t sizes[MOST_POINTS])
{
    size_t n = 0;

    for (uint64_t size = largest; size >= SMALLEST && n + 1 < MOST_POINTS;
         size /= 2) {
        sizes[n++] = size / CHASE_LINE * CHASE_LINE;
        if (size / 4 * 3 >= SMALLEST && n + 1 < MOST_POINTS)
            sizes[n++] = size / 4 * 3 / CHASE_LINE * CHASE_LINE;
    }
    return n;
}

static size_t points(const struct bench_env *env, struct bench_point *points,
                     size_t room)
{
    uint64_t sizes[MOST_POINTS];
    size_t n = ladder(memory_buffer_bytes(env->host, 1), sizes);

    if (env->variant->parameter == REMOTE &&
        !known_u64(memory_remote_node(&env->host->cpu)))
        return 0;
    if (env->variant->parameter != LADDER) {
        points[0] = (struct bench_point){ .x = sizes[0], .headline = true };
        return 1;
    }
    n = n < room ? n : room;
    for (size_t i = 0; i < n; i++)
        points[i] = (struct bench_point){ .x = sizes[n - 1 - i],
                                          .headline = i == n - 1 };
    return n;
}

/* Where the chain of `size` bytes begins. */
static unsigned char *place(const struct bench_env *env, uint64_t size)
{
    uint64_t sizes[MOST_POINTS];
    uint64_t largest = memory_buffer_bytes(env->host, 1);
    size_t n = ladder(largest, sizes);
    uint64_t behind = largest;

    for (size_t i = 0; i < n; i++) {
        if (i < SHARED && sizes[i] == size)
            return env->pool->read.bytes + i * sizeof(void *);
        if (sizes[i] == size)
            return env->pool->read.bytes + behind;
        if (i >= SHARED)
            behind += sizes[i];
    }
    return NULL;
}

/* Sets where the chain of a variant begins. */
static int find_place(const struct bench_env *env, void **ret_at,
                      struct err *err)
{
    struct memory_area remote;

    if (env->variant->parameter == NEAR_PAGES) {
        *ret_at = env->pool->read.bytes + SHARED * sizeof(void *);
        return 0;
    }
    if (env->variant->parameter == REMOTE) {
        if (memory_pool_remote(env->pool, env->host, &remote, err) < 0)
            return -1;
        *ret_at = remote.bytes;
        return 0;
    }
    *ret_at = place(env, env->x);
    return *ret_at != NULL
               ? 0
               : err_set(err, ERR_BUG, "no place for a chain of %llu bytes",
                         (unsigned long long)env->x);
}

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct memory_latency *self = state;

    if (find_place(env, &self->at, err) < 0)
        return -1;
    self->lines = env->x / CHASE_LINE;
    self->largest = env->x == memory_buffer_bytes(env->host, 1);
    chase_build(self->at, (size_t)env->x,
                env->variant->parameter == NEAR_PAGES ? CHASE_NEAR_PAGES
                                                      : CHASE_RANDOM,
                env->seed + env->x);
    return 0;
}

static const char *describe_pages(const void *at)
{
    double share = memory_huge_share(at);

    if (!known_double(share))
        return "the kernel does not say whether it gave huge pages";
    if (share >= 0.95)
        return "in huge pages";
    return share < 0.05
               ? "in small pages: the kernel gave no huge ones, and page "
                 "walks are part of the figure"
               : "in huge pages for a part only: page walks are part of "
                 "the figure";
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct memory_latency *self = state;

    if (self->largest)
        *ret_note = describe_pages(self->at);
    if (!self->largest && self->lines * CHASE_LINE > proved_bytes)
        return 0;
    if (chase_walk(self->at, self->lines) != self->at)
        return err_set(err, ERR_PROOF, "the chain does not come back");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct memory_latency *self = state;

    (void)err;
    self->at = chase_walk(self->at, work->chunk * LOADS_PER_OP);
    work->ops += work->chunk * LOADS_PER_OP;
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE, .quick = true },
    { .suffix = ".near-pages",
      .aspect = ", near pages",
      .about = "Follows a chain that visits 64 pages at a time, so that page "
               "walks hardly count.",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = NEAR_PAGES },
    { .suffix = ".remote",
      .aspect = ", other node",
      .about = "Follows a random chain of pointers in memory of another NUMA "
               "node.",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = REMOTE },
    { .suffix = NULL },
};

const struct bench bench_memory_latency = {
    .id = "memory.latency",
    .title = "Memory latency",
    .about =
        "Follows a random chain of pointers, each load waiting for the last.",
    .resource = RESOURCE_MEMORY,
    .score = SCORE_NS_PER_OP,
    .method = 1,
    .curve_x = "bytes",
    .needs_memory = true,
    /* Linking costs 0.6 to 1.5 a byte and walking 1.8 to 3.6, from 16 MiB to 1 GiB. */
    .prepare_ns_per_byte = 2,
    .variants = variants,
    .state_size = sizeof(struct memory_latency),
    .points = points,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
