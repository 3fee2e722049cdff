/* Any text as /proc/cpuinfo: a table, never a crash. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "host/cpuinfo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cpuinfo info;
    struct arena arena;

    arena_init(&arena);
    cpuinfo_parse(arena_strndup(&arena, (const char *)data, size), &arena,
                  &info);
    for (size_t i = 0; i < info.count; i++)
        if (!known_u64(info.cpus[i].number))
            abort(); /* a CPU without a number is none */
    arena_release(&arena);
    return 0;
}
