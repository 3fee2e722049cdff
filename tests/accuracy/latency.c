/* Checks the pointer chase by what it must show, for tools/bench-memory:
 *
 *   latency BYTES ROUNDS
 *
 * Prints the clock, the cycles of a load from the first-level cache, and the
 * nanoseconds of a load from BYTES of memory in two ways that should agree: in
 * random order inside huge pages, and in the order that spares the translation
 * caches inside small ones. By turns, in CPU time, medians of ROUNDS. */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "kernels/chase.h"
#include "kernels/loops.h"

enum {
    MOST_ROUNDS = 99,
    CACHED_BYTES = 16 * 1024,
    HUGE_PAGE = 2 << 20,
    LOADS = 400 * 1000,
    LOOPS = 10 * 1000 * 1000
};

struct medians {
    double clock_hz[MOST_ROUNDS];
    double cycles[MOST_ROUNDS];
    double huge_ns[MOST_ROUNDS];
    double near_ns[MOST_ROUNDS];
};

static double cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* A move to another CPU would find cold caches there. */
static void stay_here(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET((size_t)sched_getcpu(), &set);
    if (sched_setaffinity(0, sizeof set, &set) < 0)
        perror("sched_setaffinity");
}

static char *chain(size_t bytes, int advice, enum chase_order order)
{
    size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    char *memory = aligned_alloc(HUGE_PAGE, whole);

    if (memory == NULL || madvise(memory, whole, advice) < 0) {
        perror("latency");
        exit(1);
    }
    chase_build(memory, bytes, order, 1);
    return memory;
}

static double load_ns(void **at)
{
    double begun = cpu_ns();

    *at = chase_walk(*at, LOADS);
    return (cpu_ns() - begun) / LOADS;
}

/* 0 where a loop's cycles are not known. */
static double clock_hz(uint64_t *value)
{
    double begun = cpu_ns();

    *value = loops_chain(*value, LOOPS);
    return loops_chain_cycles() * LOOPS / (cpu_ns() - begun) * 1e9;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

int main(int argc, char **argv)
{
    static struct medians m;
    size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    void *cached, *huge, *near;
    uint64_t value = 1;

    if (bytes < CACHED_BYTES || rounds < 1 || rounds > MOST_ROUNDS) {
        fputs("usage: latency BYTES ROUNDS\n", stderr);
        return 2;
    }
    stay_here();
    cached = chain(CACHED_BYTES, MADV_HUGEPAGE, CHASE_RANDOM);
    huge = chain(bytes, MADV_HUGEPAGE, CHASE_RANDOM);
    near = chain(bytes, MADV_NOHUGEPAGE, CHASE_NEAR_PAGES);
    for (size_t i = 0; i < rounds; i++) {
        m.clock_hz[i] = clock_hz(&value);
        m.cycles[i] = load_ns(&cached) * m.clock_hz[i] / 1e9;
        m.huge_ns[i] = load_ns(&huge);
        m.near_ns[i] = load_ns(&near);
    }
    printf("%.3f GHz, %.2f cycles, %.1f ns, %.1f ns\n",
           median(m.clock_hz, rounds) / 1e9, median(m.cycles, rounds),
           median(m.huge_ns, rounds), median(m.near_ns, rounds));
    return 0;
}
