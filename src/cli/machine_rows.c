#include "cli/machine_rows.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "judge/profile.h"
#include "result/result.h"

static const struct {
    const char *id;
    const char *category;
    const char *function;
} metrics[] = {
    { "cpu.blake2b", "CPU", "BLAKE2-256" },
    { "cpu.sr25519", "CPU", "SR25519-Verify" },
    { "memory.copy", "Memory", "Copy" },
    { "disk.seq-write", "Disk", "Seq Write" },
    { "disk.rnd-write", "Disk", "Rnd Write" },
};

static const char parallel[] = "cpu.blake2b.parallel-";

bool machine_words(const char *id, struct arena *arena,
                   const char **ret_category, const char **ret_function)
{
    for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++) {
        if (strcmp(metrics[i].id, id) == 0) {
            *ret_category = metrics[i].category;
            *ret_function = metrics[i].function;
            return true;
        }
    }
    if (!text_starts(id, parallel))
        return false;
    *ret_category = "CPU";
    *ret_function =
        arena_printf(arena, "BLAKE2-256-Parallel-%s", id + strlen(parallel));
    return true;
}

static bool is_row(const struct profile *profile,
                   const struct requirement *requirement, struct arena *arena)
{
    const char *category;
    const char *function;

    return requirement->ask == ASK_AT_LEAST &&
           requirement->statistic == STATISTIC_SCORE &&
           requirement_is_for(requirement, profile->role_default) &&
           machine_words(requirement->what, arena, &category, &function);
}

void machine_keep_rows(struct profile *profile, struct arena *arena)
{
    size_t kept = 0;

    for (size_t i = 0; i < profile->count; i++) {
        if (is_row(profile, &profile->requirements[i], arena))
            profile->requirements[kept++] = profile->requirements[i];
    }
    profile->count = kept;
}

static void put_words(const char *id, struct arena *arena,
                      struct machine_row *row)
{
    (void)machine_words(id, arena, &row->category, &row->function);
}

/* Substrate's definition: all work over all time. */
static double mean_of(const struct document *document, const char *id)
{
    const struct result *result = result_find(document, id, NULL);

    return result != NULL && strcmp(result->status, "ok") == 0 ? result->mean
                                                               : UNKNOWN_DOUBLE;
}

struct machine_row *machine_rows(const struct profile *profile,
                                 const struct document *document,
                                 double tolerance, struct arena *arena)
{
    struct machine_row *rows =
        ARENA_ARRAY(arena, struct machine_row, profile->count);

    for (size_t i = 0; i < profile->count; i++) {
        const struct requirement *requirement = &profile->requirements[i];
        struct machine_row *row = &rows[i];

        put_words(requirement->what, arena, row);
        row->score = mean_of(document, requirement->what);
        row->minimum = requirement->value;
        /* False for a score that is not known. */
        row->mark = row->score / row->minimum >= 1 - tolerance ? MACHINE_PASS
                                                               : MACHINE_FAIL;
    }
    return rows;
}

struct machine_row *machine_rows_strict(const struct result_verdict *verdict,
                                        struct arena *arena)
{
    struct machine_row *rows =
        ARENA_ARRAY(arena, struct machine_row, verdict->finding_count);

    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];
        struct machine_row *row = &rows[i];

        put_words(finding->requirement, arena, row);
        row->score = finding->value;
        row->minimum = finding->bound;
        row->mark = strcmp(finding->outcome, "pass") == 0   ? MACHINE_PASS
                    : strcmp(finding->outcome, "fail") == 0 ? MACHINE_FAIL
                                                            : MACHINE_OPEN;
    }
    return rows;
}
