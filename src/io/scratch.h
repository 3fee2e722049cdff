/* A file for the test that nobody can find, and that is gone when we are, however
 * we end. */
#ifndef ASSAY_IO_SCRATCH_H
#define ASSAY_IO_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>

struct err;

/* What statx says about direct I/O, with careful values where it says nothing. */
struct scratch_align {
    uint32_t memory; /* of buffers, bytes */
    uint32_t offset; /* of offsets and lengths, bytes */
    bool told;       /* by the file system; else both are 4096 */
};

/* Opens a directory to make scratch files in. Sets `*ret_fd`; the caller closes
 * it. Fails with ERR_SYSTEM: missing, no directory, no permission. */
int scratch_directory(const char *path, int *ret_fd, struct err *err);

/* Makes an empty file in a directory, mode 0600, readable and writable, that has no
 * name: by O_TMPFILE, else created exclusively under a name from the kernel's
 * random numbers and unlinked before anything is written to it. Network and FUSE file
 * systems may keep a hidden name until the last close; the kernel removes that even
 * after a kill. Sets `*ret_fd`. `path` is only for messages. */
int scratch_open(int directory, const char *path, int *ret_fd, struct err *err);

/* Takes space for `bytes` from the file system, so that a full disk, a quota or a
 * file-size limit shows now; where it does not fit, for less: what is free less
 * 5 %, then half and half again, down to `least`. File systems that cannot reserve are
 * believed. Sets the file's size to `*ret_bytes`. When even `least` does not fit,
 * fails with ERR_SPACE and leaves the file empty. */
int scratch_reserve(int fd, uint64_t bytes, uint64_t least, uint64_t *ret_bytes,
                    struct err *err);

/* Turns direct I/O on or off for all users of an open file. Fails with
 * ERR_UNSUPPORTED where the file system has none. */
int scratch_set_direct(int fd, bool direct, struct err *err);

/* Asks for the alignment of direct I/O (STATX_DIOALIGN, Linux 6.1); where nobody
 * tells, 4096 for both, never 512. Works on files and block devices. */
struct scratch_align scratch_alignment(int fd);

#endif
