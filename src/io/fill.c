#include "io/fill.h"

#include <assert.h>
#include <errno.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/huge_pages.h"
#include "base/random.h"

enum {
    PIECE = 1 << 20, /* of one request */
    DEPTH = 4,
    GENERATION_BITS = 24, /* 2^40 blocks of 4 KiB are left for the number */
};

int fill_init(struct fill *fill, size_t size, uint64_t seed, struct err *err)
{
    struct random random;
    bool ignored;
    void *bytes;

    assert(size % PIECE == 0 && size >= DEPTH * (size_t)PIECE);
    bytes = huge_pages_map(size, &ignored, err);
    if (bytes == NULL)
        return err_within(err, "disk buffers");
    random_init(&random, seed);
    random_fill(&random, bytes, size);
    *fill = (struct fill){ .bytes = bytes,
                           .size = size,
                           .key = random_next(&random),
                           .generation = 1 };
    return 0;
}

void fill_release(struct fill *fill)
{
    if (fill->bytes != NULL)
        (void)munmap(fill->bytes, fill->size);
    *fill = (struct fill){ 0 };
}

void fill_stamp(const struct fill *fill, void *buffer, size_t length,
                uint64_t offset)
{
    const uint64_t mask = (1U << GENERATION_BITS) - 1;
    unsigned char *at = buffer;

    for (size_t done = 0; done < length; done += FILL_BLOCK) {
        uint64_t block = (offset + done) / FILL_BLOCK;
        uint64_t stamp = block << GENERATION_BITS | (fill->generation & mask);
        stamp ^= fill->key;
        memcpy(at + done, &stamp, sizeof(stamp));
    }
}

bool fill_is_stamped(const struct fill *fill, const void *buffer,
                     uint64_t offset)
{
    uint64_t stamp;

    memcpy(&stamp, buffer, sizeof(stamp));
    return (stamp ^ fill->key) >> GENERATION_BITS == offset / FILL_BLOCK;
}

/* One filling under way. */
struct filling {
    struct fill *fill;
    const struct fill_order *order;
    struct io_queue *queue;
    struct random random;
    uint64_t next;           /* offset of the next piece */
    uint64_t offsets[DEPTH]; /* of the piece in each slot */
    uint64_t whole_to;       /* no gap before this one, when it ends early */
    enum fill_end end;
};

static bool may_go_on(struct filling *self)
{
    const struct fill_order *order = self->order;

    if (self->next >= order->to || self->end != FILL_COMPLETE)
        return false;
    if (order->stopped != NULL && order->stopped(order->stop_context))
        self->end = FILL_STOPPED;
    else if (clock_now(order->clock) >= order->deadline_ns)
        self->end = FILL_LATE;
    return self->end == FILL_COMPLETE;
}

/* Puts one piece: each of the four requests has a quarter of the memory to itself and
 * begins at a random page of it, so that no two pieces repeat. */
static int put_piece(struct filling *self, uint64_t slot, struct err *err)
{
    const uint64_t quarter = self->fill->size / DEPTH;
    uint64_t room = (quarter - PIECE) / FILL_BLOCK + 1;
    unsigned char *buffer = self->fill->bytes + slot * quarter +
                            random_below(&self->random, room) * FILL_BLOCK;
    struct io_request request = {
        .op = self->order->op,
        .fd = self->order->fd,
        .buffer = buffer,
        .bytes = PIECE,
        .offset = self->next,
        .tag = slot,
    };

    fill_stamp(self->fill, buffer, PIECE, self->next);
    self->offsets[slot] = self->next;
    self->next += PIECE;
    self->fill->written += PIECE;
    return io_queue_put(self->queue, &request, err);
}

static bool is_lack_of_room(int64_t result)
{
    return result == -ENOSPC || result == -EDQUOT || result == -EFBIG ||
           (result >= 0 && result < PIECE); /* the last bytes that fitted */
}

static int take_piece(struct filling *self, const struct io_done *done,
                      struct err *err)
{
    uint64_t offset = self->offsets[done->tag];

