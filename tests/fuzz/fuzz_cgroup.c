/* Any text as /proc/self/cgroup. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "host/cgroup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cgroup_lines lines;
    struct arena arena;

    arena_init(&arena);
    cgroup_parse(arena_strndup(&arena, (const char *)data, size), &arena,
                 &lines);
    for (size_t i = 0; i < lines.count; i++)
        if (lines.lines[i].path[0] != '/')
            abort(); /* paths are absolute */
    arena_release(&arena);
    return 0;
}
