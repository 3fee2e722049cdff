#include "result/marks.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/order.h"
#include "base/units.h"
#include "base/unknown.h"
#include "host/burst.h"
#include "host/cache_reach.h"
#include "result/clock_grain.h"
#include "result/result.h"
#include "result/target_marks.h"

/* Shares of a step's time from which a disturbance is worth a mark. */
static const double stolen_share = 0.02;
static const double contended_share = 0.05;
static const double drift_share = 0.10;
static const double unsteady_share = 0.10;
static const double cpu_bound_share = 0.90;

enum { SMALL_FILE_MIB = 256, FLUSH_TOO_FAST_NS = 15 * 1000 };

struct context {
    const struct document *document;
    const struct result *result;
    const struct result_target *target; /* NULL: none */
};

struct rule {
    const char *id;
    bool (*holds)(const struct context *context);
    const char *advice;
};

static bool is_disk(const struct result *result)
{
    return strcmp(result->resource, "disk") == 0;
}

static double total_wall_ns(const struct result *result)
{
    double total = 0;

    for (size_t i = 0; i < result->sample_count; i++)
        total += (double)result->samples[i].wall_ns;
    return total;
}

static double workers_of(const struct context *c)
{
    return c->result->workers > 0 ? (double)c->result->workers : 1;
}

/* Workers that outnumber the CPUs share them. */
static double cpus_in_use(const struct context *c)
{
    double usable = (double)c->document->host.cpu.usable.count;

    return usable > 0 && usable < workers_of(c) ? usable : workers_of(c);
}

/* Adds up a counter of the samples that may be unknown. */
static double total_of(const struct result *result, size_t offset)
{
    double total = 0;

    for (size_t i = 0; i < result->sample_count; i++) {
        uint64_t value;
        memcpy(&value, (const char *)&result->samples[i] + offset,
               sizeof(value));
        if (known_u64(value))
            total += (double)value;
    }
    return total;
}

/* Of the time of so many CPUs or workers. */
static bool share_exceeds(const struct result *result, double many,
                          size_t offset, double share)
{
    double wall = total_wall_ns(result) * many;

    return wall > 0 && total_of(result, offset) > share * wall;
}

static bool stolen(const struct context *c)
{
    return share_exceeds(c->result, cpus_in_use(c),
                         offsetof(struct sample, steal_ns), stolen_share);
}

static bool throttled(const struct context *c)
{
    return total_of(c->result, offsetof(struct sample, throttled_ns)) > 0;
}

/* Workers that outnumber the CPUs wait for each other, and so do the two threads of one
 * CPU whose switches are timed. */
static bool crowded(const struct context *c)
{
    double usable = c->document->host.cpu.usable_cpus;

    return (known_double(usable) && (double)c->result->workers > usable) ||
           strcmp(c->result->id, "os.switch") == 0;
}

/* Under a quota run delay is the quota's doing, and `throttled` says so. */
static bool contended(const struct context *c)
{
    return !throttled(c) && !crowded(c) &&
           share_exceeds(c->result, workers_of(c),
                         offsetof(struct sample, run_delay_ns), contended_share);
}

/* Work per time of one sample, whatever the unit; only ratios of it are used. */
static double pace(const struct sample *s)
{
    double work = s->bytes > 0 ? (double)s->bytes : (double)s->ops;

    return s->wall_ns > 0 ? work / (double)s->wall_ns : 0;
}

static double median_pace(const struct sample *samples, size_t count)
{
    double values[64];
    size_t n = count < 64 ? count : 64;

    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; i++)
        values[i] = pace(&samples[i]);
    order_doubles(values, n);
    return values[n / 2];
}

/* Later half over earlier half. */
static double drift(const struct result *result)
{
    size_t half = result->sample_count / 2;
    double early, late;

    if (result->sample_count < 6)
        return 1;
    early = median_pace(result->samples, half);
    late = median_pace(result->samples + result->sample_count - half, half);
    return early > 0 && late > 0 ? late / early : 1;
}

/* A lost share is a sum of accidents: that two of them differ says nothing. */
static bool is_share(const struct result *result)
{
    return unit_from_name(result->unit) == UNIT_SHARE;
}

static bool drifting(const struct context *c)
{
    double ratio = drift(c->result);

    return !is_share(c->result) &&
           (ratio < 1 - drift_share || ratio > 1 / (1 - drift_share));
}

static bool unsteady(const struct context *c)
{
    return !is_share(c->result) &&
           interval_half_share(c->result->ci95, c->result->score) >
               unsteady_share;
}

static bool cached(const struct context *c)
{
    uint64_t reach =
        host_cache_reach(&c->document->host.cpu, c->result->workers);

    return known_u64(c->result->working_set_bytes) && reach > 0 &&
           c->result->working_set_bytes < 2 * reach;
}

static bool target_is(const struct context *c, const char *direct)
{
    return c->target != NULL && c->target->direct != NULL &&
           strcmp(c->target->direct, direct) == 0;
}

static bool buffered(const struct context *c)
{
    return target_is(c, "buffered");
}

static bool memory_backed(const struct context *c)
{
    return target_is(c, "memory");
}

static bool indirect(const struct context *c)
{
    return target_is(c, "indirect");
}

static bool compressed(const struct context *c)
{
    return c->target != NULL && c->target->mount.compressed == FACT_YES;
}

/* Reads and writes have limits of their own; what does both has either. A limit that does
 * not tell of which it is may be either's. */
