#include "host/cpu_kinds.h"

#include <stdbool.h>
#include <string.h>

#include "host/host.h"

/* The kind of the usable CPU at place `i`; NULL: not told. */
static const char *kind_of(const struct host_cpu *cpu, size_t i)
{
    for (size_t p = 0; p < cpu->place_count; p++) {
        if (cpu->places[p].cpu == cpu->usable.numbers[i])
            return cpu->places[p].kind;
    }
    return NULL;
}

static bool is_of(const struct host_cpu *cpu, size_t i, const char *kind)
{
    const char *own = kind_of(cpu, i);

    return kind == NULL || (own != NULL && strcmp(own, kind) == 0);
}

static bool is_listed(const char *const *kinds, size_t count, const char *kind)
{
    for (size_t k = 0; k < count; k++) {
        if (strcmp(kinds[k], kind) == 0)
            return true;
    }
    return false;
}

size_t host_kinds(const struct host_cpu *cpu, const char *kinds[HOST_KINDS_MOST])
{
    size_t count = 0;

    for (size_t i = 0; i < cpu->usable.count; i++) {
        const char *kind = kind_of(cpu, i);
        if (kind != NULL && count < HOST_KINDS_MOST &&
            !is_listed(kinds, count, kind))
            kinds[count++] = kind;
    }
    return count;
}

uint64_t host_kind_count(const struct host_cpu *cpu, const char *kind)
{
    uint64_t count = 0;

    for (size_t i = 0; i < cpu->usable.count; i++)
        count += is_of(cpu, i, kind);
    return count;
}

size_t host_kind_nth(const struct host_cpu *cpu, const char *kind, uint64_t nth)
{
    for (size_t i = 0; i < cpu->usable.count; i++) {
        if (is_of(cpu, i, kind) && nth-- == 0)
            return i;
    }
    return cpu->usable.count;
}
