/* A finding's value in the unit that its bound is published in, so that the two can
 * be compared at a glance: "1025 MiB/s" beside "1000 MiB/s". */
#ifndef ASSAY_REPORT_PUBLISHED_H
#define ASSAY_REPORT_PUBLISHED_H

struct arena;
struct result_finding;

/* The value, with three digits or more; NULL when there is none, or when the
 * published bound has no unit. */
const char *published_value(const struct result_finding *finding,
                            struct arena *arena);

#endif
