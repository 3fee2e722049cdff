#include "judge/profile.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "judge/fact.h"
#include "judge/quantity.h"
#include "judge/reader.h"
#include "judge/substrate.h"

static const char *const statistic_names[] = {
    [STATISTIC_SCORE] = "score",
    [STATISTIC_MEAN] = "mean",
    [STATISTIC_PER_CPU_SECOND] = "per-cpu-second",
    [STATISTIC_CLOCK] = "clock",
    [STATISTIC_P50] = "p50",
    [STATISTIC_P90] = "p90",
    [STATISTIC_P99] = "p99",
    [STATISTIC_P999] = "p999",
    [STATISTIC_SHARE_OVER] = "share-over",
    [STATISTIC_FACT] = "fact",
    NULL,
};
static const char *const level_names[] = {
    [LEVEL_MINIMUM] = "minimum",
    [LEVEL_RECOMMENDED] = "recommended",
    [LEVEL_PLAUSIBLE] = "plausible",
    NULL,
};
static const char *const recipe_names[] = {
    [RECIPE_STATED] = "stated",
    [RECIPE_SIMILAR] = "similar",
    [RECIPE_NOT_STATED] = "not-stated",
    NULL,
};
static const char *const ask_keys[] = {
    [ASK_AT_LEAST] = "at-least",
    [ASK_AT_MOST] = "at-most",
    [ASK_EQUALS] = "equals",
    [ASK_HAS] = "has",
};

enum { ASKS = sizeof(ask_keys) / sizeof(ask_keys[0]) };

const char *statistic_name(enum statistic statistic)
{
    return statistic_names[statistic];
}

const char *level_name(enum level level)
{
    return level_names[level];
}

const char *recipe_name(enum recipe recipe)
{
    return recipe_names[recipe];
}

bool profile_has_role(const struct profile *profile, const char *role)
{
    for (size_t i = 0; role != NULL && i < profile->role_count; i++) {
        if (strcmp(profile->roles[i], role) == 0)
            return true;
    }
    return role == NULL;
}

bool requirement_is_for(const struct requirement *requirement, const char *role)
{
    for (size_t i = 0; role != NULL && i < requirement->role_count; i++) {
        if (strcmp(requirement->roles[i], role) == 0)
            return true;
    }
    return requirement->role_count == 0;
}

static bool is_percentile(enum statistic statistic)
{
    return statistic >= STATISTIC_P50 && statistic <= STATISTIC_P999;
}

/* A share or a percentile is counted, and only "no more than" can be counted out. */
static bool is_counted(enum statistic statistic)
{
    return is_percentile(statistic) || statistic == STATISTIC_SHARE_OVER;
}

static int find_ask(const struct reader *entry, enum ask *ret_ask,
                    struct err *err)
{
    unsigned found = ASKS;

    for (unsigned i = 0; i < ASKS; i++) {
        if (!reader_has(entry, ask_keys[i]))
            continue;
        if (found != ASKS)
            return reader_fail(entry, ask_keys[i], err,
                               "stands beside '%s'; one bound to each "
                               "requirement",
                               ask_keys[found]);
        found = i;
    }
    if (found == ASKS)
        return reader_fail(entry, ask_keys[0], err,
                           "is missing, and so are at-most, equals and has");
    *ret_ask = (enum ask)found;
    return 0;
}

/* The written number with its unit becomes the value in base units. */
static int read_quantity(const struct reader *entry, bool needs_unit,
                         struct requirement *r, struct err *err)
{
    double factor = 1;

    if (reader_number(entry, ask_keys[r->ask], true, &r->written, err) < 0 ||
        reader_string(entry, "unit", needs_unit, &r->unit, err) < 0)
        return -1;
    r->kind = UNIT_NONE;
    if (r->unit != NULL && quantity_find(r->unit, &r->kind, &factor, err) < 0)
        return err_within(err, "%s", reader_path(entry, "unit"));
    r->value = r->written * factor;
    if (!isfinite(r->value))
        return reader_fail(entry, ask_keys[r->ask], err, "must be finite");
    return 0;
}

static int read_text(const struct reader *entry, struct requirement *r,
                     struct err *err)
{
    if (reader_has(entry, "unit"))
        return reader_fail(entry, "unit", err, "belongs to a number");
    return reader_string(entry, ask_keys[r->ask], true, &r->text, err);
}

static int read_fact_bound(const struct reader *entry, struct requirement *r,
                           struct err *err)
{
    const struct fact_row *fact = fact_find(r->what);
    bool ordered = r->ask == ASK_AT_LEAST || r->ask == ASK_AT_MOST;
    bool fits;

