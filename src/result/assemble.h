/* From a finished run to the results of the document. */
#ifndef ASSAY_RESULT_ASSEMBLE_H
#define ASSAY_RESULT_ASSEMBLE_H

struct arena;
struct document;
struct err;
struct plan;
struct run;

/* Adds one result for every step of the run: summary, curve, latencies; `targets`
 * are the paths that disk results belong to, by the steps' index. Marks are added by
 * `mark_results`, once the document is whole. */
void assemble_results(const struct plan *plan, const struct run *run,
                      const char *const *targets, struct arena *arena,
                      struct document *document);

/* Computes the summaries of stored results again from their samples, as a run would
 * have: what a replay does. Results without samples stay as they are. Fails with
 * ERR_DATA when a result has more samples than any run makes. */
int resummarise_results(struct document *document, struct err *err);

#endif
