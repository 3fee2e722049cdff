#include "host/cache_reach.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/unknown.h"
#include "host/cpu_list.h"
#include "host/host.h"

static const struct host_cache *last_level(const struct host_cpu *cpu)
{
    const struct host_cache *last = NULL;

    for (size_t i = 0; i < cpu->cache_count; i++) {
        const struct host_cache *cache = &cpu->caches[i];
        if (known_u64(cache->bytes) && known_u64(cache->level) &&
            (last == NULL || cache->level > last->level))
            last = cache;
    }
    return last;
}

static const struct host_place *place_of(const struct host_cpu *cpu,
                                         uint64_t number)
{
    /* Where no number is left out each CPU stands at its own. */
    if (number < cpu->place_count && cpu->places[number].cpu == number)
        return &cpu->places[number];
    for (size_t i = 0; i < cpu->place_count; i++) {
        if (cpu->places[i].cpu == number)
            return &cpu->places[i];
    }
    return NULL;
}

/* Whether a CPU's last-level cache serves one of the usable CPUs before it. The cheap
 * questions first: a thousand CPUs ask this a million times. */
static bool seen_before(const struct host_cpu *cpu,
                        const struct host_place *place)
{
    for (size_t i = 0; i < cpu->place_count; i++) {
        const struct host_place *other = &cpu->places[i];
        if (other->last_cache == place->last_cache && other->cpu < place->cpu &&
            cpu_list_has(&cpu->usable, other->cpu))
            return true;
    }
    return false;
}

uint64_t host_cache_reach(const struct host_cpu *cpu, uint64_t workers)
{
    const struct host_cache *last = last_level(cpu);
    uint64_t instances = 0;

    if (last == NULL)
        return 0;
    for (uint64_t w = 0; w < workers && w < cpu->usable.count; w++) {
        const struct host_place *place = place_of(cpu, cpu->usable.numbers[w]);
        if (place != NULL && known_u64(place->last_cache) &&
            !seen_before(cpu, place))
            instances++;
    }
    return last->bytes * (instances > 0 ? instances : 1);
}
