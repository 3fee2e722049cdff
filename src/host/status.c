#include "host/status.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/sysroot.h"

static const char *value_of(const char *text, const char *name, char mark)
{
    size_t length = strlen(name);

    while (text != NULL) {
        if (strncmp(text, name, length) == 0 && text[length] == mark)
            return text + length + 1 + strspn(text + length + 1, " \t");
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    return NULL;
}

char *field_find(const char *text, const char *name, struct arena *arena)
{
    const char *value = value_of(text, name, ':');

    if (value == NULL)
        return NULL;
    return text_trim(arena_strndup(arena, value, strcspn(value, "\n")));
}

uint64_t field_find_size(const char *text, const char *name)
{
    const char *value = value_of(text, name, ':');
    unsigned long long number;
    char *end;

    if (value == NULL || !isdigit((unsigned char)*value))
        return UNKNOWN_U64;
    number = strtoull(value, &end, 10);
    if (!text_starts(end, " kB"))
        return number;
    return number < UNKNOWN_U64 / 1024 ? number * 1024 : UNKNOWN_U64;
}

uint64_t words_find(const char *text, const char *name)
{
    const char *value = value_of(text, name, ' ');

    return value != NULL && isdigit((unsigned char)*value)
               ? strtoull(value, NULL, 10)
               : UNKNOWN_U64;
}

char *status_field(const struct sysroot *root, const char *name,
                   struct arena *arena)
{
    struct err ignored; /* no /proc: no field */
    char *text;

    if (sysroot_read(root, "/proc/self/status", arena, &text, &ignored) < 0)
        return NULL;
    return field_find(text, name, arena);
}
