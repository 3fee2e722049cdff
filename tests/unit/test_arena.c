/* Memory with one end. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"

static int set_up(void **state)
{
    static struct arena arena;

    arena_init(&arena);
    *state = &arena;
    return 0;
}

static int tear_down(void **state)
{
    arena_release(*state);
    return 0;
}

static void all_is_zeroed_and_aligned(void **state)
{
    static const size_t sizes[] = { 1, 3, 16, 17, 4000, 65536, 65537, 1 << 20 };
    struct arena *arena = *state;

    for (size_t i = 0; i < 40; i++) {
        size_t size = sizes[i % (sizeof(sizes) / sizeof(sizes[0]))];
        unsigned char *bytes = arena_alloc(arena, size, 1);

        assert_int_equal((uintptr_t)bytes % alignof(max_align_t), 0);
        for (size_t j = 0; j < size; j++)
            assert_int_equal(bytes[j], 0);
        memset(bytes, 0xff, size); /* must not show in the next one */
    }
}

static void small_and_large_do_not_overlap(void **state)
{
    enum { COUNT = 300 };
    struct arena *arena = *state;
    unsigned char *parts[COUNT];

    for (size_t i = 0; i < COUNT; i++) {
        parts[i] = arena_alloc(arena, 1 + i * 7, 3);
        memset(parts[i], (int)(i & 0xff), (1 + i * 7) * 3);
    }
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < (1 + i * 7) * 3; j++)
            assert_int_equal(parts[i][j], i & 0xff);
    }
}

static void nothing_is_something(void **state)
{
    struct arena *arena = *state;

    assert_non_null(arena_alloc(arena, 0, 8));
    assert_non_null(arena_alloc(arena, 8, 0));
    assert_int_equal(arena->used, 0);
}

static void growing_copies_and_zeroes(void **state)
{
    struct arena *arena = *state;
    int *old = ARENA_ARRAY(arena, int, 3);
    int *grown;

    for (int i = 0; i < 3; i++)
        old[i] = i + 1;
    grown = arena_grow(arena, old, 3, 6, sizeof(int));
    for (int i = 0; i < 6; i++)
        assert_int_equal(grown[i], i < 3 ? i + 1 : 0);
    assert_int_equal(old[2], 3); /* stays valid */
    grown = arena_grow(arena, NULL, 0, 2, sizeof(int));
    assert_int_equal(grown[1], 0);
}

static void strings(void **state)
{
    struct arena *arena = *state;

    assert_null(arena_strdup(arena, NULL));
    assert_string_equal(arena_strdup(arena, ""), "");
    assert_string_equal(arena_strdup(arena, "abc"), "abc");
    assert_string_equal(arena_strndup(arena, "abcdef", 3), "abc");
    assert_string_equal(arena_strndup(arena, NULL, 0), "");
    assert_memory_equal(arena_strndup(arena, "a\0b", 3), "a\0b", 4);
    assert_string_equal(arena_printf(arena, "%d %s", 7, "x"), "7 x");
    assert_string_equal(arena_printf(arena, "%s", ""), "");
    assert_int_equal(strlen(arena_printf(arena, "%100000d", 1)), 100000);
}

static void a_released_arena_starts_anew(void **state)
{
    struct arena *arena = *state;

    arena_alloc(arena, 100, 1);
    arena_release(arena);
    assert_int_equal(arena->used, 0);
    assert_null(arena->newest);
    arena_release(arena);
    assert_non_null(arena_alloc(arena, 100, 1));
}

/* What a process that asks for `count * size` bytes says and exits with. */
static int status_of(size_t count, size_t size, char *said, size_t room)
{
    int ends[2];
    int status = 0;
    ssize_t got;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct arena arena;

        (void)dup2(ends[1], STDERR_FILENO);
        arena_init(&arena);
        (void)arena_alloc(&arena, count, size);
        _exit(0);
    }
    (void)close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child); /* few words: no wait */
    got = read(ends[0], said, room - 1);
    said[got > 0 ? got : 0] = '\0';
    (void)close(ends[0]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void adopting_moves_everything(void **state)
{
    struct arena arena, other;
    char *before, *theirs;

    (void)state;
    arena_init(&arena);
    arena_init(&other);
    arena_adopt(&arena, &other); /* nothing to nothing */
    assert_int_equal(arena.used, 0);
    theirs = arena_strdup(&other, "theirs");
    (void)arena_alloc(&other, 1 << 20, 1);
    arena_adopt(&arena, &other);
    assert_null(other.newest);
    assert_true(arena.used > 1 << 20);
    before = arena_strdup(&arena, "ours");
    (void)arena_strdup(&other, "once more");
    arena_adopt(&arena, &other);
    assert_string_equal(theirs, "theirs");
    assert_string_equal(before, "ours");
    arena_release(&arena); /* a sanitizer would tell what is left */
}

static void out_of_memory_is_said(void **state)
{
    static const struct {
        size_t count, size;
    } cases[] = {
        { SIZE_MAX, 1 },
        { SIZE_MAX / 2, 3 }, /* the product would wrap */
        { SIZE_MAX - 8, 1 }, /* rounding up would wrap */
        { PTRDIFF_MAX, 1 },
    };
    char said[1024]; /* sanitizers say more */

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(
            status_of(cases[i].count, cases[i].size, said, sizeof(said)), 4);
        assert_non_null(strstr(said, "assay: out of memory\n"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_is_zeroed_and_aligned, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(small_and_large_do_not_overlap, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_something, set_up, tear_down),
        cmocka_unit_test_setup_teardown(growing_copies_and_zeroes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(strings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_released_arena_starts_anew, set_up,
                                        tear_down),
        cmocka_unit_test(adopting_moves_everything),
        cmocka_unit_test(out_of_memory_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
