/* The rows of the table in stream.c, each defined in a file of its own. Not for
 * other rooms: they ask stream_best() or stream_variant(). */
#ifndef ASSAY_KERNELS_STREAM_VARIANTS_H
#define ASSAY_KERNELS_STREAM_VARIANTS_H

#include "kernels/stream.h"

extern const struct stream_variant stream_portable;
#if defined(__x86_64__)
extern const struct stream_variant stream_sse2;
extern const struct stream_variant stream_avx2;
extern const struct stream_variant stream_avx512;
#elif defined(__aarch64__)
extern const struct stream_variant stream_neon;
#endif

#endif
