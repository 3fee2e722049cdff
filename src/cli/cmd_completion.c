/* assay completion: scripts that let a shell complete our command line. */
#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/completion.h"
#include "cli/output.h"
#include "cli/program.h"

struct shell {
    const char *name;
    void (*begin)(struct text *out);
    void (*command)(struct text *out, const struct command *command);
    void (*end)(struct text *out);
};

/* In single quotes, as all three shells read them. */
static void add_quoted(struct text *out, const char *string)
{
    text_add(out, "'");
    for (const char *s = string; *s != '\0'; s++) {
        if (*s == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, s, 1);
    }
    text_add(out, "'");
}

static void add_commands(struct text *out, const char *between)
{
    const char *gap = "";

    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->about == NULL)
            continue;
        text_printf(out, "%s%s", gap, commands[i]->name);
        gap = between;
    }
}

/* The names or fixed words that a command's arguments may be; "" for none. */
static const char *words_of(struct text *out, const struct command *command,
                            enum completion_kind *ret_kind)
{
    const char *words;

    *ret_kind = completion_words(command, &words);
    return words != NULL ? words : completion_names(*ret_kind, out->arena);
}

static bool takes_files(enum completion_kind kind)
{
    return kind == COMPLETE_FILES || kind == COMPLETE_PROFILES;
}

/* Case patterns of all options whose argument is of a kind: "-o|--output". False
 * when there are none. */
static bool add_pattern(struct text *out,
                        const struct completion_options *options,
                        enum completion_kind kind)
{
    bool any = false;

    for (size_t i = 0; i < options->count; i++) {
        const struct completion_option *o = &options->list[i];
        if (o->kind != kind)
            continue;
        text_printf(out, "%s--%s", any ? "|" : "        ", o->name);
        if (o->letter != '\0')
            text_printf(out, "|-%c", o->letter);
        any = true;
    }
    return any;
}

static void bash_begin(struct text *out)
{
    text_add(out,
             "# bash completion for assay, made by 'assay completion bash'\n"
             "_assay() {\n"
             "    local cur=${COMP_WORDS[COMP_CWORD]} "
             "prev=${COMP_WORDS[COMP_CWORD-1]}\n"
             "    local command=run options= words= files=\n"
             "    COMPREPLY=()\n"
             "    [ \"$COMP_CWORD\" -gt 1 ] && case ${COMP_WORDS[1]} in\n"
             "    ");
    add_commands(out, "|");
    text_add(out, ") command=${COMP_WORDS[1]} ;;\n    esac\n"
                  "    case $command in\n");
}

static void bash_arguments(struct text *out,
                           const struct completion_options *options)
{
    static const struct {
        enum completion_kind kind;
        const char *reply;
    } replies[] = {
        /* A line each: names may hold blanks. */
        { COMPLETE_FILES, "compopt -o filenames; mapfile -t COMPREPLY < "
                          "<(compgen -f -- \"$cur\")" },
        { COMPLETE_FOLDERS, "compopt -o filenames; mapfile -t COMPREPLY < "
                            "<(compgen -d -- \"$cur\")" },
        { COMPLETE_ANY, ":" },
    };

    text_add(out, "        case $prev in\n");
    if (add_pattern(out, options, COMPLETE_FORMATS))
        text_printf(out,
                    ")\n            COMPREPLY=($(compgen -W '%s' -- "
                    "\"$cur\")); return ;;\n",
                    completion_names(COMPLETE_FORMATS, out->arena));
    for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
        if (add_pattern(out, options, replies[i].kind))
            text_printf(out, ")\n            %s; return ;;\n", replies[i].reply);
    }
    text_add(out, "        esac\n");
}

static void bash_command(struct text *out, const struct command *command)
{
    struct completion_options options = completion_options(command, out->arena);
    enum completion_kind kind;
    const char *words = words_of(out, command, &kind);

    text_printf(out, "    %s)\n", command->name);
    bash_arguments(out, &options);
    text_add(out, "        options='");
    for (size_t i = 0; i < options.count; i++)
        text_printf(out, "%s--%s", i > 0 ? " " : "", options.list[i].name);
    text_printf(out, "'\n        words='%s'%s ;;\n", words,
                takes_files(kind) ? " files=yes" : "");
}

static void bash_end(struct text *out)
{
    text_add(out, "    esac\n"
                  "    [ \"$COMP_CWORD\" -eq 1 ] && words+=\" ");
    add_commands(out, " ");
    text_add(out,
             "\"\n"
             "    case $cur in\n"
             "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
             "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
             "       if [ -n \"$files\" ]; then\n"
             "           compopt -o filenames\n"
             "           mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < "
             "<(compgen -f -- \"$cur\")\n"
             "       fi ;;\n"
             "    esac\n"
             "}\n"
             "complete -F _assay assay\n");
}

static void zsh_begin(struct text *out)
{
    text_add(out, "#compdef assay\n"
                  "# zsh completion for assay, made by 'assay completion zsh'\n"
                  "_assay() {\n"
                  "    local command=run\n"
                  "    local -a choices\n"
                  "    if (( CURRENT > 2 )); then\n"
                  "        case $words[2] in\n        ");
    add_commands(out, "|");
    text_add(out, ") command=$words[2] ;;\n        esac\n"
                  "    elif [[ $words[CURRENT] != -* ]]; then\n"
                  "        choices=(");
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->about == NULL)
            continue;
        text_printf(out, "\n            %s:", commands[i]->name);
        add_quoted(out, commands[i]->about);
    }
    text_add(out, ")\n        _describe command choices\n    fi\n"
                  "    case $command in\n");
}

