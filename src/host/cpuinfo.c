#include "host/cpuinfo.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "base/unknown.h"

/* ARM writes hexadecimal with 0x in front, the others decimal. */
static uint64_t parse_number(const char *value)
{
    struct err ignored; /* an odd value is not told */
    uint64_t number;

    if (text_starts(value, "0x") && isxdigit((unsigned char)value[2]))
        return strtoul(value + 2, NULL, 16);
    return number_u64(value, &number, &ignored) == 0 ? number : UNKNOWN_U64;
}

static void add_cpu(struct cpuinfo *info, size_t *room, uint64_t number,
                    struct arena *arena)
{
    if (info->count == *room) {
        *room = *room > 0 ? 2 * *room : 16;
        info->cpus = arena_grow(arena, info->cpus, info->count, *room,
                                sizeof(*info->cpus));
    }
    info->cpus[info->count++] = (struct cpuinfo_cpu){
        .number = number,
        .socket = UNKNOWN_U64,
        .core = UNKNOWN_U64,
        .implementer = UNKNOWN_U64,
        .part = UNKNOWN_U64,
    };
}

static void take_number(struct cpuinfo_cpu *cpu, const char *key,
                        const char *value)
{
    if (strcmp(key, "physical id") == 0)
        cpu->socket = parse_number(value);
    else if (strcmp(key, "core id") == 0)
        cpu->core = parse_number(value);
    else if (strcmp(key, "CPU implementer") == 0)
        cpu->implementer = parse_number(value);
    else if (strcmp(key, "CPU part") == 0)
        cpu->part = parse_number(value);
}

/* The first CPU's word counts; on some architectures several keys may hold it. */
static void take_string(struct cpuinfo *info, const char *key,
                        const char *value, struct arena *arena)
{
    const struct {
        const char *key;
        const char **to;
    } strings[] = {
        { "vendor_id", &info->vendor },    { "model name", &info->model },
        { "Model Name", &info->model },    { "cpu model", &info->model },
        { "cpu", &info->model },           { "uarch", &info->model },
        { "microcode", &info->microcode }, { "flags", &info->flags },
        { "Features", &info->flags },      { "features", &info->flags },
        { "isa", &info->flags },
    };

    if (value[0] == '\0')
        return;
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++)
        if (strcmp(strings[i].key, key) == 0 && *strings[i].to == NULL)
            *strings[i].to = text_clean(arena, value);
}

void cpuinfo_parse(const char *text, struct arena *arena,
                   struct cpuinfo *ret_info)
{
    struct cpuinfo info = { 0 };
    char *rest = arena_strdup(arena, text), *line;
    size_t room = 0;

    while ((line = strsep(&rest, "\n")) != NULL) {
        char *key = strsep(&line, ":"), *value;
        if (line == NULL)
            continue;
        key = text_trim(key);
        value = text_trim(line);
        /* Old ARM kernels also have "Processor : ARMv7 rev 4", which is a
         * name; s390 has "processor 0: version = ..." on one line. */
        if (strcmp(key, "processor") == 0 && known_u64(parse_number(value)))
            add_cpu(&info, &room, parse_number(value), arena);
        else if (text_starts(key, "processor ") &&
                 known_u64(parse_number(key + 10)))
            add_cpu(&info, &room, parse_number(key + 10), arena);
        else if (info.count > 0)
            take_number(&info.cpus[info.count - 1], key, value);
        take_string(&info, key, value, arena);
    }
    *ret_info = info;
}
