#include "cli/profiles.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "bench/catalogue.h"
#include "cli/load.h"
#include "cli/program.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "judge/bounds.h"
#include "judge/fact.h"
#include "judge/profile.h"
#include "judge/shipped.h"
#include "judge/statistics.h"
#include "judge/verdict.h"
#include "measure/plan.h"
#include "result/result.h"

static const struct shipped_profile *find_shipped(const char *name)
{
    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        if (strcmp(s->name, name) == 0)
            return s;
    }
    return NULL;
}

/* NULL when fewer than a third of the letters agree with any. */
static const char *nearest_shipped(const char *name)
{
    const char *nearest = NULL;
    size_t least = 1 + strlen(name) * 2 / 3;

    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        size_t distance = text_distance(name, s->name);

        if (distance < least) {
            least = distance;
            nearest = s->name;
        }
    }
    return nearest;
}

/* "polkadot-2022, polkadot-2023" for "polkadot"; NULL when there are none. */
static const char *shipped_kin(const char *name, struct arena *arena)
{
    size_t length = strlen(name);
    const char *kin = NULL;

    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        if (text_starts(s->name, name) && s->name[length] == '-')
            kin = kin == NULL ? s->name
                              : arena_printf(arena, "%s, %s", kin, s->name);
    }
    return kin;
}

static int unknown_profile(const char *name, struct arena *arena,
                           struct err *err)
{
    const char *kin = shipped_kin(name, arena);
    const char *near = nearest_shipped(name);
    const char *hint = "";

    if (kin != NULL)
        hint = arena_printf(arena, "there is %s; ", kin);
    else if (near != NULL)
        hint = arena_printf(arena, "did you mean '%s'? ", near);
    return err_set(
        err, ERR_USAGE,
        "unknown profile '%.100s'; %s'assay list profiles' names all", name,
        hint);
}

/* "../mine/our-database.json" is called "our-database" where the file itself does
 * not say. */
static char *base_name(const char *path, struct arena *arena)
{
    const char *slash = strrchr(path, '/');
    char *name = arena_strdup(arena, slash != NULL ? slash + 1 : path);
    char *dot = strrchr(name, '.');

    if (strcmp(path, "-") == 0)
        return arena_strdup(arena, "standard input");
    if (dot != NULL && dot != name)
        *dot = '\0';
    return name;
}

static int read_file(const char *path, struct arena *arena,
                     struct profile *ret_profile, struct err *err)
{
    char *text = NULL;
    unsigned long length = 0;

    if (load_text(path, arena, &text, &length, err) < 0)
        return -1;
    if (profile_parse(text, length, base_name(path, arena), arena, ret_profile,
                      err) < 0)
        return err_within(err, "'%.200s'", path);
    return 0;
}

static int read_profile(const char *name, struct arena *arena,
                        struct profile *ret_profile, struct err *err)
{
    const struct shipped_profile *shipped = find_shipped(name);

    if (shipped != NULL)
        return profile_parse(shipped->text, strlen(shipped->text),
                             shipped->name, arena, ret_profile, err);
    if (strcmp(name, "-") != 0 && strpbrk(name, "/.") == NULL &&
        access(name, F_OK) < 0)
        return unknown_profile(name, arena, err);
    return read_file(name, arena, ret_profile, err);
}

/* Does the benchmark yield the number that is asked of it? */
static int check_measured(const struct requirement *requirement, struct err *err)
{
    struct bench_choice choice;
    enum unit unit;

    if (bench_find(requirement->what, &choice, err) < 0) {
        err->kind = ERR_DATA; /* the file is wrong, not the command line */
        return err_within(err, "%s.what", requirement->path);
    }
    unit = score_unit(choice.bench->score);
    if (unit == UNIT_RATIO)
        return err_set(err, ERR_DATA,
                       "%s.what: '%s' has no interval to be judged by",
                       requirement->path, requirement->what);
    if ((requirement->statistic == STATISTIC_SCORE ||
         requirement->statistic == STATISTIC_MEAN ||
         requirement->statistic == STATISTIC_PER_CPU_SECOND) &&
        requirement->kind != unit)
        return err_set(err, ERR_DATA,
                       "%s.unit: '%s' is measured in %s, which '%s' is not",
                       requirement->path, requirement->what, unit_name(unit),
                       requirement->unit);
    if (statistic_is_counted(requirement->statistic) &&
        !choice.bench->each_operation)
        return err_set(err, ERR_DATA,
                       "%s.statistic: '%s' times no single "
                       "operations",
                       requirement->path, requirement->what);
    return 0;
}

