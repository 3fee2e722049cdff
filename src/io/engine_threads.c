/* As many threads as the depth, each doing one blocking call at a time: works on
 * every kernel and every file system. At depth 1 there is no thread: the caller
 * makes the call itself. */
#include "io/engine.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"

struct thread_queue {
    struct io_queue base;
    pthread_mutex_t lock;
    pthread_cond_t work;     /* a request waits, or it is over */
    pthread_cond_t complete; /* a result waits */
    unsigned threads;
    bool over;
    unsigned request_count; /* both lists are stacks: no order is promised */
    unsigned done_count;
    struct io_request requests[IO_DEPTH_MOST];
    struct io_done done[IO_DEPTH_MOST];
    pthread_t handles[IO_DEPTH_MOST];
};

static struct thread_queue *of(struct io_queue *base)
{
    return (struct thread_queue *)base; /* the base is its first member */
}

static void *serve(void *argument)
{
    struct thread_queue *queue = argument;

    (void)pthread_mutex_lock(&queue->lock); /* cannot fail: a plain mutex */
    for (;;) {
        struct io_request request;
        struct io_done done;
        while (queue->request_count == 0 && !queue->over)
            (void)pthread_cond_wait(&queue->work, &queue->lock);
        if (queue->request_count == 0)
            break;
        request = queue->requests[--queue->request_count];
        (void)pthread_mutex_unlock(&queue->lock);
        done.tag = request.tag;
        done.result = io_now(&request);
        (void)pthread_mutex_lock(&queue->lock);
        queue->done[queue->done_count++] = done;
        (void)pthread_cond_signal(&queue->complete);
    }
    (void)pthread_mutex_unlock(&queue->lock);
    return NULL;
}

static void threads_close(struct io_queue *base)
{
    struct thread_queue *queue = of(base);

    (void)pthread_mutex_lock(&queue->lock);
    queue->over = true;
    (void)pthread_cond_broadcast(&queue->work);
    (void)pthread_mutex_unlock(&queue->lock);
    for (unsigned i = 0; i < queue->threads; i++)
        (void)pthread_join(queue->handles[i], NULL); /* they end by `over` */
    (void)pthread_cond_destroy(&queue->complete);
    (void)pthread_cond_destroy(&queue->work);
    (void)pthread_mutex_destroy(&queue->lock);
    free(queue);
}

/* The caller is a worker pinned to one CPU; its helpers go where the process as a
 * whole may. */
static void let_roam(pthread_attr_t *attributes)
{
    cpu_set_t cpus[16]; /* 16384 CPUs */

    if (sched_getaffinity(getpid(), sizeof(cpus), cpus) == 0)
        (void)pthread_attr_setaffinity_np(attributes, sizeof(cpus), cpus);
}

/* Starts the threads with all signals blocked: those are the main thread's. */
static int start(struct thread_queue *queue, unsigned count)
{
    enum { STACK_BYTES = 128 * 1024 };
    pthread_attr_t attributes;
    sigset_t all, before;
    int rc = 0;

    (void)sigfillset(&all);
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    let_roam(&attributes);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (queue->threads < count && rc == 0) {
        rc = pthread_create(&queue->handles[queue->threads], &attributes, serve,
                            queue);
        queue->threads += rc == 0;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return rc;
}

static int threads_open(unsigned depth, struct io_queue **ret_queue,
                        struct err *err)
{
    struct thread_queue *queue = calloc(1, sizeof(*queue));
    int rc;

    if (queue == NULL)
        return err_system(err, ENOMEM, "cannot take memory for I/O threads");
    (void)pthread_mutex_init(&queue->lock, NULL);
    (void)pthread_cond_init(&queue->work, NULL);
    (void)pthread_cond_init(&queue->complete, NULL);
    rc = start(queue, depth > 1 ? depth : 0);
    if (rc != 0) {
        threads_close(&queue->base);
        return err_system(err, rc, "cannot start %u I/O threads", depth);
    }
    *ret_queue = &queue->base;
    return 0;
}

static int threads_put(struct io_queue *base, const struct io_request *request,
                       struct err *err)
{
    struct thread_queue *queue = of(base);

    (void)err;
    (void)pthread_mutex_lock(&queue->lock);
    queue->requests[queue->request_count++] = *request;
    (void)pthread_cond_signal(&queue->work);
    (void)pthread_mutex_unlock(&queue->lock);
    return 0;
}

static unsigned take_done(struct thread_queue *queue, struct io_done *done,
                          unsigned room)
{
    unsigned count = 0;

    (void)pthread_mutex_lock(&queue->lock);
    while (queue->done_count == 0)
        (void)pthread_cond_wait(&queue->complete, &queue->lock);
    while (count < room && queue->done_count > 0)
        done[count++] = queue->done[--queue->done_count];
    (void)pthread_mutex_unlock(&queue->lock);
    return count;
}

static int threads_wait(struct io_queue *base, struct io_done *done,
                        unsigned room, unsigned *ret_count, struct err *err)
{
    struct thread_queue *queue = of(base);

    (void)err;
    if (queue->threads == 0) {
        const struct io_request *request =
            &queue->requests[--queue->request_count];
        done->tag = request->tag;
        done->result = io_now(request);
        *ret_count = 1;
        return 0;
    }
    *ret_count = take_done(queue, done, room);
    return 0;
}

extern const struct io_engine engine_threads;
const struct io_engine engine_threads = {
    .name = "threads",
    .open = threads_open,
    .put = threads_put,
    .wait = threads_wait,
    .close = threads_close,
};
