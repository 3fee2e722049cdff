/* Floating-point peak: multiply-and-add on doubles held in registers, with the
 * widest vectors the CPU has. Two operations of credit per lane and step.
 *
 * FMA_LANES numbers x become x * 1 + 1 again and again, FMA_LANES chains at
 * once: enough to fill two or four units of four cycles each. The factor is
 * hidden from the compiler. With whole numbers nothing is ever rounded, so all
 * variants, fused or not, give the same exact answer. Multiplying by one costs
 * the CPU the same time but less power than random factors: a host that slows
 * down under the heaviest vector load may not show it here.
 * Source of the idea: likwid-bench's peakflops kernels. */
#ifndef ASSAY_KERNELS_FMA_H
#define ASSAY_KERNELS_FMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many numbers each step works on; a multiple of all vector groups. */
#define FMA_LANES 96
#define FMA_FLOPS_PER_STEP (2 * FMA_LANES)

struct fma_variant {
    const char *name; /* "portable", "avx2", "avx512", "neon" */

    /* Can this CPU, under this kernel, run the variant? */
    bool (*supported)(void);

    /* Does `steps` steps on all lanes, in place. */
    void (*run)(double lanes[FMA_LANES], uint64_t steps);
};

/* The variants compiled in, narrowest first: `portable` (no fused instruction:
 * one multiply, one add) always works. NULL when `i` is past the last one. */
const struct fma_variant *fma_variant(size_t i);

/* The widest one that this CPU can run. */
const struct fma_variant *fma_best(void);

/* Sets lane i to i. */
void fma_start(double lanes[FMA_LANES]);

/* Do the lanes hold exactly what `steps` steps from fma_start() make? Exact up
 * to 2^52 steps. */
bool fma_proved(const double lanes[FMA_LANES], uint64_t steps);

#endif
