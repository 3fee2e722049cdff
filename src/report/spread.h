/* On which scale the rounds of results are drawn beside each other. */
#ifndef ASSAY_REPORT_SPREAD_H
#define ASSAY_REPORT_SPREAD_H

struct document;
struct result;

/* How far the farthest round lies from the score, as a share of it; NaN when that is not
 * known or the score is 0. */
double spread_of(const struct result *result);

/* The share to each side of the score that is drawn: of a few fixed ones the smallest
 * that holds all rounds of three results in four, one for the whole document, so that
 * rows can be told apart on a quiet host and on a busy one. */
double spread_scale(const struct document *document);

#endif
