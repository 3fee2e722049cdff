/* The tree that facts are read from: "/" on a live machine, a folder of captured
 * files in a test. All readers of this room go through it. Links in a captured tree
 * have to be relative, as those of /sys are: reads do not stop them at its root. */
#ifndef ASSAY_HOST_SYSROOT_H
#define ASSAY_HOST_SYSROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

struct sysroot {
    int fd;    /* of the root directory, O_PATH or O_DIRECTORY */
    bool live; /* "/": system calls about this process may be asked too */
};

/* Opens a root directory; `path` "/" is live, any other is a captured tree. Fails with
 * ERR_SYSTEM. The caller releases it. */
int sysroot_open(const char *path, struct sysroot *ret_root, struct err *err);
void sysroot_release(struct sysroot *root);

/* Reads a whole file (at most 4 MiB; larger files are cut there) as a string.
 * `path` starts with "/". NUL bytes become blanks. Fails with ERR_SYSTEM. */
int sysroot_read(const struct sysroot *root, const char *path,
                 struct arena *arena, char **ret_text, struct err *err);

/* As above for a file that is no text: the bytes as they are. */
int sysroot_read_bytes(const struct sysroot *root, const char *path,
                       struct arena *arena, unsigned char **ret_bytes,
                       size_t *ret_length, struct err *err);

/* As sysroot_read for one line: trimmed and made valid UTF-8; NULL when the file is
 * missing, unreadable or empty, since for most facts the reason does not matter. */
char *sysroot_line(const struct sysroot *root, struct arena *arena,
                   const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A number from a one-line file; UNKNOWN_U64 when there is none. */
uint64_t sysroot_u64(const struct sysroot *root, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Names in a directory, sorted with numbers by value ("cpu2" before "cpu10"),
 * without "." and ".."; none when it is missing. */
size_t sysroot_list(const struct sysroot *root, struct arena *arena,
                    const char *path, char ***ret_names);

/* Where a symbolic link points, resolved inside the root to an absolute path
 * such as "/sys/devices/pci0000:00/..."; the end need not exist. NULL when `path`
 * is no link. */
char *sysroot_link(const struct sysroot *root, struct arena *arena,
                   const char *path);

/* The bare text of a symbolic link, such as "pid:[4026531836]"; NULL when `path` is
 * no link. */
char *sysroot_target(const struct sysroot *root, struct arena *arena,
                     const char *path);

/* True when there is something at `path`, readable or not. */
bool sysroot_exists(const struct sysroot *root, const char *path);

#endif
