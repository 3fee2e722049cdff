/* Generated text: the same everywhere, and like text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/prose.h"

enum { LENGTH = 1 << 20 };

static char text[LENGTH + 1], other[LENGTH + 1];

/* FNV-1a, 64 bits. */
static uint64_t fingerprint(const char *bytes, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash;
}

/* The text of seed 1 is pinned: were it to change, scores made with the old
 * text could not be compared, and the benchmark's method must change too. */
static void test_text_never_changes(void **state)
{
    (void)state;
    prose_write(text, LENGTH, 1);
    assert_int_equal(fingerprint(text, LENGTH), 0x5fa38d666e351a60u);
}

static void test_longer_text_begins_with_the_shorter(void **state)
{
    static const size_t lengths[] = { 0, 1, 2, 3, 50, 4095, 4096, 65537 };

    (void)state;
    prose_write(text, LENGTH, 2);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        memset(other, '#', sizeof other);
        prose_write(other, lengths[i], 2);
        assert_memory_equal(other, text, lengths[i]);
        assert_int_equal(other[lengths[i]], '#');
    }
}

static void test_seeds_differ(void **state)
{
    (void)state;
    prose_write(text, 4096, 3);
    prose_write(other, 4096, 4);
    assert_memory_not_equal(text, other, 4096);
}

static void test_looks_like_text(void **state)
{
    size_t letters = 0, blanks = 0, stops = 0;

    (void)state;
    prose_write(text, LENGTH, 5);
    text[LENGTH] = '\0';
    assert_int_equal(strspn(text, "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789., \n"),
                     LENGTH);
    for (size_t i = 0; i < LENGTH; i++) {
        letters += text[i] >= 'a' && text[i] <= 'z';
        blanks += text[i] == ' ';
        stops += text[i] == '.';
    }
    assert_in_range(letters, LENGTH * 70 / 100, LENGTH * 85 / 100);
    assert_in_range(blanks, LENGTH * 15 / 100, LENGTH * 25 / 100);
    assert_in_range(stops, LENGTH / 200, LENGTH / 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_never_changes),
        cmocka_unit_test(test_longer_text_begins_with_the_shorter),
        cmocka_unit_test(test_seeds_differ),
        cmocka_unit_test(test_looks_like_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
