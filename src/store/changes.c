#include "store/changes.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "base/unknown.h"
#include "result/comparison.h"
#include "result/result.h"

static const char *spell_size(struct arena *arena, uint64_t bytes)
{
    char room[UNITS_ROOM];

    return known_u64(bytes) ? arena_strdup(arena, units_spell_size(bytes, room))
                            : NULL;
}

static const char *spell_number(struct arena *arena, double value)
{
    return known_double(value) ? arena_printf(arena, "%g", value) : NULL;
}

static const char *assay(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->assay_version;
}

static const char *product(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.product;
}

static const char *cpu_model(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.cpu.model;
}

static const char *microcode(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.cpu.microcode;
}

static const char *usable_cpus(const struct document *d, struct arena *arena)
{
    return spell_number(arena, d->host.cpu.usable_cpus);
}

static const char *quota(const struct document *d, struct arena *arena)
{
    return spell_number(arena, d->host.cpu.quota_cpus);
}

static const char *governor(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->conditions.governor;
}

static const char *memory(const struct document *d, struct arena *arena)
{
    return spell_size(arena, d->host.memory.total_bytes);
}

static const char *memory_limit(const struct document *d, struct arena *arena)
{
    return spell_size(arena, d->host.memory.limit_bytes);
}

static const char *huge_pages(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->conditions.thp;
}

static const char *kernel(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.kernel;
}

static const char *os(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.os;
}

static const char *libc(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->conditions.libc;
}

static const char *virtualization(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.virtualization;
}

static const char *container(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.container;
}

static const char *clock_source(const struct document *d, struct arena *arena)
{
    (void)arena;
    return d->host.clock_source;
}

static const char *io_limits(const struct document *d, struct arena *arena)
{
    struct text text;

    text_init(&text, arena);
    for (size_t i = 0; i < d->host.limits.io_count; i++) {
        const struct host_io_limit *limit = &d->host.limits.io[i];
        char value[UNITS_ROOM];
        enum unit unit = unit_from_name(limit->unit != NULL ? limit->unit : "");
        text_printf(&text, "%s%s %s %s", i > 0 ? ", " : "",
                    limit->device != NULL ? limit->device : "a device",
                    limit->operation != NULL ? limit->operation : "at",
                    unit == UNIT_OPS_PER_SECOND
                        ? units_spell_rate(limit->value, "IO", value)
                        : units_spell(limit->value,
                                      unit != UNIT_COUNT ? unit : UNIT_NONE,
                                      value));
    }
    return text.length > 0 ? text.bytes : NULL;
}

static const char *filesystem(const struct result_target *t, struct arena *arena)
{
    (void)arena;
    return t->mount.filesystem;
}

static const char *mount_options(const struct result_target *t,
                                 struct arena *arena)
{
    (void)arena;
    return t->mount.mount_options;
}

static const char *layers(const struct result_target *t, struct arena *arena)
{
    struct text text;

    text_init(&text, arena);
    for (size_t i = 0; i < t->mount.stack_count; i++) {
        const char *kind = t->mount.stack[i].kind;
        text_printf(&text, "%s%s", i > 0 ? " on " : "",
                    kind != NULL ? kind : "?");
    }
    return text.length > 0 ? text.bytes : NULL;
}

static const char *engine(const struct result_target *t, struct arena *arena)
{
    (void)arena;
    return t->engine;
}

static const char *direct(const struct result_target *t, struct arena *arena)
{
    (void)arena;
    return t->direct;
}

static const char *test_file(const struct result_target *t, struct arena *arena)
{
    return spell_size(arena, t->file_bytes);
}

static const struct {
    const char *what;
    const char *(*spell)(const struct document *document, struct arena *arena);
    bool none_counts; /* no value is an answer, not ignorance */
} host_facts[] = {
    { "product", product, false },
    { "CPU model", cpu_model, false },
    { "microcode", microcode, false },
    { "usable CPUs", usable_cpus, false },
    { "CPU quota", quota, true },
    { "frequency governor", governor, false },
    { "memory", memory, false },
    { "memory limit", memory_limit, true },
    { "transparent huge pages", huge_pages, false },
    { "kernel", kernel, false },
    { "operating system", os, false },
    { "libc", libc, false },
    { "virtualization", virtualization, false },
    { "container", container, false },
    { "clock source", clock_source, false },
    { "I/O limits", io_limits, true },
    { "assay", assay, false },
};

static const struct {
    const char *what;
    const char *(*spell)(const struct result_target *target,
                         struct arena *arena);
} target_facts[] = {
    { "file system", filesystem }, { "mount options", mount_options },
    { "storage layers", layers },  { "I/O engine", engine },
    { "direct I/O", direct },      { "test file", test_file },
};

enum {
    HOST_FACTS = sizeof(host_facts) / sizeof(host_facts[0]),
    TARGET_FACTS = sizeof(target_facts) / sizeof(target_facts[0]),
};

struct changes {
    struct comparison_change *list;
    size_t count;
};

static void note(struct changes *changes, const char *what, const char *was,
                 const char *is, bool none_counts)
{
    if (was == NULL && is == NULL)
        return;
    if ((was == NULL || is == NULL) && !none_counts)
        return;
    if (was != NULL && is != NULL && strcmp(was, is) == 0)
        return;
    changes->list[changes->count++] = (struct comparison_change){
        .what = what,
        .base = was != NULL ? was : "none",
        .now = is != NULL ? is : "none",
    };
}

static void note_target(struct changes *changes, const struct result_target *was,
                        const struct result_target *is, bool only,
                        struct arena *arena)
{
    for (size_t i = 0; i < TARGET_FACTS; i++) {
        const char *what = target_facts[i].what;
        if (!only)
            what = arena_printf(arena, "%s of %s", what, is->mount.path);
        note(changes, what, target_facts[i].spell(was, arena),
             target_facts[i].spell(is, arena), false);
    }
}

size_t changes_list(const struct document *base, const struct document *now,
                    struct arena *arena, struct comparison_change **ret_changes)
{
    size_t room = HOST_FACTS + now->target_count * TARGET_FACTS;
    bool only = base->target_count == 1 && now->target_count == 1;
    struct changes changes = {
        .list = ARENA_ARRAY(arena, struct comparison_change, room),
    };

    for (size_t i = 0; i < HOST_FACTS; i++)
        note(&changes, host_facts[i].what, host_facts[i].spell(base, arena),
             host_facts[i].spell(now, arena), host_facts[i].none_counts);
    for (size_t i = 0; i < now->target_count; i++) {
        const struct result_target *is = &now->targets[i];
        const struct result_target *was =
            only ? &base->targets[0] : target_find(base, is->mount.path);
        if (was != NULL)
            note_target(&changes, was, is, only, arena);
    }
    *ret_changes = changes.list;
    return changes.count;
}
