/* Text-like data from a seed. */
#include "kernels/prose.h"

#include <stdbool.h>
#include <string.h>

#include "kernels/splitmix.h"

enum {
    WORD_OCTAVES = 13,   /* 2^13 words */
    PHRASE_OCTAVES = 11, /* 2^11 phrases of two to five words */
    LONGEST_WORD = 24
};

/* A text being written: where, and what has been used of it. */
struct page {
    char *to;
    size_t bytes;
    size_t used;
    uint64_t seed; /* of the language: which words there are */
    uint64_t dice; /* what is said in it */
};

static void put(struct page *page, const char *text, size_t length)
{
    size_t room = page->bytes - page->used;

    if (length > room)
        length = room;
    memcpy(page->to + page->used, text, length);
    page->used += length;
}

/* A rank below 2^octaves, small ones more often: each octave has the same
 * share, which makes the share of a rank about one over it. */
static uint64_t rank(uint64_t *dice, uint64_t octaves)
{
    uint64_t octave = splitmix_below(dice, octaves);

    return ((uint64_t)1 << octave) +
           splitmix_below(dice, (uint64_t)1 << octave) - 1;
}

/* One syllable for the thirty most common words, up to four for rare ones. */
static unsigned syllables(uint64_t word)
{
    unsigned n = 1;

    n += word >= 30;
    n += word >= 300 && word % 3 != 0;
    n += word >= 1000 && word % 5 == 0;
    return n;
}

/* Spells the word of that rank. Returns its length. */
static size_t spell(uint64_t seed, uint64_t word, char text[LONGEST_WORD])
{
    static const char starts[] = "tnsrhldcmfpgwybvk";
    static const char vowels[] = "eaoiueai";
    static const char ends[] = "nrstdlm";
    uint64_t dice = seed + word * 0x9e3779b97f4a7c15u;
    size_t length = 0;

    for (unsigned i = syllables(word); i > 0; i--) {
        uint64_t bits = splitmix_next(&dice);

        if (length > 0 || bits % 4 != 0)
            text[length++] = starts[(bits >> 8) % (sizeof starts - 1)];
        text[length++] = vowels[(bits >> 16) % (sizeof vowels - 1)];
        if ((bits >> 24) % 2 == 0)
            text[length++] = ends[(bits >> 32) % (sizeof ends - 1)];
    }
    return length;
}

static void put_word(struct page *page, uint64_t word, bool capital)
{
    char text[LONGEST_WORD];
    size_t length = spell(page->seed, word, text);

    if (capital)
        text[0] = (char)(text[0] - 'a' + 'A');
    put(page, text, length);
}

/* A phrase always has the same words. */
static void put_phrase(struct page *page, uint64_t phrase)
{
    uint64_t dice = ~page->seed + phrase * 0x9e3779b97f4a7c15u;
    uint64_t words = 2 + splitmix_below(&dice, 4);

    for (uint64_t i = 0; i < words; i++) {
        if (i > 0)
            put(page, " ", 1);
        put_word(page, rank(&dice, WORD_OCTAVES), false);
    }
}

static void put_number(struct page *page)
{
    uint64_t number = rank(&page->dice, 14);
    char digits[8];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(page, digits + at, sizeof digits - at);
}

static void put_sentence(struct page *page)
{
    uint64_t parts = 3 + splitmix_below(&page->dice, 10);

    put_word(page, rank(&page->dice, WORD_OCTAVES), true);
    for (uint64_t i = 0; i < parts; i++) {
        uint64_t kind = splitmix_below(&page->dice, 32);

        put(page, kind == 0 ? ", " : " ", kind == 0 ? 2 : 1);
        if (kind == 1)
            put_number(page);
        else if (kind < 8)
            put_phrase(page, rank(&page->dice, PHRASE_OCTAVES));
        else
            put_word(page, rank(&page->dice, WORD_OCTAVES), false);
    }
    put(page, ".", 1);
}

void prose_write(char *to, size_t bytes, uint64_t seed)
{
    struct page page = { .to = to, .bytes = bytes, .seed = seed, .dice = seed };

    while (page.used < page.bytes) {
        put_sentence(&page);
        if (splitmix_below(&page.dice, 6) == 0)
            put(&page, "\n", 1);
        else
            put(&page, " ", 1);
    }
}
