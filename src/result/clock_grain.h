/* What the run's clock could not tell.
 *
 * A clock that programs cannot read by themselves (hpet, acpi_pm, an emulated one) takes a
 * microsecond and more for a look, and one that ticks (jiffies) stands still for
 * milliseconds. A latency is the difference of two looks, so it is off by up to a grain:
 * the shortest time that two looks can differ by. Grains of up to a microsecond are those
 * of a sound clock and count as none. */
#ifndef ASSAY_RESULT_CLOCK_GRAIN_H
#define ASSAY_RESULT_CLOCK_GRAIN_H

struct clock;
struct document;
struct result_conditions;

/* Latencies under so many grains are the clock's rather than the work's. */
enum { CLOCK_GRAINS_LEAST = 4 };

/* Measures what a look costs and how far the clock steps, in a few milliseconds; of a
 * clock that ticks it waits for the second tick. */
void clock_grain_measure(const struct clock *clock,
                         struct result_conditions *conditions);

/* Nanoseconds; 0 for a sound clock, and where it is not known. */
double clock_grain_ns(const struct result_conditions *conditions);

/* The share of a slice that it may cost: a look in each millisecond, and a step in the
 * shortest slices. 0 for a sound clock. */
double clock_grain_share(const struct result_conditions *conditions);

/* Makes percentiles unknown that are shorter than a grain: a disk that answers in 0 ns
 * was not measured. */
void clock_grain_forget(struct document *document);

#endif
