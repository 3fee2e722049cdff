/* The triples of a `cpu.pairs` step: read from its rounds, and which are due in the next
 * one.
 *
 * Of few CPUs every pair takes a turn in every round. Of many only those do that the
 * kernel calls siblings; the others have one in the first round and one in a later
 * one, and rest as long as they do not slow each other down. A pair that does goes on
 * in every round, and has its latency-bound loop too, which tells a shared core from
 * a shared thread: it takes a turn in every second round. */
#ifndef ASSAY_MEASURE_TRIPLES_H
#define ASSAY_MEASURE_TRIPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct step;
struct step_run;
struct triple;

/* Whether a point takes a turn in a round (from 1). */
bool triples_due(const struct step_run *step_run, size_t point, uint64_t round);

/* How many turns a point takes in the first `rounds` rounds, if the kernel is right about
 * who shares a core. */
uint64_t triples_expected(const struct step *step, size_t point,
                          uint64_t rounds);

/* Lists all triples of the step; returns how many. */
size_t triples_list(const struct step_run *step_run, struct arena *arena,
                    struct triple **ret_triples);

#endif
