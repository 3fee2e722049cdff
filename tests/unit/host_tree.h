/* A machine in one text, unpacked into a folder that sysroot can open.
 *
 *   /path = value         a file of one line
 *   /path:                a file of lines; they follow, each behind a tab
 *   /path: hex            a file of bytes; lines of hexadecimal follow
 *   /path -> target       a symbolic link
 *   /path/                an empty folder
 *   # ...                 a comment
 *
 * A path may hold one list of numbers in brackets, "cpu[0-7,16]": it stands for one
 * file each. In their value (and in a link's target) {n} is the number, {n+8} and
 * {n-8} one beside it. */
#ifndef ASSAY_TESTS_HOST_TREE_H
#define ASSAY_TESTS_HOST_TREE_H

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "host/cpu_list.h"

static inline void tree_fail(const char *what, const char *path)
{
    fprintf(stderr, "host tree: %s '%s': %s\n", what, path, strerror(errno));
    abort();
}

static inline void tree_make_folders(const char *path)
{
    char copy[PATH_MAX];

    (void)snprintf(copy, sizeof(copy), "%s", path);
    for (char *at = copy + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            tree_fail("cannot make", copy);
        *at = '/';
    }
}

static inline void tree_write(const char *path, const char *bytes, size_t length)
{
    FILE *file;

    tree_make_folders(path);
    file = fopen(path, "w");
    if (file == NULL || fwrite(bytes, 1, length, file) != length ||
        fclose(file) != 0)
        tree_fail("cannot write", path);
}

/* Puts the number into "{n}", "{n+8}" and "{n-8}". */
static inline char *tree_fill_in(struct arena *arena, const char *value,
                                 uint64_t number)
{
    struct text text;

    text_init(&text, arena);
    while (*value != '\0') {
        size_t plain = strcspn(value, "{");
        text_add_bytes(&text, value, plain);
        value += plain;
        if (value[0] == '{' && value[1] == 'n') {
            text_printf(&text, "%jd",
                        (intmax_t)number +
                            (intmax_t)strtoll(value + 2, NULL, 10));
            value += strcspn(value, "}");
        } else if (value[0] == '{') {
            text_add(&text, "{");
        }
        value += *value != '\0';
    }
    return text.bytes;
}

/* Makes what one header line says; `body` is what followed it. */
static inline void tree_make(struct arena *arena, const char *into,
                             const char *path, const char *link,
                             const char *body, size_t length)
{
    char *whole = arena_printf(arena, "%s%s", into, path);

    if (link != NULL) {
        tree_make_folders(whole);
        if (symlink(link, whole) < 0)
            tree_fail("cannot link", whole);
    } else if (whole[strlen(whole) - 1] == '/') {
        tree_make_folders(whole);
    } else {
        tree_write(whole, body, length);
    }
}

static inline void tree_make_all(struct arena *arena, const char *into,
                                 const char *path, const char *link,
                                 const char *body, size_t length)
{
    const char *open = strchr(path, '['),
               *close = open != NULL ? strchr(open, ']') : NULL;
    struct cpu_list numbers;

    if (close == NULL) {
        tree_make(arena, into, path, link, body, length);
        return;
    }
    numbers = cpu_list_parse(
        arena_strndup(arena, open + 1, (size_t)(close - open - 1)), arena);
    for (size_t i = 0; i < numbers.count; i++) {
        uint64_t n = numbers.numbers[i];
        char *filled = tree_fill_in(arena, body, n);
        tree_make(arena, into,
                  arena_printf(arena, "%.*s%ju%s", (int)(open - path), path,
                               (uintmax_t)n, close + 1),
                  link != NULL ? tree_fill_in(arena, link, n) : NULL, filled,
                  strlen(filled));
    }
}

static inline void tree_add_hex(struct text *body, const char *line)
{
    unsigned byte;

    for (int used; sscanf(line, "%2x%n", &byte, &used) == 1; line += used) {
        char c = (char)byte;
        text_add_bytes(body, &c, 1);
    }
}

/* Reads the body behind a header; returns what follows it. */
static inline char *tree_body(char *rest, bool hex, struct text *body)
{
    while (rest != NULL && rest[0] == '\t') {
        char *line = strsep(&rest, "\n") + 1;
        if (hex) {
            tree_add_hex(body, line);
        } else {
            text_add(body, line);
            text_add(body, "\n");
        }
    }
    return rest;
}

static inline void tree_unpack_text(struct arena *arena, char *text,
                                    const char *into)
{
    char *line;

    while ((line = strsep(&text, "\n")) != NULL) {
        char *link = strstr(line, " -> "), *value = strstr(line, " = ");
        bool hex = strstr(line, ": hex") != NULL;
        struct text body;

        text_init(&body, arena);
        if (line[0] == '\0' || line[0] == '#')
            continue;
        if (link != NULL) {
            *link = '\0';
            link += 4;
        } else if (value != NULL) {
            *value = '\0';
            text_printf(&body, "%s\n", value + 3);
        } else if (line[strlen(line) - 1] != '/') {
            *strrchr(line, ':') = '\0';
            text = tree_body(text, hex, &body);
        }
        tree_make_all(arena, into, line, link, body.bytes, body.length);
    }
}

/* Reads a whole file; aborts when there is none. */
static inline char *tree_read(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "r");
    char piece[4096];
    struct text text;
    size_t n;

    if (file == NULL)
        tree_fail("cannot open", path);
    text_init(&text, arena);
    while ((n = fread(piece, 1, sizeof(piece), file)) > 0)
        text_add_bytes(&text, piece, n);
    (void)fclose(file);
    return text.bytes;
}

/* Makes an empty folder for a tree; memory is the place for thousands of small
 * files. */
static inline char *tree_new_folder(struct arena *arena)
{
    const char *top = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    char *folder = arena_printf(arena, "%s/assay-host-XXXXXX", top);

    if (mkdtemp(folder) == NULL)
        tree_fail("cannot make", folder);
    return folder;
}

/* Unpacks a tree file into a new folder; returns its path. */
static inline char *tree_unpack(struct arena *arena, const char *tree_path)
{
    char *into = tree_new_folder(arena);

    tree_unpack_text(arena, tree_read(arena, tree_path), into);
    return into;
}

static inline int tree_remove_one(const char *path, const struct stat *status,
                                  int flag, struct FTW *at)
{
    (void)status;
    (void)flag;
    (void)at;
    return remove(path);
}

static inline void tree_remove(const char *folder)
{
    (void)nftw(folder, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
