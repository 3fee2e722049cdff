/* The permutation Keccak-f[1600].
 * Source: FIPS 202, 3.2 and 3.3. */
#ifndef ASSAY_KERNELS_KECCAK_H
#define ASSAY_KERNELS_KECCAK_H

#include <stdint.h>

/* Permutes 25 lanes of 64 bits; lane (x, y) is `lanes[x + 5 * y]`. */
void keccak_f1600(uint64_t lanes[25]);

#endif
