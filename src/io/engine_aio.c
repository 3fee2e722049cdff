/* Linux native AIO by libaio. Honest for direct I/O to written blocks; buffered or
 * allocating I/O blocks in io_submit, so it is not used for those. */
#include "io/engine.h"

#include <errno.h>
#include <libaio.h>
#include <stdlib.h>
#include <sys/uio.h>

#include "base/err.h"

struct aio_queue {
    struct io_queue base;
    io_context_t context;
    unsigned waiting; /* put, not yet submitted: the first of `to_submit` */
    unsigned idle;    /* how many of `free_blocks` are free */
    struct iocb *to_submit[IO_DEPTH_MOST];
    struct iocb *free_blocks[IO_DEPTH_MOST];
    struct iocb blocks[IO_DEPTH_MOST];
    struct io_event events[IO_DEPTH_MOST];
};

static int aio_open(unsigned depth, struct io_queue **ret_queue, struct err *err)
{
    struct aio_queue *queue = calloc(1, sizeof(*queue));
    int rc;

    if (queue == NULL)
        return err_system(err, ENOMEM, "cannot take memory for libaio");
    rc = io_setup((int)depth, &queue->context);
    if (rc < 0) {
        free(queue);
        return err_system(err, -rc, "%s",
                          rc == -EAGAIN ? "all AIO requests of the host are "
                                          "taken (fs.aio-max-nr)"
                                        : "cannot set up libaio");
    }
    for (unsigned i = 0; i < depth; i++)
        queue->free_blocks[i] = &queue->blocks[i];
    queue->idle = depth;
    *ret_queue = &queue->base;
    return 0;
}

static struct aio_queue *of(struct io_queue *base)
{
    return (struct aio_queue *)base; /* the base is its first member */
}

static int aio_put(struct io_queue *base, const struct io_request *request,
                   struct err *err)
{
    struct aio_queue *queue = of(base);
    struct iocb *block;
    long long offset = (long long)request->offset;

    if (queue->idle == 0)
        return err_set(err, ERR_BUG, "the AIO queue is full");
    block = queue->free_blocks[--queue->idle];
    switch (request->op) {
    case IO_READ:
        io_prep_pread(block, request->fd, request->buffer, request->bytes,
                      offset);
        break;
    case IO_WRITE:
    case IO_WRITE_DURABLE:
        io_prep_pwrite(block, request->fd, request->buffer, request->bytes,
                       offset);
        if (request->op == IO_WRITE_DURABLE)
            block->aio_rw_flags = RWF_DSYNC;
        break;
    case IO_DATASYNC:
        io_prep_fdsync(block, request->fd);
        break;
    }
    block->data = (void *)(uintptr_t)request->tag;
    queue->to_submit[queue->waiting++] = block;
    return 0;
}

/* Submits all that waits; what the kernel will not take yet (EAGAIN) stays, as long
 * as something else is under way to make room. */
static int submit(struct aio_queue *queue, struct err *err)
{
    unsigned sent = 0;

    while (sent < queue->waiting) {
        int rc = io_submit(queue->context, (long)(queue->waiting - sent),
                           queue->to_submit + sent);
        if (rc == -EINTR)
            continue;
        if (rc == -EAGAIN && queue->base.pending > queue->waiting - sent)
            break;
        if (rc < 0)
            return err_system(err, -rc, "libaio does not take requests");
        sent += (unsigned)rc;
    }
    for (unsigned i = sent; i < queue->waiting; i++)
        queue->to_submit[i - sent] = queue->to_submit[i];
    queue->waiting -= sent;
    return 0;
}

static int aio_wait(struct io_queue *base, struct io_done *done, unsigned room,
                    unsigned *ret_count, struct err *err)
{
    struct aio_queue *queue = of(base);
    int most = room < IO_DEPTH_MOST ? (int)room : IO_DEPTH_MOST;
    int count;

    if (submit(queue, err) < 0)
        return -1;
    do
        count = io_getevents(queue->context, 1, most, queue->events, NULL);
    while (count == -EINTR || count == 0);
    if (count < 0)
        return err_system(err, -count, "libaio does not complete");
    for (int i = 0; i < count; i++) {
        done[i].tag = (uintptr_t)queue->events[i].data;
        done[i].result = (int64_t)queue->events[i].res;
        queue->free_blocks[queue->idle++] = queue->events[i].obj;
    }
    *ret_count = (unsigned)count;
    return 0;
}

static void aio_close(struct io_queue *base)
{
    (void)io_destroy(of(base)->context); /* nothing is pending any more */
    free(base);
}

extern const struct io_engine engine_aio;
const struct io_engine engine_aio = {
    .name = "libaio",
    .open = aio_open,
    .put = aio_put,
    .wait = aio_wait,
    .close = aio_close,
};
