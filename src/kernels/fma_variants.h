/* The rows of the table in fma.c, each defined in a file of its own. Not for
 * other rooms: they ask fma_best() or fma_variant(). */
#ifndef ASSAY_KERNELS_FMA_VARIANTS_H
#define ASSAY_KERNELS_FMA_VARIANTS_H

#include "kernels/fma.h"

extern const struct fma_variant fma_portable;
#if defined(__x86_64__)
extern const struct fma_variant fma_avx2;
extern const struct fma_variant fma_avx512;
#elif defined(__aarch64__)
extern const struct fma_variant fma_neon;
#endif

#endif
