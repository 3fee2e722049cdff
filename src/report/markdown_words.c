#include "report/markdown.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "report/words.h"

const char *markdown_prose(struct text *out, const char *string)
{
    struct text escaped;
    const char *clean = text_clean(out->arena, words_or(string, "-"));

    text_init(&escaped, out->arena);
    for (const char *s = clean; *s != '\0'; s++) {
        if (*s == '<' || *s == '>' || *s == '&') {
            text_add(&escaped, *s == '<'   ? "&lt;"
                               : *s == '>' ? "&gt;"
                                           : "&amp;");
            continue;
        }
        if (strchr("\\`*_[]|#~!$", *s) != NULL)
            text_add(&escaped, "\\");
        text_add_bytes(&escaped, s, 1);
        if (*s == '@') /* a zero-width space: no mention of a user */
            text_add(&escaped, "\xe2\x80\x8b");
    }
    return escaped.bytes;
}

static size_t longest_run_of_backticks(const char *s)
{
    size_t longest = 0;

    while (*s != '\0') {
        size_t run = strspn(s, "`");
        if (run > longest)
            longest = run;
        s += run > 0 ? run : 1;
    }
    return longest;
}

/* The fence is longer than any inside. A bar must be escaped even here, or it
 * would end a table's cell. */
const char *markdown_code(struct text *out, const char *string)
{
    const char *clean = text_clean(out->arena, string);
    size_t fence;
    bool pad;
    struct text span;

    if (clean == NULL || clean[0] == '\0')
        return "-";
    fence = longest_run_of_backticks(clean) + 1;
    pad = clean[0] == '`' || clean[strlen(clean) - 1] == '`';
    text_init(&span, out->arena);
    text_add_repeated(&span, '`', fence);
    text_add(&span, pad ? " " : "");
    for (const char *s = clean; *s != '\0'; s++) {
        if (*s == '|')
            text_add(&span, "\\");
        text_add_bytes(&span, s, 1);
    }
    text_add(&span, pad ? " " : "");
    text_add_repeated(&span, '`', fence);
    return span.bytes;
}
