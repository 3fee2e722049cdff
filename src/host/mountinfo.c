#include "host/mountinfo.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "host/sysroot.h"

static bool is_octal(const char *s)
{
    return s[0] >= '0' && s[0] <= '3' && s[1] >= '0' && s[1] <= '7' &&
           s[2] >= '0' && s[2] <= '7';
}

/* Undoes the kernel's escapes of blank, tab, newline and backslash in place. */
static char *unescape(char *field)
{
    char *out = field;

    for (const char *in = field; *in != '\0'; out++) {
        if (in[0] == '\\' && is_octal(in + 1)) {
            *out = (char)((in[1] - '0') * 64 + (in[2] - '0') * 8 + in[3] - '0');
            in += 4;
        } else {
            *out = *in++;
        }
    }
    *out = '\0';
    return field;
}

static bool parse_line(char *line, struct mount_entry *ret_entry)
{
    char *field[6], *tail, *type, *source;
    struct err ignored; /* a bad line is left out */

    for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++) {
        field[i] = strsep(&line, " ");
        if (line == NULL)
            return false;
    }
    /* Optional fields end with a lone hyphen. */
    while ((tail = strsep(&line, " ")) != NULL && strcmp(tail, "-") != 0)
        ;
    type = strsep(&line, " ");
    source = strsep(&line, " ");
    if (source == NULL || number_u64(field[0], &ret_entry->id, &ignored) < 0)
        return false;
    ret_entry->device = field[2];
    ret_entry->root = unescape(field[3]);
    ret_entry->point = unescape(field[4]);
    ret_entry->options = field[5];
    ret_entry->type = type;
    ret_entry->source = source[0] != '\0' ? unescape(source) : NULL;
    ret_entry->super_options = line != NULL ? unescape(line) : "";
    return true;
}

void mountinfo_parse(const char *text, struct arena *arena,
                     struct mountinfo *ret_mounts)
{
    char *rest = arena_strdup(arena, text), *line;
    struct mountinfo mounts = { 0 };
    struct mount_entry entry;
    size_t room = 0;

    while ((line = strsep(&rest, "\n")) != NULL) {
        if (!parse_line(line, &entry))
            continue;
        if (mounts.count == room) {
            room = room > 0 ? 2 * room : 32;
            mounts.entries = arena_grow(arena, mounts.entries, mounts.count,
                                        room, sizeof(entry));
        }
        mounts.entries[mounts.count++] = entry;
    }
    *ret_mounts = mounts;
}

void mountinfo_read(const struct sysroot *root, struct arena *arena,
                    struct mountinfo *ret_mounts)
{
    struct err ignored; /* no /proc: an empty table */
    char *text;

    *ret_mounts = (struct mountinfo){ 0 };
    if (sysroot_read(root, "/proc/self/mountinfo", arena, &text, &ignored) == 0)
        mountinfo_parse(text, arena, ret_mounts);
}

bool path_is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    if (length > 0 && folder[length - 1] == '/')
        length--;
    return strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == '\0');
}

const struct mount_entry *mountinfo_find(const struct mountinfo *mounts,
                                         const char *path)
{
    const struct mount_entry *best = NULL;

    for (size_t i = 0; i < mounts->count; i++) {
        const struct mount_entry *entry = &mounts->entries[i];
        if (path_is_below(path, entry->point) &&
            (best == NULL || strlen(entry->point) >= strlen(best->point)))
            best = entry;
    }
    return best;
}

char *mount_option(const char *options, const char *name, struct arena *arena)
{
    size_t length = strlen(name);

    while (*options != '\0') {
        size_t end = strcspn(options, ",");
        if (strncmp(options, name, length) == 0 && end >= length) {
            if (end == length)
                return arena_strdup(arena, "");
            if (options[length] == '=')
                return arena_strndup(arena, options + length + 1,
                                     end - length - 1);
        }
        options += end + (options[end] == ',');
    }
    return NULL;
}
