/* How the values of a document are spelled in reports.
 *
 * The short spellings are for people and go through base/units.h; the exact
 * ones are for machines. All write into the caller's room and return it. */
#ifndef ASSAY_REPORT_FIGURE_H
#define ASSAY_REPORT_FIGURE_H

#include <stddef.h>
#include <stdint.h>

#include "base/units.h"
#include "result/result.h"

/* The shortest digits that read back as the same number: "1073741824", "0.25",
 * "1.5e+20". Nothing at all for an unknown or infinite one. */
const char *figure_exact(double value, char out[UNITS_ROOM]);

/* A whole number; nothing at all for an unknown one. */
const char *figure_exact_u64(uint64_t value, char out[UNITS_ROOM]);

/* A value in the unit that the document names, or in that of words_unit ("12.3 k
 * IO/s"); a unit from a later version is put behind the number. "-" for an unknown
 * value. */
enum { FIGURE_ROOM = 64 };
const char *figure(double value, const char *unit, char out[FIGURE_ROOM]);
const char *figure_u64(uint64_t value, const char *unit, char out[FIGURE_ROOM]);

/* Two values side by side: where both have the unit alike, the first goes without. */
void figure_pair(double a, double b, const char *unit, char out_a[FIGURE_ROOM],
                 char out_b[FIGURE_ROOM]);

/* "1.20 to 1.31 GB/s", the unit once where both ends have it alike; "-" when
 * there is no interval. */
enum { FIGURE_SPAN_ROOM = 2 * FIGURE_ROOM + 8 };
const char *figure_span(struct interval interval, const char *unit,
                        char out[FIGURE_SPAN_ROOM]);

#endif