static int check_profile(const struct profile *profile, struct err *err)
{
    for (size_t i = 0; i < profile->count; i++) {
        const struct requirement *requirement = &profile->requirements[i];

        if (requirement->statistic != STATISTIC_FACT &&
            check_measured(requirement, err) < 0)
            return err_within(err, "profile '%.100s'", profile->name);
    }
    return 0;
}

int profiles_load(const char *name, struct arena *arena,
                  struct profile *ret_profile, struct err *err)
{
    if (read_profile(name, arena, ret_profile, err) < 0)
        return -1;
    if (check_profile(ret_profile, err) < 0) /* those that are shipped pass */
        return err_within(err, "'%.200s'", name);
    return 0;
}

void profiles_warn(const struct profile *profile)
{
    for (size_t i = 0; i < profile->warning_count; i++)
        program_warn("profile '%s': %s", profile->name, profile->warnings[i]);
}

void profiles_tell_kin(const char *name, struct arena *arena)
{
    const char *kin =
        find_shipped(name) != NULL ? shipped_kin(name, arena) : NULL;

    if (kin != NULL)
        program_warn("see also %s", kin);
}

bool profiles_ask_storage(const struct profile *profiles, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < profiles[i].count; k++) {
            const struct fact_row *fact =
                fact_find(profiles[i].requirements[k].what);

            if (fact != NULL && fact->of_storage)
                return true;
        }
    }
    return false;
}

static bool wants_host(const struct profile *profiles, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < profiles[i].count; k++) {
            if (profiles[i].requirements[k].per != NULL)
                return true;
        }
    }
    return false;
}

static int look_at_host(struct arena *arena, struct document *document,
                        struct err *err)
{
    struct sysroot root;
    int rc;

    if (sysroot_open("/", &root, err) < 0)
        return -1;
    rc = host_read(&root, arena, &document->host, err);
    sysroot_release(&root);
    return rc;
}

int profiles_wishes(const struct profile *profiles, size_t count,
                    const struct judge_options *options, struct arena *arena,
                    struct plan_wish **ret_wishes, size_t *ret_count,
                    struct err *err)
{
    struct document *host = ARENA_NEW(arena, struct document);
    struct bounded *list = NULL;
    struct plan_wish *wishes;
    size_t n = 0;

    document_init(host);
    if (wants_host(profiles, count) && look_at_host(arena, host, err) < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        bounds_add(&profiles[i], options, host, arena, &list, &n);
    wishes = ARENA_ARRAY(arena, struct plan_wish, n);
    for (size_t i = 0; i < n; i++) {
        if (bench_find(list[i].id, &wishes[i].choice, err) < 0)
            return -1;
        wishes[i].named = true;
        wishes[i].bounds = list[i].bounds;
        wishes[i].bound_count = list[i].count;
    }
    *ret_wishes = wishes;
    *ret_count = n;
    return 0;
}

static void add_verdict(const struct profile *profile,
                        const struct judge_options *options, const char *target,
                        struct arena *arena, struct document *document)
{
    struct judge_options judged = *options;
    struct result_verdict *verdict =
        &document->verdicts[document->verdict_count++];

    judged.target = target;
    verdict_judge(document, profile, &judged, arena, verdict);
    if (document->target_count > 1)
        verdict->title = arena_printf(arena, "%s, on %s", verdict->title,
                                      text_clean(arena, target));
}

void profiles_judge(const struct profile *profiles, size_t count,
                    const struct judge_options *options, struct arena *arena,
                    struct document *document)
{
    size_t targets = document->target_count > 0 ? document->target_count : 1;

    document->verdict_count = 0;
    document->verdicts =
        ARENA_ARRAY(arena, struct result_verdict, count * targets);
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < targets; t++)
            add_verdict(&profiles[i], options,
                        document->target_count > 0
                            ? document->targets[t].mount.path
                            : NULL,
                        arena, document);
    }
}
