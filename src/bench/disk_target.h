/* One directory (or block device) made ready for the disk benchmarks: opened, proved,
 * filled with data once, and the bytes counted that go to and from it.
 *
 * Opening and releasing may block for seconds on a slow disk, and for ever on one
 * that hangs: call them where a watchdog can give up on you. One thread at a time
 * uses a target; the transfer memory is shared by all its benchmarks. */
#ifndef ASSAY_BENCH_DISK_TARGET_H
#define ASSAY_BENCH_DISK_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/disk_recipe.h"
#include "bench/disk_space.h"
#include "host/counters.h"
#include "io/direct.h"
#include "io/engine.h"
#include "io/fill.h"
#include "io/scratch.h"

struct clock;
struct err;
struct host_mount;
struct sysroot;

enum { DISK_MEMORY_BYTES = 16 * DISK_MIB }; /* of the transfers of a target */

/* What the caller wants; zero means the default. */
struct disk_options {
    const char *path;
    bool device; /* `path` is a block device: read it, only */
    const struct host_mount *mount; /* where it is stored; NULL: not known */
    const struct sysroot *root;     /* for the devices' counters; NULL: none */
    uint64_t file_bytes;            /* size of the file; 0: by the space */
    uint64_t space_bytes;           /* all files together; 0: disk_space_rule */
    bool space_told;                /* by the user, so reasons name --space */
    uint64_t max_written;           /* bytes written in all; 0: no limit */
    struct disk_writers writers;    /* among whom they are shared out */
    uint64_t fill_cap_ns;           /* time for filling the file; 0: 4 s */
    uint64_t seed;                  /* of data and orders */
    const struct clock *clock;
    bool (*stopped)(void *context); /* ends a fill early; NULL: never */
    void *stop_context;
};

enum { DISK_REASON_ROOM = 240 };

struct disk_target {
    struct disk_options options;
    int directory;              /* -1: a device */
    int file;                   /* the test file, or the device; -1: none */
    struct scratch_align align; /* of direct I/O */
    struct disk_space space;
    uint64_t file_bytes; /* filled and usable; of a device, its size */
    char file_reason[DISK_REASON_ROOM]; /* why it is smaller; "": it is not */
    double fill_rate; /* bytes/s of its first write; NaN: unknown */
    enum direct direct;
    char direct_reason[DIRECT_REASON_ROOM];
    bool uses_cache;     /* transfers pass the page cache: drop it */
    enum io_op write_op; /* how to write so that the device is written */
    const struct io_engine *engine; /* NULL when nothing is to be measured */
    char engine_reason[IO_REASON_ROOM]; /* "": it is the best */
    struct fill fill;
    uint64_t own_read_bytes; /* asked for by us, the fill included */
    uint64_t own_written_bytes;
    struct disk_writes writes; /* shares; recipe_runs are those that are left */
    uint64_t knee;             /* depth, 0: not looked for yet */
    struct disk_recipe recipe;
    struct device_counters at_begin; /* of the leaves, before the fill */
    bool has_counters;
};

/* Makes a target that holds nothing. */
void disk_target_init(struct disk_target *target);

/* Opens, proves and fills. A place whose files live in memory is opened without a
 * fill: `direct` says so, and `disk_target_ready` refuses. Fails with
 * ERR_SYSTEM (missing, read-only, no permission, EIO...), ERR_SPACE or
 * ERR_STOPPED; the target then holds nothing. */
int disk_target_open(struct disk_target *target,
                     const struct disk_options *options, struct err *err);

/* Closes the files, which frees their space. */
void disk_target_release(struct disk_target *target);

/* Fails with ERR_UNSUPPORTED and a sentence when no speed can be measured there, or,
 * with `writing`, when it may not be written. */
int disk_target_ready(const struct disk_target *target, bool writing,
                      struct err *err);

/* Counts bytes about to be written. Fails with ERR_SPACE when the limit on all
 * writes is reached, less what is kept for recipes: then they must not be. */
int disk_target_spend(struct disk_target *target, uint64_t bytes,
                      struct err *err);

/* Counts a run of a recipe, DISK_RECIPE_BYTES, about to be written; likewise. */
int disk_target_spend_run(struct disk_target *target, struct err *err);

/* Makes a nameless file in the directory for a benchmark of its own, 0 bytes long. The
 * caller closes it. Checks that `bytes` are free there. */
int disk_target_scratch(const struct disk_target *target, uint64_t bytes,
                        int *ret_fd, struct err *err);

/* Asks the page cache to forget a part of the test file; only where it is used. */
void disk_target_forget(const struct disk_target *target, uint64_t offset,
                        uint64_t bytes);

/* Bytes that the leaf devices have moved since the target was opened; both
 * UNKNOWN_U64 when they have no counters. */
void disk_target_witness(const struct disk_target *target,
                         uint64_t *ret_read_bytes, uint64_t *ret_written_bytes);

#endif
