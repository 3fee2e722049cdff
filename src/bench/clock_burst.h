/* The effective clock beside other work: a short run of multiplies whose cycles are
 * known, timed by the thread's CPU clock. */
#ifndef ASSAY_BENCH_CLOCK_BURST_H
#define ASSAY_BENCH_CLOCK_BURST_H

struct work;

/* Runs about 0.1 ms of multiplies and adds their cycles to the slice; does nothing
 * where the cycles of a multiply are not known. Returns a value that the caller must
 * keep, so that the multiplies are not left out. */
unsigned long long clock_burst(struct work *work);

#endif
