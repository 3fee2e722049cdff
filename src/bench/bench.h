/* A benchmark: one kind of work, described as data.
 *
 * Each file of this room exports one `const struct bench`; `catalogue.h` is their
 * list. A benchmark prepares its state, proves that its work is right, and does
 * the work; it knows no clock, no options and no other benchmark. Who does the
 * timing calls `do_work` over and over until a slice of time is full. */
#ifndef ASSAY_BENCH_BENCH_H
#define ASSAY_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/units.h"

struct disk_target;
struct err;
struct host;
struct memory_pool;

enum resource { RESOURCE_CPU, RESOURCE_OS, RESOURCE_MEMORY, RESOURCE_DISK };

/* How soon a benchmark is dropped when the time is short: deep first. */
enum tier { TIER_HEAD, TIER_DETAIL, TIER_DEEP };

/* What the score is made of. */
enum score {
    SCORE_BYTES_PER_SECOND, /* work.bytes over time; more is better */
    SCORE_OPS_PER_SECOND,   /* work.ops over time; more is better */
    SCORE_FLOPS,            /* likewise, ops being floating-point operations */
    SCORE_NS_PER_OP,        /* time over work.ops; less is better */
    SCORE_LOST_SHARE,       /* work.lost_ns over time; less is better */
    SCORE_SLOWDOWN, /* of rates, alone over both; less is better; a sample is work.ops
                       over time, and the ratio is made of three (measure/pairs.h) */
};

/* Which CPUs work at once. */
enum scope {
    SCOPE_ONE,      /* one worker */
    SCOPE_ALL,      /* one worker on every usable CPU */
    SCOPE_PARALLEL, /* as many workers as the id says, more than CPUs if need be */
    SCOPE_WIDTHS, /* one point each for 1, 2, 4 ... and all usable CPUs */
    SCOPE_PAIRS,  /* one point for each pair: alone, alone, both */
};

/* How the rates of several workers make one score. */
enum join {
    JOIN_SUM,  /* all workers' work over the common time */
    JOIN_MEAN, /* the same divided by their number: a rate per job */
};

/* One id of a family: "disk.read.4k" with ".q1" is `disk.read.4k.q1`. */
struct bench_variant {
    const char *suffix; /* "", ".all", ".q16", ".parallel-" (a number follows) */
    const char *title;  /* in place of the family's; NULL: the same */
    const char *aspect; /* behind the title: ", depth 16"; NULL: nothing */
    const char *about;  /* in place of the family's; NULL: the same */
    uint64_t parameter; /* of the family: a queue depth, a size; 0: none */
    enum tier tier;
    enum scope scope;
    enum join join;
    bool quick; /* part of --quick */
};

/* A point of a curve. A benchmark without curve has one, with x 0. */
struct bench_point {
    uint64_t x;       /* working-set bytes, queue depth, jobs: `curve_x` says */
    bool headline;    /* the point whose score is the result's score */
    const char *kind; /* of widths: only CPUs of this kind; NULL: any */
};

/* Why a pair of CPUs is tried. */
enum bench_pair_why {
    PAIR_EVERY, /* of few CPUs every pair is */
    PAIR_TOLD,  /* the kernel calls them threads of one core */
    PAIR_USUAL, /* siblings are often numbered so */
    PAIR_DRAWN, /* at random, against numberings that nobody thought of */
};

/* What x means where the scope is pairs: two places in the list of usable CPUs, which of
 * the two loops they run, and why. The point of the latency-bound loop follows that
 * of the other. */
struct bench_pair {
    uint32_t a, b;
    bool chain; /* the latency-bound loop; else the throughput-bound one */
    enum bench_pair_why why;
};

static inline uint64_t bench_pair_x(struct bench_pair pair)
{
    return (uint64_t)pair.chain << 63 | (uint64_t)pair.why << 61 |
           (uint64_t)pair.a << 32 | pair.b;
}

