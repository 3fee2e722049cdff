#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "host/smbios.h"

/* A table as it grows. */
struct table {
    unsigned char bytes[1024];
    size_t length;
};

static unsigned char *add(struct table *table, unsigned char type,
                          unsigned char formatted, const char *strings,
                          size_t strings_length)
{
    unsigned char *entry = table->bytes + table->length;

    memset(entry, 0, formatted);
    entry[0] = type;
    entry[1] = formatted;
    memcpy(entry + formatted, strings, strings_length);
    table->length += formatted + strings_length;
    return entry;
}

static void add_processor(struct table *table, const char *strings,
                          size_t length, unsigned char version,
                          unsigned char status)
{
    unsigned char *entry = add(table, 4, 48, strings, length);

    entry[0x06] = 0xb3;
    entry[0x10] = version;
    entry[0x16] = 0xc4; /* 2500 MHz */
    entry[0x17] = 0x09;
    entry[0x18] = status;
}

static void add_memory(struct table *table, unsigned size, unsigned extended)
{
    unsigned char *entry = add(table, 17, 40, "\0", 2);

    entry[0x0c] = (unsigned char)(size & 0xff);
    entry[0x0d] = (unsigned char)(size >> 8);
    entry[0x1d] = (unsigned char)(extended >> 8); /* multiples of 256 MiB */
}

static void parse(const struct table *table, struct arena *arena,
                  struct smbios *facts)
{
    /* A copy of just this size: sanitizers see a step too far. */
    unsigned char *copy = malloc(table->length + 1);

    assert_non_null(copy);
    memcpy(copy, table->bytes, table->length);
    smbios_parse(copy, table->length, arena, facts);
    free(copy);
}

#define STRINGS(text) text, sizeof(text)

static void test_processor(void **state)
{
    struct table table = { .length = 0 };
    struct smbios facts;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    add_processor(&table, STRINGS("CPU1\0"), 1, 0x00); /* an empty socket */
    add_processor(&table, STRINGS("CPU2\0Maker\0 Xeon Gold \0"), 3, 0x41);
    add_processor(&table, STRINGS("CPU3\0Another\0"), 2, 0x41);
    parse(&table, &arena, &facts);
    assert_string_equal(facts.processor_version, "Xeon Gold");
    assert_string_equal(facts.processor_family, "Xeon");
    assert_int_equal(facts.processor_mhz, 2500);
    assert_int_equal(facts.memory_bytes, UNKNOWN_U64);
    arena_release(&arena);
}

static void test_memory(void **state)
{
    struct table table = { .length = 0 };
    struct smbios facts;
    struct arena arena;

    (void)state;
    arena_init(&arena);
    add_memory(&table, 16384, 0);        /* MiB */
    add_memory(&table, 0, 0);            /* an empty slot */
    add_memory(&table, 0xffff, 0);       /* not told */
    add_memory(&table, 0x8000 | 512, 0); /* KiB */
    add_memory(&table, 0x7fff, 0x8000);  /* 32 GiB, in the longer field */
    (void)add(&table, 127, 4, "\0", 2);
    add_memory(&table, 16384, 0); /* behind the end */
    parse(&table, &arena, &facts);
    assert_int_equal(facts.memory_bytes,
                     (16384ULL << 20) + (512ULL << 10) + (32768ULL << 20));
    arena_release(&arena);
}

/* Cut anywhere, a table must be read to the last whole entry and no further. */
static void test_cut(void **state)
{
    struct table table = { .length = 0 };
    struct smbios facts;
    struct arena arena;
    size_t whole;

    (void)state;
    arena_init(&arena);
    add_processor(&table, STRINGS("CPU\0Model\0"), 2, 0x41);
    whole = table.length;
    for (table.length = 0; table.length <= whole; table.length++) {
        parse(&table, &arena, &facts);
        if (table.length < whole)
            assert_null(facts.processor_version);
    }
    assert_string_equal(facts.processor_version, "Model");
    table.bytes[0x10] = 200; /* a string that is not there */
    table.length = whole;
    parse(&table, &arena, &facts);
    assert_null(facts.processor_version);
    table.bytes[1] = 2; /* shorter than its own head */
    parse(&table, &arena, &facts);
    assert_null(facts.processor_version);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processor),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
