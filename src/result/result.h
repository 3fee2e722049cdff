/* The result document as a struct. Every report, comparison and verdict is made
 * from this alone, so a stored one can be printed, judged and compared later,
 * on another machine. `docs/schema/result-1.json` describes its JSON form; the
 * names of the members are those of the document.
 *
 * Unknown numbers are UNKNOWN_U64 or NaN and become null; unknown strings are
 * NULL. Everything belongs to the arena the document was made in. */
#ifndef ASSAY_RESULT_RESULT_H
#define ASSAY_RESULT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/host.h"
#include "measure/rank.h"
#include "measure/sample.h"

#define RESULT_SCHEMA "assay.result/1"

/* Something to doubt, with a sentence of advice. */
struct result_mark {
    const char *id;
    const char *advice;
};

struct result_bucket {
    uint64_t from_ns;
    uint64_t to_ns;
    uint64_t count;
};

/* Latencies of single operations. p99 is unknown under 300 operations, p999
 * under 10,000. */
struct result_latency {
    const char *unit; /* "ns" */
    uint64_t n;
    uint64_t p50, p90, p99, p999, max;
    uint64_t stalled_ns; /* in operations of over ten times the median */
    struct result_bucket *buckets; /* those with entries, ascending */
    size_t bucket_count;
};

/* One point of a curve, summarised. */
struct result_point {
    uint64_t x;
    const char *label; /* for people: "32 KiB"; NULL: x says all */
    uint64_t workers;
    double score;
    double per_cpu_second;
    double min;
    double max;
    struct interval ci95;
    uint64_t n;
    double clock_hz; /* median effective clock; NaN: not measured */
    uint64_t p50_ns; /* of its operations, where they were timed one by one */
    uint64_t p99_ns;
};

/* What the pairs of CPUs did to each other; see measure/pairs.h. */
struct result_pair {
    uint64_t a, b;     /* CPU numbers */
    double throughput; /* median slowdown of a throughput-bound loop, 1 to 2 */
    double throughput_low, throughput_high; /* 10th and 90th percentile */
    double latency; /* the same of the latency-bound loop */
    double latency_low, latency_high;
    uint64_t n;          /* triples */
    const char *sharing; /* "thread", "core", "nothing"; NULL: cannot tell */
};

struct result {
    const char *id; /* "disk.read.4k.q1" */
    const char *title;
    const char *resource; /* "cpu", "os", "memory", "disk" */
    const char *unit;     /* of score and all its kin */
    const char *better;   /* "higher" or "lower" */
    uint64_t workers;
    bool per_job; /* the score is a mean over the workers, not their sum */
    const char *target; /* path of the tested directory; NULL: none */
    uint64_t method;
    const char *note;   /* how it was done here, a sentence; may be NULL */
    const char *status; /* "ok", "skipped", "failed" */
    const char *reason; /* why not ok; NULL when ok */
    bool left_out;      /* by the plan, for the time or a quota: no failure */
    uint64_t working_set_bytes; /* of memory work; unknown: no matter */
    double score;
    double per_cpu_second;
    double mean, median, min, max, cv, mad;
    struct interval ci95; /* of the rounds, without the guard band */
    double guard_band;    /* share that a verdict and a report widen it by */
    const char *op;       /* what an operation is, in the plural; or NULL */
    double op_rate;       /* operations a second, median, where the score counts
                         bytes; NaN: of no interest */
    double byte_rate;     /* bytes a second, median, where the score counts
                             operations that move some; NaN: none */
    double burst; /* a short-lived rate seen beside the score; NaN: none */
    uint64_t n;
    struct sample *samples; /* of the headline point */
    size_t sample_count;
    struct result_latency *latency; /* NULL: operations were not timed singly */
    const char *curve_x; /* "bytes", "depth", "jobs"; NULL: no curve */
    struct result_point *curve;
    size_t curve_count;
    struct result_pair *pairs;
    size_t pair_count;
    const char *conclusion; /* what the curve or the pairs say, a sentence */
    struct result_mark *marks;
    size_t mark_count;
};

