/* io_uring by liburing. The ring serves one thread and runs its completions in
 * that thread's waits where the kernel can (6.1 on): fewest switches. No kernel-side
 * polling: SQPOLL burns a CPU that the benchmark next door needs, and IOPOLL rings open
 * on devices whose reads then fail. */
#include "io/engine.h"

#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <sys/uio.h>

#include "base/err.h"

struct uring_queue {
    struct io_queue base;
    struct io_uring ring;
};

static int open_ring(unsigned depth, struct io_uring *ring)
{
    static const unsigned tries[] = {
        IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
        0, /* kernels before 6.1 know neither flag */
    };
    int rc = -EINVAL;

    for (size_t i = 0; i < 2 && rc == -EINVAL; i++) {
        struct io_uring_params params = { .flags = tries[i] };
        rc = io_uring_queue_init_params(depth, ring, &params);
    }
    return rc;
}

static const char *advice(int code)
{
    switch (code) {
    case EPERM:
        return "io_uring is not allowed here (seccomp or "
               "kernel.io_uring_disabled)";
    case ENOMEM:
        return "io_uring gets no memory (see the limit on locked memory)";
    default:
        return "cannot set up io_uring";
    }
}

static int uring_open(unsigned depth, struct io_queue **ret_queue,
                      struct err *err)
{
    struct uring_queue *queue = calloc(1, sizeof(*queue));
    int rc;

    if (queue == NULL)
        return err_system(err, ENOMEM, "cannot take memory for io_uring");
    rc = open_ring(depth, &queue->ring);
    if (rc < 0) {
        free(queue);
        return err_system(err, -rc, "%s", advice(-rc));
    }
    *ret_queue = &queue->base;
    return 0;
}

static struct uring_queue *of(struct io_queue *base)
{
    return (struct uring_queue *)base; /* the base is its first member */
}

static int uring_put(struct io_queue *base, const struct io_request *request,
                     struct err *err)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&of(base)->ring);

    if (sqe == NULL)
        return err_set(err, ERR_BUG, "the submission ring is full");
    switch (request->op) {
    case IO_READ:
        io_uring_prep_read(sqe, request->fd, request->buffer, request->bytes,
                           request->offset);
        break;
    case IO_WRITE:
    case IO_WRITE_DURABLE:
        io_uring_prep_write(sqe, request->fd, request->buffer, request->bytes,
                            request->offset);
        if (request->op == IO_WRITE_DURABLE)
            sqe->rw_flags = RWF_DSYNC;
        break;
    case IO_DATASYNC:
        io_uring_prep_fsync(sqe, request->fd, IORING_FSYNC_DATASYNC);
        break;
    }
    io_uring_sqe_set_data64(sqe, request->tag);
    return 0;
}

/* An interrupted or refused enter leaves its entries in the ring: entering again
 * submits them. */
static int enter(struct io_uring *ring)
{
    int rc;

    do
        rc = io_uring_submit_and_wait(ring, 1);
    while (rc == -EINTR ||
           ((rc == -EAGAIN || rc == -EBUSY) && io_uring_cq_ready(ring) == 0));
    return rc == -EAGAIN || rc == -EBUSY ? 0 : rc;
}

static int uring_wait(struct io_queue *base, struct io_done *done,
                      unsigned room, unsigned *ret_count, struct err *err)
{
    struct io_uring *ring = &of(base)->ring;
    struct io_uring_cqe *cqe;
    unsigned count = 0;
    unsigned head;
    int rc;

    do {
        rc = enter(ring);
        if (rc < 0)
            return err_system(err, -rc, "io_uring does not complete");
        io_uring_for_each_cqe(ring, head, cqe)
        {
            if (count == room)
                break;
            done[count].tag = io_uring_cqe_get_data64(cqe);
            done[count].result = cqe->res;
            count++;
        }
    } while (count == 0);
    io_uring_cq_advance(ring, count);
    *ret_count = count;
    return 0;
}

static void uring_close(struct io_queue *base)
{
    io_uring_queue_exit(&of(base)->ring);
    free(base);
}

extern const struct io_engine engine_uring;
const struct io_engine engine_uring = {
    .name = "io_uring",
    .open = uring_open,
    .put = uring_put,
    .wait = uring_wait,
    .close = uring_close,
};