    if (fact == NULL)
        return reader_fail(entry, "what", err, "unknown fact '%.60s'", r->what);
    fits = fact->kind == FACT_NUMBER    ? r->ask != ASK_HAS
           : fact->kind == FACT_VERSION ? ordered
           : fact->kind == FACT_WORD    ? r->ask == ASK_EQUALS
                                        : r->ask == ASK_HAS;
    if (!fits)
        return reader_fail(entry, ask_keys[r->ask], err,
                           "cannot be asked of '%s'", r->what);
    if (fact->kind != FACT_NUMBER) {
        if (read_text(entry, r, err) < 0)
            return -1;
        if (fact->kind == FACT_VERSION && !fact_version_is(r->text))
            return reader_fail(entry, ask_keys[r->ask], err,
                               "'%.40s' is no version", r->text);
        return 0;
    }
    if (read_quantity(entry, fact->unit != UNIT_NONE, r, err) < 0)
        return -1;
    if (r->kind != fact->unit)
        return reader_fail(entry, "unit", err, "'%s' does not measure '%s'",
                           r->unit, r->what);
    return 0;
}

static int read_over(const struct reader *entry, struct requirement *r,
                     struct err *err)
{
    double over_us = UNKNOWN_DOUBLE;
    bool share = r->statistic == STATISTIC_SHARE_OVER;

    if (reader_has(entry, "over-us") != share)
        return reader_fail(entry, "over-us", err,
                           share ? "is missing"
                                 : "belongs to the statistic 'share-over'");
    if (reader_number(entry, "over-us", share, &over_us, err) < 0)
        return -1;
    r->over_ns = over_us * 1e3;
    return 0;
}

static int read_measured_bound(const struct reader *entry,
                               struct requirement *r, struct err *err)
{
    if (r->ask == ASK_EQUALS || r->ask == ASK_HAS)
        return reader_fail(entry, ask_keys[r->ask], err,
                           "can only be asked of facts");
    if (is_counted(r->statistic) && r->ask != ASK_AT_MOST)
        return reader_fail(entry, ask_keys[r->ask], err,
                           "cannot be asked of '%s': only at-most can",
                           statistic_name(r->statistic));
    if (read_over(entry, r, err) < 0 || read_quantity(entry, true, r, err) < 0)
        return -1;
    if (is_percentile(r->statistic) && r->kind != UNIT_NS)
        return reader_fail(entry, "unit", err, "a percentile is a time");
    if (r->statistic == STATISTIC_CLOCK && r->kind != UNIT_HZ)
        return reader_fail(entry, "unit", err, "a clock is in Hz");
    if (r->statistic == STATISTIC_SHARE_OVER &&
        (r->kind != UNIT_SHARE || r->value >= 1))
        return reader_fail(entry, "unit", err,
                           "a share is less than 100 %% and in %%");
    if (r->value <= 0 && r->statistic != STATISTIC_SHARE_OVER)
        return reader_fail(entry, ask_keys[r->ask], err, "must be more than 0");
    return 0;
}

static int read_per(const struct reader *entry, struct requirement *r,
                    struct err *err)
{
    const struct fact_row *fact;

    if (reader_string(entry, "per", false, &r->per, err) < 0)
        return -1;
    if (r->per == NULL)
        return 0;
    fact = fact_find(r->per);
    if (fact == NULL || fact->kind != FACT_NUMBER || fact->unit != UNIT_NONE)
        return reader_fail(entry, "per", err,
                           "'%.60s' is no fact that is a count", r->per);
    if (r->text != NULL || is_counted(r->statistic))
        return reader_fail(entry, "per", err, "cannot multiply this bound");
    return 0;
}

static int read_tolerance(const struct reader *entry, double *ret_share,
                          struct err *err)
{
    double percent = *ret_share * 100;

    if (reader_number(entry, "tolerance", false, &percent, err) < 0)
        return -1;
    if (percent >= 100)
        return reader_fail(entry, "tolerance", err,
                           "must be less than 100 (%%)");
    *ret_share = percent / 100;
    return 0;
}

/* The members that say how much the requirement counts and for whom. */
static int read_weight(const struct reader *entry, struct requirement *r,
                       struct err *err)
{
    unsigned level = LEVEL_MINIMUM;
    unsigned recipe = RECIPE_STATED;

