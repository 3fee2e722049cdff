/* Memory bandwidth kernels: read, write, copy and triad over a caller's buffer.
 *
 * Each exists in several variants (portable C, SSE2, AVX2, AVX-512, NEON) in
 * one table; which of them this CPU can run is asked at run time, so one binary
 * serves every machine. All variants give the same bytes and the same sums.
 *
 * Contract of every kernel: pointers are aligned to STREAM_LINE, `bytes` is a
 * multiple of STREAM_LINE (zero does nothing), buffers of one call do not
 * overlap. Nothing fails, nothing is allocated.
 *
 * Credit, in bytes that a program asked to move: read and write 1 x bytes,
 * copy 2 x bytes, triad 3 x bytes. Stores of the plain kernels are
 * non-temporal where the CPU has such stores, so the credit is also what
 * crosses the memory bus. An ordinary store reads its line first: the
 * `_cached` write and copy therefore move 2 and 3 x on the bus once a buffer is
 * larger than the caches, and are meant for buffers that fit in one.
 *
 * Sources: J. McCalpin, STREAM (the triad and the way traffic is counted);
 * the kernel kinds load, store_mem, copy_mem and stream_mem of likwid-bench
 * (what is compared with). */
#ifndef ASSAY_KERNELS_STREAM_H
#define ASSAY_KERNELS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Alignment and granularity of all buffers, bytes. */
#define STREAM_LINE 64

/* Bytes credited per byte of buffer length. */
#define STREAM_READ_CREDIT 1
#define STREAM_WRITE_CREDIT 1
#define STREAM_COPY_CREDIT 2
#define STREAM_TRIAD_CREDIT 3

struct stream_variant {
    const char *name; /* "portable", "sse2", "avx2", "avx512", "neon" */

    /* Can this CPU, under this kernel, run the variant? */
    bool (*supported)(void);

    /* Returns the sum modulo 2^64 of the buffer's 64-bit words: a result that
     * depends on every byte, so no load can be left out. */
    uint64_t (*read)(const void *from, size_t bytes);

    /* Fills the buffer with `word`, and is globally visible on return. */
    void (*write)(void *to, size_t bytes, uint64_t word);
    void (*write_cached)(void *to, size_t bytes, uint64_t word);

    /* Copies `from` to `to`. */
    void (*copy)(void *to, const void *from, size_t bytes);
    void (*copy_cached)(void *to, const void *from, size_t bytes);

    /* to[i] = from[i] + factor * scaled[i], over bytes / 8 doubles. The
     * product may or may not be rounded before the sum. */
    void (*triad)(double *to, const double *from, const double *scaled,
                  double factor, size_t bytes);
};

enum stream_kind {
    STREAM_READ,        /* from memory */
    STREAM_READ_CACHED, /* from a buffer that a cache holds */
    STREAM_WRITE,
    STREAM_COPY,
    STREAM_TRIAD
};

/* The variants compiled in, narrowest first: `portable` is always there and
 * always supported. Returns NULL when `i` is past the last one. */
const struct stream_variant *stream_variant(size_t i);

/* The variant to take for `kind` on this CPU, never NULL: the widest one, except
 * where a narrower one was measured to be faster (stream.c says where). */
const struct stream_variant *stream_best(enum stream_kind kind);

#endif
