#include "host/smbios.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/sysroot.h"

enum {
    TYPE_PROCESSOR = 4,
    TYPE_MEMORY_DEVICE = 17,
    TYPE_END = 127,
};

/* One entry: a formatted part, then strings, each ended by a NUL. */
struct entry {
    const unsigned char *bytes;
    size_t formatted; /* bytes of the formatted part */
    size_t whole;     /* with its strings and the closing NULs */
};

static uint64_t number_at(const struct entry *entry, size_t offset, size_t size)
{
    uint64_t value = 0;

    if (offset + size > entry->formatted)
        return UNKNOWN_U64;
    for (size_t i = size; i > 0; i--)
        value = value << 8 | entry->bytes[offset + i - 1];
    return value;
}

/* A string by its number, which counts from 1; 0 means "none". */
static const char *string_at(const struct entry *entry, size_t offset,
                             struct arena *arena)
{
    uint64_t number = number_at(entry, offset, 1);
    size_t at = entry->formatted;

    if (!known_u64(number) || number == 0)
        return NULL;
    while (at < entry->whole && entry->bytes[at] != '\0') {
        size_t length =
            strnlen((const char *)entry->bytes + at, entry->whole - at);
        if (--number == 0) {
            char *copy =
                arena_strndup(arena, (const char *)entry->bytes + at, length);
            copy = text_trim(copy);
            return copy[0] != '\0' ? text_clean(arena, copy) : NULL;
        }
        at += length + 1;
    }
    return NULL;
}

static bool next_entry(const unsigned char *table, size_t length, size_t at,
                       struct entry *ret_entry)
{
    struct entry entry = { 0 };
    size_t left = length - at, end;

    if (left < 4 || table[at + 1] < 4 || table[at + 1] > left)
        return false;
    entry.bytes = table + at;
    entry.formatted = table[at + 1];
    for (end = entry.formatted; end + 1 < left; end++)
        if (entry.bytes[end] == '\0' && entry.bytes[end + 1] == '\0')
            break;
    if (end + 1 >= left)
        return false;
    entry.whole = end + 2;
    *ret_entry = entry;
    return true;
}

/* The families that clouds and hypervisors write; "Other" and "Unknown" tell
 * nothing. */
static const char *family_name(uint64_t family)
{
    static const struct {
        unsigned number;
        const char *name;
    } families[] = {
        { 0x6b, "Zen" },     { 0xb3, "Xeon" },    { 0xc6, "Core i7" },
        { 0xcd, "Core i5" }, { 0xce, "Core i3" }, { 0xcf, "Core i9" },
        { 0x100, "ARMv7" },  { 0x101, "ARMv8" },  { 0x102, "ARMv9" },
        { 0x118, "ARM" },
    };

    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
        if (families[i].number == family)
            return families[i].name;
    return NULL;
}

static void take_processor(const struct entry *entry, struct arena *arena,
                           struct smbios *facts)
{
    uint64_t family = number_at(entry, 0x06, 1);
    uint64_t status = number_at(entry, 0x18, 1);

    if (facts->processor_version != NULL ||
        (known_u64(status) && (status & 0x40) == 0)) /* an empty socket */
        return;
    facts->processor_version = string_at(entry, 0x10, arena);
    if (family == 0xfe) /* the real number stands in a later field */
        family = number_at(entry, 0x28, 2);
    facts->processor_family = family_name(family);
    facts->processor_mhz = number_at(entry, 0x16, 2);
    if (facts->processor_mhz == 0)
        facts->processor_mhz = UNKNOWN_U64;
}

static void take_memory(const struct entry *entry, struct smbios *facts)
{
    uint64_t size = number_at(entry, 0x0c, 2), bytes;

    if (!known_u64(size) || size == 0 || size == 0xffff)
        return; /* an empty slot, or not told */
    if (size == 0x7fff) {
        size = number_at(entry, 0x1c, 4);
        if (!known_u64(size))
            return;
        bytes = (size & 0x7fffffff) << 20;
    } else {
        bytes = (size & 0x7fff) << ((size & 0x8000) != 0 ? 10 : 20);
    }
    facts->memory_bytes =
        bytes + (known_u64(facts->memory_bytes) ? facts->memory_bytes : 0);
}

void smbios_parse(const unsigned char *table, size_t length,
                  struct arena *arena, struct smbios *ret_facts)
{
    struct smbios facts = { .processor_mhz = UNKNOWN_U64,
                            .memory_bytes = UNKNOWN_U64 };
    struct entry entry;

    for (size_t at = 0; next_entry(table, length, at, &entry);
         at += entry.whole) {
        if (entry.bytes[0] == TYPE_PROCESSOR)
            take_processor(&entry, arena, &facts);
        else if (entry.bytes[0] == TYPE_MEMORY_DEVICE)
            take_memory(&entry, &facts);
        else if (entry.bytes[0] == TYPE_END)
            break;
    }
    *ret_facts = facts;
}

void smbios_read(const struct sysroot *root, struct arena *arena,
                 struct smbios *ret_facts)
{
    struct err ignored; /* missing for most users: all unknown then */
    unsigned char *table = NULL;
    size_t length = 0;

    (void)sysroot_read_bytes(root, "/sys/firmware/dmi/tables/DMI", arena,
                             &table, &length, &ignored);
    smbios_parse(table, length, arena, ret_facts);
}