    if (reader_word(entry, "level", level_names, &level, err) < 0 ||
        reader_word(entry, "recipe", recipe_names, &recipe, err) < 0 ||
        reader_strings(entry, "role", &r->roles, &r->role_count, err) < 0 ||
        reader_string(entry, "source", false, &r->source, err) < 0 ||
        reader_bool(entry, "direct", &r->direct, err) < 0 ||
        reader_bool(entry, "sustained", &r->sustained, err) < 0)
        return -1;
    if ((r->direct || r->sustained) && !text_starts(r->what, "disk."))
        return reader_fail(entry, r->direct ? "direct" : "sustained", err,
                           "can only be asked of the disk");
    r->level = (enum level)level;
    r->recipe = (enum recipe)recipe;
    return read_tolerance(entry, &r->tolerance, err);
}

static int read_requirement(const struct reader *entry, double tolerance,
                            struct requirement *r, struct err *err)
{
    static const char *const keys[] = {
        "what",   "title",  "statistic", "over-us", "at-least",  "at-most",
        "equals", "has",    "unit",      "per",     "recipe",    "level",
        "role",   "source", "tolerance", "direct",  "sustained", NULL,
    };
    unsigned statistic = STATISTIC_SCORE;
    bool fact;

    *r = (struct requirement){ .path = entry->path,
                               .over_ns = UNKNOWN_DOUBLE,
                               .value = UNKNOWN_DOUBLE,
                               .written = UNKNOWN_DOUBLE };
    if (reader_string(entry, "what", true, &r->what, err) < 0 ||
        reader_string(entry, "title", false, &r->title, err) < 0)
        return -1;
    fact = fact_is(r->what);
    statistic = fact ? STATISTIC_FACT : STATISTIC_SCORE;
    if (reader_word(entry, "statistic", statistic_names, &statistic, err) < 0)
        return -1;
    if (fact != (statistic == STATISTIC_FACT))
        return reader_fail(entry, "statistic", err, "does not go with '%.60s'",
                           r->what);
    r->statistic = (enum statistic)statistic;
    r->tolerance = fact ? 0 : tolerance;
    if (find_ask(entry, &r->ask, err) < 0 ||
        (fact ? read_fact_bound(entry, r, err)
              : read_measured_bound(entry, r, err)) < 0 ||
        read_per(entry, r, err) < 0 || read_weight(entry, r, err) < 0)
        return -1;
    reader_warn_unknown(entry, keys);
    return 0;
}

static int read_requirements(const struct reader *top, double tolerance,
                             struct profile *profile, struct err *err)
{
    json_t *array = json_object_get(top->object, "requirements");

    if (!json_is_array(array) || json_array_size(array) == 0)
        return reader_fail(top, "requirements", err,
                           "must be an array with an entry or more");
    profile->count = json_array_size(array);
    profile->requirements =
        ARENA_ARRAY(top->arena, struct requirement, profile->count);
    for (size_t i = 0; i < profile->count; i++) {
        struct reader entry;

        if (reader_open(json_array_get(array, i),
                        arena_printf(top->arena, "requirements[%zu]", i),
                        top->arena, top->warnings, &entry, err) < 0 ||
            read_requirement(&entry, tolerance, &profile->requirements[i],
                             err) < 0)
            return -1;
    }
    return 0;
}

static int read_source(const struct reader *top, struct profile *profile,
                       struct err *err)
{
    static const char *const keys[] = { "document", "version", "date", NULL };
    json_t *object = json_object_get(top->object, "source");
    struct reader source;

    if (object == NULL)
        return 0;
    if (reader_open(object, "source", top->arena, top->warnings, &source, err) <
            0 ||
        reader_string(&source, keys[0], true, &profile->document, err) < 0 ||
        reader_string(&source, keys[1], false, &profile->version, err) < 0 ||
        reader_string(&source, keys[2], false, &profile->date, err) < 0)
        return -1;
    reader_warn_unknown(&source, keys);
    return 0;
}

/* Every role a requirement names must be one of the profile's: a slip of the pen
 * would silently ask nothing. */
