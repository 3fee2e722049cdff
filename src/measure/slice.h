/* One slice of one cast: run on the crew, and made into a sample. */
#ifndef ASSAY_MEASURE_SLICE_H
#define ASSAY_MEASURE_SLICE_H

#include <stdint.h>

#include "measure/crew.h"

struct cast;
struct err;
struct run_env;
struct sample;

struct slice {
    const struct cast *cast;
    enum crew_place place;
    void **seats; /* of its members, in their order, told how long the slice lasts */
    uint64_t round;
};

/* Has the cast fill the slice. Fails when a worker does, or when the patience with one is
 * at its end: then the crew is lost. */
int slice_run(const struct slice *slice, const struct run_env *env,
              const struct patience *patience, struct sample *ret_sample,
              struct err *err);

#endif
