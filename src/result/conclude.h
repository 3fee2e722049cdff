/* What a curve says, in a sentence: the `conclusion` of a result. */
#ifndef ASSAY_RESULT_CONCLUDE_H
#define ASSAY_RESULT_CONCLUDE_H

struct arena;
struct document;

/* Sets the conclusions of the results that have a rule, from the document alone:
 * `cpu.scaling` (does the rate per job stay flat, and if not, why), `memory.latency`
 * (which caches the curve shows, and which the kernel names) and `memory.copy` (which
 * stores the C library chose). Others keep theirs. */
void conclude_results(struct document *document, struct arena *arena);

#endif
