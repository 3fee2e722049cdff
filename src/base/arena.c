#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_BYTES = 64 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t size; /* of `bytes` */
    size_t used;
    alignas(max_align_t) unsigned char bytes[];
};

_Noreturn void arena_exhausted(void)
{
    static const char message[] = "assay: out of memory\n";

    (void)!write(STDERR_FILENO, message, sizeof(message) - 1); /* last words */
    _exit(4);
}

static struct arena_block *add_block(struct arena *arena, size_t at_least)
{
    size_t size = at_least > BLOCK_BYTES ? at_least : BLOCK_BYTES;
    struct arena_block *block;

    if (size > SIZE_MAX - sizeof(*block))
        arena_exhausted();
    block = calloc(1, sizeof(*block) + size);
    if (block == NULL)
        arena_exhausted();
    block->size = size;
    block->older = arena->newest;
    arena->newest = block;
    return block;
}

void arena_init(struct arena *arena)
{
    *arena = (struct arena){ 0 };
}

void arena_release(struct arena *arena)
{
    struct arena_block *block = arena->newest;

    while (block != NULL) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
    arena_init(arena);
}

void arena_adopt(struct arena *arena, struct arena *other)
{
    struct arena_block **oldest = &arena->newest;

    /* At the old end: the newest block still has room. */
    while (*oldest != NULL)
        oldest = &(*oldest)->older;
    *oldest = other->newest;
    arena->used += other->used;
    arena_init(other);
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    struct arena_block *block = arena->newest;
    size_t wanted;
    void *result;

    if (size != 0 && count > (SIZE_MAX - align) / size)
        arena_exhausted();
    wanted = (count * size + align - 1) / align * align;
    if (block == NULL || block->size - block->used < wanted)
        block = add_block(arena, wanted);
    result = block->bytes + block->used;
    block->used += wanted;
    arena->used += wanted;
    return result;
}

void *arena_grow(struct arena *arena, const void *old, size_t old_count,
                 size_t count, size_t size)
{
    void *grown = arena_alloc(arena, count, size);

    if (old_count > 0)
        memcpy(grown, old, old_count * size);
    return grown;
}

char *arena_strndup(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_alloc(arena, length + 1, 1);

    if (length > 0)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *string)
{
    return string != NULL ? arena_strndup(arena, string, strlen(string)) : NULL;
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    int length;
    char *text;

    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return arena_strdup(arena, "");
    text = arena_alloc(arena, (size_t)length + 1, 1);
    (void)vsnprintf(text, (size_t)length + 1, format, args); /* measured above */
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}
