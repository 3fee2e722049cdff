/* Where in a series of runs did the score become another one?
 *
 * Binary segmentation by ranks: of all places to cut the series, at least three
 * runs from its ends, take the one whose two sides the rank-sum test tells apart
 * best. The cut stands when its chance, times the number of places tried, is under
 * 5 % and the medians are 1 % apart or more; then both sides are searched in the
 * same way. Ranks make one wild run harmless and need no distribution; the exact
 * distribution of the test is used where one side is short, so a clear change
 * shows after three runs when there were twelve before it.
 * Sources: Mann and Whitney, "On a test of whether one of two random variables is
 * stochastically larger than the other", 1947; Scott and Knott, "A cluster analysis
 * method for grouping means in the analysis of variance", 1974 (the segmentation);
 * Bonferroni's inequality for the number of places. */
#ifndef ASSAY_STORE_TREND_H
#define ASSAY_STORE_TREND_H

struct arena;
struct trend;

/* Fills the changes of a trend whose scores are there. */
void trend_find_changes(struct trend *trend, struct arena *arena);

#endif
