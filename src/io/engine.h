/* Asynchronous disk I/O behind one small interface.
 *
 * A queue belongs to one engine and one thread: the thread that opens it puts
 * requests in, waits for completions and closes it. Requests are handed to the
 * kernel at the next wait, all at once, so a steady loop costs one system call
 * for each batch of completions.
 *
 * Nothing is retried behind the caller's back but what a signal interrupted: a
 * short read or write comes back as it is, and `io_done_check` calls it an error.
 *
 * An engine is one file and one line in the list of `engine.c`. */
#ifndef ASSAY_IO_ENGINE_H
#define ASSAY_IO_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct io_queue;

enum io_op {
    IO_READ,
    IO_WRITE,
    IO_WRITE_DURABLE, /* returns when the data are on stable storage (RWF_DSYNC) */
    IO_DATASYNC, /* fdatasync; buffer, bytes and offset are not looked at */
};

struct io_request {
    enum io_op op;
    int fd;
    void *buffer; /* stays the caller's; not to be touched until completion */
    uint32_t bytes;
    uint64_t offset;
    uint64_t tag; /* comes back with the completion */
};

struct io_done {
    uint64_t tag;
    int64_t result; /* bytes moved, or the negated errno */
};

struct io_engine {
    const char *name; /* the document's word: "io_uring", "libaio", "threads" */
    int (*open)(unsigned depth, struct io_queue **ret_queue, struct err *err);
    int (*put)(struct io_queue *queue, const struct io_request *request,
               struct err *err);
    int (*wait)(struct io_queue *queue, struct io_done *done, unsigned room,
                unsigned *ret_count, struct err *err);
    void (*close)(struct io_queue *queue);
};

/* What every engine's queue begins with. */
struct io_queue {
    const struct io_engine *engine;
    unsigned depth;
    unsigned pending; /* put and not yet returned by a wait */
};

enum { IO_DEPTH_MOST = 256 };

/* All engines, the best first; ends with NULL. The last one works everywhere. */
extern const struct io_engine *const io_engines[];

/* The last one. */
const struct io_engine *io_engine_plain(void);

/* Opens a queue for at most `depth` (1 to IO_DEPTH_MOST) requests at a time. Fails
 * with ERR_SYSTEM or ERR_SPACE and the reason: the engine may be missing from the
 * kernel, forbidden, or short of memory. */
int io_queue_open(const struct io_engine *engine, unsigned depth,
                  struct io_queue **ret_queue, struct err *err);

/* Adds a request; the caller sees to it that at most `depth` are pending. */
int io_queue_put(struct io_queue *queue, const struct io_request *request,
                 struct err *err);

/* Hands over what was put and waits until at least one request is complete. Sets
 * `*ret_count` to how many are now in `done`, 1 to `room`. At least one request
 * must be pending. */
int io_queue_wait(struct io_queue *queue, struct io_done *done, unsigned room,
                  unsigned *ret_count, struct err *err);

/* Waits for all that is pending and forgets its results: until then the kernel may
 * still write to the buffers. */
void io_queue_drain(struct io_queue *queue);

/* Drains and frees the queue; NULL is accepted. */
void io_queue_close(struct io_queue *queue);

/* One request at once, without a queue: the cheapest way at depth 1. Returns the
 * bytes moved or the negated errno; an interrupted call is repeated. */
int64_t io_now(const struct io_request *request);

/* Fails unless `result` is exactly `request->bytes` (0 for IO_DATASYNC): with the
 * errno, or as a short read or write. The message names operation and offset. */
int io_done_check(const struct io_request *request, int64_t result,
                  struct err *err);

/* Proves an engine by one real operation: `sample` must complete in full, on a queue of
 * a depth: what a shallow one gets, of locked memory say, a deep one may not. */
int io_engine_probe(const struct io_engine *engine, unsigned depth,
                    const struct io_request *sample, struct err *err);

enum { IO_REASON_ROOM = 320 };

/* Goes down the list to the first engine that does the sample on a queue of the depth that
 * will be needed; the last engine is asked for no depth. `reason` becomes a
 * sentence that says why each better one was passed over, "" when it is the
 * best. Fails with the last engine's error. */
int io_engine_choose(const struct io_request *sample, unsigned depth,
                     const struct io_engine **ret_engine,
                     char reason[IO_REASON_ROOM], struct err *err);

#endif