    if (done->result == PIECE)
        return 0;
    if (!is_lack_of_room(done->result))
        return err_system(err, (int)-done->result,
                          "cannot fill the test file at offset %llu",
                          (unsigned long long)offset);
    self->end = FILL_FULL;
    if (offset < self->whole_to)
        self->whole_to = offset;
    return 0;
}

static int write_pieces(struct filling *self, struct err *err)
{
    struct io_done done[DEPTH];
    unsigned count;

    for (uint64_t slot = 0; slot < DEPTH && may_go_on(self); slot++) {
        if (put_piece(self, slot, err) < 0)
            return -1;
    }
    while (self->queue->pending > 0) {
        if (io_queue_wait(self->queue, done, DEPTH, &count, err) < 0)
            return -1;
        for (unsigned i = 0; i < count; i++) {
            if (take_piece(self, &done[i], err) < 0)
                return -1;
            if (may_go_on(self) && put_piece(self, done[i].tag, err) < 0)
                return -1;
        }
    }
    if (self->next < self->whole_to)
        self->whole_to = self->next;
    return 0;
}

int fill_write(struct fill *fill, const struct fill_order *order,
               uint64_t *ret_to, enum fill_end *ret_end, struct err *err)
{
    struct io_request sync = { .op = IO_DATASYNC, .fd = order->fd };
    struct filling self = {
        .fill = fill, .order = order, .next = order->from, .whole_to = order->to
    };
    int rc = -1;

    assert(order->from % PIECE == 0 && order->to % PIECE == 0);
    random_init(&self.random, fill->key ^ order->from);
    if (io_queue_open(order->engine, DEPTH, &self.queue, err) < 0)
        return -1;
    if (write_pieces(&self, err) < 0 ||
        io_done_check(&sync, io_now(&sync), err) < 0)
        goto done;
    *ret_to = self.whole_to;
    *ret_end = self.end;
    rc = 0;

done:
    io_queue_close(self.queue);
    return rc;
}

enum { EXTENTS_AT_ONCE = 64 };

/* A fiemap request with room for its answers behind it. */
union extent_page {
    struct fiemap map;
    unsigned char room[sizeof(struct fiemap) +
                       EXTENTS_AT_ONCE * sizeof(struct fiemap_extent)];
};

static enum extents judge_extent(uint64_t flags)
{
    const uint64_t nowhere = FIEMAP_EXTENT_UNWRITTEN | FIEMAP_EXTENT_DELALLOC |
                             FIEMAP_EXTENT_UNKNOWN;

    if ((flags & nowhere) != 0)
        return EXTENTS_UNWRITTEN;
    return (flags & FIEMAP_EXTENT_ENCODED) != 0 ? EXTENTS_ENCODED
                                                : EXTENTS_WRITTEN;
}

enum extents fill_extents(int fd, uint64_t bytes)
{
    enum extents worst = EXTENTS_WRITTEN;
    uint64_t at = 0;

    while (at < bytes) {
        union extent_page page = { .map = { 0 } };
        page.map.fm_start = at;
        page.map.fm_length = bytes - at;
        page.map.fm_flags = FIEMAP_FLAG_SYNC;
        page.map.fm_extent_count = EXTENTS_AT_ONCE;
        if (ioctl(fd, FS_IOC_FIEMAP, &page.map) < 0)
            return EXTENTS_UNTOLD;
        if (page.map.fm_mapped_extents == 0)
            return EXTENTS_UNWRITTEN;
        for (uint32_t i = 0; i < page.map.fm_mapped_extents; i++) {
            const struct fiemap_extent *e = &page.map.fm_extents[i];
            enum extents one = judge_extent(e->fe_flags);
            if (e->fe_logical > at || one == EXTENTS_UNWRITTEN)
                return EXTENTS_UNWRITTEN;
            if (e->fe_logical + e->fe_length <= at)
                return EXTENTS_UNTOLD; /* an answer that leads nowhere */
            worst = one == EXTENTS_ENCODED ? one : worst;
            at = e->fe_logical + e->fe_length;
        }
    }
    return worst;
}
