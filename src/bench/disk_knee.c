#include "bench/disk_knee.h"

#include <stdbool.h>

#include "base/clock.h"
#include "base/err.h"
#include "bench/bench.h"
#include "bench/disk_load.h"
#include "bench/disk_target.h"

enum { DEPTHS = 8 };
const uint64_t disk_depths[] = { 1, 2, 4, 8, 16, 32, 64, DISK_DEEPEST, 0 };

static const uint64_t taste_ns = 100 * NS_PER_MS;

/* A slice of our own: a taste at each depth. */
struct taste {
    const struct disk_options *options;
    const struct clock *clock;
    uint64_t end_ns;
    uint64_t last_ns;
};

static bool is_stopped(const struct disk_options *options)
{
    return options->stopped != NULL && options->stopped(options->stop_context);
}

static uint64_t taste_stamp(struct work *work)
{
    struct taste *taste = work->context;

    return clock_now(taste->clock);
}

static bool taste_complete(struct work *work, uint64_t begun, uint64_t bytes)
{
    struct taste *taste = work->context;

    (void)begun;
    work->ops++;
    work->bytes += bytes;
    taste->last_ns = clock_now(taste->clock);
    return taste->last_ns < taste->end_ns && !is_stopped(taste->options);
}

static int taste_depth(struct disk_target *target, uint64_t depth,
                       double *ret_rate, struct err *err)
{
    static const struct disk_pattern reads = { .block = 4096, .reads = 100 };
    struct disk_load load = { .queue = NULL };
    struct taste taste = { .options = &target->options,
                           .clock = target->options.clock };
    struct work work = { .stamp = taste_stamp,
                         .complete = taste_complete,
                         .context = &taste };
    uint64_t begin;
    int rc = -1;

    if (disk_load_init(&load, target, &reads, depth, target->options.seed,
                       err) < 0)
        return -1;
    begin = clock_now(taste.clock);
    taste.end_ns = begin + taste_ns;
    if (disk_load_run(&load, &work, err) < 0)
        goto done;
    *ret_rate = (double)work.ops / clock_seconds(taste.last_ns - begin + 1);
    rc = 0;

done:
    disk_load_release(&load);
    return rc;
}

uint64_t disk_knee_of(const double *rates, size_t count)
{
    double best = 0;
    size_t i = 0;

    for (size_t j = 0; j < count; j++)
        best = rates[j] > best ? rates[j] : best;
    while (i + 1 < count && rates[i] < 0.95 * best)
        i++;
    return disk_depths[i];
}

int disk_knee(struct disk_target *target, uint64_t *ret_depth, struct err *err)
{
    double rates[DEPTHS] = { 0 };
    double best = 0;
    size_t count = 0;
    unsigned idle = 0; /* depths in a row that gained nothing */

    while (target->knee == 0 && disk_depths[count] != 0 && idle < 2) {
        if (taste_depth(target, disk_depths[count], &rates[count], err) < 0)
            return -1;
        idle = rates[count] < 1.05 * best ? idle + 1 : 0;
        best = rates[count] > best ? rates[count] : best;
        count++;
        if (is_stopped(&target->options))
            return err_set(err, ERR_STOPPED,
                           "stopped while looking for the knee");
    }
    if (target->knee == 0)
        target->knee = disk_knee_of(rates, count);
    *ret_depth = target->knee;
    return 0;
}
