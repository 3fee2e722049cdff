/* Bandwidth of reading: vector loads over a buffer that no cache holds, and for the
 * curve over working sets that each level does. */
#include "base/err.h"
#include "base/unknown.h"
#include "bench/bench.h"
#include "bench/memory_pages.h"
#include "bench/memory_stream.h"
#include "host/host.h"

/* What a variant reads: its parameter. */
enum { NEAR_MEMORY, REMOTE };

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct memory_area area = env->pool->read;

    if (env->variant->parameter == REMOTE &&
        memory_pool_remote(env->pool, env->host, &area, err) < 0)
        return -1;
    /* The curve's smaller points are read from caches. */
    bool cached = env->x < memory_buffer_bytes(env->host, env->workers);

    memory_stream_init(state, env, area,
                       cached ? STREAM_READ_CACHED : STREAM_READ, 1);
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct memory_stream *self = state;
    size_t bytes = self->size < 4096 ? self->size : 4096;
    const uint64_t *words = (const uint64_t *)(const void *)self->bytes;
    uint64_t sum = 0;

    *ret_note = self->kernel->name;
    for (size_t i = 0; i < bytes / sizeof(*words); i++)
        sum += words[i];
    if (self->kernel->read(self->bytes, bytes) != sum)
        return err_set(err, ERR_PROOF, "the %s read loop gave a wrong sum",
                       self->kernel->name);
    return 0;
}

static void pass(struct memory_stream *self, size_t at, size_t bytes)
{
    self->sum += self->kernel->read(self->bytes + at, bytes);
}

static int do_work(void *state, struct work *work, struct err *err)
{
    (void)err;
    memory_stream_work(state, work, pass, STREAM_READ_CREDIT);
    return 0;
}

/* Half of each data cache that this CPU has, smallest first, then the rule's buffer.
 * Several workers share the buffer and have no curve. */
static size_t points(const struct bench_env *env, struct bench_point *points,
                     size_t room)
{
    const struct host_cpu *cpu = &env->host->cpu;
    uint64_t buffer = memory_buffer_bytes(env->host, env->workers);
    bool remote = env->variant->parameter == REMOTE;
    size_t n = 0;

    if (remote && !known_u64(memory_remote_node(cpu)))
        return 0;
    for (uint64_t level = 1; level <= 4 && env->workers == 1 && !remote;
         level++) {
        for (size_t i = 0; i < cpu->cache_count && n + 1 < room; i++) {
            const struct host_cache *cache = &cpu->caches[i];
            if (cache->level == level && known_u64(cache->bytes) &&
                cache->bytes < buffer && cache->type != NULL &&
                cache->type[0] != 'i')
                points[n++] =
                    (struct bench_point){ .x = cache->bytes / 2 / STREAM_LINE *
                                               STREAM_LINE };
        }
    }
    points[n++] = (struct bench_point){ .x = buffer, .headline = true };
    return n;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE, .quick = true },
    { .suffix = ".all",
      .aspect = ", all CPUs",
      .tier = TIER_HEAD,
      .scope = SCOPE_ALL },
    { .suffix = ".remote",
      .aspect = ", other node",
      .about =
          "Reads a buffer in memory of another NUMA node with vector loads.",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = REMOTE },
    { .suffix = NULL },
};

const struct bench bench_memory_read = {
    .id = "memory.read",
    .title = "Memory read",
    .about = "Reads a buffer larger than the caches with vector loads.",
    .resource = RESOURCE_MEMORY,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .curve_x = "bytes",
    .needs_memory = true,
    .variants = variants,
    .state_size = sizeof(struct memory_stream),
    .points = points,
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
