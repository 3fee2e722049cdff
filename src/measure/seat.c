#include "measure/seat.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "measure/run.h"
#include "measure/stop.h"

enum { LINE = 64, WARM_UP_MS = 20, MOST_DOUBLINGS = 30 };

static uint64_t stamp(struct work *work)
{
    const struct seat *seat = work->context;

    return clock_now(seat->clock);
}

static uint64_t stamp_cpu(struct work *work)
{
    const struct seat *seat = work->context;

    return clock_thread_cpu(seat->clock);
}

/* The lead-in is over, or there is none: from here on it counts. */
static void begin_counting(struct seat *seat)
{
    seat->phase = SEAT_COUNTING;
    if (seat->watched != NULL)
        seat->witness->read(seat->witness->context, seat->watched,
                            &seat->around);
    seat->witness->read_thread(seat->witness->context, &seat->disturbed);
    seat->cpu_begin_ns = clock_thread_cpu(seat->clock);
    seat->begin_ns = clock_now(seat->clock);
    seat->deadline_ns = seat->begin_ns + seat->slice_ns;
}

static void end_counting(struct seat *seat, uint64_t now)
{
    struct thread_disturbance after;

    seat->phase = SEAT_COUNTED;
    seat->end_ns = now;
    seat->cpu_ns = clock_thread_cpu(seat->clock) - seat->cpu_begin_ns +
                   seat->work.helper_cpu_ns;
    seat->witness->read_thread(seat->witness->context, &after);
    seat->switches = after.switches - seat->disturbed.switches;
    seat->run_delay_ns =
        known_growth(seat->disturbed.run_delay_ns, after.run_delay_ns);
}

/* What leads in may take half of a slice's bytes. */
static bool ration_is_used(const struct seat *seat)
{
    return seat->moved_bytes >= (seat->phase == SEAT_LEADING_IN
                                     ? seat->ration_bytes / 2
                                     : seat->ration_bytes);
}

/* The rate is of what completes in the slice, from a completion to a completion: a disk
 * that serves in batches gives whole ones. The latencies are of all that begins in it. */
static bool complete(struct work *work, uint64_t begun, uint64_t bytes)
{
    struct seat *seat = work->context;
    uint64_t now = clock_now(seat->clock);

    if (seat->latency != NULL && seat->phase != SEAT_LEADING_IN &&
        begun >= seat->begin_ns)
        histogram_add(seat->latency, now - begun);
    seat->moved_bytes += bytes;
    if (seat->phase == SEAT_COUNTING) {
        work->ops++;
        work->bytes += bytes;
    }
    if (now >= seat->deadline_ns || ration_is_used(seat)) {
        if (seat->phase == SEAT_LEADING_IN)
            begin_counting(seat);
        else if (seat->phase == SEAT_COUNTING)
            end_counting(seat, now);
    }
    return seat->phase != SEAT_COUNTED && !stop_asked(seat->stop);
}

static bool over(struct work *work)
{
    const struct seat *seat = work->context;

    return clock_now(seat->clock) >= seat->deadline_ns ||
           stop_asked(seat->stop);
}

static void start_work(struct seat *seat)
{
    seat->work = (struct work){
        .chunk = seat->chunk,
        .stamp = stamp,
        .stamp_cpu = stamp_cpu,
        .complete = complete,
        .over = over,
        .context = seat,
    };
}

/* Round up: workers that write to neighbouring lines would slow each other. */
static void *zeroed_lines(size_t bytes)
{
    size_t size = (bytes + LINE - 1) / LINE * LINE;
    void *memory = aligned_alloc(LINE, size > 0 ? size : LINE);

    if (memory != NULL)
        memset(memory, 0, size > 0 ? size : LINE);
    return memory;
}

struct seat *seat_new(const struct bench *bench)
{
    struct seat *seat = zeroed_lines(sizeof(*seat));

