/* How much of a disk a test may take, and what for. Pure functions. */
#ifndef ASSAY_BENCH_DISK_SPACE_H
#define ASSAY_BENCH_DISK_SPACE_H

#include <stdint.h>

enum {
    DISK_MIB = 1 << 20,
    DISK_SPACE_LEAST = 8 * DISK_MIB,
    DISK_FILE_LEAST =
        4 * DISK_MIB, /* the proof of direct I/O is made on these */
    DISK_RECIPE_BYTES = 64 * DISK_MIB, /* of Substrate's two rows */
};

struct disk_space {
    uint64_t total;        /* of all files together */
    uint64_t file_bytes;   /* the file that is read and overwritten */
    uint64_t recipe_bytes; /* DISK_RECIPE_BYTES, or 0 when that does not fit */
    uint64_t log_bytes;    /* for durable writes, all files of them together */
};

/* The space all files of a test may take when the user does not say: the least of 1 GiB
 * and the greater of a tenth of what is free and min(128 MiB, half of it); 8 MiB at
 * least, whether that is free or not. */
uint64_t disk_space_rule(uint64_t free_bytes);

/* Divides a space: an eighth, at most 32 MiB, for durable writes; 64 MiB for
 * Substrate's file when 16 MiB at least remain beside it; what is left,
 * in whole MiB, for the file. `file_bytes`, unless 0, is a size the user wants: the
 * file gets it, when the space allows. */
struct disk_space disk_space_divide(uint64_t total, uint64_t file_bytes);

/* The space that a file of a wanted size needs with what goes beside it. */
uint64_t disk_space_for_file(uint64_t file_bytes);

/* Who writes in a run, beside the fill of the file. */
struct disk_writers {
    uint64_t loads;   /* benchmarks that write as much as their time allows */
    uint64_t recipes; /* of Substrate's two */
    uint64_t rounds;  /* that each of them is to get at least */
};

/* How the bytes that may be written in all are shared out. */
struct disk_writes {
    uint64_t file_bytes; /* for the fill */
    uint64_t recipe_runs; /* of DISK_RECIPE_BYTES each, the ones that make the file
                             and prove the work included */
    uint64_t slice_bytes; /* for one slice of a load */
    uint64_t slice_runs;  /* of a recipe in one slice, 1 or more */
};

/* Shares `most` bytes out; 0 is no limit. The file gets no more than `file_bytes`, and
 * leaves 2 GiB to the writers, or half of a larger limit and three quarters of a
 * smaller one, but 4 MiB are kept for it. Recipes get up to half of what is left, all of it
 * where no load writes. A load's slice gets what leaves as much to each slice of every
 * load, with two to spare for proof, warm-up and what is under way at the ends. */
struct disk_writes disk_writes_divide(uint64_t most, uint64_t file_bytes,
                                      const struct disk_writers *writers);

#endif