static inline struct bench_pair bench_pair_of(uint64_t x)
{
    return (struct bench_pair){ (uint32_t)(x >> 32) & 0x1fffffffU, (uint32_t)x,
                                x >> 63 != 0,
                                (enum bench_pair_why)(x >> 61 & 3) };
}

/* One worker's view of the slice that is being filled. */
struct work {
    uint64_t chunk;         /* operations wanted from this call of do_work */
    uint64_t ops;           /* done in this slice so far; do_work adds to it */
    uint64_t bytes;         /* moved in this slice so far; do_work adds to it */
    uint64_t lost_ns;       /* for SCORE_LOST_SHARE */
    uint64_t helper_cpu_ns; /* CPU time of threads that helped the worker's own */

    /* For work that knows how many clock cycles some of it took: those cycles and
     * the CPU time they took by `stamp_cpu`. */
    double cycles;
    uint64_t cycles_ns;

    /* `stamp` reads the time. For work whose operations are timed one by one:
     * `complete` counts one operation begun at a stamp and moving `bytes`,
     * records its latency, and returns false once the slice is over: then start
     * nothing more, complete what is under way, and return. */
    uint64_t (*stamp)(struct work *work);
    uint64_t (*stamp_cpu)(struct work *work); /* CPU time of this thread */
    bool (*complete)(struct work *work, uint64_t begun, uint64_t bytes);
    bool (*over)(struct work *work); /* is the slice over? */
    void *context;                   /* of those four */
};

/* What one worker prepares for. */
struct bench_env {
    const struct host *host;
    const struct bench_variant *variant;
    struct memory_pool *pool;   /* NULL unless needs_memory */
    struct disk_target *target; /* NULL unless the resource is the disk */
    uint64_t x;                 /* of the point */
    uint64_t worker;            /* which one, from 0 */
    uint64_t workers;           /* how many */
    uint64_t seed;              /* for data and orders: the same in every run */
};

struct bench {
    const char *id;    /* "memory.read"; variants add their suffix */
    const char *title; /* "Memory read" */
    const char *about; /* one sentence: what is done */
    enum resource resource;
    enum score score;
    int method;     /* changes when scores stop being comparable */
    const char *op; /* what one operation is, in the plural: "verifications",
                       "IO"; NULL: of no interest */
    const char *curve_x; /* what x means: "bytes", "depth", "jobs"; NULL: no curve */
    bool needs_memory; /* works in the shared memory pool */
    uint64_t working_set; /* bytes it works on, where x does not say; 0: no matter */
    uint64_t worker_bytes; /* that prepare takes for each worker, beside the state */
    double prepare_seconds; /* that one worker's prepare and check take on an ordinary host,
                               where that is more than a few milliseconds */
    double prepare_ns_per_byte; /* of x, beside that */
    bool each_operation; /* do_work fills a whole slice with `complete` */
    bool whole_run; /* one operation is a recipe's whole run: chunk stays 1 */
    bool writes;    /* to the disk: not for a device that is only read */
    const struct bench_variant *variants; /* ends with a row whose suffix is NULL */
    size_t state_size; /* bytes of one worker's state, zeroed, cache-line aligned */

    /* Lists the points of a curve, at most `room`; returns how many. NULL: one. */
    size_t (*points)(const struct bench_env *env, struct bench_point *points,
                     size_t room);
    /* Untimed, on the pinned worker: takes buffers, makes data. */
    int (*prepare)(void *state, const struct bench_env *env, struct err *err);
    /* Untimed: proves the work by a known answer, ERR_PROOF when it is wrong.
     * May add a sentence about how it is done to `ret_note` (static text). */
    int (*check)(void *state, const char **ret_note, struct err *err);
    /* The only part inside the clock. Allocates nothing. */
    int (*do_work)(void *state, struct work *work, struct err *err);
    /* Gives back what prepare took; accepts a half-prepared state. NULL: none. */
    void (*release)(void *state);
};

#endif
