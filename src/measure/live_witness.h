/* The witness of a live machine: /proc/stat, the control group's counters, schedstat. */
#ifndef ASSAY_MEASURE_LIVE_WITNESS_H
#define ASSAY_MEASURE_LIVE_WITNESS_H

#include "host/counters.h"
#include "host/host.h"
#include "measure/run.h"

struct arena;
struct sysroot;

struct live_witness {
    const struct sysroot *root;
    const struct cpu_list *usable;
    struct throttle throttle;
    uint64_t *cpus; /* room for one cast's CPUs */
};

/* Prepares to watch the usable CPUs; everything it takes is in the arena. */
void live_witness_init(struct live_witness *live, const struct sysroot *root,
                       const struct host *host, struct arena *arena);

/* The witness to pass to a run; `live` must outlive it. */
struct witness live_witness(struct live_witness *live);

#endif
