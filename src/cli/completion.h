/* What can stand on the command line, as data: read from the option tables, the
 * catalogue and the profiles, for the shells' completions. */
#ifndef ASSAY_CLI_COMPLETION_H
#define ASSAY_CLI_COMPLETION_H

#include <stddef.h>

struct arena;
struct command;

/* What an option's argument, or a word without option, may be. */
enum completion_kind {
    COMPLETE_NOTHING, /* an option without argument */
    COMPLETE_ANY,     /* a number, a free word: no proposal */
    COMPLETE_FILES,
    COMPLETE_FOLDERS,
    COMPLETE_FORMATS,
    COMPLETE_BENCHMARKS,
    COMPLETE_PROFILES, /* or files */
    COMPLETE_WORDS,    /* fixed ones */
};

struct completion_option {
    const char *name; /* "output" */
    char letter;      /* 'o'; '\0': none */
    const char *about;
    enum completion_kind kind;
};

struct completion_options {
    struct completion_option *list;
    size_t count;
};

/* The options of a command, its children's included and hidden ones not, and
 * `help`. They belong to the arena. */
struct completion_options completion_options(const struct command *command,
                                             struct arena *arena);

/* What the words of a command are; `*ret_words` are the fixed ones, with blanks
 * between, or NULL. */
enum completion_kind completion_words(const struct command *command,
                                      const char **ret_words);

/* The names of that kind, with blanks between; "" for files and the like. */
const char *completion_names(enum completion_kind kind, struct arena *arena);

#endif
