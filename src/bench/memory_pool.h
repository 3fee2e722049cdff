/* The memory that all memory benchmarks share, so that it is taken and touched
 * once, outside the clock.
 *
 * It has two areas. Nothing writes to the read area after it was prepared: pointer
 * chains live there, and plain reads do not mind what they read. The write area is
 * for whoever writes. Each worker's part of an area is touched by that worker, so
 * that the pages lie on its node. */
#ifndef ASSAY_BENCH_MEMORY_POOL_H
#define ASSAY_BENCH_MEMORY_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct host;

struct memory_area {
    unsigned char *bytes; /* aligned to HUGE_PAGE */
    size_t size;
};

struct memory_pool {
    struct memory_area read;
    struct memory_area write;
    struct memory_area remote; /* on another node; nothing until it is asked for */
    bool huge_asked;           /* transparent huge pages were asked for */
};

/* The rule for a buffer that is memory and not cache: the least of four times the
 * last-level caches of `workers` CPUs (of all usable ones for more), 1 GiB, and a
 * quarter of the usable memory; whole huge pages, at least one. */
uint64_t memory_buffer_bytes(const struct host *host, uint64_t workers);

/* What a pool for this host will take. */
uint64_t memory_pool_bytes(const struct host *host);

/* Maps the pool; no page is touched. Fails with ERR_SPACE. */
int memory_pool_init(struct memory_pool *pool, const struct host *host,
                     struct err *err);

/* Unmaps all areas; what was never mapped is accepted. */
void memory_pool_release(struct memory_pool *pool);

/* Touches part `worker` of `workers` of both areas; call it on that worker. Asks after
 * each MiB whether to leave off; NULL: never. */
void memory_pool_touch(const struct memory_pool *pool, uint64_t worker,
                       uint64_t workers, bool (*stopped)(void *context),
                       void *context);

/* The area on another node than the first usable CPU's, as large as one CPU's buffer: the
 * first call takes and touches it. What is in it belongs to nobody: readers do not mind,
 * and one chain may stand in it. Fails with ERR_UNSUPPORTED where all memory is near or
 * the kernel does not let us choose. */
int memory_pool_remote(struct memory_pool *pool, const struct host *host,
                       struct memory_area *ret_area, struct err *err);

/* Part `worker` of `workers` equal parts of an area's first `bytes`, cache lines kept
 * whole. */
struct memory_area memory_part(struct memory_area area, uint64_t bytes,
                               uint64_t worker, uint64_t workers);

#endif
