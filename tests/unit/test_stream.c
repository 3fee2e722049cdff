/* Every bandwidth kernel this CPU can run does the same as the portable one,
 * at every length around its unrolling, and touches nothing beside its buffer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/stream.h"

enum { MOST = 4096 + 5 * STREAM_LINE, GUARD = STREAM_LINE };

static const size_t lengths[] = {
    0,   64,  128,  192,  256,       320,        448,  512,
    576, 960, 1024, 4096, 4096 + 64, 4096 + 192, MOST,
};

struct buffers {
    _Alignas(STREAM_LINE) unsigned char want[GUARD + MOST + GUARD];
    _Alignas(STREAM_LINE) unsigned char got[GUARD + MOST + GUARD];
    _Alignas(STREAM_LINE) unsigned char from[MOST];
    _Alignas(STREAM_LINE) double doubles[MOST / sizeof(double)];
    _Alignas(STREAM_LINE) double scaled[MOST / sizeof(double)];
};

/* Doubles are small whole numbers, so that a triad is exact however it rounds.
 */
static void fill(struct buffers *b)
{
    memset(b->want, 0xee, sizeof b->want);
    memset(b->got, 0xee, sizeof b->got);
    for (size_t i = 0; i < MOST; i++)
        b->from[i] = (unsigned char)(i * 167 + (i >> 8) * 13 + 1);
    for (size_t i = 0; i < MOST / sizeof(double); i++) {
        b->doubles[i] = (double)i;
        b->scaled[i] = (double)(1000 - 2 * (int)i);
    }
}

static uint64_t sum_by_hand(const unsigned char *from, size_t bytes)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < bytes; i += sizeof sum) {
        uint64_t word;

        memcpy(&word, from + i, sizeof word);
        sum += word;
    }
    return sum;
}

static void check_read(const struct stream_variant *v, size_t bytes)
{
    struct buffers b;

    fill(&b);
    assert_int_equal(v->read(b.from, bytes), sum_by_hand(b.from, bytes));
    if (bytes > 0) {
        uint64_t before = v->read(b.from, bytes);

        b.from[bytes - 1] ^= 0x80;
        assert_int_not_equal(v->read(b.from, bytes), before);
    }
}

static void check_write(const struct stream_variant *v, size_t bytes)
{
    const uint64_t word = 0x0123456789abcdefu;
    struct buffers b;

    fill(&b);
    for (size_t i = 0; i < bytes; i += sizeof word)
        memcpy(b.want + GUARD + i, &word, sizeof word);
    v->write(b.got + GUARD, bytes, word);
    assert_memory_equal(b.got, b.want, sizeof b.got);

    memset(b.got, 0xee, sizeof b.got);
    v->write_cached(b.got + GUARD, bytes, word);
    assert_memory_equal(b.got, b.want, sizeof b.got);
}

static void check_copy(const struct stream_variant *v, size_t bytes)
{
    struct buffers b;

    fill(&b);
    memcpy(b.want + GUARD, b.from, bytes);
    v->copy(b.got + GUARD, b.from, bytes);
    assert_memory_equal(b.got, b.want, sizeof b.got);

    memset(b.got, 0xee, sizeof b.got);
    v->copy_cached(b.got + GUARD, b.from, bytes);
    assert_memory_equal(b.got, b.want, sizeof b.got);
}

static void check_triad(const struct stream_variant *v, size_t bytes)
{
    struct buffers b;

    fill(&b);
    for (size_t i = 0; i < bytes / sizeof(double); i++) {
        double want = b.doubles[i] + 3.0 * b.scaled[i];

        memcpy(b.want + GUARD + i * sizeof want, &want, sizeof want);
    }
    v->triad((double *)(void *)(b.got + GUARD), b.doubles, b.scaled, 3.0, bytes);
    assert_memory_equal(b.got, b.want, sizeof b.got);
}

static void each(void (*check)(const struct stream_variant *, size_t))
{
    const struct stream_variant *v;

    for (size_t i = 0; (v = stream_variant(i)) != NULL; i++) {
        if (!v->supported())
            continue;
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            check(v, lengths[l]);
    }
}

static void test_read_sums_every_word(void **state)
{
    (void)state;
    each(check_read);
}

static void test_write_fills_the_buffer_only(void **state)
{
    (void)state;
    each(check_write);
}

static void test_copy_is_exact(void **state)
{
    (void)state;
    each(check_copy);
}

static void test_triad_is_exact_on_whole_numbers(void **state)
{
    (void)state;
    each(check_triad);
}

static void test_table_is_complete(void **state)
{
    const struct stream_variant *v;
    size_t count = 0;

    (void)state;
    for (; (v = stream_variant(count)) != NULL; count++) {
        for (size_t j = 0; j < count; j++)
            assert_string_not_equal(stream_variant(j)->name, v->name);
        assert_non_null(v->supported);
        assert_non_null(v->read);
        assert_non_null(v->write);
        assert_non_null(v->write_cached);
        assert_non_null(v->copy);
        assert_non_null(v->copy_cached);
        assert_non_null(v->triad);
    }
    assert_string_equal(stream_variant(0)->name, "portable");
    assert_true(stream_variant(0)->supported());
    assert_null(stream_variant(count + 1));
}

static void test_best_can_run_here(void **state)
{
    static const enum stream_kind kinds[] = { STREAM_READ, STREAM_READ_CACHED,
                                              STREAM_WRITE, STREAM_COPY,
                                              STREAM_TRIAD };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct stream_variant *best = stream_best(kinds[i]);

        assert_non_null(best);
        assert_true(best->supported());
#if defined(__x86_64__) || defined(__aarch64__)
        assert_string_not_equal(best->name, "portable");
#endif
    }
}

/* A cache is read fastest with the widest loads there are. */
static void test_cached_reads_are_the_widest(void **state)
{
    const struct stream_variant *v, *widest = NULL;

    (void)state;
    for (size_t i = 0; (v = stream_variant(i)) != NULL; i++)
        if (v->supported())
            widest = v;
    assert_ptr_equal(stream_best(STREAM_READ_CACHED), widest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_sums_every_word),
        cmocka_unit_test(test_write_fills_the_buffer_only),
        cmocka_unit_test(test_copy_is_exact),
        cmocka_unit_test(test_triad_is_exact_on_whole_numbers),
        cmocka_unit_test(test_table_is_complete),
        cmocka_unit_test(test_best_can_run_here),
        cmocka_unit_test(test_cached_reads_are_the_widest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
