/* Which CPUs share a core, from what two loops do to each other on them.
 *
 * The unit of evidence is a triple, taken within some 30 ms: one CPU alone, the other
 * alone, both at once. Its slowdown is the sum of the rates alone over the rate of
 * both: 1 for two cores, 2 for one hardware thread that both stand in line for. A loop
 * bound by throughput also slows down when two threads share a core; a loop bound by
 * latency hardly does. So the two together tell a shared core from a shared thread.
 *
 * A virtual CPU wanders, and a stranger on the sibling thread looks like a sibling of
 * ours: single triples of one pair were seen anywhere from 1.0 to 2.0. So triples are
 * many, spread over the run, and judged as a distribution. Where the rates alone differ
 * between the run's begin and end, or other work took the CPUs, nothing is concluded:
 * a competitor that sits on a sibling thread makes two threads look like two cores.
 * All pure functions. */
#ifndef ASSAY_MEASURE_PAIRS_H
#define ASSAY_MEASURE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"

struct arena;

struct triple {
    size_t a, b;    /* places in the list of usable CPUs */
    uint64_t at_ns; /* when, for the order */
    double alone_a; /* rates, any unit */
    double alone_b;
    double both; /* of both together */
    bool chain;  /* of the latency-bound loop */
    enum bench_pair_why why;
    bool disturbed; /* other work in this host, a quota or the hypervisor took CPU time
                       meanwhile */
};

enum sharing {
    SHARING_UNKNOWN, /* too few triples, or too far apart */
    SHARING_NOTHING,
    SHARING_CORE,   /* two threads of one core */
    SHARING_THREAD, /* one hardware thread for both */
};

/* Slowdowns of one pair and one loop. */
struct slowdown {
    size_t n;
    double median;
    double low, high; /* 10th and 90th percentile */
};

struct pair {
    size_t a, b;
    enum bench_pair_why why;
    struct slowdown wide;  /* throughput-bound */
    struct slowdown chain; /* latency-bound */
    enum sharing sharing;
    bool leaning; /* the median says so, but not the middle four fifths */
};

/* Whether anything can be concluded, or why not. */
enum pairs_state {
    PAIRS_CLEAR,
    PAIRS_NONE, /* no pair was measured */
    PAIRS_DISTURBED, /* more than half of the triples were; else those do not count */
    PAIRS_DRIFT, /* the rates alone moved by over 5 % during the run */
    PAIRS_FEW,   /* too few triples of too many pairs */
    PAIRS_HIDDEN, /* pairs share a core that were drawn at random: so do others */
    PAIRS_SPREAD, /* triples of one pair contradict each other, or pairs do */
};

struct pairs {
    struct pair *pairs; /* in the order of a, then b */
    size_t count;
    enum pairs_state state;
    double drift; /* of the rates alone, between the run's begin and end: a share */
    size_t drawn; /* pairs that were drawn at random */
    size_t hidden; /* those of them that share a core and belong to no group without that */
    size_t unclear; /* place of the least clear pair, with PAIRS_SPREAD */
    size_t groups;  /* sets of CPUs that share a core, when clear; else 0 */
    size_t largest; /* CPUs in the largest and in the smallest of them */
    size_t smallest;
};

/* Whether the CPUs of an undisturbed triple do not slow each other down. */
bool pairs_apart(const struct triple *triple);

/* Judges the triples of `cpus` usable CPUs. Pairs of few CPUs need six triples of either
 * loop. Of many CPUs a pair that shares nothing needs two of the throughput-bound
 * loop, and one that does share five of it and three of the other. Up to a tenth of the
 * pairs may lean, when all groups come out alike all the same: of many pairs some are
 * always disturbed. */
struct pairs pairs_judge(const struct triple *triples, size_t count,
                         size_t cpus, struct arena *arena);

/* Says it in a sentence: "8 CPUs behave like 4 cores with 2 threads each (measured);
 * the kernel says 8 cores", or why it cannot be told; of many CPUs, how many of all pairs
 * were tried. `told_cores` is unknown where the kernel says nothing. */
char *pairs_conclude(const struct pairs *pairs, size_t cpus,
                     uint64_t told_cores, struct arena *arena);

#endif
