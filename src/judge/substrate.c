#include "judge/substrate.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "judge/profile.h"
#include "judge/quantity.h"
#include "judge/reader.h"

static const struct {
    const char *metric;
    const char *what;
    const char *title;
} metrics[] = {
    { "Blake2256", "cpu.blake2b", "BLAKE2-256" },
    { "Sr25519Verify", "cpu.sr25519", "SR25519-Verify" },
    { "MemCopy", "memory.copy", "Copy" },
    { "DiskSeqWrite", "disk.seq-write", "Seq Write" },
    { "DiskRndWrite", "disk.rnd-write", "Rnd Write" },
};

enum { MOST_CORES = 4096 };

static int metric_by_name(const struct reader *entry, const char *name,
                          struct requirement *requirement, struct err *err)
{
    for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++) {
        if (strcmp(metrics[i].metric, name) == 0) {
            requirement->what = metrics[i].what;
            requirement->title = metrics[i].title;
            return 0;
        }
    }
    return reader_fail(entry, "metric", err, "unknown metric '%.60s'", name);
}

/* {"Blake2256Parallel": {"num_cores": 8}} */
static int metric_parallel(const struct reader *entry, json_t *metric,
                           struct requirement *requirement, struct err *err)
{
    static const char *const outer_keys[] = { "Blake2256Parallel", NULL };
    static const char *const inner_keys[] = { "num_cores", NULL };
    struct reader outer;
    struct reader inner;
    double cores = 0;

    if (reader_open(metric, reader_path(entry, "metric"), entry->arena,
                    entry->warnings, &outer, err) < 0)
        return -1;
    if (!reader_has(&outer, outer_keys[0]))
        return reader_fail(entry, "metric", err,
                           "must hold 'Blake2256Parallel'");
    if (reader_open(json_object_get(metric, outer_keys[0]),
                    reader_path(&outer, outer_keys[0]), entry->arena,
                    entry->warnings, &inner, err) < 0 ||
        reader_number(&inner, "num_cores", true, &cores, err) < 0)
        return -1;
    if (cores < 1 || cores > MOST_CORES || cores != floor(cores))
        return reader_fail(&inner, "num_cores", err,
                           "must be a whole number from 1 to %d", MOST_CORES);
    reader_warn_unknown(&outer, outer_keys);
    reader_warn_unknown(&inner, inner_keys);
    requirement->what =
        arena_printf(entry->arena, "cpu.blake2b.parallel-%.0f", cores);
    requirement->title =
        arena_printf(entry->arena, "BLAKE2-256-Parallel-%.0f", cores);
    return 0;
}

static int read_metric(const struct reader *entry,
                       struct requirement *requirement, struct err *err)
{
    json_t *metric = json_object_get(entry->object, "metric");
    const char *name = NULL;

    if (json_is_object(metric))
        return metric_parallel(entry, metric, requirement, err);
    if (reader_string(entry, "metric", true, &name, err) < 0)
        return -1;
    return metric_by_name(entry, name, requirement, err);
}

/* The tagged form, {"GiBs": 14.323}. */
static int tagged_minimum(const struct reader *entry, json_t *minimum,
                          struct requirement *requirement, struct err *err)
{
    static const char *const tags[] = { "KiBs", "MiBs", "GiBs", NULL };
    static const char *const units[] = { "KiB/s", "MiB/s", "GiB/s" };
    struct reader tagged;

    if (reader_open(minimum, reader_path(entry, "minimum"), entry->arena,
                    entry->warnings, &tagged, err) < 0)
        return -1;
    if (json_object_size(minimum) != 1)
        return reader_fail(entry, "minimum", err, "must hold one unit");
    for (size_t i = 0; tags[i] != NULL; i++) {
        if (reader_has(&tagged, tags[i])) {
            requirement->unit = units[i];
            return reader_number(&tagged, tags[i], true, &requirement->written,
                                 err);
        }
    }
    return reader_fail(entry, "minimum", err, "unknown unit '%.40s'",
                       json_object_iter_key(json_object_iter(minimum)));
}

static int read_minimum(const struct reader *entry,
                        struct requirement *requirement, struct err *err)
{
    json_t *minimum = json_object_get(entry->object, "minimum");
    double factor;

    requirement->unit = "MiB/s";
    if (json_is_object(minimum)) {
        if (tagged_minimum(entry, minimum, requirement, err) < 0)
            return -1;
    } else if (reader_number(entry, "minimum", true, &requirement->written,
                             err) < 0) {
        return -1;
    }
    if (requirement->written <= 0)
        return reader_fail(entry, "minimum", err, "must be more than 0");
    if (quantity_find(requirement->unit, &requirement->kind, &factor, err) < 0)
        return -1;
    requirement->value = requirement->written * factor;
    if (!isfinite(requirement->value))
        return reader_fail(entry, "minimum", err, "must be finite");
    return 0;
}

static const char *const substrate_roles[] = { "full-node", "validator" };

static const char **validator_role(struct arena *arena)
{
    const char **roles = ARENA_ARRAY(arena, const char *, 1);

    roles[0] = substrate_roles[1];
    return roles;
}

static int read_entry(const struct reader *entry,
                      struct requirement *requirement, struct err *err)
{
    static const char *const keys[] = { "metric", "minimum", "validator_only",
                                        "check_on_rc_authority", NULL };
    bool validator = false;

    *requirement = (struct requirement){ .path = entry->path,
                                         .over_ns = UNKNOWN_DOUBLE,
                                         .tolerance = SUBSTRATE_TOLERANCE };
    /* The draft's spelling first: where both stand, the later one counts. */
    if (read_metric(entry, requirement, err) < 0 ||
        read_minimum(entry, requirement, err) < 0 ||
        reader_bool(entry, keys[3], &validator, err) < 0 ||
        reader_bool(entry, keys[2], &validator, err) < 0)
        return -1;
    reader_warn_unknown(entry, keys);
    if (validator) {
        requirement->roles = validator_role(entry->arena);
        requirement->role_count = 1;
    }
    return 0;
}

int substrate_read(json_t *array, const char *name, struct arena *arena,
                   struct profile *ret_profile, struct err *err)
{
    size_t count = json_array_size(array);
    struct requirement *requirements =
        ARENA_ARRAY(arena, struct requirement, count);
    struct warnings warnings = { NULL, 0 };
    const char **roles = ARENA_ARRAY(arena, const char *, 2);

    for (size_t i = 0; i < count; i++) {
        struct reader entry;

        if (reader_open(json_array_get(array, i),
                        arena_printf(arena, "[%zu]", i), arena, &warnings,
                        &entry, err) < 0 ||
            read_entry(&entry, &requirements[i], err) < 0)
            return -1;
    }
    memcpy(roles, substrate_roles, sizeof(substrate_roles));
    *ret_profile = (struct profile){
        .name = name,
        .title = arena_printf(arena, "requirement file '%s'", name),
        .role_default = substrate_roles[1],
        .roles = roles,
        .role_count = 2,
        .requirements = requirements,
        .count = count,
        .warnings = warnings.texts,
        .warning_count = warnings.count,
    };
    return 0;
}
