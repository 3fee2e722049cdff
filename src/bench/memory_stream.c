#include "bench/memory_stream.h"

#include "bench/bench.h"

void memory_stream_init(struct memory_stream *stream,
                        const struct bench_env *env, struct memory_area area,
                        enum stream_kind kind, size_t arrays)
{
    struct memory_area part =
        memory_part(area, env->x, env->worker, env->workers);

    *stream = (struct memory_stream){
        .kernel = stream_best(kind),
        .bytes = part.bytes,
        .size = part.size / arrays / STREAM_LINE * STREAM_LINE,
    };
}

/* As many whole pieces as fit before the end; the last one of a buffer is what is
 * left, and counts as a piece like the others. */
static size_t next_bytes(const struct memory_stream *stream, uint64_t pieces)
{
    size_t left = stream->size - stream->at;

    return left / MEMORY_STREAM_PIECE >= pieces
               ? (size_t)pieces * MEMORY_STREAM_PIECE
               : left;
}

void memory_stream_work(struct memory_stream *stream, struct work *work,
                        memory_stream_pass pass, uint64_t credit)
{
    for (uint64_t done = 0; done < work->chunk;) {
        size_t bytes = next_bytes(stream, work->chunk - done);
        uint64_t pieces =
            (bytes + MEMORY_STREAM_PIECE - 1) / MEMORY_STREAM_PIECE;

        pass(stream, stream->at, bytes);
        work->bytes += bytes * credit;
        stream->at += bytes;
        if (stream->at == stream->size)
            stream->at = 0;
        done += pieces;
        work->ops += pieces;
    }
}

size_t memory_stream_points(const struct bench_env *env,
                            struct bench_point *points, size_t room)
{
    (void)room;
    points[0] =
        (struct bench_point){ .x = memory_buffer_bytes(env->host, env->workers),
                              .headline = true };
    return 1;
}
