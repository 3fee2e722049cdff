#include "result/conclude.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "base/unknown.h"
#include "measure/levels.h"
#include "result/result.h"

/* A rate per job from which on a job counts as undisturbed. */
static const double full_share = 0.95;

/* Jobs cannot gain by company: from this share on the one job was disturbed. */
static const double gaining_share = 1.05;

/* --- cpu.scaling --- */

struct scaling {
    const struct document *document;
    const struct result *result;
    const struct result_point *one; /* job */
    const struct result_point *all;
    double wall; /* rate per job with all, over that of one */
    double cpu;  /* the same per second of CPU time */
    double clock;
};

static double ratio(double value, double base)
{
    return known_double(value) && base > 0 ? value / base : UNKNOWN_DOUBLE;
}

/* Most jobs of which each still runs at full speed. */
static uint64_t full_jobs(const struct scaling *s)
{
    uint64_t jobs = 1;

    for (size_t i = 0; i < s->result->curve_count; i++) {
        const struct result_point *point = &s->result->curve[i];
        if (point->label == NULL && point->x > jobs &&
            point->score >= full_share * s->one->score)
            jobs = point->x;
    }
    return jobs;
}

static bool quota_is_short(const struct scaling *s)
{
    const struct host_cpu *cpu = &s->document->host.cpu;

    return known_double(cpu->quota_cpus) &&
           cpu->quota_cpus < (double)s->all->workers;
}

/* Why the rate per job falls, the likeliest first. */
static void add_why(const struct scaling *s, struct text *text)
{
    const struct host_cpu *cpu = &s->document->host.cpu;

    if (quota_is_short(s))
        text_printf(text, ": the quota of %.4g CPUs is shared by %llu jobs",
                    cpu->quota_cpus, (unsigned long long)s->all->workers);
    else if (s->cpu >= full_share)
        text_add(text, ": per second of CPU time each is as fast as one, so "
                       "other work or the hypervisor took the time between");
    else if (s->cpu * s->cpu > s->wall) /* more than half of it, in factors */
        text_printf(text,
                    ": per second of CPU time %.0f %%, so most of it is time "
                    "that other work or the hypervisor took, and whether cores "
                    "are shared cannot be told",
                    s->cpu * 100);
    else if (known_double(s->clock) && s->wall / s->clock >= full_share)
        text_printf(text,
                    ": the clock falls to %.0f %%, by turbo or a power "
                    "limit; no shared cores are seen",
                    s->clock * 100);
    else if (known_u64(cpu->threads_per_core) && cpu->threads_per_core > 1)
        text_printf(text, ": the kernel says %llu threads share a core",
                    (unsigned long long)cpu->threads_per_core);
    else
        text_add(text,
                 ": CPUs share cores that the kernel does not tell of, or "
                 "strangers sit on their sibling threads (see cpu.pairs)");
}

static void add_kinds(const struct scaling *s, struct text *text)
{
    for (size_t i = 0; i < s->result->curve_count; i++) {
        const struct result_point *point = &s->result->curve[i];
        if (point->label != NULL)
            text_printf(text, "%s%s: %.0f %% of one job's rate",
                        text->length > 0 ? "; " : "", point->label,
                        100 * point->score / s->one->score);
    }
}

static char *conclude_scaling(const struct document *document,
                              const struct result *result, struct arena *arena)
{
    struct scaling s = { .document = document, .result = result };
    struct text text;

    if (result->curve_count == 0)
        return NULL;
    s.one = &result->curve[0];
    s.all = &result->curve[result->curve_count - 1];
    s.wall = ratio(s.all->score, s.one->score);
    s.cpu = ratio(s.all->per_cpu_second, s.one->per_cpu_second);
    s.clock = ratio(s.all->clock_hz, s.one->clock_hz);
    text_init(&text, arena);
    add_kinds(&s, &text);
    if (text.length > 0 || !known_double(s.wall))
        return text.length > 0 ? text.bytes : NULL;
    if (s.all->workers == 1)
        text_add(&text, "one usable CPU: nothing to scale to");
    else if (s.wall > gaining_share)
        text_printf(
            &text,
            "%llu jobs each ran at %.0f %% of the rate of one: other "
            "work took the time of the one, so this cannot tell whether "
            "cores are shared",
            (unsigned long long)s.all->workers, s.wall * 100);
    else if (s.wall >= full_share)
        text_printf(&text,
                    "%llu jobs each run at %.0f %% of the rate of one: no "
                    "shared cores are seen",
                    (unsigned long long)s.all->workers, s.wall * 100);
    else {
        text_printf(
            &text, "full speed up to %llu job%s, %.0f %% each with %llu",
            (unsigned long long)full_jobs(&s), full_jobs(&s) == 1 ? "" : "s",
            s.wall * 100, (unsigned long long)s.all->workers);
        add_why(&s, &text);
    }
    if (document->host.cpu.usable_reason != NULL)
        text_printf(&text, "; %s", document->host.cpu.usable_reason);
    return text.bytes;
}

/* --- memory.latency --- */

static const char *spell_ns(double ns, struct arena *arena)
{
    char room[UNITS_ROOM];

    return arena_strdup(arena, units_spell(ns, UNIT_NS, room));
}

