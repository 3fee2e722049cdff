#include "base/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"

static void make_room(struct text *text, size_t extra)
{
    size_t wanted = text->length + extra + 1;
    size_t room = text->room > 0 ? text->room : 256;

    if (wanted <= text->room)
        return;
    while (room < wanted)
        room *= 2;
    text->bytes =
        arena_grow(text->arena, text->bytes, text->length + 1, room, 1);
    text->room = room;
}

void text_init(struct text *text, struct arena *arena)
{
    *text = (struct text){ .arena = arena };
    text->bytes = arena_alloc(arena, 256, 1);
    text->room = 256;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    make_room(text, length);
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_repeated(struct text *text, char c, size_t count)
{
    make_room(text, count);
    memset(text->bytes + text->length, c, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
    va_list again;
    int length;

    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length <= 0)
        return;
    make_room(text, (size_t)length);
    (void)vsnprintf(text->bytes + text->length, (size_t)length + 1, format,
                    args); /* measured above */
    text->length += (size_t)length;
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

/* Reads one UTF-8 sequence; returns its length, or 0 when it is not valid
 * (too short, overlong, a surrogate, or past U+10FFFF). */
static size_t decode(const unsigned char *s, uint32_t *ret_rune)
{
    static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    uint32_t rune;

    if (n == 1) {
        *ret_rune = s[0];
        return 1;
    }
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    rune = s[0] & (0xffU >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        rune = rune << 6 | (s[i] & 0x3fU);
    }
    if (rune < least[n] || rune > 0x10ffff || (rune >= 0xd800 && rune < 0xe000))
        return 0;
    *ret_rune = rune;
    return n;
}

/* Our own reports use a small part of Unicode; these ranges cover it and the
 * wide scripts that may stand in a model or mount name. */
static size_t rune_columns(uint32_t r)
{
    bool none = (r >= 0x300 && r <= 0x36f) || (r >= 0x200b && r <= 0x200f) ||
                (r >= 0xfe00 && r <= 0xfe0f);
    bool wide = (r >= 0x1100 && r <= 0x115f) || r == 0x2705 || r == 0x274c ||
                (r >= 0x2753 && r <= 0x2755) || (r >= 0x2e80 && r <= 0xa4cf) ||
                (r >= 0xac00 && r <= 0xd7a3) || (r >= 0xf900 && r <= 0xfaff) ||
                (r >= 0xfe30 && r <= 0xfe6f) || (r >= 0xff00 && r <= 0xff60) ||
                (r >= 0x1f300 && r <= 0x1faff) ||
                (r >= 0x20000 && r <= 0x3fffd) || (r >= 0xffe0 && r <= 0xffe6);

    return none ? 0 : wide ? 2 : 1;
}

size_t text_columns(const char *string)
{
    const unsigned char *s = (const unsigned char *)string;
    size_t columns = 0;

    while (*s != '\0') {
        uint32_t rune;
        size_t n = decode(s, &rune);
        columns += n == 0 ? 1 : rune_columns(rune);
        s += n == 0 ? 1 : n;
    }
    return columns;
}

char *text_clean(struct arena *arena, const char *string)
{
    static const char replacement[] = "\xef\xbf\xbd";
    const unsigned char *s = (const unsigned char *)string;
    struct text clean;

    if (string == NULL)
        return NULL;
    text_init(&clean, arena);
    while (*s != '\0') {
        uint32_t rune = 0;
        size_t n = decode(s, &rune);
        bool control = rune < 0x20 || (rune >= 0x7f && rune < 0xa0);
        if (n == 0 || control)
            text_add(&clean, replacement);
        else
            text_add_bytes(&clean, (const char *)s, n);
        s += n == 0 ? 1 : n;
    }
    return clean.bytes;
}

bool text_starts(const char *string, const char *prefix)
{
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

char *text_trim(char *string)
{
    char *end;

    while (isspace((unsigned char)*string))
        string++;
    end = string + strlen(string);
    while (end > string && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return string;
}

size_t text_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t row[LONGEST + 1];
    size_t length = strnlen(b, LONGEST);

    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t replace = diagonal + (a[i] == b[j] ? 0 : 1);
            size_t shorter = row[j] < row[j + 1] ? row[j] : row[j + 1];
            diagonal = row[j + 1];
            row[j + 1] = replace < shorter + 1 ? replace : shorter + 1;
        }
    }
    return row[length];
}
