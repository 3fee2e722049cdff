/* Texts of named values, one a line: "Name: value" as in /proc/self/status, or
 * "name value" as in cpu.stat. */
#ifndef ASSAY_HOST_STATUS_H
#define ASSAY_HOST_STATUS_H

#include <stdint.h>

struct arena;
struct sysroot;

/* The value of one field of /proc/self/status; NULL when it is not there. */
char *status_field(const struct sysroot *root, const char *name,
                   struct arena *arena);

/* Finds "name:" at the begin of a line in `text`, which may be NULL; returns the value,
 * trimmed, NULL when there is none. */
char *field_find(const char *text, const char *name, struct arena *arena);

/* As above for "123 kB" or "123": in bytes or as it is; UNKNOWN_U64 when there is
 * no such number. */
uint64_t field_find_size(const char *text, const char *name);

/* Finds "name number" at the begin of a line, as memory.stat and cpu.stat of the
 * control groups have them; UNKNOWN_U64 when there is none, or no text. */
uint64_t words_find(const char *text, const char *name);

#endif
