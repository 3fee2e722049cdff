/* Durable small writes: what a database's commit or a consensus log costs.
 *
 * Appending changes the size of the file, so a file system flushes its journal besides
 * the data: two flushes of the device, where overwriting costs one. Both are
 * measured, and the flush by itself, since a log may do either. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/disk_load.h"
#include "bench/disk_target.h"

enum way {
    WAY_APPEND,
    WAY_OVERWRITE,
    WAY_FLUSH,
    WAY_LOADED, /* append, beside random reads and writes of other blocks */
};

enum {
    RECORD = 2300, /* bytes, the mean record of etcd's log */
    FILES = 3,     /* that share the space for logs */
    LOAD_DEPTH = 4,
    LOG_TAG = LOAD_DEPTH, /* the tag after those of the load */
};

struct disk_fsync {
    struct disk_target *target;
    enum way way;
    int file;
    bool opened;
    uint64_t at;         /* where the next record goes */
    uint64_t room;       /* that the file may take */
    unsigned char *data; /* 1 MiB of the transfer memory */
    struct io_request record;
    struct disk_load load; /* WAY_LOADED alone */
};

static int write_record(struct disk_fsync *self, struct err *err)
{
    struct io_request *record = &self->record;

    if (self->at + RECORD > self->room) {
        self->at = 0;
        if (self->way != WAY_OVERWRITE && ftruncate(self->file, 0) < 0)
            return err_system(err, errno, "cannot empty the log file");
    }
    if (disk_target_spend(self->target, RECORD, err) < 0)
        return -1;
    /* Another part of the random bytes each time, so that nothing compresses them. */
    record->buffer = self->data + self->at % (DISK_MIB - RECORD);
    record->offset = self->at;
    memcpy(record->buffer, &self->at, sizeof(self->at)); /* no two alike */
    self->at += RECORD;
    return io_done_check(record, io_now(record), err);
}

static int flush(const struct disk_fsync *self, struct err *err)
{
    struct io_request sync = { .op = IO_DATASYNC, .fd = self->file };

    return io_done_check(&sync, io_now(&sync), err);
}

/* Writes the file in full, so that every later record overwrites written blocks. */
static int write_whole(struct disk_fsync *self, struct err *err)
{
    do {
        if (write_record(self, err) < 0)
            return -1;
    } while (self->at + RECORD <= self->room);
    return flush(self, err);
}

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    static const struct disk_pattern half = { .block = 4096, .reads = 50 };
    struct disk_fsync *self = state;
    struct disk_target *target = env->target;

    if (disk_target_ready(target, true, err) < 0)
        return -1;
    self->target = target;
    self->way = (enum way)env->variant->parameter;
    self->room = target->space.log_bytes / FILES;
    if (disk_target_scratch(target, self->room, &self->file, err) < 0)
        return -1;
    self->opened = true;
    self->data = target->fill.bytes + target->fill.size - DISK_MIB;
    self->record = (struct io_request){
        .op = IO_WRITE,
        .fd = self->file,
        .bytes = RECORD,
        .tag = LOG_TAG,
    };
    if (self->way == WAY_OVERWRITE)
        return write_whole(self, err);
    if (self->way == WAY_LOADED)
        return disk_load_init(&self->load, target, &half, LOAD_DEPTH + 1,
                              env->seed, err);
    return 0;
}

/* The last record, read back from the device rather than from the cache. */
static int check(void *state, const char **ret_note, struct err *err)
{
    struct disk_fsync *self = state;
    unsigned char back[RECORD];
    struct io_request read = {
        .op = IO_READ, .fd = self->file, .buffer = back, .bytes = RECORD
    };

    (void)ret_note;
    if (write_record(self, err) < 0 || flush(self, err) < 0)
        return -1;
    read.offset = self->record.offset;
    (void)posix_fadvise(self->file, 0, 0, POSIX_FADV_DONTNEED); /* a request */
    if (io_done_check(&read, io_now(&read), err) < 0)
        return -1;
    if (memcmp(back, self->record.buffer, RECORD) != 0)
        return err_set(err, ERR_PROOF,
                       "the record read back is not the one "
                       "written");
    return 0;
}

static int run_alone(struct disk_fsync *self, struct work *work, struct err *err)
{
    bool over = false;

    while (!over) {
        uint64_t begun = work->stamp(work);
        if (self->way != WAY_FLUSH && write_record(self, err) < 0)
            return -1;
        if (flush(self, err) < 0)
            return -1;
        over =
            !work->complete(work, begun, self->way == WAY_FLUSH ? 0 : RECORD);
    }
    return 0;
}

