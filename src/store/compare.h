/* Comparing two runs: which differences exceed the noise of both?
 *
 * Each score comes with the interval that its report shows (ranks of the
 * rounds, widened by the guard band). The interval of their ratio follows from
 * these two by the method of variance estimates recovery, in logarithms: each
 * end lies as far from the ratio as the half-intervals on that side together,
 * added as squares. The runs are independent, so both need not be at their
 * worst at once; comparing end with end would hide differences 1.4 times as
 * large. A difference is shown when that interval leaves 1 out. Source: Zou and
 * Donner, "Construction of confidence limits about effect measures: a general
 * approach", Statistics in Medicine 27, 2008. */
#ifndef ASSAY_STORE_COMPARE_H
#define ASSAY_STORE_COMPARE_H

#include <stdbool.h>

#include "result/result.h"

struct arena;
struct comparison;

/* The interval of `now / base` from the intervals of both; NaN ends unless all
 * numbers are known and above 0. */
struct interval compare_ratio_interval(double base,
                                       struct interval base_interval,
                                       double now, struct interval now_interval);

/* Compares `now` with `base`. The files' names are for the reader and may be
 * NULL. Benchmarks are matched by id and target; with one target in each run,
 * whatever that is called. Rows whose method, unit or direction differ are not
 * mixed: they stand apart. Everything belongs to the arena and to the
 * documents. */
void compare_documents(const struct document *base, const char *base_file,
                       const struct document *now, const char *now_file,
                       struct arena *arena, struct comparison *ret_comparison);

/* Decides "nothing is slower by more than `share`": missed when something is so
 * for sure, the whole interval of its ratio below the limit; unclear when a
 * ratio is below the limit but its interval is not; else met. */
enum ruling compare_ruling(const struct comparison *comparison, double share);

/* True when a ruling says less than it was asked for: something that the base
 * measured failed in the new run, or nothing at all could be compared. */
bool compare_is_lacking(const struct comparison *comparison);

#endif
