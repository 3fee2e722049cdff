/* What disturbed a result or makes it doubtful, read from the document: marks,
 * samples and the way to the storage.
 *
 * Noise is one-sided: it makes a machine look slower than it is, so a pass stands
 * under any disturbance. A fail depends on who disturbed: other work in this host
 * will be gone another day; what the host is given (steal, a quota, a limit,
 * shared cores) is what the host is. */
#ifndef ASSAY_JUDGE_EVIDENCE_H
#define ASSAY_JUDGE_EVIDENCE_H

#include <stdbool.h>

struct arena;
struct document;
struct result;
struct result_target;

/* True when other work in this host took the CPU while the result was measured:
 * marked `contended`, or its workers waited for a CPU for over 5 % of their time.
 * Where the workers outnumber the CPUs and so wait for each other, what counts is
 * whether others used over 5 % of all CPUs during the run. */
bool evidence_busy(const struct document *document, const struct result *result);

/* Names what the host is given that can explain a slow result, as the end of a
 * sentence: "the hypervisor took 12 % of the CPU time". NULL when nothing is
 * seen. */
const char *evidence_given(const struct document *document,
                           const struct result *result, struct arena *arena);

/* Why a good disk result is no proof of sustained speed: a burst volume, a decline,
 * a rate that is too good. NULL when nothing is seen. */
const char *evidence_burst(const struct result *result,
                           const struct result_target *target);

/* Why a good disk result is no proof of the disk's own speed: not direct. NULL when
 * it was proved direct. */
const char *evidence_indirect(const struct result_target *target,
                              struct arena *arena);

#endif
