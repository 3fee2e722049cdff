/* The bytes of the test: random, so that nothing compresses them; stamped, so that no
 * two blocks are alike and every block read back tells whether it is the right one.
 *
 * Each 4 KiB block of a file begins with 8 bytes: its number and a generation,
 * mixed with the key of the run. */
#ifndef ASSAY_IO_FILL_H
#define ASSAY_IO_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/engine.h"

struct clock;
struct err;

enum { FILL_BLOCK = 4096 };

/* Memory for all transfers of a test, in huge pages where they can be had, full of
 * random bytes. Reads may be made into it too: what they bring is as random.
 *
 * A request of 1 MiB in small pages has up to 256 pieces, more than many devices take
 * at once: the kernel splits it, and its speed depends on which pages the process
 * was given. On a virtio disk the same program read 1.2 or 2.5 GB/s, by chance. */
struct fill {
    unsigned char *bytes;
    size_t size;
    uint64_t key;
    uint64_t generation; /* of the newest stamps */
    uint64_t written;    /* bytes handed over by `fill_write` so far */
};

/* Takes `size` bytes (a multiple of 1 MiB, 4 MiB at least) and makes the data of a
 * seed. Fails with ERR_SPACE. */
int fill_init(struct fill *fill, size_t size, uint64_t seed, struct err *err);

/* Unmaps the memory; an empty struct is accepted. */
void fill_release(struct fill *fill);

/* Puts the stamps of a transfer to `offset` of a file into its buffer: one for each
 * block; both offset and length are multiples of FILL_BLOCK. */
void fill_stamp(const struct fill *fill, void *buffer, size_t length,
                uint64_t offset);

/* True when the buffer begins with the stamp of the block at `offset`, of any
 * generation of this run. */
bool fill_is_stamped(const struct fill *fill, const void *buffer,
                     uint64_t offset);

/* How a file is to be written. */
struct fill_order {
    const struct io_engine *engine;
    int fd;
    enum io_op op;        /* IO_WRITE or IO_WRITE_DURABLE */
    uint64_t from;        /* offset to begin at, a multiple of 1 MiB */
    uint64_t to;          /* end, a multiple of 1 MiB */
    uint64_t deadline_ns; /* of the clock: start nothing after it */
    const struct clock *clock;
    bool (*stopped)(void *context); /* asked between requests; NULL: never */
    void *stop_context;
};

enum fill_end {
    FILL_COMPLETE,
    FILL_LATE,    /* the deadline came first */
    FILL_STOPPED, /* the stop was asked for */
    FILL_FULL,    /* no space, no quota, or too large a file */
};

/* Writes the file from front to end in requests of 1 MiB, four at a time, then
 * fdatasync. Sets `*ret_to` to where the part ends that is written without a gap,
 * and `*ret_end` to why. Fails with any error that is not a lack of room. */
int fill_write(struct fill *fill, const struct fill_order *order,
               uint64_t *ret_to, enum fill_end *ret_end, struct err *err);

/* What the file system says about where the first `bytes` of a file are. */
enum extents {
    EXTENTS_WRITTEN, /* every byte is in a written extent */
    EXTENTS_ENCODED, /* likewise, and some extents are compressed or encrypted */
    EXTENTS_UNWRITTEN, /* some are holes, unwritten or not yet placed */
    EXTENTS_UNTOLD,    /* the file system does not answer */
};

/* Asks for the extents (FIEMAP with a sync). Reads of unwritten extents cost no
 * I/O and measure nothing. */
enum extents fill_extents(int fd, uint64_t bytes);

#endif