static const char *spell_size(uint64_t bytes, struct arena *arena)
{
    char room[UNITS_ROOM];

    return arena_strdup(arena, units_spell_size(bytes, room));
}

static bool holds_data(const struct host_cache *cache)
{
    return known_u64(cache->bytes) && cache->bytes > 0 &&
           (cache->type == NULL || strcmp(cache->type, "instruction") != 0);
}

/* The kernel's data cache of a level; NULL without. */
static const struct host_cache *told_cache(const struct host_cpu *cpu,
                                           uint64_t level)
{
    for (size_t i = 0; i < cpu->cache_count; i++) {
        if (cpu->caches[i].level == level && holds_data(&cpu->caches[i]))
            return &cpu->caches[i];
    }
    return NULL;
}

static uint64_t largest_told(const struct host_cpu *cpu)
{
    uint64_t bytes = 0;

    for (uint64_t level = 1; level <= 4; level++) {
        const struct host_cache *cache = told_cache(cpu, level);
        if (cache != NULL && cache->bytes > bytes)
            bytes = cache->bytes;
    }
    return bytes;
}

/* "; the kernel says L1 32 KiB, L2 1 MiB, L3 32 MiB", and where less than half of a cache
 * answers. */
static void add_told(const struct host_cpu *cpu,
                     const struct latency_level *levels, size_t caches,
                     struct text *text)
{
    size_t seen = 0;
    struct text less;

    text_init(&less, text->arena);
    for (uint64_t level = 1; level <= 4; level++) {
        const struct host_cache *cache = told_cache(cpu, level);
        if (cache == NULL)
            continue;
        text_printf(text, "%s L%llu %s", seen == 0 ? "; the kernel says" : ",",
                    (unsigned long long)level,
                    spell_size(cache->bytes, text->arena));
        if (seen >= caches)
            text_printf(&less, "; L%llu is not seen", (unsigned long long)level);
        else if (levels[seen].bytes < cache->bytes / 2)
            text_printf(&less, "; of L%llu only %s answer: others may use it",
                        (unsigned long long)level,
                        spell_size(levels[seen].bytes, text->arena));
        seen++;
    }
    text_add(text, less.bytes);
}

static char *conclude_latency(const struct document *document,
                              const struct result *result, struct arena *arena)
{
    const struct host_cpu *cpu = &document->host.cpu;
    struct latency_level levels[LATENCY_LEVELS_MOST];
    struct latency_point *points =
        ARENA_ARRAY(arena, struct latency_point, result->curve_count);
    size_t count;
    size_t caches;
    uint64_t largest;
    struct text text;

    for (size_t i = 0; i < result->curve_count; i++) {
        const struct result_point *point = &result->curve[i];
        /* Per second of CPU time, so that other work does not bend the curve. */
        points[i] = (struct latency_point){ point->x,
                                            known_double(point->per_cpu_second)
                                                ? point->per_cpu_second
                                                : point->score };
    }
    count = latency_levels(points, result->curve_count, levels);
    if (count == 0)
        return NULL;
    text_init(&text, arena);
    largest = result->curve[result->curve_count - 1].x;
    /* What the curve ends in is memory, if it was made long enough. */
    caches = largest >= 2 * largest_told(cpu) ? count - 1 : count;
    for (size_t i = 0; i < caches; i++)
        text_printf(&text, "%s%s up to %s", i > 0 ? ", " : "the curve shows ",
                    spell_ns(levels[i].ns, arena),
                    spell_size(levels[i].bytes, arena));
    if (caches < count)
        text_printf(&text, "%s%s",
                    caches > 0 ? ", memory " : "the curve shows memory ",
                    spell_ns(levels[count - 1].last_ns, arena));
    else
        text_add(&text, ", and does not reach memory");
    add_told(cpu, levels, caches, &text);
    if (result->note != NULL)
        text_printf(&text, "; %s", result->note);
    return text.bytes;
}

/* --- memory.copy --- */

static char *conclude_copy(const struct document *document,
                           const struct result *result, struct arena *arena)
{
    const struct result_conditions *c = &document->conditions;
    uint64_t copied = result->working_set_bytes / 2; /* it holds both buffers */
    bool streams;

    if (c->libc == NULL || !known_u64(c->memcpy_streaming_bytes) ||
        !known_u64(result->working_set_bytes))
        return NULL;
    streams = copied >= c->memcpy_streaming_bytes;
    return arena_printf(arena,
                        "%s copies with streaming stores from %s on: these %s "
                        "went %s, which can halve or double the rate; "
                        "memory.copy-stream has no such choice",
                        c->libc, spell_size(c->memcpy_streaming_bytes, arena),
                        spell_size(copied, arena),
                        streams ? "by them" : "through the caches");
}

static const struct {
    const char *id;
    char *(*conclude)(const struct document *document,
                      const struct result *result, struct arena *arena);
} rules[] = {
    { "cpu.scaling", conclude_scaling },
    { "memory.latency", conclude_latency },
    { "memory.copy", conclude_copy },
};

void conclude_results(struct document *document, struct arena *arena)
{
    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];
        for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++) {
            if (strcmp(result->id, rules[r].id) == 0 &&
                strcmp(result->status, "ok") == 0)
                result->conclusion = rules[r].conclude(document, result, arena);
        }
    }
}