struct result_target {
    struct host_mount mount; /* its members stand flat in the document */
    const char *direct;      /* "direct", "buffered", "memory", "indirect" */
    const char *direct_reason;
    const char *engine;        /* "io_uring", "libaio", "threads" */
    const char *engine_reason; /* why not a better one; NULL: it is the best */
    uint64_t file_bytes;
    const char *file_reason; /* why it is smaller than usual; NULL: it is not */
    double fill_rate;        /* bytes/s of the first write of the file */
    uint64_t device_read_bytes; /* by the leaf devices' counters, in the run */
    uint64_t device_written_bytes;
    uint64_t own_read_bytes; /* what we asked for in the same time */
    uint64_t own_written_bytes;
    struct result_mark *marks; /* of the target as a whole */
    size_t mark_count;
};

/* What went on around the run. */
struct result_conditions {
    double steal_share;     /* of the usable CPUs' time */
    double other_cpu_share; /* of all CPUs' time, for other work in this host */
    double load;            /* 1-minute load average at the begin */
    double psi_cpu, psi_io, psi_memory; /* share of the run stalled ("some") */
    const char *clock_source;
    double clock_read_ns; /* NaN also where it is less than a step */
    double clock_step_ns; /* the shortest that two looks differed by */
    const char *governor;
    const char *thp; /* transparent huge pages */
    const char *libc;
    uint64_t memcpy_streaming_bytes; /* libc's threshold for streaming stores */
    double throttled_share;          /* of the run, by the control group */
};

struct result_finding {
    const char *requirement; /* benchmark id or fact name */
    const char *title;
    const char *statistic; /* "score", "mean", "p99", "fact", ... */
    const char *level;     /* "minimum" or "recommended" */
    const char *source;
    const char *recipe; /* "stated" or "not-stated" */
    const char *unit;
    const char *op; /* as of the result; NULL: none, or a fact */
    double value;
    const char *value_text;   /* for facts that are no number */
    struct interval interval; /* with the guard band, as judged */
    double bound;
    const char *bound_text; /* as published: "1000 MiB/s", "5.16"; may be NULL */
    bool at_least;
    double tolerance; /* share the bound was lowered by; 0: none */
    double ratio;     /* value over bound, turned so that 1 and more is met */
    const char *outcome; /* "pass", "fail", "undecided" */
    const char *reason;
    const char *settle; /* what would settle an undecided one */
    struct result_mark *marks;
    size_t mark_count;
};

struct result_verdict {
    const char *profile;
    const char *title;
    const char *role; /* NULL: all */
    const char *source;
    const char *outcome;
    struct result_finding *findings;
    size_t finding_count;
    const char **notes;
    size_t note_count;
};

struct document {
    const char *run_id;
    const char *assay_version;
    const char *assay_commit;
    const char **command;
    size_t command_count;
    const char *started; /* UTC, "2026-01-31T12:00:00Z" */
    double elapsed_s;
    bool complete;
    const char *interrupted_by; /* "SIGINT", "watchdog", ...; NULL */
    uint64_t seed;              /* of the order of the rounds */
    struct host host;
    struct result_target *targets;
    size_t target_count;
    struct result_conditions conditions;
    struct result *results;
    size_t result_count;
    struct result_verdict *verdicts;
    size_t verdict_count;
};

/* The interval a reader is shown and a judge uses: the rank interval widened by
 * the guard band. NaN ends when there is none. */
struct interval result_interval(const struct result *result);

/* The result with this id, and target unless NULL; NULL when there is none. */
const struct result *result_find(const struct document *document,
                                 const char *id, const char *target);

/* The target with this path; NULL when there is none, or `path` is NULL. */
const struct result_target *target_find(const struct document *document,
                                        const char *path);

/* The mark with this id; NULL when there is none. */
const struct result_mark *mark_find(const struct result_mark *marks,
                                    size_t count, const char *id);

/* True when none of the first `before` results has this mark: lists of what to doubt
 * name each once. */
bool mark_is_new(const struct document *document, size_t before, const char *id);

/* Set every member to unknown: no number or string, empty lists, bools false.
 * A struct filled by other means must not leave its numbers at 0. */
void document_init(struct document *document);
void result_init(struct result *result);
void target_init(struct result_target *target);
void point_init(struct result_point *point);
void latency_init(struct result_latency *latency);
void pair_init(struct result_pair *pair);
void finding_init(struct result_finding *finding);
void verdict_init(struct result_verdict *verdict);

#endif
