#include "host/machine.h"

#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "host/host.h"
#include "host/sysroot.h"

static const char salt[] = "assay machine 1:";

enum { ID_BYTES = 16 };

static char *hash_id(const struct sysroot *root, struct arena *arena)
{
    const char *id = sysroot_line(root, arena, "/etc/machine-id");
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx sha;
    struct text hex;

    if (id == NULL)
        id = sysroot_line(root, arena, "/var/lib/dbus/machine-id");
    if (id == NULL || strcmp(id, "uninitialized") == 0)
        return NULL;
    sha256_init(&sha);
    sha256_update(&sha, sizeof(salt) - 1, (const uint8_t *)salt);
    sha256_update(&sha, strlen(id), (const uint8_t *)id);
    sha256_digest(&sha, sizeof(digest), digest);
    text_init(&hex, arena);
    for (size_t i = 0; i < ID_BYTES; i++)
        text_printf(&hex, "%02x", digest[i]);
    return hex.bytes;
}

/* The value of a shell assignment: quotes around it go, backslashes too. */
static char *unquote(const char *value, struct arena *arena)
{
    char *plain = arena_strdup(arena, value), *out = plain;
    char quote = *value == '"' || *value == '\'' ? *value : '\0';

    for (const char *in = value + (quote != '\0'); *in != '\0'; in++) {
        if (*in == quote)
            break;
        if (*in == '\\' && quote != '\'' && in[1] != '\0')
            in++;
        *out++ = *in;
    }
    *out = '\0';
    return text_clean(arena, text_trim(plain));
}

static char *pretty_name(const struct sysroot *root, struct arena *arena)
{
    static const char key[] = "PRETTY_NAME=";
    struct err ignored; /* no such file: not told */
    char *text, *line;

    if (sysroot_read(root, "/etc/os-release", arena, &text, &ignored) < 0 &&
        sysroot_read(root, "/usr/lib/os-release", arena, &text, &ignored) < 0)
        return NULL;
    while ((line = strsep(&text, "\n")) != NULL)
        if (text_starts(line, key))
            return unquote(line + sizeof(key) - 1, arena);
    return NULL;
}

/* Firmware that was never filled in says so in many words. */
static bool tells_something(const char *text)
{
    static const char *const empty[] = {
        "To Be Filled By O.E.M.",
        "To be filled by O.E.M.",
        "System Product Name",
        "System manufacturer",
        "Default string",
        "Not Specified",
        "None",
        "Unknown",
        "Not Applicable",
    };

    for (size_t i = 0; text != NULL && i < sizeof(empty) / sizeof(empty[0]); i++)
        if (strcmp(text, empty[i]) == 0)
            return false;
    return text != NULL;
}

static const char *product(const struct sysroot *root, struct arena *arena)
{
    const char *vendor =
        sysroot_line(root, arena, "/sys/class/dmi/id/sys_vendor");
    const char *name =
        sysroot_line(root, arena, "/sys/class/dmi/id/product_name");

    if (!tells_something(vendor))
        vendor = NULL;
    if (!tells_something(name))
        name = NULL;
    if (vendor != NULL && name != NULL)
        return text_starts(name, vendor)
                   ? name
                   : arena_printf(arena, "%s %s", vendor, name);
    if (vendor != NULL || name != NULL)
        return name != NULL ? name : vendor;
    return sysroot_line(root, arena, "/proc/device-tree/model");
}

void machine_read(const struct sysroot *root, struct arena *arena,
                  struct host *host)
{
    struct utsname names;

    if (root->live && uname(&names) == 0) {
        host->name = text_clean(arena, names.nodename);
        host->kernel =
            arena_printf(arena, "%s %s", names.sysname, names.release);
    } else {
        const char *release =
            sysroot_line(root, arena, "/proc/sys/kernel/osrelease");
        host->name = sysroot_line(root, arena, "/proc/sys/kernel/hostname");
        if (release != NULL)
            host->kernel = arena_printf(arena, "Linux %s", release);
    }
    host->id = hash_id(root, arena);
    host->os = pretty_name(root, arena);
    host->product = product(root, arena);
    host->boot_id =
        sysroot_line(root, arena, "/proc/sys/kernel/random/boot_id");
    host->clock_source = sysroot_line(
        root, arena,
        "/sys/devices/system/clocksource/clocksource0/current_clocksource");
}
