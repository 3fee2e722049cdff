/* Two integer loops that touch no memory: the CPU's clock, and its width.
 *
 * loops_chain() is bound by latency: each multiply waits for the one before.
 * Two threads of one core hardly disturb each other in it, two programs on one
 * thread halve it. loops_wide() is bound by throughput: eight additions that do
 * not depend on each other fill the issue ports, so a second thread on the same
 * core shows. Nothing here can be folded by the compiler: after each operation
 * the value passes an empty asm statement that might have changed it. */
#ifndef ASSAY_KERNELS_LOOPS_H
#define ASSAY_KERNELS_LOOPS_H

#include <stdint.h>

/* Multiplies `seed` by LOOPS_FACTOR `loops` times, modulo 2^64, each product
 * needing the one before. One loop is one multiply. Returns the product, which
 * an odd seed makes depend on every step. */
#define LOOPS_FACTOR 0x9e3779b97f4a7c15u
uint64_t loops_chain(uint64_t seed, uint64_t loops);

/* What loops_chain() must return, in log2(loops) steps. */
uint64_t loops_chain_expected(uint64_t seed, uint64_t loops);

/* Clock cycles that one loop of loops_chain() takes on the CPU it is called on,
 * or 0 when that is not known. The clock in Hz is this times loops per second.
 *
 * x86-64: 3, the latency of a 64-bit IMUL on Intel's big cores since 2008 and
 * AMD's since Zen; 0 on the Atom line, where it is 3 to 5, on older cores and on
 * those of other makers. 64-bit Arm: 0, since parts differ from 2 to 4. An
 * addition would not do: current cores fold additions while renaming. Asking
 * the CPU costs microseconds in a guest: ask once.
 * Source: A. Fog, Instruction tables; uops.info. */
double loops_chain_cycles(void);

/* Adds LOOPS_STEP `loops` times to each of LOOPS_STREAMS counters that start at
 * seed, seed + 1 ... One loop is one addition to each counter. Returns the sum
 * of the counters modulo 2^64. */
#define LOOPS_STREAMS 8
#define LOOPS_STEP 0x9e3779b97f4a7c15u
uint64_t loops_wide(uint64_t seed, uint64_t loops);

/* What loops_wide() must return. */
uint64_t loops_wide_expected(uint64_t seed, uint64_t loops);

#endif
