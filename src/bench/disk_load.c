#include "bench/disk_load.h"

#include <assert.h>
#include <string.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/disk_target.h"
#include "bench/memory_pages.h"

enum { VERIFY_EVERY = 16 };

/* Into so many parts a full depth is cut: completions are taken and replaced in
 * batches of a part at most. Whole batches would empty the disk's queue while we look
 * at them and fill it in convoys: up to a fifth less at depth 64. */
enum { BATCHES = 16 };

static bool writes(const struct disk_load *load)
{
    return load->pattern.reads < 100;
}

int disk_load_init(struct disk_load *load, struct disk_target *target,
                   const struct disk_pattern *pattern, uint64_t depth,
                   uint64_t seed, struct err *err)
{
    assert(depth >= 1 && depth <= IO_DEPTH_MOST);
    load->target = target;
    load->pattern = *pattern;
    load->depth = (unsigned)depth;
    if (disk_target_ready(target, writes(load), err) < 0)
        return -1;
    if (!target->uses_cache && target->align.offset > pattern->block)
        return err_set(err, ERR_UNSUPPORTED,
                       "direct I/O here goes in blocks of %u bytes",
                       target->align.offset);
    if (depth * pattern->block > target->fill.size)
        return err_set(err, ERR_BUG, "a load larger than its memory");
    load->blocks = target->file_bytes / pattern->block;
    random_init(&load->random, seed ^ (depth << 32) ^ pattern->block);
    if (depth == 1)
        return 0;
    return io_queue_open(target->engine, load->depth, &load->queue, err);
}

void disk_load_release(struct disk_load *load)
{
    io_queue_close(load->queue);
    load->queue = NULL;
}

static uint64_t next_block(struct disk_load *load)
{
    uint64_t block;

    if (!load->pattern.sequential)
        return random_below(&load->random, load->blocks);
    block = load->next;
    load->next = block + 1 < load->blocks ? block + 1 : 0;
    return block;
}

static bool next_reads(struct disk_load *load)
{
    unsigned reads = load->pattern.reads;

    return reads == 100 ||
           (reads > 0 && random_below(&load->random, 100) < reads);
}

/* Makes the next request of a slot. */
static int make(struct disk_load *load, unsigned slot, struct err *err)
{
    struct disk_target *target = load->target;
    struct io_request *request = &load->requests[slot];
    uint32_t block = load->pattern.block;

    *request = (struct io_request){
        .op = next_reads(load) ? IO_READ : target->write_op,
        .fd = target->file,
        .buffer = target->fill.bytes + (size_t)slot * block,
        .bytes = block,
        .offset = next_block(load) * block,
        .tag = slot,
    };
    if (request->op == IO_READ) {
        target->own_read_bytes += block;
        return 0;
    }
    fill_stamp(&target->fill, request->buffer, block, request->offset);
    return disk_target_spend(target, block, err);
}

int disk_load_take(struct disk_load *load, unsigned slot, int64_t result,
                   struct err *err)
{
    const struct disk_target *target = load->target;
    const struct io_request *request = &load->requests[slot];

    if (io_done_check(request, result, err) < 0)
        return -1;
    disk_target_forget(target, request->offset, request->bytes);
    if (request->op != IO_READ || target->options.device ||
        load->count++ % VERIFY_EVERY != 0)
        return 0;
    if (!fill_is_stamped(&target->fill, request->buffer, request->offset))
        return err_set(err, ERR_PROOF,
                       "the block read from offset %llu is not the one written "
                       "there",
                       (unsigned long long)request->offset);
    return 0;
}

int disk_load_put(struct disk_load *load, unsigned slot, struct work *work,
                  struct err *err)
{
    if (make(load, slot, err) < 0)
        return -1;
    load->begun[slot] = work->stamp(work);
    return io_queue_put(load->queue, &load->requests[slot], err);
}

static int run_one_by_one(struct disk_load *load, struct work *work,
                          struct err *err)
{
    uint64_t begun;
    bool over = false;

    while (!over) {
        int64_t result;
        if (make(load, 0, err) < 0)
            return -1;
        begun = work->stamp(work);
        result = io_now(&load->requests[0]);
        over = !work->complete(work, begun, load->pattern.block);
        if (disk_load_take(load, 0, result, err) < 0)
            return -1;
    }
    return 0;
}

static int run_queue(struct disk_load *load, struct work *work, struct err *err)
{
    struct io_done done[IO_DEPTH_MOST];
    const unsigned batch = (load->depth + BATCHES - 1) / BATCHES;
    bool over = false;
    unsigned count;

    for (unsigned slot = 0; slot < load->depth; slot++) {
        if (disk_load_put(load, slot, work, err) < 0)
            return -1;
    }
    while (load->queue->pending > 0) {
        if (io_queue_wait(load->queue, done, batch, &count, err) < 0)
            return -1;
        for (unsigned i = 0; i < count; i++) {
            unsigned slot = (unsigned)done[i].tag;
            if (!work->complete(work, load->begun[slot], load->pattern.block))
                over = true;
            if (disk_load_take(load, slot, done[i].result, err) < 0 ||
                (!over && disk_load_put(load, slot, work, err) < 0))
                return -1;
        }
    }
    return 0;
}

int disk_load_run(struct disk_load *load, struct work *work, struct err *err)
{
    load->target->fill.generation++;
    load->next = random_below(&load->random, load->blocks);
    if (load->queue == NULL)
        return run_one_by_one(load, work, err);
    if (run_queue(load, work, err) == 0)
        return 0;
    io_queue_drain(load->queue); /* others use the same memory next */
    return -1;
}

/* Large requests in small pages have more pieces than many devices take at once. */
static const char *note_of(const struct disk_load *load)
{
    if (load->pattern.block <= FILL_BLOCK ||
        memory_huge_share(load->target->fill.bytes) >= 0.99)
        return NULL;
    return "the requests' memory is in small pages: the kernel gave no huge "
           "ones, and may split large requests";
}

/* Some block, as if it were next: written when the load writes, then read. */
int disk_load_check(struct disk_load *load, const char **ret_note,
                    struct err *err)
{
    struct disk_target *target = load->target;
    struct io_request *request = &load->requests[0];

    *ret_note = note_of(load);
    target->fill.generation++;
    if (make(load, 0, err) < 0)
        return -1;
    if (request->op != IO_READ &&
        io_done_check(request, io_now(request), err) < 0)
        return -1;
    disk_target_forget(target, request->offset, request->bytes);
    memset(request->buffer, 0, request->bytes); /* the stamp must come back */
    request->op = IO_READ;
    target->own_read_bytes += request->bytes;
    load->count = 0; /* so that this one is looked at */
    return disk_load_take(load, 0, io_now(request), err);
}
