#include "report/page.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/report.h"

enum { INDENT = 2 };

void page_init(struct page *page, const struct report_options *options,
               struct text *out)
{
    *page = (struct page){
        .out = out,
        .width = options->width > 0 ? options->width : 80,
        .colour = options->colour,
        .utf8 = options->utf8,
    };
}

static const char *style_code(enum page_style style)
{
    static const char *const codes[] = {
        [PAGE_PLAIN] = "",         [PAGE_HEAD] = "\033[1m",
        [PAGE_GOOD] = "\033[32m",  [PAGE_BAD] = "\033[1;31m",
        [PAGE_DOUBT] = "\033[33m", [PAGE_FAINT] = "\033[2m",
    };

    return codes[style];
}

/* A terminal that does not speak UTF-8 gets '?' for each other character. */
static char *presentable(const struct page *page, const char *string)
{
    char *clean = text_clean(page->out->arena, string);
    char *to = clean;

    if (page->utf8)
        return clean;
    for (const char *from = clean; *from != '\0'; from++) {
        unsigned char c = (unsigned char)*from;
        if (c < 0x80)
            *to++ = *from;
        else if ((c & 0xc0) == 0xc0)
            *to++ = '?';
    }
    *to = '\0';
    return clean;
}

void page_add(struct page *page, enum page_style style, const char *string)
{
    const char *code = style_code(style);

    if (string[0] == '\0')
        return;
    if (page->colour)
        text_add(page->out, code);
    text_add(page->out, presentable(page, string));
    if (page->colour && code[0] != '\0')
        text_add(page->out, "\033[0m");
}

void page_pad(struct page *page, const char *string, size_t columns)
{
    size_t used = text_columns(string);

    if (used < columns)
        text_add_repeated(page->out, ' ', columns - used);
}

size_t page_room(const char *string, size_t columns, const char *title,
                 size_t title_columns)
{
    size_t taken = text_columns(title);
    size_t over = taken > title_columns ? taken - title_columns : 0;
    size_t least = text_columns(string) + 1;

    return columns > over + least ? columns - over : least;
}

const char *page_sign(const struct page *page, const char *utf8,
                      const char *ascii)
{
    return page->utf8 ? utf8 : ascii;
}

/* Up to the next blank where a line may end: not between a number and its unit. */
static size_t word_length(const char *word)
{
    size_t length = strcspn(word, " ");
    size_t number = strspn(word, "0123456789.+-<>");

    if (length > 0 && number == length && word[length] == ' ' &&
        word[length - 1] >= '0' && word[length - 1] <= '9')
        length += 1 + strcspn(word + length + 1, " ");
    return length;
}

/* Adds words, going to a new line with `indent` blanks where one does not fit;
 * `column` is where the first begins. */
static void add_words(struct page *page, enum page_style style, size_t indent,
                      size_t column, const char *string)
{
    const char *word = string;
    bool first = true;

    while (*word != '\0') {
        size_t length = word_length(word);
        char *piece = arena_strndup(page->out->arena, word, length);
        size_t columns = text_columns(piece);

        if (!first && column + 1 + columns > page->width) {
            text_add(page->out, "\n");
            text_add_repeated(page->out, ' ', indent);
            column = indent;
            first = true;
        }
        if (!first)
            text_add(page->out, " ");
        page_add(page, style, piece);
        column += columns + !first;
        first = false;
        word += length;
        word += strspn(word, " ");
    }
    text_add(page->out, "\n");
}

void page_item(struct page *page, const char *label, const char *string)
{
    size_t indent = INDENT + PAGE_LABEL;

    if (string == NULL)
        return;
    text_add_repeated(page->out, ' ', INDENT);
    page_add(page, PAGE_FAINT, label);
    page_pad(page, label, PAGE_LABEL);
    add_words(page, PAGE_PLAIN, indent, indent, string);
}

void page_paragraph(struct page *page, enum page_style style, size_t indent,
                    const char *string)
{
    text_add_repeated(page->out, ' ', indent);
    add_words(page, style, indent, indent, string);
}

void page_heading(struct page *page, const char *string)
{
    text_add(page->out, "\n");
    page_add(page, PAGE_HEAD, string);
    text_add(page->out, "\n");
}
