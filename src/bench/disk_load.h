/* Closed-loop I/O on the file of a target: so many requests under way at all times,
 * each timed from its start to its completion. What the 4 KiB and 1 MiB benchmarks
 * have in common. */
#ifndef ASSAY_BENCH_DISK_LOAD_H
#define ASSAY_BENCH_DISK_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "io/engine.h"

struct bench_env;
struct disk_target;
struct err;
struct work;

struct disk_pattern {
    uint32_t block;  /* bytes of a request */
    unsigned reads;  /* percent of the requests that read; the others write */
    bool sequential; /* from a random place on, around the end; else random */
};

struct disk_load {
    struct disk_target *target;
    struct disk_pattern pattern;
    unsigned depth;
    struct io_queue *queue; /* NULL at depth 1: the worker makes the call itself */
    struct random random;
    uint64_t blocks; /* of the file */
    uint64_t next;   /* block, when sequential */
    uint64_t count;  /* of requests, for the sample that is verified */
    struct io_request requests[IO_DEPTH_MOST];
    uint64_t begun[IO_DEPTH_MOST];
};

/* Prepares a load of `depth` requests, 1 to IO_DEPTH_MOST, in an empty struct; the blocks
 * follow from `seed`. Fails with ERR_UNSUPPORTED where the target does not allow it, or
 * with what the engine says. */
int disk_load_init(struct disk_load *load, struct disk_target *target,
                   const struct disk_pattern *pattern, uint64_t depth,
                   uint64_t seed, struct err *err);

/* Closes its queue; an empty or half-made load is accepted. The target stays. */
void disk_load_release(struct disk_load *load);

/* Writes a block (unless the target is only read), reads it back and looks for its
 * stamp. Fails with ERR_PROOF. */
int disk_load_check(struct disk_load *load, const char **ret_note,
                    struct err *err);

/* Fills one slice: keeps the depth until `work->complete` says it is over, then waits
 * for what is under way. Fails with the first error of a request, a short
 * transfer, a wrong stamp (every 16th read is looked at) or the limit on writes. */
int disk_load_run(struct disk_load *load, struct work *work, struct err *err);

/* For those who mix a load of a depth of more than 1 with something else: puts the
 * next request of a slot. */
int disk_load_put(struct disk_load *load, unsigned slot, struct work *work,
                  struct err *err);

/* Checks a completion and lets the cache forget it. */
int disk_load_take(struct disk_load *load, unsigned slot, int64_t result,
                   struct err *err);

#endif
