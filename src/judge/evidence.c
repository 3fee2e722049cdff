#include "judge/evidence.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "judge/profile.h"
#include "judge/statistics.h"
#include "result/result.h"

/* Below these shares of a worker's time a disturbance explains nothing. */
#define BUSY_SHARE 0.05
#define GIVEN_SHARE 0.02

struct tally {
    double worker_ns; /* time that the workers had, were they alone */
    double delay_ns;  /* waited for a CPU */
    double steal_ns;
    double throttled_ns;
};

static double known_or_zero(uint64_t value)
{
    return known_u64(value) ? (double)value : 0;
}

static struct tally tally_of(const struct result *result)
{
    double workers = result->workers > 0 && known_u64(result->workers)
                         ? (double)result->workers
                         : 1;
    struct tally tally = { 0, 0, 0, 0 };

    for (size_t i = 0; i < result->sample_count; i++) {
        const struct sample *sample = &result->samples[i];

        tally.worker_ns += known_or_zero(sample->wall_ns) * workers;
        tally.delay_ns += known_or_zero(sample->run_delay_ns);
        tally.steal_ns += known_or_zero(sample->steal_ns);
        tally.throttled_ns += known_or_zero(sample->throttled_ns);
    }
    return tally;
}

static double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static bool marked(const struct result *result, const char *id)
{
    return mark_find(result->marks, result->mark_count, id) != NULL;
}

static bool crowded(const struct document *document, const struct result *result)
{
    double usable = document->host.cpu.usable_cpus;

    return known_double(usable) && known_u64(result->workers) &&
           (double)result->workers > usable;
}

bool evidence_busy(const struct document *document, const struct result *result)
{
    struct tally tally = tally_of(result);
    double others = document->conditions.other_cpu_share;

    /* Workers that outnumber the CPUs wait for each other: what the run as a
     * whole saw of others has to tell. */
    if (crowded(document, result))
        return known_double(others) && others > BUSY_SHARE;
    /* A worker held back by its quota counts as waiting too. */
    return marked(result, "contended") ||
           share_of(tally.delay_ns - tally.throttled_ns, tally.worker_ns) >
               BUSY_SHARE;
}

/* Of an even share of the CPUs: 1 where each worker has one for itself. */
static double share_of_cpu(const struct document *document,
                           const struct result *result)
{
    return crowded(document, result)
               ? document->host.cpu.usable_cpus / (double)result->workers
               : 1;
}

/* Whether every CPU of the host is at work for the result: then its workers share cores
 * and clock with each other, and others on the same CPUs take nothing but time. */
static bool fills_all_cpus(const struct document *document,
                           const struct result *result)
{
    uint64_t online = document->host.cpu.online.count;

    return online > 0 && known_u64(result->workers) && result->workers >= online;
}

struct interval evidence_alone(const struct document *document,
                               const struct requirement *requirement,
                               const struct result *result, struct arena *arena)
{
    const double neighbours_take = 0.5;
    struct interval alone = { UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };

    if (strcmp(result->resource, "cpu") != 0 ||
        strcmp(result->better, "higher") != 0 ||
        (requirement->statistic != STATISTIC_SCORE &&
         requirement->statistic != STATISTIC_MEAN &&
         requirement->statistic != STATISTIC_PER_CPU_SECOND))
        return alone;
    alone = statistic_per_cpu(result, arena).interval;
    if (requirement->statistic != STATISTIC_PER_CPU_SECOND) {
        alone.low *= share_of_cpu(document, result);
        alone.high *= share_of_cpu(document, result);
    }
    if (!fills_all_cpus(document, result))
        alone.high /= 1 - neighbours_take;
    return alone;
}

static bool is_cpu_bound_kind(const struct result *result)
{
    return strcmp(result->resource, "disk") != 0;
}

/* More workers than whole cores: some of them share one. */
static bool shares_cores(const struct document *document,
                         const struct result *result)
{
    const struct host_cpu *cpu = &document->host.cpu;

    return known_u64(cpu->cores) && known_u64(cpu->threads_per_core) &&
           cpu->threads_per_core > 1 && known_u64(result->workers) &&
           result->workers > cpu->cores;
}

const char *evidence_given(const struct document *document,
                           const struct result *result, struct arena *arena)
{
    struct tally tally = tally_of(result);
    double steal = share_of(tally.steal_ns, tally.worker_ns);
    double quota = document->host.cpu.quota_cpus;

    if (steal > GIVEN_SHARE || marked(result, "stolen"))
        return steal > 0
                   ? arena_printf(arena,
                                  "the hypervisor took %.0f %% of the CPU time",
                                  100 * steal)
                   : "the hypervisor took CPU time";
    if (tally.throttled_ns > GIVEN_SHARE * tally.worker_ns ||
        marked(result, "throttled"))
        return known_double(quota)
                   ? arena_printf(arena, "a quota of %.2f CPUs holds it back",
                                  quota)
                   : "a CPU quota holds it back";
    if (marked(result, "limited"))
        return "an I/O limit of the control group applies";
    if (!is_cpu_bound_kind(result))
        return NULL;
    if (crowded(document, result))
        return arena_printf(arena, "%llu workers share %.4g usable CPUs",
                            (unsigned long long)result->workers,
                            document->host.cpu.usable_cpus);
    if (shares_cores(document, result))
        return arena_printf(arena, "%llu workers share %llu cores",
                            (unsigned long long)result->workers,
                            (unsigned long long)document->host.cpu.cores);
    return NULL;
}

/* Work per time over a stretch of the rounds; only ratios of it are used. */
static double pace(const struct result *result, size_t from, size_t to)
{
    bool bytes = strcmp(result->unit, "bytes/s") == 0;
    double work = 0;
    double wall = 0;

    for (size_t i = from; i < to; i++) {
        const struct sample *sample = &result->samples[i];

        work += known_or_zero(bytes ? sample->bytes : sample->ops);
        wall += known_or_zero(sample->wall_ns);
    }
    return share_of(work, wall);
}

/* Drifting downwards: the last third of the rounds was slower than the first. */
static bool declining(const struct result *result)
{
    size_t third = result->sample_count / 3;

    return marked(result, "drifting") &&
           pace(result, result->sample_count - third, result->sample_count) <
               pace(result, 0, third);
}

const char *evidence_burst(const struct result *result,
                           const struct result_target *target)
{
    if (marked(result, "burst"))
        return "its rate fell or may fall: a burst";
    if (marked(result, "too-good"))
        return "it is too good for such a device: a cache answered";
    if (declining(result))
        return "it declined over the rounds";
    if (target != NULL && target->mount.burst != NULL)
        return target->mount.burst;
    return NULL;
}

const char *evidence_indirect(const struct result_target *target,
                              struct arena *arena)
{
    if (target == NULL || target->direct == NULL)
        return "nothing is known of the way to the storage";
    if (strcmp(target->direct, "direct") == 0)
        return NULL;
    return arena_printf(arena, "the storage was not proved direct (%s)",
                        target->direct);
}
