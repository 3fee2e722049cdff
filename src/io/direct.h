/* Does I/O really reach the device? Judged by evidence, not by open flags: file
 * systems accept O_DIRECT and then answer from memory.
 *
 * The evidence: what the kernel accounts to this task as read from a device, and
 * how many pages of the file are in the page cache afterwards. */
#ifndef ASSAY_IO_DIRECT_H
#define ASSAY_IO_DIRECT_H

#include <stdbool.h>
#include <stdint.h>

struct err;

enum direct {
    DIRECT_DIRECT, /* reads come from a block device, past the page cache */
    DIRECT_BUFFERED, /* through the page cache; from the device once it is dropped */
    DIRECT_MEMORY, /* the files live in memory: there is no disk to measure */
    DIRECT_INDIRECT, /* another process or machine does the I/O, out of our sight */
};

/* The document's word. */
const char *direct_name(enum direct direct);

/* What was seen. */
struct direct_evidence {
    bool accepted;        /* the file system took O_DIRECT */
    const char *refusal;  /* how it refused; NULL when it did not */
    uint64_t file_system; /* statfs magic; 0: unknown, or a device */
    uint64_t asked;       /* bytes read in each of two passes */
    uint64_t read_bytes;  /* accounted to the task while reading with O_DIRECT;
                                UNKNOWN_U64: the kernel does not tell */
    uint64_t dropped_bytes; /* likewise after dropping the cache */
    uint64_t resident_bytes; /* in the page cache after the first pass; UNKNOWN_U64 */
};

/* Reads the first `bytes` of a file (whole blocks, written and synced before) into
 * `buffer`, with direct I/O where that is accepted, then once more after its pages were
 * dropped from the cache. Leaves direct I/O on when it was accepted. Fails with the
 * error of a read; EIO here is the disk's. */
int direct_gather(int fd, void *buffer, uint64_t bytes,
                  struct direct_evidence *ret_evidence, struct err *err);

enum { DIRECT_REASON_ROOM = 200 };

/* What the evidence says, with a sentence for the reader. A pure function. */
enum direct direct_judge(const struct direct_evidence *evidence,
                         char reason[DIRECT_REASON_ROOM]);

/* Bytes of a part of a file that are in the page cache (the larger answer of cachestat
 * and mincore); UNKNOWN_U64 when neither tells. */
uint64_t direct_resident(int fd, uint64_t bytes);

#endif
