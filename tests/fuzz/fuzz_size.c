/* Any text as a size in bytes: refused with a reason, or a number. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/number.h"
#include "base/unknown.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t bytes = 0;
    struct err err = { 0 };
    char *text = malloc(size + 1);

    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (number_size(text, &bytes, &err) < 0) {
        if (err.kind != ERR_DATA || err.text[0] == '\0')
            abort();
    } else if (!known_u64(bytes)) {
        abort(); /* "unknown" is nothing that text may say */
    }
    free(text);
    return 0;
}
