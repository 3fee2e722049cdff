/* A plan for people: what --dry-run prints, and the line before a run. */
#ifndef ASSAY_CLI_PLAN_PRINT_H
#define ASSAY_CLI_PLAN_PRINT_H

struct arena;
struct err;
struct plan;

/* Prints every step with what it costs, and the sums, on standard output. Fails when
 * that cannot be written. */
int plan_print(const struct plan *plan, struct arena *arena, struct err *err);

/* Says on stderr what the run will take: time, memory, disk. */
void plan_announce(const struct plan *plan);

#endif
