#include "io/engine.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/err.h"

/* The ladder, best first. */
#define ENGINES(ENGINE)                                                        \
    ENGINE(engine_uring)                                                       \
    ENGINE(engine_aio)                                                         \
    ENGINE(engine_threads)

#define DECLARE(name) extern const struct io_engine name;
ENGINES(DECLARE)

#define ADDRESS(name) &name,
const struct io_engine *const io_engines[] = { ENGINES(ADDRESS) NULL };

const struct io_engine *io_engine_plain(void)
{
    return io_engines[sizeof(io_engines) / sizeof(io_engines[0]) - 2];
}

int io_queue_open(const struct io_engine *engine, unsigned depth,
                  struct io_queue **ret_queue, struct err *err)
{
    struct io_queue *queue;

    assert(depth >= 1 && depth <= IO_DEPTH_MOST);
    if (engine->open(depth, &queue, err) < 0)
        return -1;
    queue->engine = engine;
    queue->depth = depth;
    queue->pending = 0;
    *ret_queue = queue;
    return 0;
}

int io_queue_put(struct io_queue *queue, const struct io_request *request,
                 struct err *err)
{
    assert(queue->pending < queue->depth);
    if (queue->engine->put(queue, request, err) < 0)
        return -1;
    queue->pending++;
    return 0;
}

int io_queue_wait(struct io_queue *queue, struct io_done *done, unsigned room,
                  unsigned *ret_count, struct err *err)
{
    unsigned count;

    assert(queue->pending > 0 && room > 0);
    if (queue->engine->wait(queue, done, room, &count, err) < 0)
        return -1;
    queue->pending -= count;
    *ret_count = count;
    return 0;
}

void io_queue_drain(struct io_queue *queue)
{
    struct io_done done[16];
    unsigned count;
    struct err err;

    while (queue->pending > 0) {
        if (io_queue_wait(queue, done, 16, &count, &err) < 0)
            break; /* the engine is broken; closing it cancels the rest */
    }
}

void io_queue_close(struct io_queue *queue)
{
    if (queue == NULL)
        return;
    io_queue_drain(queue);
    queue->engine->close(queue);
}

/* Linux before 4.7, and emulators of it, know no flag that makes a write durable:
 * there a flush follows the write. */
static ssize_t write_durably(const struct io_request *request)
{
    struct iovec part = { request->buffer, request->bytes };
    off_t offset = (off_t)request->offset;
    ssize_t n = pwritev2(request->fd, &part, 1, offset, RWF_DSYNC);

    if (n >= 0 || errno != EOPNOTSUPP)
        return n;
    n = pwrite(request->fd, request->buffer, request->bytes, offset);
    return n >= 0 && fdatasync(request->fd) < 0 ? -1 : n;
}

static ssize_t attempt(const struct io_request *request)
{
    off_t offset = (off_t)request->offset;

    switch (request->op) {
    case IO_READ:
        return pread(request->fd, request->buffer, request->bytes, offset);
    case IO_WRITE:
        return pwrite(request->fd, request->buffer, request->bytes, offset);
    case IO_WRITE_DURABLE:
        return write_durably(request);
    case IO_DATASYNC:
        break;
    }
    return fdatasync(request->fd);
}

int64_t io_now(const struct io_request *request)
{
    ssize_t n;

    do
        n = attempt(request);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : n;
}

int io_done_check(const struct io_request *request, int64_t result,
                  struct err *err)
{
    static const char *const names[] = {
        [IO_READ] = "read",
        [IO_WRITE] = "write",
        [IO_WRITE_DURABLE] = "write",
        [IO_DATASYNC] = "fdatasync",
    };
    const char *name = names[request->op];
    int64_t wanted = request->op == IO_DATASYNC ? 0 : request->bytes;

    if (result == wanted)
        return 0;
    if (request->op == IO_DATASYNC)
        return err_system(err, (int)-result, "cannot fdatasync the test file");
    if (result < 0)
        return err_system(err, (int)-result,
                          "cannot %s %u bytes at offset %llu of the test file",
                          name, request->bytes,
                          (unsigned long long)request->offset);
    return err_set(err, ERR_SYSTEM,
                   "a %s of %u bytes at offset %llu of the test file moved "
                   "only %lld",
                   name, request->bytes, (unsigned long long)request->offset,
                   (long long)result);
}

int io_engine_probe(const struct io_engine *engine, unsigned depth,
                    const struct io_request *sample, struct err *err)
{
    struct io_queue *queue = NULL;
    struct io_done done;
    unsigned count;
    int rc = -1;

    if (io_queue_open(engine, depth, &queue, err) < 0)
        return -1;
    if (io_queue_put(queue, sample, err) < 0 ||
        io_queue_wait(queue, &done, 1, &count, err) < 0 ||
        io_done_check(sample, done.result, err) < 0)
        goto done;
    rc = 0;

done:
    io_queue_close(queue);
    return rc;
}

int io_engine_choose(const struct io_request *sample, unsigned depth,
                     const struct io_engine **ret_engine,
                     char reason[IO_REASON_ROOM], struct err *err)
{
    size_t used = 0;

    reason[0] = '\0';
    for (const struct io_engine *const *at = io_engines; *at != NULL; at++) {
        struct err why;
        unsigned deep =
            at[1] != NULL ? depth : 1; /* threads are cheap to get */
        if (io_engine_probe(*at, deep, sample, &why) == 0) {
            *ret_engine = *at;
            return 0;
        }
        if (at[1] == NULL) {
            *err = why;
            break;
        }
        if (used < IO_REASON_ROOM)
            used += (size_t)snprintf(reason + used, IO_REASON_ROOM - used,
                                     "%s%s: %.120s", used > 0 ? "; " : "",
                                     (*at)->name, why.text);
    }
    return -1;
}
