/* What a history tells, for the terminal. */
#ifndef ASSAY_REPORT_STORED_H
#define ASSAY_REPORT_STORED_H

#include <stddef.h>

struct report_options;
struct stored_run;
struct text;
struct trend;

/* A line for each run. */
void stored_runs_text(const struct stored_run *runs, size_t count,
                      const struct report_options *options, struct text *out);

/* A line for each run's score, its place between the extremes drawn beside it, and
 * what changed when. */
void stored_trend_text(const struct trend *trend,
                       const struct report_options *options, struct text *out);

#endif