static bool limit_applies(const struct context *c, const char *operation)
{
    bool reads = strstr(c->result->id, ".read") != NULL;
    bool writes = strstr(c->result->id, "write") != NULL ||
                  strstr(c->result->id, "fsync") != NULL;

    if (operation == NULL)
        return true;
    return strcmp(operation, "read") == 0 ? !writes : !reads;
}

static bool limited(const struct context *c)
{
    const struct host_limits *limits = &c->document->host.limits;

    if (c->target == NULL)
        return false;
    for (size_t i = 0; i < limits->io_count; i++)
        if (host_mount_lies_on(&c->target->mount, limits->io[i].device) &&
            limit_applies(c, limits->io[i].operation))
            return true;
    return false;
}

static bool cpu_bound(const struct context *c)
{
    return is_disk(c->result) &&
           share_exceeds(c->result, workers_of(c),
                         offsetof(struct sample, cpu_ns), cpu_bound_share);
}

/* A disk that got slower while we used it. */
static bool slowed_down(const struct context *c)
{
    return is_disk(c->result) && c->target != NULL && drift(c->result) < 0.8;
}

/* A volume or a CPU known to burst on credits, or a disk that got slower. */
static bool burst(const struct context *c)
{
    if (strcmp(c->result->resource, "cpu") == 0)
        return burst_machine(c->document->host.product);
    return slowed_down(c) || (is_disk(c->result) && c->target != NULL &&
                              c->target->mount.burst != NULL);
}

static bool small_file(const struct context *c)
{
    return c->target != NULL && known_u64(c->target->file_bytes) &&
           strstr(c->result->id, "fsync") == NULL &&
           c->target->file_bytes < (uint64_t)SMALL_FILE_MIB << 20;
}

/* A durable write that costs less than any flush reaches no stable storage that we
 * know of: a write-through host cache, a disabled barrier. */
static bool too_good(const struct context *c)
{
    const struct result_latency *latency = c->result->latency;

    return latency != NULL && strstr(c->result->id, "fsync") != NULL &&
           known_u64(latency->p50) && latency->p50 < FLUSH_TOO_FAST_NS;
}

/* Under so many grains of the clock a latency is off by over 5 %. */
enum { FINE_GRAINS = 20 };

static bool slow_clock(const struct context *c)
{
    const struct result_latency *latency = c->result->latency;
    double grain = clock_grain_ns(&c->document->conditions);

    return latency != NULL && grain > 0 &&
           (!known_u64(latency->p50) ||
            (double)latency->p50 < FINE_GRAINS * grain);
}

static const struct rule rules[] = {
    { "stolen", stolen,
      "the hypervisor gave this CPU time to others; the wall score is what a "
      "program gets here, the CPU score what the CPU can do" },
    { "throttled", throttled,
      "the control group's CPU quota stopped it; the wall score is what the "
      "quota allows" },
    { "contended", contended,
      "other work on this host took the CPU; stop it and run again" },
    { "drifting", drifting,
      "early and late rounds differ by over 10 %; something changed during the "
      "run" },
    { "unsteady", unsteady,
      "rounds differ a lot; run longer or on a quieter host" },
    { "cached", cached,
      "the buffer is under twice the last-level caches; part of this is cache "
      "speed" },
    { "buffered", buffered,
      "the file system has no direct I/O here; its cache was dropped before "
      "reads" },
    { "memory-backed", memory_backed,
      "these files live in memory; this is no disk" },
    { "indirect", indirect,
      "another process or machine does the I/O; its cache may have answered" },
    { "compressed", compressed,
      "the file system compresses; random data were used, real data may be "
      "faster" },
    { "limited", limited,
      "an I/O limit of the control group applies to this device" },
    { "cpu-bound", cpu_bound,
      "one CPU was busy all the time; the disk may be faster than this" },
    { "burst", burst,
      "this may be a burst on credits or a cache that fills; sustained speed "
      "was not measured" },
    { "small-file", small_file,
      "the file is under 256 MiB; a cache in the device may hold it" },
    { "too-good", too_good,
      "a flush this fast reaches no stable storage that we know of" },
    { "slow-clock", slow_clock,
      "a look at the clock takes a good part of such an operation: its latency "
      "reads too long and its rate too low" },
};

enum { RULES = sizeof(rules) / sizeof(rules[0]) };

/* What a disk that got slower gave at first, in the unit of the score. */
static double early_rate(const struct result *result)
{
    size_t count = result->sample_count;
    double early = median_pace(result->samples, count / 2);
    double whole = median_pace(result->samples, count);

    return whole > 0 ? result->score * early / whole : UNKNOWN_DOUBLE;
}

static void mark(const struct context *context, struct arena *arena,
                 struct result *result)
{
    result->marks = ARENA_ARRAY(arena, struct result_mark, RULES);
    result->mark_count = 0;
    for (size_t i = 0; i < RULES; i++) {
        if (rules[i].holds(context))
            result->marks[result->mark_count++] =
                (struct result_mark){ rules[i].id, rules[i].advice };
    }
}

void mark_results(struct document *document, struct arena *arena)
{
    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];
        struct context context = { document, result,
                                   target_find(document, result->target) };

        if (result->sample_count > 0)
            mark(&context, arena, result);
        if (slowed_down(&context))
            result->burst = early_rate(result);
    }
    mark_targets(document, arena);
}
