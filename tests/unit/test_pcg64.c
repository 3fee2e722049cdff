/* The generator against figures published for Substrate's benchmark. */
#include "kernels/pcg64.h"

#include <stdbool.h>
#include <stdlib.h>

#include "kernels/blake2b.h"
#include "vectors.h"

enum { DISK_BYTES = 64 << 20, POSITIONS = 16384 };

static void test_first_message(void **state)
{
    static const uint8_t want[32] = {
        0x42, 0x3f, 0x60, 0x74, 0x58, 0x1b, 0xf2, 0x52, 0x99, 0x13, 0x11,
        0x29, 0x98, 0x37, 0x34, 0x88, 0x95, 0x08, 0x21, 0x8f, 0xda, 0x80,
        0x7a, 0x15, 0xf4, 0x02, 0x06, 0x2f, 0xbd, 0xf4, 0xdd, 0xa1,
    };
    uint8_t bytes[32];
    struct pcg64 pcg;

    (void)state;
    pcg64_init(&pcg);
    pcg64_fill(&pcg, bytes, sizeof(bytes));
    assert_memory_equal(bytes, want, sizeof(want));
}

static void test_disk_data(void **state)
{
    static const uint8_t want[32] = {
        0x9f, 0x2f, 0xb3, 0xc2, 0xc5, 0x5e, 0xda, 0xb0, 0xe9, 0x98, 0xb4,
        0x61, 0xcb, 0x43, 0x76, 0xf9, 0x56, 0x65, 0xf7, 0xdc, 0x82, 0x39,
        0x32, 0x1f, 0xfc, 0x1e, 0xd2, 0xac, 0x08, 0xd3, 0x55, 0x8b,
    };
    uint8_t *data = malloc(DISK_BYTES);
    uint8_t digest[32];
    struct pcg64 pcg;

    (void)state;
    assert_non_null(data);
    pcg64_init(&pcg);
    pcg64_fill(&pcg, data, DISK_BYTES);
    blake2b_256(blake2b_best(), data, DISK_BYTES, digest);
    free(data);
    assert_memory_equal(digest, want, sizeof(want));
}

static void test_cut_word(void **state)
{
    uint8_t whole[16];
    uint8_t cut[16] = { 0 };
    struct pcg64 pcg;

    (void)state;
    pcg64_init(&pcg);
    pcg64_fill(&pcg, whole, sizeof(whole));
    pcg64_init(&pcg);
    pcg64_fill(&pcg, cut, 3);
    assert_memory_equal(cut, whole, 3);
    assert_int_equal(cut[3], 0);
    pcg64_fill(&pcg, cut, 8);
    assert_memory_equal(cut, whole + 8, 8);
}

static void test_shuffle(void **state)
{
    uint32_t *positions = malloc(POSITIONS * sizeof(*positions));
    bool seen[POSITIONS] = { false };
    struct pcg64 pcg;

    (void)state;
    assert_non_null(positions);
    for (uint32_t i = 0; i < POSITIONS; i++)
        positions[i] = 4096 * i;
    pcg64_init(&pcg);
    pcg64_shuffle(&pcg, positions, POSITIONS);
    for (size_t i = 0; i < POSITIONS; i++)
        seen[positions[i] / 4096] = true;
    for (size_t i = 0; i < POSITIONS; i++)
        assert_true(seen[i]);
    assert_int_equal(positions[0], 26435584);
    assert_int_equal(positions[1], 62341120);
    assert_int_equal(positions[2], 18251776);
    assert_int_equal(positions[3], 35024896);
    assert_int_equal(positions[POSITIONS - 1], 30507008);
    free(positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_message),
        cmocka_unit_test(test_disk_data),
        cmocka_unit_test(test_cut_word),
        cmocka_unit_test(test_shuffle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
