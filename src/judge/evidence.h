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

#include "measure/rank.h"

struct arena;
struct document;
struct requirement;
struct result;
struct result_target;

/* True when other work in this host took the CPU while the result was measured:
 * marked `contended`, or its workers waited for a CPU for over 5 % of their time.
 * Where the workers outnumber the CPUs and so wait for each other, what counts is
 * whether others used over 5 % of all CPUs during the run. */
bool evidence_busy(const struct document *document, const struct result *result);

/* What a rate of the CPU could be at the most if no other work had taken it: the interval
 * of the rate per second of CPU time. Where workers outnumber the CPUs each gets its
 * part of them, unless the statistic is that rate itself. Where they leave CPUs to
 * others it is doubled: a neighbour on the same core, or a clock that falls because
 * others work too, takes up to half of a CPU second's worth as well. NaN ends for
 * other resources and statistics: memory and caches are shared whatever the CPU
 * time. */
struct interval evidence_alone(const struct document *document,
                               const struct requirement *requirement,
                               const struct result *result, struct arena *arena);

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
