/* What can stand on the command line. */
#include "cli/completion.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "bench/catalogue.h"
#include "cli/command.h"
#include "judge/shipped.h"
#include "report/report.h"

/* The option tables name their arguments in capitals. */
static enum completion_kind kind_of(const struct argp_option *option)
{
    static const struct {
        const char *argument;
        enum completion_kind kind;
    } kinds[] = {
        { "FILE", COMPLETE_FILES },
        { "DEV", COMPLETE_FILES },
        { "DIR", COMPLETE_FOLDERS },
        { "NAME", COMPLETE_FORMATS },
    };

    /* An optional one is joined by "=", where no shell proposes anything. */
    if (option->arg == NULL || (option->flags & OPTION_ARG_OPTIONAL) != 0)
        return COMPLETE_NOTHING;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(option->arg, kinds[i].argument) == 0)
            return kinds[i].kind;
    }
    return COMPLETE_ANY;
}

static void add_option(struct completion_options *options, struct arena *arena,
                       struct completion_option option)
{
    options->list = arena_grow(arena, options->list, options->count,
                               options->count + 1, sizeof(options->list[0]));
    options->list[options->count++] = option;
}

static void collect(const struct argp *argp, struct completion_options *options,
                    struct arena *arena)
{
    for (const struct argp_option *o = argp->options;
         o != NULL && (o->name != NULL || o->key != 0 || o->doc != NULL); o++) {
        bool letter = o->key > 0 && o->key < 128 && isalpha(o->key);
        if (o->name != NULL && (o->flags & OPTION_HIDDEN) == 0)
            add_option(options, arena,
                       (struct completion_option){
                           o->name, letter ? (char)o->key : '\0',
                           o->doc != NULL ? o->doc : "", kind_of(o) });
    }
    for (const struct argp_child *child = argp->children;
         child != NULL && child->argp != NULL; child++)
        collect(child->argp, options, arena);
}

struct completion_options completion_options(const struct command *command,
                                             struct arena *arena)
{
    struct completion_options options = { 0 };

    if (command->argp != NULL)
        collect(command->argp, &options, arena);
    add_option(&options, arena,
               (struct completion_option){ "help", 'h', "Print this help",
                                           COMPLETE_NOTHING });
    return options;
}

enum completion_kind completion_words(const struct command *command,
                                      const char **ret_words)
{
    static const struct {
        const char *command;
        enum completion_kind kind;
        const char *words;
    } rows[] = {
        { "run", COMPLETE_BENCHMARKS, NULL },
        { "check", COMPLETE_PROFILES, NULL },
        { "machine", COMPLETE_ANY, NULL },
        { "quickbench", COMPLETE_ANY, NULL },
        { "info", COMPLETE_ANY, NULL },
        { "list", COMPLETE_WORDS, "benchmarks profiles formats" },
        { "history", COMPLETE_WORDS, "list show trend export import prune" },
        { "completion", COMPLETE_WORDS, "bash zsh fish" },
        { "benchmark", COMPLETE_WORDS, "machine" },
    };

    *ret_words = NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(command->name, rows[i].command) != 0)
            continue;
        *ret_words = rows[i].words;
        return rows[i].kind;
    }
    return COMPLETE_FILES;
}

static void add_name(struct text *names, const char *front, const char *back)
{
    text_printf(names, "%s%s%s", names->length > 0 ? " " : "", front, back);
}

static void add_benchmarks(struct text *names)
{
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        const struct bench *bench = bench_catalogue[i];
        for (size_t v = 0; bench->variants[v].suffix != NULL; v++) {
            if (bench->variants[v].scope != SCOPE_PARALLEL)
                add_name(names, bench->id, bench->variants[v].suffix);
        }
    }
}

const char *completion_names(enum completion_kind kind, struct arena *arena)
{
    struct text names;

    text_init(&names, arena);
    if (kind == COMPLETE_BENCHMARKS)
        add_benchmarks(&names);
    for (size_t i = 0;
         kind == COMPLETE_PROFILES && shipped_profiles[i].name != NULL; i++)
        add_name(&names, shipped_profiles[i].name, "");
    for (size_t i = 0; kind == COMPLETE_FORMATS && report_formats[i] != NULL;
         i++)
        add_name(&names, report_formats[i]->name, "");
    return names.bytes;
}
