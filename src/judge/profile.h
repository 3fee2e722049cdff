/* A requirement profile: what some software asks of a host, as published.
 *
 * Profiles are JSON files (docs/schema/profile-1.json, docs/profile.md); the
 * requirement files of Substrate nodes are read too, see substrate.h. Everything
 * belongs to the arena it was read into. */
#ifndef ASSAY_JUDGE_PROFILE_H
#define ASSAY_JUDGE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/units.h"

struct arena;
struct err;

#define PROFILE_SCHEMA "assay.profile/1"

/* How much a requirement counts. */
enum level {
    LEVEL_MINIMUM,     /* the source says it must be so */
    LEVEL_RECOMMENDED, /* the source advises it */
    LEVEL_PLAUSIBLE,   /* outside of this the source believes no measurement */
};

/* Whether the source says how its number is measured. */
enum recipe {
    RECIPE_STATED,     /* it does, and that is how we measure */
    RECIPE_SIMILAR,    /* it does; ours is near, and a note says what differs */
    RECIPE_NOT_STATED, /* it does not: the choice of benchmark is ours */
};

/* Which number of a result is held against the bound. */
enum statistic {
    STATISTIC_SCORE,
    STATISTIC_MEAN,
    STATISTIC_PER_CPU_SECOND,
    STATISTIC_CLOCK, /* the effective clock while it ran */
    STATISTIC_P50,
    STATISTIC_P90,
    STATISTIC_P99,
    STATISTIC_P999,
    STATISTIC_SHARE_OVER, /* of the operations that took longer than `over_ns` */
    STATISTIC_FACT,
};

enum ask {
    ASK_AT_LEAST,
    ASK_AT_MOST,
    ASK_EQUALS, /* facts only */
    ASK_HAS,    /* facts that are sets only */
};

struct requirement {
    const char *path;  /* where it stands in the file: "requirements[3]" */
    const char *what;  /* benchmark id, or "fact.<name>": fact.cores, ... */
    const char *title; /* in the words of the source; NULL: the benchmark's */
    enum statistic statistic;
    double over_ns; /* STATISTIC_SHARE_OVER; else NaN */
    enum ask ask;
    double value;     /* in base units (bytes/s, ns, bytes, ops/s, share);
                          NaN where `text` is what is asked */
    const char *text; /* a CPU flag, a kernel version, a word; else NULL */
    enum unit kind;   /* what the base unit is */
    const char *unit; /* as spelled in the file: "MiB/s"; NULL: none */
    double written;   /* the value as written in the file */
    const char *per;  /* fact that the value is multiplied by; NULL: none */
    double tolerance; /* share that the source allows it to miss; 0: none */
    enum recipe recipe;
    enum level level;
    const char **roles; /* only for these; none: for all */
    size_t role_count;
    const char *source; /* its own line of the source; NULL: the profile's */
    bool direct;        /* must be storage proved direct */
    bool sustained;     /* a burst does not count */
};

struct profile {
    const char *name;
    const char *title;
    const char *role_default; /* NULL: the requirements without a role */
    const char *document;     /* of the source */
    const char *version;      /* NULL: not told */
    const char *date;         /* "2024-08-01"; NULL: not told */
    const char **roles;
    size_t role_count;
    struct requirement *requirements;
    size_t count;
    const char **notes; /* what the source asks and we do not measure, ... */
    size_t note_count;
    const char **warnings; /* keys that were not understood, by name */
    size_t warning_count;
};

/* Reads a profile from JSON text, either form. `name` is used in messages, and as
 * the name where the text has none. Fails with ERR_DATA, naming the profile and the
 * JSON path (or the line, where the text is no JSON). Whether a benchmark exists
 * is not asked here: that is for whoever can measure it. */
int profile_parse(const char *text, size_t length, const char *name,
                  struct arena *arena, struct profile *ret_profile,
                  struct err *err);

/* True when the profile has that role; NULL is the role of all. */
bool profile_has_role(const struct profile *profile, const char *role);

/* True when the requirement holds for a host in that role; NULL: in none. */
bool requirement_is_for(const struct requirement *requirement, const char *role);

/* The words of the file: "score", "p99", "minimum", "not-stated", ... */
const char *statistic_name(enum statistic statistic);
const char *level_name(enum level level);
const char *recipe_name(enum recipe recipe);

#endif
