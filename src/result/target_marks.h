/* What to doubt about a tested directory as a whole, from the counters of its devices
 * and from its results side by side. */
#ifndef ASSAY_RESULT_TARGET_MARKS_H
#define ASSAY_RESULT_TARGET_MARKS_H

struct arena;
struct document;

/* Gives every target the marks whose rule holds; earlier marks are replaced:
 *
 * `shared-disk`     its devices moved clearly more than we asked for
 * `cache-answered`  its devices read clearly less than we asked for
 * `token-bucket`    depth brings no more although single requests are quick: somebody
 *                   hands out operations by the second */
void mark_targets(struct document *document, struct arena *arena);

#endif