/* Writes the next record to the page cache and puts its flush beside the load. */
static int put_append(struct disk_fsync *self, struct work *work,
                      uint64_t *ret_begun, struct err *err)
{
    struct io_request sync = { .op = IO_DATASYNC,
                               .fd = self->file,
                               .tag = LOG_TAG };

    *ret_begun = work->stamp(work);
    if (write_record(self, err) < 0)
        return -1;
    return io_queue_put(self->load.queue, &sync, err);
}

/* What one completion leads to: the flush counts, the load only keeps going. */
static int take(struct disk_fsync *self, struct work *work,
                const struct io_done *done, uint64_t *begun, bool *over,
                struct err *err)
{
    const struct io_request sync = { .op = IO_DATASYNC };

    if (done->tag != LOG_TAG) {
        if (disk_load_take(&self->load, (unsigned)done->tag, done->result,
                           err) < 0)
            return -1;
        return *over
                   ? 0
                   : disk_load_put(&self->load, (unsigned)done->tag, work, err);
    }
    if (io_done_check(&sync, done->result, err) < 0)
        return -1;
    *over = !work->complete(work, *begun, RECORD);
    return *over ? 0 : put_append(self, work, begun, err);
}

static int run_loaded(struct disk_fsync *self, struct work *work,
                      struct err *err)
{
    struct io_queue *queue = self->load.queue;
    struct io_done done[LOAD_DEPTH + 1];
    uint64_t begun = 0;
    bool over = false;
    unsigned count;

    for (unsigned slot = 0; slot < LOAD_DEPTH; slot++) {
        if (disk_load_put(&self->load, slot, work, err) < 0)
            return -1;
    }
    if (put_append(self, work, &begun, err) < 0)
        return -1;
    while (queue->pending > 0) {
        if (io_queue_wait(queue, done, LOAD_DEPTH + 1, &count, err) < 0)
            return -1;
        for (unsigned i = 0; i < count; i++) {
            if (take(self, work, &done[i], &begun, &over, err) < 0)
                return -1;
        }
    }
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct disk_fsync *self = state;
    int rc;

    if (self->way != WAY_LOADED)
        return run_alone(self, work, err);
    rc = run_loaded(self, work, err);
    if (rc < 0)
        io_queue_drain(self->load.queue); /* others use the same memory next */
    return rc;
}

static void release(void *state)
{
    struct disk_fsync *self = state;

    disk_load_release(&self->load);
    if (self->opened)
        (void)close(self->file); /* nameless: nothing to lose */
}

static const struct bench_variant variants[] = {
    { .suffix = ".append",
      .title = "Durable append 2300 B",
      .about = "Appends 2300 bytes and waits with fdatasync until they are "
               "durable.",
      .tier = TIER_HEAD,
      .scope = SCOPE_ONE,
      .parameter = WAY_APPEND,
      .quick = true },
    { .suffix = ".overwrite",
      .title = "Durable overwrite 2300 B",
      .about = "Overwrites 2300 bytes and waits with fdatasync until they are "
               "durable.",
      .tier = TIER_DETAIL,
      .scope = SCOPE_ONE,
      .parameter = WAY_OVERWRITE },
    { .suffix = ".flush",
      .title = "Flush alone",
      .about = "Calls fdatasync for a file that nothing was written to.",
      .tier = TIER_HEAD,
      .scope = SCOPE_ONE,
      .parameter = WAY_FLUSH },
    { .suffix = ".append-loaded",
      .title = "Durable append beside random I/O",
      .about =
          "Appends 2300 bytes durably, beside four random reads and writes "
          "of 4 KiB.",
      .tier = TIER_DEEP,
      .scope = SCOPE_ONE,
      .parameter = WAY_LOADED },
    { .suffix = NULL },
};

const struct bench bench_disk_fsync = {
    .id = "disk.fsync",
    .title = "Durable write 2300 B",
    .about =
        "Writes 2300 bytes and waits with fdatasync until they are durable.",
    .resource = RESOURCE_DISK,
    .writes = true,
    .score = SCORE_OPS_PER_SECOND,
    .op = "IO",
    .method = 2,
    .each_operation = true,
    .variants = variants,
    .state_size = sizeof(struct disk_fsync),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
