/* Any bytes as the firmware's table. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "host/smbios.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct smbios facts;
    struct arena arena;

    arena_init(&arena);
    smbios_parse(data, size, &arena, &facts);
    if (facts.processor_version != NULL && facts.processor_version[0] == '\0')
        abort(); /* a name is something or not there */
    arena_release(&arena);
    return 0;
}
