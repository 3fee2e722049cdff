/* Memory with one end: allocate as you go, release it all at once.
 *
 * Results, plans and texts of a run live in its arena, so most functions own
 * nothing and free nothing. What an arena returns is zeroed and aligned for
 * any type. Not for benchmark buffers: those come from the memory pool. */
#ifndef ASSAY_BASE_ARENA_H
#define ASSAY_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *newest;
    size_t used; /* bytes handed out over the arena's life */
};

/* Makes an empty arena; it takes memory at the first allocation. */
void arena_init(struct arena *arena);

/* Gives everything back; the arena is then empty and may be used again. */
void arena_release(struct arena *arena);

/* Takes over all memory of another arena, which is empty afterwards: what lies in it
 * lives as long as what lies in `arena`. */
void arena_adopt(struct arena *arena, struct arena *other);

/* Returns `count * size` zeroed bytes that live until the release. Never
 * returns NULL: a process that cannot get a few KiB more for its own results
 * can report nothing, so it says so on stderr and leaves with status 4. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* Leaves as above; for memory that other libraries could not get. */
_Noreturn void arena_exhausted(void);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), 1, sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                        \
    ((type *)arena_alloc((arena), (count), sizeof(type)))

/* Returns a copy of an array grown to `count` elements of `size` bytes, the new
 * ones zeroed. The old array stays valid until the release. */
void *arena_grow(struct arena *arena, const void *old, size_t old_count,
                 size_t count, size_t size);

/* Copies a string; NULL gives NULL. */
char *arena_strdup(struct arena *arena, const char *string);

/* Copies `length` bytes and ends them with a NUL. */
char *arena_strndup(struct arena *arena, const char *bytes, size_t length);

/* Print, as printf does, into a string of its own. */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
