/* Strings into HTML and XML. */
#include "report/markup.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return "&#39;";
    }
}

/* U+FFFE and U+FFFF are sound UTF-8, and XML 1.0 forbids them all the same. */
static bool is_noncharacter(const char *s)
{
    return strncmp(s, "\xef\xbf\xbe", 3) == 0 ||
           strncmp(s, "\xef\xbf\xbf", 3) == 0;
}

const char *markup(struct arena *arena, const char *string)
{
    const char *s = string == NULL ? "" : text_clean(arena, string);
    struct text out;

    if (s[strcspn(s, "&<>\"'\xef")] == '\0')
        return s;
    text_init(&out, arena);
    while (*s != '\0') {
        size_t plain = strcspn(s, "&<>\"'\xef");
        text_add_bytes(&out, s, plain);
        s += plain;
        if (*s == '\xef') {
            text_add_bytes(&out, is_noncharacter(s) ? "\xef\xbf\xbd" : s, 3);
            s += 3;
        } else if (*s != '\0') {
            text_add(&out, entity(*s++));
        }
    }
    return out.bytes;
}