static void zsh_arguments(struct text *out,
                          const struct completion_options *options)
{
    text_add(out, "        case $words[CURRENT-1] in\n");
    if (add_pattern(out, options, COMPLETE_FORMATS))
        text_printf(out, ") compadd %s; return ;;\n",
                    completion_names(COMPLETE_FORMATS, out->arena));
    if (add_pattern(out, options, COMPLETE_FILES))
        text_add(out, ") _files; return ;;\n");
    if (add_pattern(out, options, COMPLETE_FOLDERS))
        text_add(out, ") _files -/; return ;;\n");
    if (add_pattern(out, options, COMPLETE_ANY))
        text_add(out, ") return ;;\n");
    text_add(out, "        esac\n");
}

static void zsh_command(struct text *out, const struct command *command)
{
    struct completion_options options = completion_options(command, out->arena);
    enum completion_kind kind;
    const char *words = words_of(out, command, &kind);

    text_printf(out, "    %s)\n", command->name);
    zsh_arguments(out, &options);
    text_add(out, "        if [[ $words[CURRENT] == -* ]]; then\n"
                  "            choices=(");
    for (size_t i = 0; i < options.count; i++) {
        text_printf(out, "\n                --%s:", options.list[i].name);
        add_quoted(out, options.list[i].about);
    }
    text_add(out,
             ")\n            _describe option choices\n            return\n"
             "        fi\n");
    if (words[0] != '\0')
        text_printf(out, "        compadd %s\n", words);
    if (takes_files(kind))
        text_add(out, "        _files\n");
    text_add(out, "        ;;\n");
}

static void zsh_end(struct text *out)
{
    text_add(out, "    esac\n}\n_assay \"$@\"\n");
}

static void fish_begin(struct text *out)
{
    text_add(out,
             "# fish completion for assay, made by 'assay completion fish'\n"
             "complete -c assay -f\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->about == NULL)
            continue;
        text_printf(out, "complete -c assay -n __fish_use_subcommand -a %s -d ",
                    commands[i]->name);
        add_quoted(out, commands[i]->about);
        text_add(out, "\n");
    }
}

/* The run command is meant when none is named. */
static void add_fish_front(struct text *out, const struct command *command)
{
    bool usual = strcmp(command->name, "run") == 0;

    text_printf(out, "complete -c assay -n '%s__fish_seen_subcommand_from %s'",
                usual ? "__fish_use_subcommand; or " : "", command->name);
}

static void fish_option(struct text *out, const struct command *command,
                        const struct completion_option *o)
{
    add_fish_front(out, command);
    text_printf(out, " -l %s", o->name);
    if (o->letter != '\0')
        text_printf(out, " -s %c", o->letter);
    if (o->kind == COMPLETE_FORMATS)
        text_printf(out, " -x -a '%s'", completion_names(o->kind, out->arena));
    else if (o->kind == COMPLETE_FOLDERS)
        text_add(out, " -x -a '(__fish_complete_directories)'");
    else if (o->kind == COMPLETE_FILES)
        text_add(out, " -r -F");
    else if (o->kind == COMPLETE_ANY)
        text_add(out, " -x");
    text_add(out, " -d ");
    add_quoted(out, o->about);
    text_add(out, "\n");
}

static void fish_command(struct text *out, const struct command *command)
{
    struct completion_options options = completion_options(command, out->arena);
    enum completion_kind kind;
    const char *words = words_of(out, command, &kind);

    for (size_t i = 0; i < options.count; i++)
        fish_option(out, command, &options.list[i]);
    if (words[0] != '\0') {
        add_fish_front(out, command);
        text_printf(out, " -a '%s'\n", words);
    }
    if (takes_files(kind)) {
        add_fish_front(out, command);
        text_add(out, " -F\n");
    }
}

static void fish_end(struct text *out)
{
    (void)out; /* a list of commands needs no end */
}

static const struct shell shells[] = {
    { "bash", bash_begin, bash_command, bash_end },
    { "zsh", zsh_begin, zsh_command, zsh_end },
    { "fish", fish_begin, fish_command, fish_end },
};

static int print(struct program *program, const struct shell *shell)
{
    struct text out;

    text_init(&out, &program->arena);
    shell->begin(&out);
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->about != NULL)
            shell->command(&out, commands[i]);
    }
    shell->end(&out);
    return output_text(out.bytes);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    const struct shell **shell = state->input;

    switch (key) {
    case ARGP_KEY_ARG:
        for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++) {
            if (strcmp(argument, shells[i].name) == 0)
                *shell = &shells[i];
        }
        if (*shell == NULL || state->arg_num > 0)
            argp_error(state, "no completion for '%s'", argument);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "for which shell? Name bash, zsh or fish");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "bash|zsh|fish",
    .doc = "Print a script that completes assay's command line.\n\n"
           "  assay completion bash >/etc/bash_completion.d/assay\n"
           "  assay completion zsh >/usr/share/zsh/site-functions/_assay\n"
           "  assay completion fish >~/.config/fish/completions/assay.fish",
};

static int run(struct program *program, int argc, char **argv)
{
    const struct shell *shell = NULL;
    bool done;
    int status = command_parse(&argp, argc, argv, &shell, &done);

    return done ? status : print(program, shell);
}

const struct command command_completion = {
    .name = "completion",
    .about = "a script that completes the command line",
    .argp = &argp,
    .run = run,
};