    if (seat == NULL)
        return NULL;
    seat->bench = bench;
    seat->chunk = 1;
    seat->ration_bytes = UINT64_MAX;
    seat->ration_ops = UINT64_MAX;
    seat->state = zeroed_lines(bench->state_size);
    if (bench->each_operation)
        seat->latency = calloc(1, sizeof(*seat->latency));
    if (seat->state == NULL ||
        (bench->each_operation && seat->latency == NULL)) {
        seat_release(seat);
        return NULL;
    }
    return seat;
}

void seat_release(struct seat *seat)
{
    if (seat == NULL)
        return;
    if (seat->prepared && seat->bench->release != NULL)
        seat->bench->release(seat->state);
    free(seat->state);
    free(seat->latency);
    free(seat);
}

enum crew_place seat_place(const struct bench *bench)
{
    return bench->resource == RESOURCE_DISK ? CREW_ROAMING : CREW_PINNED;
}

/* Works until the deadline. A benchmark that times each operation fills the slice
 * by itself; of the others the clock is read between chunks. */
static int fill(struct seat *seat, struct err *err)
{
    const struct bench *bench = seat->bench;
    uint64_t now;

    if (bench->each_operation)
        return bench->do_work(seat->state, &seat->work, err);
    do {
        if (bench->do_work(seat->state, &seat->work, err) < 0)
            return -1;
        now = clock_now(seat->clock);
    } while (now < seat->deadline_ns && seat->work.ops < seat->ration_ops &&
             !stop_asked(seat->stop));
    return 0;
}

/* Doubles the chunk until it takes a millisecond, twice in a row: once may be somebody
 * else's time, and a chunk that is too small times the clock and not the work. Also the
 * warm-up. A recipe's whole run is no chunk, and its check was a run already. */
static int calibrate(struct seat *seat, struct err *err)
{
    bool long_enough = false;

    for (int doublings = 0; doublings < MOST_DOUBLINGS &&
                            !seat->bench->whole_run &&
                            !stop_asked(seat->stop);) {
        uint64_t begun = clock_now(seat->clock);
        uint64_t took;

        start_work(seat);
        if (seat->bench->do_work(seat->state, &seat->work, err) < 0)
            return -1;
        took = clock_now(seat->clock) - begun;
        if (took >= NS_PER_MS && long_enough)
            break;
        long_enough = took >= NS_PER_MS;
        if (!long_enough) {
            seat->chunk *= 2;
            doublings++;
        }
    }
    return 0;
}

/* A short slice that nobody looks at. */
static int warm_up(struct seat *seat, struct err *err)
{
    seat->slice_ns = WARM_UP_MS * NS_PER_MS;
    if (seat_fill_slice(seat, 0, err) < 0)
        return -1;
    histogram_reset(seat->latency);
    return 0;
}

int seat_prepare(void *context, size_t worker, struct err *err)
{
    struct seat *seat = context;
    const struct bench *bench = seat->bench;

    (void)worker;
    seat->prepared = true;
    if (bench->prepare(seat->state, &seat->env, err) < 0)
        return -1;
    if (bench->check(seat->state, &seat->note, err) < 0)
        return -1;
    return bench->each_operation ? warm_up(seat, err) : calibrate(seat, err);
}

static void spin(const struct seat *seat)
{
    uint64_t until = clock_now(seat->clock) + seat->lead_in_ns;

    while (clock_now(seat->clock) < until && !stop_asked(seat->stop))
        continue;
}

/* What leads in spends saved-up credit before the counting begins: a CPU's by spinning,
 * a disk's by the very load that is measured. */
int seat_fill_slice(void *context, size_t worker, struct err *err)
{
    struct seat *seat = context;

    (void)worker;
    start_work(seat);
    seat->moved_bytes = 0;
    if (seat->lead_in_ns > 0 && seat->bench->resource == RESOURCE_DISK) {
        seat->phase = SEAT_LEADING_IN;
        seat->deadline_ns = clock_now(seat->clock) + seat->lead_in_ns;
    } else {
        spin(seat);
        begin_counting(seat);
    }
    if (fill(seat, err) < 0)
        return -1;
    if (seat->phase != SEAT_COUNTED)
        end_counting(seat, clock_now(seat->clock));
    return 0;
}
