/* The results of the sample document; see sample_document.h. */
#ifndef ASSAY_TESTS_SAMPLE_RESULTS_H
#define ASSAY_TESTS_SAMPLE_RESULTS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "result/result.h"

#define SAMPLE_COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct sampler {
    struct arena *arena;
    struct document *document;
    uint64_t state;
};

/* A share between -1 and 1, mostly near 0. */
static double sampler_noise(struct sampler *s)
{
    double sum = 0;

    for (int i = 0; i < 4; i++) {
        s->state = s->state * 6364136223846793005U + 1442695040888963407U;
        sum += (double)(s->state >> 40) / 16777216.0 - 0.5;
    }
    return sum / 2;
}

/* One result to be: its typical score and how far the rounds scatter. */
struct recipe {
    const char *id, *title, *resource, *unit;
    bool less_is_better;
    uint64_t workers;
    double score;
    double scatter;
    const char *note;
};

static int sampler_order(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static bool sampler_per_job(const struct recipe *r)
{
    return strcmp(r->id, "cpu.scaling") == 0 ||
           strstr(r->id, ".parallel-") != NULL;
}

/* One round's sample; a stranger slows all that runs around the 20th second. */
static struct sample sampler_round(struct sampler *s, const struct recipe *r,
                                   size_t round, size_t index, double *value)
{
    uint64_t at = (round * 6000 + index * 140) * 1000000U;
    uint64_t jobs = sampler_per_job(r) ? r->workers : 1;
    bool hit = at > 18500000000 && at < 20500000000;
    double change = 1 + r->scatter * sampler_noise(s) - (hit ? 0.07 : 0);
    struct sample sample = { .round = round + 1,
                             .at_ns = at,
                             .wall_ns = 200000000,
                             .cpu_ns = 199000000 * r->workers,
                             .run_delay_ns = hit ? 9000000 : 40000,
                             .steal_ns = hit ? 4000000 : 0,
                             .switches = hit ? 31 : 2,
                             .throttled_ns = 0,
                             .clock_hz = 3.74e9 };

    *value = r->less_is_better ? r->score / change : r->score * change;
    if (strcmp(r->unit, "bytes/s") == 0)
        sample.bytes = (uint64_t)(*value / 5) * jobs;
    else if (strcmp(r->unit, "ns") == 0)
        sample.ops = (uint64_t)(200000000 / *value);
    else if (strcmp(r->unit, "share") == 0)
        sample.lost_ns = (uint64_t)(*value * 200000000);
    else
        sample.ops = (uint64_t)(*value / 5) * jobs;
    return sample;
}

/* What an operation is, and the same work counted the other way. */
static void sampler_other_rate(struct result *result)
{
    static const struct {
        const char *front;
        const char *op;
        double bytes; /* of each operation; 0: it moves none */
    } rows[] = {
        { "cpu.loop", "loops", 0 },
        { "cpu.scaling", "loops", 0 },
        { "cpu.sort", "keys", 0 },
        { "cpu.sr25519", "verifications", 32 },
        { "disk.read.4k", "IO", 4096 },
        { "disk.write.4k", "IO", 4096 },
        { "disk.sweep", "IO", 4096 },
        { "disk.read.1m", "IO", 1048576 },
        { "disk.write.1m", "IO", 1048576 },
        { "disk.fsync.flush", "IO", 0 },
        { "disk.fsync", "IO", 2300 },
    };

    for (size_t i = 0; i < SAMPLE_COUNT(rows); i++) {
        if (strncmp(result->id, rows[i].front, strlen(rows[i].front)) != 0)
            continue;
        result->op = rows[i].op;
        if (strcmp(result->unit, "bytes/s") == 0)
            result->op_rate = result->score / rows[i].bytes;
        else if (rows[i].bytes > 0)
            result->byte_rate = result->score * rows[i].bytes;
        return;
    }
}

static struct result *sampler_result(struct sampler *s, const struct recipe *r)
{
    enum { ROUNDS = 7 };
    struct document *d = s->document;
    struct result *result = &d->results[d->result_count];
    double values[ROUNDS];
    double sum = 0;
    double deviations[ROUNDS];

    *result = (struct result){
        .id = r->id,
        .title = r->title,
        .resource = r->resource,
        .unit = r->unit,
        .better = r->less_is_better ? "lower" : "higher",
        .workers = r->workers,
        .per_job = sampler_per_job(r),
        .target = strcmp(r->resource, "disk") == 0 ? "/var/lib/node" : NULL,
        .method = 1,
        .note = r->note,
        .status = "ok",
        .per_cpu_second = UNKNOWN_DOUBLE,
        .op_rate = UNKNOWN_DOUBLE,
        .byte_rate = UNKNOWN_DOUBLE,
        .burst = UNKNOWN_DOUBLE,
        .working_set_bytes = UNKNOWN_U64,
        .n = ROUNDS,
        .samples = ARENA_ARRAY(s->arena, struct sample, ROUNDS),
        .sample_count = ROUNDS,
    };
    for (size_t i = 0; i < ROUNDS; i++) {
        result->samples[i] =
            sampler_round(s, r, i, d->result_count, &values[i]);
        sum += values[i];
    }
    qsort(values, ROUNDS, sizeof(values[0]), sampler_order);
    for (size_t i = 0; i < ROUNDS; i++)
        deviations[i] = fabs(values[i] - values[3]);
    qsort(deviations, ROUNDS, sizeof(deviations[0]), sampler_order);
    result->score = result->median = values[3];
    result->mean = sum / ROUNDS;
    result->min = result->ci95.low = values[0];
    result->max = result->ci95.high = values[ROUNDS - 1];
    result->cv = (values[ROUNDS - 1] - values[0]) / values[3] / 3;
    result->mad = deviations[3] / values[3];
    sampler_other_rate(result);
    if (strcmp(r->resource, "cpu") == 0 || strcmp(r->resource, "memory") == 0)
        result->per_cpu_second = result->score * 1.004;
    result->guard_band = strcmp(r->resource, "disk") == 0 ? 0
                         : r->workers > 1                 ? 0.05
                                                          : 0.02;
    d->result_count++;
    return result;
}

/* Latencies spread around `typical`, with a tail that ends at `longest`. */
static struct result_latency *sampler_latency(struct sampler *s, uint64_t n,
                                              uint64_t typical, uint64_t longest)
{
    static const double shape[] = { 0.02,   0.06,  0.13,  0.2,   0.22,
                                    0.16,   0.1,   0.06,  0.025, 0.012,
                                    0.0075, 0.003, 0.001, 0.0005 };
    enum { BUCKETS = 26 };
    struct result_latency *l = ARENA_NEW(s->arena, struct result_latency);
    uint64_t at = typical * 7 / 10;
    uint64_t left = n;
    uint64_t seen = 0;

    *l = (struct result_latency){ .unit = "ns", .n = n, .max = longest };
    l->buckets = ARENA_ARRAY(s->arena, struct result_bucket, BUCKETS);
    for (size_t i = 0; i < BUCKETS && left > 0 && at < longest; i++) {
        uint64_t next = at + (at >> (i < 9 ? 3 : 1)) + 1;
        double share = i < SAMPLE_COUNT(shape) ? shape[i] : 0.0001;
        uint64_t count = (uint64_t)(share * (double)n);
        if (next >= longest || i + 1 == BUCKETS || count > left)
            count = left;
        if (count > 0)
            l->buckets[l->bucket_count++] =
                (struct result_bucket){ at, next, count };
        left -= count;
        at = next;
    }
    l->buckets[l->bucket_count - 1].count += left;
    l->p50 = l->p90 = l->p99 = l->p999 = UNKNOWN_U64;
    for (size_t i = 0; i < l->bucket_count; i++) {
        uint64_t end = l->buckets[i].to_ns - 1;
        seen += l->buckets[i].count;
        if (l->p50 == UNKNOWN_U64 && seen * 2 >= n)
            l->p50 = end;
        if (l->p90 == UNKNOWN_U64 && seen * 10 >= n * 9)
            l->p90 = end;
        if (l->p99 == UNKNOWN_U64 && n >= 300 && seen * 100 >= n * 99)
            l->p99 = end;
        if (l->p999 == UNKNOWN_U64 && n >= 10000 && seen * 1000 >= n * 999)
            l->p999 = end;
    }
    l->stalled_ns = n * typical / 900;
    return l;
}

static struct result_point *sampler_points(struct sampler *s, struct result *r,
                                           const char *x, size_t count)
{
    r->curve_x = x;
    r->curve = ARENA_ARRAY(s->arena, struct result_point, count);
    r->curve_count = count;
    return r->curve;
}

static struct result_point sampler_point(struct sampler *s, uint64_t x,
                                         const char *label, double score)
{
    double spread = 0.012 + 0.006 * sampler_noise(s);

    return (struct result_point){
        .x = x,
        .label = label,
        .workers = 1,
        .score = score,
        .per_cpu_second = score * 1.003,
        .min = score * (1 - spread),
        .max = score * (1 + spread),
        .ci95 = { score * (1 - spread), score * (1 + spread) },
        .n = 7,
        .clock_hz = 3.74e9,
        .p50_ns = UNKNOWN_U64,
        .p99_ns = UNKNOWN_U64,
    };
}

static void sample_scaling(struct sampler *s)
{
    static const struct recipe recipe = {
        "cpu.scaling", "CPU scaling", "cpu",
        "ops/s",       false,         8,
        1.9e9,         0.02,          "pinned, one job to each CPU"
    };
    static const double rates[] = { 3.71e9, 3.70e9, 3.62e9, 1.92e9 };
    struct result *result = sampler_result(s, &recipe);
    struct result_point *points = sampler_points(s, result, "jobs", 4);

    for (size_t i = 0; i < 4; i++) {
        points[i] = sampler_point(s, 1U << i, NULL, rates[i]);
        points[i].workers = points[i].x;
    }
    result->conclusion = "Eight jobs do the work of 4.1 CPUs: the eight CPUs "
                         "behave like four cores with two threads each.";
}

static void sample_pairs(struct sampler *s)
{
    static const struct recipe recipe = { "cpu.pairs", "CPU pairs", "cpu",
                                          "ratio",     true,        2,
                                          1.02,        0.03,        NULL };
    struct result *result = sampler_result(s, &recipe);

    result->pairs = ARENA_ARRAY(s->arena, struct result_pair, 28);
    for (uint64_t a = 0; a < 8; a++) {
        for (uint64_t b = a + 1; b < 8; b++) {
            bool core = b == a + 1 && a % 2 == 0;
            double typical = (core ? 1.93 : 1.02) + 0.02 * sampler_noise(s);
            result->pairs[result->pair_count++] = (struct result_pair){
                .a = a,
                .b = b,
                .throughput = typical,
                .throughput_low = typical - 0.02,
                .throughput_high = typical + 0.05,
                .latency = core ? 1.31 : 1.01,
                .latency_low = core ? 1.28 : 1,
                .latency_high = core ? 1.36 : 1.03,
                .n = 42,
                .sharing = core ? "core" : "nothing",
            };
        }
    }
    result->pairs[9].sharing = NULL;
    result->pairs[9].throughput = result->pairs[9].latency = UNKNOWN_DOUBLE;
    result->conclusion = "CPUs 0-1, 2-3, 4-5 and 6-7 share a core, though the "
                         "kernel was told that every CPU is a core of its own.";
}

static void sample_cpu_results(struct sampler *s)
{
    static const struct recipe recipes[] = {
        { "cpu.loop", "CPU loop", "cpu", "ops/s", false, 1, 1.247e9, 0.01,
          NULL },
        { "cpu.blake2b", "BLAKE2b-256", "cpu", "bytes/s", false, 1, 1.118e9,
          0.012, NULL },
        { "cpu.blake2b.parallel-8", "BLAKE2b-256, 8 threads", "cpu", "bytes/s",
          false, 8, 0.688e9, 0.04, NULL },
        { "cpu.sr25519", "sr25519 verification", "cpu", "bytes/s", false, 1,
          667e3, 0.014, NULL },
        { "cpu.sha256", "SHA-256", "cpu", "bytes/s", false, 1, 2.02e9, 0.01,
          "Nettle, sha_ni" },
        { "cpu.sha256.all", "SHA-256, all CPUs", "cpu", "bytes/s", false, 8,
          9.4e9, 0.05, NULL },
        { "cpu.aes256gcm", "AES-256-GCM", "cpu", "bytes/s", false, 1, 3.1e9,
          0.01, NULL },
        { "cpu.zstd", "zstd compression", "cpu", "bytes/s", false, 1, 412e6,
          0.02, NULL },
        { "cpu.sort", "Sorting", "cpu", "ops/s", false, 1, 14.2e6, 0.015, NULL },
        { "cpu.fma", "Multiply-add", "cpu", "flop/s", false, 1, 118e9, 0.01,
          NULL },
    };

    for (size_t i = 0; i < SAMPLE_COUNT(recipes); i++)
        (void)sampler_result(s, &recipes[i]);
    sample_scaling(s);
    sample_pairs(s);
}

static void sample_os_results(struct sampler *s)
{
    static const struct recipe recipes[] = {
        { "os.syscall", "System call", "os", "ns", true, 1, 98, 0.02, NULL },
        { "os.switch", "Thread switch", "os", "ns", true, 2, 2310, 0.06, NULL },
        { "os.fault", "Page fault", "os", "ns", true, 1, 512, 0.04, NULL },
        { "os.clock", "Clock read", "os", "ns", true, 1, 21.4, 0.01, NULL },
        { "os.stall", "Stalls", "os", "share", true, 1, 0.0042, 0.3, NULL },
    };
    static struct result_mark marks[] = {
        { "stolen", "The hypervisor gave CPU time to others; run again at "
                    "another hour to see how often." },
    };
    struct result *stall = NULL;

    for (size_t i = 0; i < SAMPLE_COUNT(recipes); i++)
        stall = sampler_result(s, &recipes[i]);
    stall->latency = sampler_latency(s, 5210, 7000, 11200000);
    stall->marks = marks;
    stall->mark_count = SAMPLE_COUNT(marks);
}

static void sample_ladder(struct sampler *s)
{
    static const struct recipe recipe = { "memory.latency",
                                          "Memory latency",
                                          "memory",
                                          "ns",
                                          true,
                                          1,
                                          108,
                                          0.02,
                                          "huge pages granted" };
    static const double ns[] = { 1.07, 1.07, 1.07, 1.08, 2.9,  3.7,
                                 3.8,  3.9,  4.6,  10.8, 12.4, 13.1,
                                 14.0, 19.5, 71,   98,   108 };
    struct result *result = sampler_result(s, &recipe);
    struct result_point *points =
        sampler_points(s, result, "bytes", SAMPLE_COUNT(ns));

    for (size_t i = 0; i < SAMPLE_COUNT(ns); i++)
        points[i] = sampler_point(s, 4096U << i, NULL, ns[i]);
}

static void sample_bandwidth(struct sampler *s, struct result *result)
{
    static const double rates[] = { 231e9, 118e9, 79e9, 31.8e9 };
    static const uint64_t sizes[] = { 16384, 524288, 16777216, 1073741824 };
    static const char *const labels[] = { "16 KiB, level 1", "512 KiB, level 2",
                                          "16 MiB, level 3", "1 GiB, memory" };
    struct result_point *points = sampler_points(s, result, "bytes", 4);

    for (size_t i = 0; i < 4; i++)
        points[i] = sampler_point(s, sizes[i], labels[i], rates[i]);
}

static void sample_memory_results(struct sampler *s)
{
    static const struct recipe recipes[] = {
        { "memory.copy", "Memory copy", "memory", "bytes/s", false, 1, 12.43e9,
          0.02, "glibc 2.36, streams from 24 MiB" },
        { "memory.read.all", "Memory read, all CPUs", "memory", "bytes/s",
          false, 8, 79.6e9, 0.05, NULL },
        { "memory.write", "Memory write", "memory", "bytes/s", false, 1, 21.4e9,
          0.02, NULL },
        { "memory.copy-stream", "Memory copy, streaming", "memory", "bytes/s",
          false, 1, 24.9e9, 0.02, NULL },
        { "memory.triad", "Memory triad", "memory", "bytes/s", false, 1, 26.2e9,
          0.02, NULL },
        { "memory.read", "Memory read", "memory", "bytes/s", false, 1, 31.8e9,
          0.02, "1 GiB, huge pages" },
    };
    struct result *read = NULL;

    for (size_t i = 0; i < SAMPLE_COUNT(recipes); i++)
        read = sampler_result(s, &recipes[i]);
    sample_bandwidth(s, read);
    sample_ladder(s);
}

static void sample_sweep(struct sampler *s)
{
    static const struct recipe recipe = { "disk.sweep.4k",
                                          "4 KiB read by depth",
                                          "disk",
                                          "ops/s",
                                          false,
                                          1,
                                          23900,
                                          0.02,
                                          NULL };
    static const double rates[] = { 7010, 13400, 21900, 23950, 23980, 23960 };
    static const uint64_t p99[] = { 212, 241, 402, 910, 2140, 4650 };
    struct result *result = sampler_result(s, &recipe);
    struct result_point *points =
        sampler_points(s, result, "depth", SAMPLE_COUNT(rates));

    for (size_t i = 0; i < SAMPLE_COUNT(rates); i++) {
        points[i] = sampler_point(s, 1U << i, NULL, rates[i]);
        points[i].per_cpu_second = UNKNOWN_DOUBLE;
        points[i].clock_hz = UNKNOWN_DOUBLE;
        points[i].p50_ns = p99[i] * 640;
        points[i].p99_ns = p99[i] * 1000;
    }
    result->conclusion = "Throughput stops growing at depth 8; beyond it only "
                         "the latency grows.";
}

static const struct {
    struct recipe recipe;
    uint64_t n, typical, longest;
} sample_disk_rows[] = {
    { { "disk.seq-write", "Sequential write, Substrate's recipe", "disk",
        "bytes/s", false, 1, 931e6, 0.06, NULL },
      0,
      0,
      0 },
    { { "disk.rnd-write", "Random write, Substrate's recipe", "disk", "bytes/s",
        false, 1, 402e6, 0.07, NULL },
      0,
      0,
      0 },
    { { "disk.read.4k.q1", "4 KiB random read, depth 1", "disk", "ops/s", false,
        1, 7010, 0.03, NULL },
      9814,
      138000,
      3900000 },
    { { "disk.read.4k.q16", "4 KiB random read, depth 16", "disk", "ops/s",
        false, 1, 23960, 0.02, NULL },
      33544,
      640000,
      9800000 },
    { { "disk.write.4k.q1", "4 KiB random write, depth 1", "disk", "ops/s",
        false, 1, 11800, 0.05, NULL },
      16520,
      82000,
      21000000 },
    { { "disk.write.4k.q16", "4 KiB random write, depth 16", "disk", "ops/s",
        false, 1, 22600, 0.06, NULL },
      31640,
      690000,
      44000000 },
    { { "disk.read.1m.q4", "1 MiB sequential read, depth 4", "disk", "bytes/s",
        false, 1, 1.62e9, 0.03, NULL },
      2160,
      2500000,
      31000000 },
    { { "disk.write.1m.q4", "1 MiB sequential write, depth 4", "disk",
        "bytes/s", false, 1, 0.94e9, 0.06, NULL },
      1260,
      4200000,
      60000000 },
    { { "disk.fsync.append", "Durable append of 2300 bytes", "disk", "ops/s",
        false, 1, 1480, 0.08, NULL },
      2072,
      610000,
      19000000 },
    { { "disk.fsync.flush", "Bare flush", "disk", "ops/s", false, 1, 2210, 0.08,
        NULL },
      3094,
      410000,
      12000000 },
};

static void sample_disk_results(struct sampler *s)
{
    static struct result_mark drifting[] = {
        { "drifting",
          "The rate fell by 14 % from the first rounds to the last; "
          "a longer run may show less." },
        { "unsteady", "The rounds differ by more than usual." },
    };

    for (size_t i = 0; i < SAMPLE_COUNT(sample_disk_rows); i++) {
        struct result *r = sampler_result(s, &sample_disk_rows[i].recipe);
        if (sample_disk_rows[i].n > 0)
            r->latency = sampler_latency(s, sample_disk_rows[i].n,
                                         sample_disk_rows[i].typical,
                                         sample_disk_rows[i].longest);
        if (i == 0) {
            r->marks = drifting;
            r->mark_count = SAMPLE_COUNT(drifting);
        }
    }
    sample_sweep(s);
}

static void sampler_missing(struct sampler *s, const char *id, const char *title,
                            const char *resource, const char *unit,
                            const char *status, const char *reason)
{
    struct recipe recipe = { id, title, resource, unit, false, 1, 1, 0, NULL };
    struct result *r = sampler_result(s, &recipe);

    r->status = status;
    r->reason = reason;
    r->score = r->per_cpu_second = r->mean = r->median = UNKNOWN_DOUBLE;
    r->op_rate = r->byte_rate = UNKNOWN_DOUBLE;
    r->op = NULL;
    r->min = r->max = r->cv = r->mad = UNKNOWN_DOUBLE;
    r->ci95 = (struct interval){ UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };
    r->n = 0;
    r->samples = NULL;
    r->sample_count = 0;
}

#endif
