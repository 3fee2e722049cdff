/* What is asked about the surroundings of a slice. `live_witness` answers from the
 * kernel; a test answers as it likes. */
#ifndef ASSAY_MEASURE_WITNESS_H
#define ASSAY_MEASURE_WITNESS_H

#include <stdint.h>

struct cast;

/* Counters that tell what disturbed a slice; read just outside it. */
struct disturbance {
    uint64_t steal_ns;     /* of the CPUs in use, since boot */
    uint64_t throttled_ns; /* of the control group, since its begin */
};

/* The same for one worker: what kept its thread from its CPU, since it began. */
struct thread_disturbance {
    uint64_t run_delay_ns; /* runnable but waiting; UNKNOWN_U64: not told */
    uint64_t switches;     /* involuntary */
};

struct witness {
    void (*read)(void *context, const struct cast *cast,
                 struct disturbance *ret_now);
    void (*read_thread)(void *context, struct thread_disturbance *ret_now);
    void *context;
};

#endif
