/* Compression comes back whole, stays in its memory, and refuses damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/prose.h"
#include "kernels/zstd_pack.h"

enum { MOST = 1 << 20 };

struct fixture {
    struct zstd_pack pack;
    unsigned char *workspace;
    char *text, *packed, *back;
    size_t room;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    assert_non_null(f);
    f->room = zstd_pack_bound(MOST);
    f->workspace = malloc(zstd_pack_workspace_bytes() + 1);
    f->text = malloc(MOST);
    f->packed = malloc(f->room);
    f->back = malloc(MOST);
    assert_true(f->workspace && f->text && f->packed && f->back);
    prose_write(f->text, MOST, 1);
    assert_int_equal(
        zstd_pack_init(&f->pack, f->workspace, zstd_pack_workspace_bytes()), 0);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    free(f->workspace);
    free(f->text);
    free(f->packed);
    free(f->back);
    free(f);
    return 0;
}

static void test_round_trip(void **state)
{
    static const size_t lengths[] = { 0, 1, 100, 4096, 65536, 131073, MOST };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t packed = zstd_pack_compress(&f->pack, f->packed, f->room,
                                           f->text, lengths[i]);

        assert_true(packed > 0);
        memset(f->back, 0, MOST);
        assert_int_equal(
            zstd_pack_decompress(&f->pack, f->back, MOST, f->packed, packed),
            lengths[i]);
        assert_memory_equal(f->back, f->text, lengths[i]);
    }
}

/* Like an English book: a third, give or take. zstd versions differ a little.
 */
static void test_text_shrinks_like_text(void **state)
{
    struct fixture *f = *state;
    size_t packed =
        zstd_pack_compress(&f->pack, f->packed, f->room, f->text, MOST);

    assert_in_range(packed, MOST / 4, MOST * 2 / 5);
}

static void test_no_room_or_damage_is_zero(void **state)
{
    struct fixture *f = *state;
    size_t packed;

    assert_int_equal(zstd_pack_compress(&f->pack, f->packed, 10, f->text, 4096),
                     0);
    packed = zstd_pack_compress(&f->pack, f->packed, f->room, f->text, 4096);
    assert_int_equal(
        zstd_pack_decompress(&f->pack, f->back, 4095, f->packed, packed), 0);
    assert_int_equal(
        zstd_pack_decompress(&f->pack, f->back, MOST, f->packed, packed - 1), 0);
    f->packed[0] ^= 1;
    assert_int_equal(
        zstd_pack_decompress(&f->pack, f->back, MOST, f->packed, packed), 0);
}

static void test_bad_workspace_is_refused(void **state)
{
    struct fixture *f = *state;
    size_t bytes = zstd_pack_workspace_bytes();
    struct zstd_pack pack;

    assert_int_equal(zstd_pack_init(&pack, f->workspace, bytes - 1), -1);
    assert_int_equal(zstd_pack_init(&pack, f->workspace + 1, bytes), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_text_shrinks_like_text),
        cmocka_unit_test(test_no_room_or_damage_is_zero),
        cmocka_unit_test(test_bad_workspace_is_refused),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
