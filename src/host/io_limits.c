#include "host/io_limits.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "host/cgroup.h"
#include "host/host.h"
#include "host/sysroot.h"

struct knob {
    const char *v1; /* file of its own */
    const char *v2; /* key in io.max */
    const char *operation;
    const char *unit;
};

static const struct knob knobs[] = {
    { "blkio.throttle.read_bps_device", "rbps", "read", "bytes/s" },
    { "blkio.throttle.write_bps_device", "wbps", "write", "bytes/s" },
    { "blkio.throttle.read_iops_device", "riops", "read", "ops/s" },
    { "blkio.throttle.write_iops_device", "wiops", "write", "ops/s" },
};

enum { KNOBS = sizeof(knobs) / sizeof(knobs[0]) };

struct found {
    struct host_limits *limits;
    size_t room;
    struct arena *arena;
};

static void add_limit(struct found *found, const struct knob *knob,
                      const char *device, const char *text, const char *source)
{
    struct host_limits *limits = found->limits;
    struct err ignored; /* "max" is no limit */
    uint64_t value;
    size_t i = 0;

    if (number_u64(text, &value, &ignored) < 0 || strchr(device, ':') == NULL)
        return;
    while (i < limits->io_count &&
           (strcmp(limits->io[i].device, device) != 0 ||
            strcmp(limits->io[i].operation, knob->operation) != 0 ||
            strcmp(limits->io[i].unit, knob->unit) != 0))
        i++;
    if (i < limits->io_count && limits->io[i].value <= (double)value)
        return;
    if (i == found->room) {
        found->room = found->room > 0 ? 2 * found->room : KNOBS;
        limits->io = arena_grow(found->arena, limits->io, limits->io_count,
                                found->room, sizeof(*limits->io));
    }
    limits->io_count += i == limits->io_count;
    limits->io[i] = (struct host_io_limit){
        .device = text_clean(found->arena, device),
        .operation = knob->operation,
        .unit = knob->unit,
        .value = (double)value,
        .source = arena_strdup(found->arena, source),
    };
}

/* "8:16 rbps=2097152 wbps=max riops=max wiops=120" */
static void take_line_v2(struct found *found, char *line, const char *source)
{
    const char *device = strsep(&line, " ");
    char *word;

    while ((word = strsep(&line, " ")) != NULL) {
        const char *key = strsep(&word, "=");
        for (size_t k = 0; word != NULL && k < KNOBS; k++)
            if (strcmp(key, knobs[k].v2) == 0)
                add_limit(found, &knobs[k], device, word, source);
    }
}

/* "8:16 1048576" */
static void take_line_v1(struct found *found, const struct knob *knob,
                         char *line, const char *source)
{
    const char *device = strsep(&line, " ");

    if (line != NULL)
        add_limit(found, knob, device, line, source);
}

static void take_file(const struct sysroot *root, struct found *found,
                      const struct knob *knob, const char *source)
{
    struct err ignored; /* no such file: no limit */
    struct arena scratch;
    char *text, *line;

    arena_init(&scratch);
    if (sysroot_read(root, source, &scratch, &text, &ignored) == 0) {
        while ((line = strsep(&text, "\n")) != NULL) {
            if (knob != NULL)
                take_line_v1(found, knob, line, source);
            else
                take_line_v2(found, line, source);
        }
    }
    arena_release(&scratch);
}

void io_limits_read(const struct sysroot *root, const struct cgroups *cgroups,
                    struct arena *arena, struct host_limits *limits)
{
    struct found found = { .limits = limits, .arena = arena };
    struct cgroup_chain one, two;

    cgroup_find(root, cgroups, "blkio", arena, &one);
    for (size_t i = 0; one.version == 1 && i < one.count; i++)
        for (size_t k = 0; k < KNOBS; k++)
            take_file(root, &found, &knobs[k],
                      arena_printf(arena, "%s/%s", one.folders[i], knobs[k].v1));
    cgroup_find(root, cgroups, "io", arena, &two);
    for (size_t i = 0; two.version == 2 && i < two.count; i++)
        take_file(root, &found, NULL,
                  arena_printf(arena, "%s/io.max", two.folders[i]));
}
