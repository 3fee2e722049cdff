/* Any text as a mount table, then searched. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "host/mountinfo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mountinfo mounts;
    struct arena arena;

    arena_init(&arena);
    mountinfo_parse(arena_strndup(&arena, (const char *)data, size), &arena,
                    &mounts);
    for (size_t i = 0; i < mounts.count; i++) {
        const struct mount_entry *entry = &mounts.entries[i];
        const struct mount_entry *found = mountinfo_find(&mounts, entry->point);
        if (found == NULL || strlen(found->point) < strlen(entry->point))
            abort(); /* a mount point lies on its own mount at least */
        (void)mount_option(entry->super_options, "upperdir", &arena);
    }
    arena_release(&arena);
    return 0;
}
