/* From the triples of a finished `cpu.pairs` step to what the document says. */
#ifndef ASSAY_RESULT_PAIR_RESULTS_H
#define ASSAY_RESULT_PAIR_RESULTS_H

struct arena;
struct host_cpu;
struct result;
struct step_run;

/* Fills pairs, score (the slowdown of the pair that is slowed down most) and the
 * conclusion. */
void pair_results_set(const struct step_run *step_run,
                      const struct host_cpu *cpu, struct arena *arena,
                      struct result *result);

#endif
