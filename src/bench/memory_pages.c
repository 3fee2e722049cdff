#include "bench/memory_pages.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"
#include "host/host.h"

/* The number behind `key` in the entry at `entry`, which ends where the next begins. */
static double kib_of(const char *entry, const char *end, const char *key)
{
    const char *at = strstr(entry, key);

    if (at == NULL || at >= end)
        return UNKNOWN_DOUBLE;
    return strtod(at + strlen(key), NULL);
}

/* True at a line such as "7f00-7f10 rw-p 00000000 00:00 0", with its bounds. */
static bool is_head(const char *line, uintptr_t *ret_begin, uintptr_t *ret_end)
{
    return sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", ret_begin, ret_end) == 2;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end != NULL ? end + 1 : line + strlen(line);
}

double memory_huge_share_of(const char *smaps, uintptr_t address)
{
    const char *entry = NULL;
    const char *line = smaps;
    uintptr_t begin, end;

    for (; *line != '\0'; line = next_line(line)) {
        if (!is_head(line, &begin, &end))
            continue;
        if (entry != NULL)
            break;
        if (address >= begin && address < end)
            entry = line;
    }
    if (entry == NULL)
        return UNKNOWN_DOUBLE;
    return kib_of(entry, line, "\nAnonHugePages:") /
           kib_of(entry, line, "\nSize:");
}

double memory_huge_share(const void *address)
{
    FILE *file = fopen("/proc/self/smaps", "re");
    size_t room = 0;
    char *text = NULL;
    double share = UNKNOWN_DOUBLE;

    if (file == NULL)
        return UNKNOWN_DOUBLE;
    if (getdelim(&text, &room, '\0', file) > 0) /* the whole file */
        share = memory_huge_share_of(text, (uintptr_t)address);
    free(text);
    (void)fclose(file); /* only read from: nothing to lose */
    return share;
}

uint64_t memory_remote_node(const struct host_cpu *cpu)
{
    uint64_t local = UNKNOWN_U64;
    uint64_t remote = UNKNOWN_U64;

    for (size_t i = 0; i < cpu->place_count && cpu->usable.count > 0; i++) {
        if (cpu->places[i].cpu == cpu->usable.numbers[0])
            local = cpu->places[i].node;
    }
    for (size_t i = 0; i < cpu->place_count && known_u64(local); i++) {
        uint64_t node = cpu->places[i].node;
        if (known_u64(node) && node != local &&
            (!known_u64(remote) || node < remote))
            remote = node;
    }
    return remote;
}
