/* A growing string in an arena, and the few questions we ask of text.
 *
 * `struct text` is always a valid NUL-terminated string after `text_init`. */
#ifndef ASSAY_BASE_TEXT_H
#define ASSAY_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;

struct text {
    struct arena *arena;
    char *bytes;   /* NUL-terminated; belongs to the arena */
    size_t length; /* without the NUL */
    size_t room;   /* of `bytes`, with the NUL */
};

/* Makes an empty string that grows in `arena`, to which it belongs. */
void text_init(struct text *text, struct arena *arena);

/* Add at the end: a string, `length` bytes, a character `count` times, or what printf
 * makes of its arguments. The string must hold no NUL of its own. */
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add_repeated(struct text *text, char c, size_t count);
void text_printf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Returns the number of terminal columns of a valid UTF-8 string: wide
 * characters and emoji count two, combining marks none. */
size_t text_columns(const char *string);

/* Returns a copy that is valid UTF-8 without control characters: each bad byte
 * and each control character becomes U+FFFD. NULL gives NULL. */
char *text_clean(struct arena *arena, const char *string);

/* True when the string starts with `prefix`. */
bool text_starts(const char *string, const char *prefix);

/* Returns the string without blanks at both ends, cut in place. */
char *text_trim(char *string);

/* Returns how many single-character edits lead from one word to the other. */
size_t text_distance(const char *a, const char *b);

#endif
