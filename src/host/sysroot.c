#include "host/sysroot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <dirent.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "base/unknown.h"

enum {
    FILE_BYTES = 4 * 1024 * 1024,
    LINE_BYTES = 4096, /* what one attribute of sysfs holds at most */
    LINKS = 40,        /* as many as the kernel follows */
};

int sysroot_open(const char *path, struct sysroot *ret_root, struct err *err)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return err_system(err, errno, "cannot open folder '%s'", path);
    ret_root->fd = fd;
    ret_root->live = strcmp(path, "/") == 0;
    return 0;
}

void sysroot_release(struct sysroot *root)
{
    if (root->fd >= 0)
        (void)close(root->fd); /* only read from: nothing to lose */
    root->fd = -1;
}

/* The kernel's way to say "below this folder": a relative path. */
static const char *below(const char *path)
{
    path += strspn(path, "/");
    return *path != '\0' ? path : ".";
}

/* O_NONBLOCK: a pipe in the place of a file must not hang us. */
static int open_file(const struct sysroot *root, const char *path)
{
    return openat(root->fd, below(path),
                  O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static ssize_t read_some(int fd, void *bytes, size_t room)
{
    ssize_t n;

    do
        n = read(fd, bytes, room);
    while (n < 0 && errno == EINTR);
    return n;
}

/* Reads to the end or the limit into memory from malloc; -1 with errno set. */
static int read_all(int fd, char **ret_bytes, size_t *ret_length)
{
    size_t room = 16 * 1024, length = 0;
    char *bytes = malloc(room), *more;
    ssize_t n = 0;

    while (bytes != NULL &&
           (n = read_some(fd, bytes + length, room - length)) > 0) {
        length += (size_t)n;
        if (length == FILE_BYTES)
            break;
        if (length == room) {
            room *= 2;
            more = realloc(bytes, room);
            if (more == NULL)
                free(bytes);
            bytes = more;
        }
    }
    if (bytes == NULL || n < 0) {
        free(bytes);
        return -1;
    }
    *ret_bytes = bytes;
    *ret_length = length;
    return 0;
}

int sysroot_read_bytes(const struct sysroot *root, const char *path,
                       struct arena *arena, unsigned char **ret_bytes,
                       size_t *ret_length, struct err *err)
{
    int fd = open_file(root, path), rc, code;
    size_t length;
    char *bytes;

    if (fd < 0)
        return err_system(err, errno, "cannot open '%s'", path);
    rc = read_all(fd, &bytes, &length);
    code = errno;
    (void)close(fd); /* only read from: nothing to lose */
    if (rc < 0)
        return err_system(err, code, "cannot read '%s'", path);
    *ret_bytes = (unsigned char *)arena_strndup(arena, bytes, length);
    *ret_length = length;
    free(bytes);
    return 0;
}

int sysroot_read(const struct sysroot *root, const char *path,
                 struct arena *arena, char **ret_text, struct err *err)
{
    unsigned char *bytes;
    size_t length;

    if (sysroot_read_bytes(root, path, arena, &bytes, &length, err) < 0)
        return -1;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == '\0')
            bytes[i] = ' ';
    *ret_text = (char *)bytes;
    return 0;
}

/* Reads the first line of a small file, trimmed, into `line`; returns where it
 * begins, NULL when there is nothing. */
static char *first_line(const struct sysroot *root, const char *path,
                        char line[LINE_BYTES])
{
    int fd = open_file(root, path);
    ssize_t n;
    char *begin;

    if (fd < 0)
        return NULL;
    n = read_some(fd, line, LINE_BYTES - 1);
    (void)close(fd); /* only read from: nothing to lose */
    if (n <= 0)
        return NULL;
    for (ssize_t i = 0; i < n; i++)
        if (line[i] == '\0')
            line[i] = ' '; /* device trees end their strings with one */
    line[n] = '\0';
    line[strcspn(line, "\n")] = '\0';
    begin = text_trim(line);
    return *begin != '\0' ? begin : NULL;
}

char *sysroot_line(const struct sysroot *root, struct arena *arena,
                   const char *format, ...)
{
    char path[PATH_MAX], line[LINE_BYTES];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(path, sizeof(path), format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof(path))
        return NULL;
    return text_clean(arena, first_line(root, path, line));
}

uint64_t sysroot_u64(const struct sysroot *root, const char *format, ...)
{
    char path[PATH_MAX], line[LINE_BYTES];
    struct err ignored; /* no number is an answer here */
    uint64_t value;
    va_list args;
    int length;
    char *text;

    va_start(args, format);
    length = vsnprintf(path, sizeof(path), format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof(path))
        return UNKNOWN_U64;
    text = first_line(root, path, line);
    if (text == NULL || number_u64(text, &value, &ignored) < 0)
        return UNKNOWN_U64;
    return value;
}

static int compare_names(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

size_t sysroot_list(const struct sysroot *root, struct arena *arena,
                    const char *path, char ***ret_names)
{
    int fd = openat(root->fd, below(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    size_t count = 0, room = 0;
    char **names = NULL;
    struct dirent *entry;

    *ret_names = NULL;
    if (folder == NULL) {
        if (fd >= 0)
            (void)close(fd); /* only read from: nothing to lose */
        return 0;
    }
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (count == room) {
            room = room > 0 ? 2 * room : 32;
            names = arena_grow(arena, names, count, room, sizeof(*names));
        }
        names[count++] = arena_strdup(arena, entry->d_name);
    }
    (void)closedir(folder); /* only read from: nothing to lose */
    if (count > 0)
        qsort(names, count, sizeof(*names), compare_names);
    *ret_names = names;
    return count;
}

static void drop_last_part(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash != NULL)
        *slash = '\0';
}

/* Adds one path component to `done`, a path without links; a link's target is
 * put in front of what is still `todo`. */
static int walk(const struct sysroot *root, char done[PATH_MAX],
                char todo[PATH_MAX], unsigned *links)
{
    char target[PATH_MAX], rest[PATH_MAX];
    char *part = todo + strspn(todo, "/");
    size_t length = strcspn(part, "/"), used = strlen(done);
    ssize_t n;

    (void)strcpy(rest, part + length); /* a part of an array as large */
    part[length] = '\0';
    if (length == 2 && memcmp(part, "..", 2) == 0) {
        drop_last_part(done);
    } else if (length > 0 && !(length == 1 && part[0] == '.')) {
        if (used + 1 + length >= PATH_MAX)
            return -1;
        done[used] = '/';
        memcpy(done + used + 1, part, length + 1);
        n = readlinkat(root->fd, below(done), target, sizeof(target) - 1);
        if (n > 0) {
            target[n] = '\0';
            if (++*links > LINKS || (size_t)n + strlen(rest) >= PATH_MAX)
                return -1;
            done[target[0] == '/' ? 0 : used] = '\0';
            (void)strcpy(todo, target); /* measured above, with `rest` */
            (void)strcat(todo, rest);
            return 0;
        }
    }
    (void)strcpy(todo, rest); /* shorter than before */
    return 0;
}

char *sysroot_link(const struct sysroot *root, struct arena *arena,
                   const char *path)
{
    char done[PATH_MAX] = "", todo[PATH_MAX], target[PATH_MAX];
    unsigned links = 0;

    if (strlen(path) >= sizeof(todo) ||
        readlinkat(root->fd, below(path), target, sizeof(target)) < 0)
        return NULL;
    (void)strcpy(todo, path); /* measured above */
    while (todo[strspn(todo, "/")] != '\0')
        if (walk(root, done, todo, &links) < 0)
            return NULL;
    return arena_strdup(arena, done[0] != '\0' ? done : "/");
}

char *sysroot_target(const struct sysroot *root, struct arena *arena,
                     const char *path)
{
    char target[PATH_MAX];
    ssize_t n = readlinkat(root->fd, below(path), target, sizeof(target) - 1);

    return n > 0 ? arena_strndup(arena, target, (size_t)n) : NULL;
}

bool sysroot_exists(const struct sysroot *root, const char *path)
{
    return faccessat(root->fd, below(path), F_OK, 0) == 0;
}
