/* What to doubt about a result, as data: each mark is one rule over the document,
 * with a sentence of advice. */
#ifndef ASSAY_RESULT_MARKS_H
#define ASSAY_RESULT_MARKS_H

struct arena;
struct document;

/* Gives every measured result and every target (target_marks.h) the marks whose rule
 * holds; earlier marks are replaced. Call it when hosts, targets, conditions and samples
 * are in the document. */
void mark_results(struct document *document, struct arena *arena);

#endif
