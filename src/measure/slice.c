#include "measure/slice.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/unknown.h"
#include "measure/crew.h"
#include "measure/run.h"
#include "measure/seat.h"

static void add_seat(struct sample *sample, const struct seat *seat,
                     uint64_t *begin, uint64_t *end)
{
    sample->ops += seat->work.ops;
    sample->bytes += seat->work.bytes;
    sample->lost_ns += seat->work.lost_ns;
    sample->worker_ns += seat->end_ns - seat->begin_ns;
    sample->cpu_ns += seat->cpu_ns;
    sample->switches += seat->switches;
    if (!known_u64(seat->run_delay_ns))
        sample->run_delay_ns = UNKNOWN_U64;
    else if (known_u64(sample->run_delay_ns))
        sample->run_delay_ns += seat->run_delay_ns;
    *begin = seat->begin_ns < *begin ? seat->begin_ns : *begin;
    *end = seat->end_ns > *end ? seat->end_ns : *end;
}

/* Cycles over the CPU time that they took, of all workers. */
static double clock_of(void *const *seats, size_t count)
{
    double cycles = 0;
    double ns = 0;

    for (size_t i = 0; i < count; i++) {
        const struct seat *seat = seats[i];
        cycles += seat->work.cycles;
        ns += (double)seat->work.cycles_ns;
    }
    return cycles > 0 && ns > 0 ? cycles * 1e9 / ns : UNKNOWN_DOUBLE;
}

/* Before the slice or, where something leads in, by its first worker when that is over:
 * what was stolen or throttled in the lead-in is not the slice's. Without one no worker
 * has to look, which would keep it from starting together with the others. */
static void look_around(const struct slice *slice, const struct run_env *env)
{
    for (size_t i = 0; i < slice->cast->count; i++) {
        struct seat *seat = slice->seats[i];
        bool leads_in = seat->lead_in_ns > 0;

        seat->watched = i == 0 && leads_in ? slice->cast : NULL;
        if (i == 0 && !leads_in)
            env->witness->read(env->witness->context, slice->cast,
                               &seat->around);
    }
}

int slice_run(const struct slice *slice, const struct run_env *env,
              const struct patience *patience, struct sample *ret_sample,
              struct err *err)
{
    const struct cast *cast = slice->cast;
    struct sample sample = { .round = slice->round };
    const struct seat *first = slice->seats[0];
    struct disturbance after;
    uint64_t begin = UINT64_MAX;
    uint64_t end = 0;

    look_around(slice, env);
    if (crew_run(env->crew, slice->place, cast->members, cast->count,
                 seat_fill_slice, slice->seats, patience, err) < 0)
        return -1;
    env->witness->read(env->witness->context, cast, &after);
    for (size_t i = 0; i < cast->count; i++)
        add_seat(&sample, slice->seats[i], &begin, &end);
    sample.at_ns = begin - env->begun_ns;
    sample.wall_ns = end - begin;
    sample.steal_ns = known_growth(first->around.steal_ns, after.steal_ns);
    sample.throttled_ns =
        known_growth(first->around.throttled_ns, after.throttled_ns);
    sample.clock_hz = clock_of(slice->seats, cast->count);
    *ret_sample = sample;
    return 0;
}
