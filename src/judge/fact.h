/* The facts about a host that a profile can ask for, by name. */
#ifndef ASSAY_JUDGE_FACT_H
#define ASSAY_JUDGE_FACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/units.h"

struct arena;
struct document;
struct result_target;

enum fact_kind {
    FACT_NUMBER,  /* compared with at-least, at-most, equals */
    FACT_WORD,    /* compared with equals */
    FACT_VERSION, /* compared with at-least, at-most: "5.16" */
    FACT_SET,     /* words that are there or not, compared with has */
};

/* What one host answers. */
struct fact_answer {
    double number;    /* in base units; NaN: unknown, or no number */
    const char *text; /* of a set, its words with blanks between; NULL: unknown,
                         or a number */
    const char *why;  /* why it is less than the host has, a sentence; NULL */
};

struct fact_row {
    const char *name;  /* "fact.cores" */
    const char *title; /* "Cores" */
    enum fact_kind kind;
    enum unit unit;  /* of a number */
    bool of_storage; /* about the tested directory, not the host */
    void (*read)(const struct document *document,
                 const struct result_target *target,
                 struct fact_answer *ret_answer);
};

/* All facts; ends with a row whose name is NULL. */
extern const struct fact_row fact_rows[];

/* True when `what` names a fact, known or not: it starts with "fact.". */
bool fact_is(const char *what);

/* The fact of that name; NULL when there is none. */
const struct fact_row *fact_find(const char *what);

/* What the document says. `target` may be NULL: nothing is known of storage. */
struct fact_answer fact_read(const struct fact_row *fact,
                             const struct document *document,
                             const struct result_target *target);

/* Compares two versions such as "5.16" and "6.1.0-26-amd64" by their leading
 * numbers: less than 0, 0, or more than 0. Numbers that one lacks count as 0; what
 * follows the last number does not count. */
int fact_version_compare(const char *a, const char *b);

/* True when the text starts with a number: it can be compared as a version. */
bool fact_version_is(const char *text);

#endif
