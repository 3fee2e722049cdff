#include "result/clock_grain.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/order.h"
#include "base/unknown.h"
#include "result/result.h"

/* A look costs the median of batches: one of them may have been interrupted. A clock that
 * stands still in all of them ticks; MOST_READS are far more than fit between two ticks. */
enum { BATCHES = 11, READS = 100, MOST_READS = 10 * 1000 * 1000 };

static const double sound_ns = 1000;

/* Between two looks at the clock of a worker, and the shortest slice. */
static const double chunk_ns = NS_PER_MS;
static const double slice_ns = 20.0 * NS_PER_MS;

/* The next time that the clock shows after `last`; the same when it stands still. */
static uint64_t next_step(const struct clock *clock, uint64_t last)
{
    uint64_t now = last;

    for (int i = 0; i < MOST_READS && now == last; i++)
        now = clock_now(clock);
    return now;
}

/* The time of a batch; lowers `*least` to its shortest step. */
static uint64_t read_batch(const struct clock *clock, uint64_t *least)
{
    uint64_t begun = clock_now(clock);
    uint64_t last = begun;

    for (int i = 0; i < READS; i++) {
        uint64_t now = clock_now(clock);

        if (now > last && now - last < *least)
            *least = now - last;
        last = now;
    }
    return last - begun;
}

void clock_grain_measure(const struct clock *clock,
                         struct result_conditions *conditions)
{
    uint64_t batches[BATCHES];
    uint64_t least = UINT64_MAX;
    uint64_t median;
    double read_ns;

    for (int i = 0; i < BATCHES; i++)
        batches[i] = read_batch(clock, &least);
    order_u64(batches, BATCHES);
    median = batches[BATCHES / 2];
    read_ns = (double)median / READS;
    if (least == UINT64_MAX) {
        uint64_t tick = next_step(clock, clock_now(clock));

        least = next_step(clock, tick) - tick;
    }
    /* What is shorter than a tick cannot be told. */
    conditions->clock_read_ns = read_ns > 0 ? read_ns : UNKNOWN_DOUBLE;
    conditions->clock_step_ns = least > 0 ? (double)least : UNKNOWN_DOUBLE;
}

static double known_or_zero(double value)
{
    return known_double(value) ? value : 0;
}

double clock_grain_ns(const struct result_conditions *conditions)
{
    /* No two looks are closer than a look takes: the step tells of both. A document of
     * before it was measured has the look's mean. */
    double grain = known_double(conditions->clock_step_ns)
                       ? conditions->clock_step_ns
                       : known_or_zero(conditions->clock_read_ns);

    return grain > sound_ns ? grain : 0;
}

double clock_grain_share(const struct result_conditions *conditions)
{
    if (clock_grain_ns(conditions) == 0)
        return 0;
    return fmin(1, known_or_zero(conditions->clock_read_ns) / chunk_ns +
                       known_or_zero(conditions->clock_step_ns) / slice_ns);
}

static void forget(uint64_t *value, double grain)
{
    if (known_u64(*value) && (double)*value < grain)
        *value = UNKNOWN_U64;
}

void clock_grain_forget(struct document *document)
{
    double grain = clock_grain_ns(&document->conditions);

    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];

        for (size_t p = 0; p < result->curve_count; p++) {
            forget(&result->curve[p].p50_ns, grain);
            forget(&result->curve[p].p99_ns, grain);
        }
        if (result->latency == NULL)
            continue;
        forget(&result->latency->p50, grain);
        forget(&result->latency->p90, grain);
        forget(&result->latency->p99, grain);
        forget(&result->latency->p999, grain);
        forget(&result->latency->max, grain);
    }
}
