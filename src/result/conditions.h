/* What went on around a run: counters of the whole machine, read at its begin and its
 * end. */
#ifndef ASSAY_RESULT_CONDITIONS_H
#define ASSAY_RESULT_CONDITIONS_H

#include <stdint.h>

#include "host/counters.h"

struct arena;
struct clock;
struct host;
struct result_conditions;
struct sysroot;

struct conditions_begin {
    const struct sysroot *root;
    const struct host *host;
    struct throttle throttle;
    uint64_t at_ns;
    uint64_t own_cpu_ns;
    uint64_t throttled_ns;
    struct cpu_times all;
    struct cpu_times usable;
    struct pressure pressure;
};

/* Reads the counters and what does not change during a run (governor, C library,
 * what a clock read costs). */
void conditions_begin(const struct sysroot *root, const struct host *host,
                      const struct clock *clock, struct arena *arena,
                      struct conditions_begin *ret_begin,
                      struct result_conditions *ret_conditions);

/* Reads the counters again and fills in the differences. */
void conditions_end(const struct conditions_begin *begin,
                    const struct clock *clock,
                    struct result_conditions *conditions);

#endif
