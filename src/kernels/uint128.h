/* 128-bit products, which ISO C has no type for and both compilers do. */
#ifndef ASSAY_KERNELS_UINT128_H
#define ASSAY_KERNELS_UINT128_H

__extension__ typedef unsigned __int128 uint128;

#endif
