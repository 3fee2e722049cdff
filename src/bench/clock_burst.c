#include "bench/clock_burst.h"

#include "bench/bench.h"
#include "kernels/loops.h"

/* 0.1 ms at 3 GHz: long beside a clock read. */
enum { BURST_LOOPS = 100 * 1000 };

unsigned long long clock_burst(struct work *work)
{
    double cycles = loops_chain_cycles();
    uint64_t begun, value;

    if (cycles == 0)
        return 0;
    begun = work->stamp_cpu(work);
    value = loops_chain(1, BURST_LOOPS);
    work->cycles_ns += work->stamp_cpu(work) - begun;
    work->cycles += cycles * BURST_LOOPS;
    return value;
}
