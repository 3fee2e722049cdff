/* The look at a step after 7, 15 and 31 rounds: is it told what was asked? */
#ifndef ASSAY_MEASURE_LOOK_H
#define ASSAY_MEASURE_LOOK_H

#include <stdbool.h>
#include <stddef.h>

struct seat;
struct step_run;

/* Whether a step goes on after a look. With bounds it does until each is clear; without,
 * until its interval is narrow. What is not in the head tier gets its rounds and no more.
 * `seats` are those of its headline; some may be NULL. */
bool look_needs_more(const struct step_run *step_run, struct seat *const *seats,
                     size_t seat_count);

#endif
