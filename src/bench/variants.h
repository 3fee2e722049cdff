/* Variants that several benchmarks have alike. */
#ifndef ASSAY_BENCH_VARIANTS_H
#define ASSAY_BENCH_VARIANTS_H

#include "bench/bench.h"

/* On one CPU, and ".all" on all of them at once; both in the detail tier. */
extern const struct bench_variant bench_one_and_all[];

#endif
