#include "host/cpu_affinity.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "host/cpu_list.h"
#include "host/host.h"
#include "host/status.h"
#include "host/sysroot.h"

enum { MOST_CPUS = 1 << 20 };

/* The kernel refuses a mask smaller than its own, so ours grows until it fits. */
static bool ask_mask(struct arena *scratch, cpu_set_t **ret_mask,
                     size_t *ret_cpus)
{
    for (size_t cpus = 1024; cpus <= MOST_CPUS; cpus *= 2) {
        size_t bytes = CPU_ALLOC_SIZE(cpus);
        cpu_set_t *mask = arena_alloc(scratch, bytes, 1);
        if (sched_getaffinity(0, bytes, mask) == 0) {
            *ret_mask = mask;
            *ret_cpus = cpus;
            return true;
        }
        if (errno != EINVAL)
            return false;
    }
    return false;
}

static struct cpu_list live_affinity(struct arena *arena)
{
    struct cpu_list list = { 0 };
    struct arena scratch;
    size_t cpus, room = 0;
    cpu_set_t *mask;

    arena_init(&scratch);
    if (ask_mask(&scratch, &mask, &cpus))
        for (size_t i = 0; i < cpus; i++)
            if (CPU_ISSET_S(i, CPU_ALLOC_SIZE(cpus), mask))
                cpu_list_add(&list, &room, i, arena);
    arena_release(&scratch);
    return list;
}

struct cpu_list cpu_affinity_read(const struct sysroot *root,
                                  struct arena *arena)
{
    struct cpu_list told = { 0 };

    if (root->live)
        told = live_affinity(arena);
    if (told.count == 0)
        told = cpu_list_parse(status_field(root, "Cpus_allowed_list", arena),
                              arena);
    return told;
}
