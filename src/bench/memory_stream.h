/* What the bandwidth benchmarks share: one or more arrays side by side in the pool,
 * walked from end to end in pieces, so that a slice may end at any time and the next
 * goes on where it stopped. */
#ifndef ASSAY_BENCH_MEMORY_STREAM_H
#define ASSAY_BENCH_MEMORY_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "bench/memory_pool.h"
#include "kernels/stream.h"

struct bench_env;
struct bench_point;
struct work;

enum { MEMORY_STREAM_PIECE = 256 * 1024 };

struct memory_stream {
    const struct stream_variant *kernel;
    unsigned char *bytes; /* of the first array */
    size_t size;          /* of one array; they stand one behind the other */
    size_t at;            /* where the next piece begins */
    uint64_t sum;         /* keeps what was read alive */
};

/* Takes this worker's part of `area` and divides it into `arrays`. */
void memory_stream_init(struct memory_stream *stream,
                        const struct bench_env *env, struct memory_area area,
                        enum stream_kind kind, size_t arrays);

/* One pass over `bytes` bytes of each array, `at` bytes from their begin. */
typedef void (*memory_stream_pass)(struct memory_stream *stream, size_t at,
                                   size_t bytes);

/* Does `work->chunk` pieces, crediting `credit` bytes for each byte of an array. */
void memory_stream_work(struct memory_stream *stream, struct work *work,
                        memory_stream_pass pass, uint64_t credit);

/* The one point of a benchmark without a curve: the rule's buffer. */
size_t memory_stream_points(const struct bench_env *env,
                            struct bench_point *points, size_t room);

#endif
