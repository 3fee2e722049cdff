#include "bench/memory_pool.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/err.h"
#include "base/huge_pages.h"
#include "base/unknown.h"
#include "bench/memory_pages.h"
#include "host/cache_reach.h"
#include "host/host.h"

enum { PAGE = 4096, LINE = 64, ASK_EVERY = 1 << 20 };

static const uint64_t largest_buffer = 1ULL << 30;

static uint64_t usable_bytes(const struct host *host)
{
    return known_u64(host->memory.usable_bytes) ? host->memory.usable_bytes
                                                : 256ULL << 20;
}

uint64_t memory_buffer_bytes(const struct host *host, uint64_t workers)
{
    uint64_t caches = host_cache_reach(&host->cpu, workers);
    uint64_t bytes = caches > 0 ? 4 * caches : largest_buffer;

    if (bytes > largest_buffer)
        bytes = largest_buffer;
    if (bytes > usable_bytes(host) / 4)
        bytes = usable_bytes(host) / 4;
    bytes = bytes / HUGE_PAGE * HUGE_PAGE;
    return bytes > 0 ? bytes : HUGE_PAGE;
}

/* The read area is longer by the chains of small working sets, which stand behind the
 * largest one: from the eighth on, five sixteenths of it at the most. */
static uint64_t read_area_bytes(uint64_t buffer)
{
    uint64_t bytes = buffer + buffer / 16 * 5;

    return (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

uint64_t memory_pool_bytes(const struct host *host)
{
    uint64_t buffer = memory_buffer_bytes(host, host->cpu.usable.count);

    uint64_t remote = known_u64(memory_remote_node(&host->cpu))
                          ? memory_buffer_bytes(host, 1)
                          : 0;

    return buffer + read_area_bytes(buffer) + remote;
}

static int map_area(uint64_t bytes, struct memory_area *ret_area, bool *huge,
                    struct err *err)
{
    unsigned char *mapped = huge_pages_map((size_t)bytes, huge, err);

    if (mapped == NULL)
        return -1;
    *ret_area = (struct memory_area){ mapped, (size_t)bytes };
    return 0;
}

int memory_pool_init(struct memory_pool *pool, const struct host *host,
                     struct err *err)
{
    uint64_t buffer = memory_buffer_bytes(host, host->cpu.usable.count);
    bool huge;

    *pool = (struct memory_pool){ 0 };
    if (map_area(buffer, &pool->write, &huge, err) < 0 ||
        map_area(read_area_bytes(buffer), &pool->read, &pool->huge_asked, err) <
            0) {
        memory_pool_release(pool);
        return -1;
    }
    return 0;
}

static void unmap_area(struct memory_area *area)
{
    if (area->bytes != NULL)
        (void)munmap(area->bytes, area->size); /* a mapping of ours */
    *area = (struct memory_area){ 0 };
}

void memory_pool_release(struct memory_pool *pool)
{
    unmap_area(&pool->remote);
    unmap_area(&pool->read);
    unmap_area(&pool->write);
}

struct memory_area memory_part(struct memory_area area, uint64_t bytes,
                               uint64_t worker, uint64_t workers)
{
    uint64_t size = bytes < area.size ? bytes : area.size;
    uint64_t part = size / workers / LINE * LINE;

    return (struct memory_area){ area.bytes + worker * part, (size_t)part };
}

/* Any value but zero: the kernel may share zero pages. */
static void touch(struct memory_area part, bool (*stopped)(void *context),
                  void *context)
{
    for (size_t at = 0; at < part.size; at += PAGE) {
        if (at % ASK_EVERY == 0 && stopped != NULL && stopped(context))
            return;
        memset(part.bytes + at, 0x66, LINE);
    }
}

void memory_pool_touch(const struct memory_pool *pool, uint64_t worker,
                       uint64_t workers, bool (*stopped)(void *context),
                       void *context)
{
    touch(memory_part(pool->read, pool->read.size, worker, workers), stopped,
          context);
    touch(memory_part(pool->write, pool->write.size, worker, workers), stopped,
          context);
}

/* Has the kernel take an area's pages from one node only. By the system call: the
 * library for it does not link statically. Source: mbind(2). */
static int bind_to_node(struct memory_area area, uint64_t node, struct err *err)
{
    enum { BIND = 2, MOST_NODES = 1024 };
    unsigned long mask[MOST_NODES / 8 / sizeof(unsigned long)] = { 0 };
    const unsigned bits = 8 * sizeof(mask[0]);

    if (node >= MOST_NODES)
        return err_set(err, ERR_UNSUPPORTED, "there are too many memory nodes");
    mask[node / bits] = 1UL << (node % bits);
    if (syscall(SYS_mbind, area.bytes, area.size, BIND, mask, MOST_NODES + 1UL,
                0) < 0)
        return err_set(err, ERR_UNSUPPORTED,
                       "memory of node %llu cannot be had: %s",
                       (unsigned long long)node, strerrordesc_np(errno));
    return 0;
}

int memory_pool_remote(struct memory_pool *pool, const struct host *host,
                       struct memory_area *ret_area, struct err *err)
{
    uint64_t node = memory_remote_node(&host->cpu);
    bool huge;

    if (!known_u64(node))
        return err_set(err, ERR_UNSUPPORTED, "all memory is on one node");
    if (pool->remote.bytes == NULL) {
        struct memory_area area;

        if (map_area(memory_buffer_bytes(host, 1), &area, &huge, err) < 0)
            return -1;
        if (bind_to_node(area, node, err) < 0) {
            unmap_area(&area);
            return -1;
        }
        touch(area, NULL, NULL);
        pool->remote = area;
    }
    *ret_area = pool->remote;
    return 0;
}