static int check_roles(const struct profile *profile, struct err *err)
{
    if (!profile_has_role(profile, profile->role_default))
        return err_set(err, ERR_DATA, "role-default: '%.60s' is not in 'roles'",
                       profile->role_default);
    for (size_t i = 0; i < profile->count; i++) {
        const struct requirement *r = &profile->requirements[i];

        for (size_t k = 0; k < r->role_count; k++) {
            if (!profile_has_role(profile, r->roles[k]))
                return err_set(err, ERR_DATA,
                               "%s.role: '%.60s' is not in 'roles'", r->path,
                               r->roles[k]);
        }
    }
    return 0;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool roles_meet(const struct requirement *a, const struct requirement *b)
{
    if (a->role_count == 0 || b->role_count == 0)
        return true;
    for (size_t i = 0; i < a->role_count; i++) {
        if (requirement_is_for(b, a->roles[i]))
            return true;
    }
    return false;
}

static bool same_thing(const struct requirement *a, const struct requirement *b)
{
    bool same_over = a->over_ns == b->over_ns ||
                     (!known_double(a->over_ns) && !known_double(b->over_ns));

    return strcmp(a->what, b->what) == 0 && a->statistic == b->statistic &&
           a->kind == b->kind && same_over && same_text(a->per, b->per) &&
           roles_meet(a, b);
}

/* No value can be at least the one and at most the other; one that is asked for exactly
 * is both. */
static bool contradict(const struct requirement *least,
                       const struct requirement *most)
{
    bool below = least->ask == ASK_AT_LEAST || least->ask == ASK_EQUALS;
    bool above = most->ask == ASK_AT_MOST || most->ask == ASK_EQUALS;

    if (!below || !above || !same_thing(least, most))
        return false;
    if (least->text == NULL || most->text == NULL)
        return least->value > most->value;
    if (least->ask == ASK_EQUALS) /* words, which have no order */
        return strcmp(least->text, most->text) != 0;
    return fact_version_compare(least->text, most->text) > 0;
}

static int check_contradictions(const struct profile *profile, struct err *err)
{
    for (size_t i = 0; i < profile->count; i++) {
        for (size_t k = 0; k < profile->count; k++) {
            const struct requirement *least = &profile->requirements[i];
            const struct requirement *most = &profile->requirements[k];

            if (contradict(least, most))
                return err_set(err, ERR_DATA,
                               "%s and %s contradict each other: '%.60s' "
                               "cannot be both",
                               least->path, most->path, least->what);
        }
    }
    return 0;
}

static int read_native(const struct reader *top, struct profile *profile,
                       struct err *err)
{
    static const char *const keys[] = { "schema",    "name",  "title",
                                        "source",    "roles", "role-default",
                                        "tolerance", "notes", "requirements",
                                        NULL };
    const char *schema = NULL;
    double tolerance = 0;

    if (reader_string(top, "schema", true, &schema, err) < 0)
        return -1;
    if (strcmp(schema, PROFILE_SCHEMA) != 0)
        return reader_fail(top, "schema", err, "'%.60s' is not '%s'", schema,
                           PROFILE_SCHEMA);
    if (reader_string(top, "name", false, &profile->name, err) < 0 ||
        reader_string(top, "title", false, &profile->title, err) < 0 ||
        read_source(top, profile, err) < 0 ||
        reader_strings(top, "roles", &profile->roles, &profile->role_count,
                       err) < 0 ||
        reader_string(top, "role-default", false, &profile->role_default, err) <
            0 ||
        reader_strings(top, "notes", &profile->notes, &profile->note_count,
                       err) < 0 ||
        read_tolerance(top, &tolerance, err) < 0 ||
        read_requirements(top, tolerance, profile, err) < 0)
        return -1;
    reader_warn_unknown(top, keys);
    if (profile->title == NULL)
        profile->title = profile->name;
    return check_roles(profile, err);
}

static int read_root(json_t *root, const char *name, struct arena *arena,
                     struct profile *profile, struct err *err)
{
    struct warnings warnings = { NULL, 0 };
    struct reader top;

    if (json_is_array(root)) {
        if (json_array_size(root) == 0)
            return err_set(err, ERR_DATA, "asks for nothing");
        return substrate_read(root, name, arena, profile, err);
    }
    *profile = (struct profile){ .name = name };
    if (reader_open(root, "", arena, &warnings, &top, err) < 0 ||
        read_native(&top, profile, err) < 0)
        return -1;
    profile->warnings = warnings.texts;
    profile->warning_count = warnings.count;
    return 0;
}

int profile_parse(const char *text, size_t length, const char *name,
                  struct arena *arena, struct profile *ret_profile,
                  struct err *err)
{
    struct profile profile;
    json_t *root = NULL;
    int rc = -1;

    if (reader_parse(text, length, &root, err) == 0 &&
        read_root(root, arena_strdup(arena, name), arena, &profile, err) == 0 &&
        check_contradictions(&profile, err) == 0)
        rc = 0;
    json_decref(root);
    if (rc < 0)
        return err_within(err, "profile '%.200s'", name);
    *ret_profile = profile;
    return 0;
}
