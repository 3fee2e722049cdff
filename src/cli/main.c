/* The front door: finds the command and hands over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commit.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/signals.h"
#include "cli/supervise.h"

static int print_help(struct program *program)
{
    struct text text;

    text_init(&text, &program->arena);
    text_add(
        &text,
        "Gauges this Linux host: what it is, how fast its CPU, memory and "
        "storage are, how\nfar each number can be trusted, and whether it "
        "meets published requirements.\n\n"
        "  assay                      gauge this host, in about a minute\n"
        "  assay --quick              the main figures, in 15 s\n"
        "  assay check polkadot       does it meet this profile?\n"
        "  assay -d /srv -o r.html    test the disk behind /srv, make a page\n"
        "\nUsage: assay [COMMAND] [OPTION...]\n\nCommands:\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->about != NULL)
            text_printf(&text, "  %-12s %s\n", commands[i]->name,
                        commands[i]->about);
    }
    text_add(
        &text,
        "\n'assay COMMAND --help' tells more about each, 'assay --version' "
        "which one this is.\n"
        "Exit status: 0 met, 1 missed, 2 wrong usage, 3 undecided, 4 could "
        "not be measured,\n5 our own fault, 130 interrupted, 143 terminated, "
        "129 "
        "hung up.\n");
    return output_text(text.bytes);
}

static int print_version(struct program *program)
{
    return output_text(arena_printf(&program->arena, "assay %s (%s)\n",
                                    assay_version, assay_commit));
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

/* A word that is nearly a command is a typing error, not a benchmark. */
static const char *nearly(const char *word)
{
    const char *nearest = NULL;
    size_t distance = 3;

    for (size_t i = 0; commands[i] != NULL; i++) {
        size_t d = text_distance(word, commands[i]->name);
        if (commands[i]->about != NULL && d < distance) {
            distance = d;
            nearest = commands[i]->name;
        }
    }
    return nearest;
}

static int run_command(struct program *program, const struct command *command,
                       int argc, char **argv)
{
    /* argp names the program after argv[0] in its messages. */
    argv[0] = arena_printf(&program->arena, "assay %s", command->name);
    return command->run(program, argc, argv);
}

static int dispatch(struct program *program, int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    const struct command *command = find(word);

    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0 ||
        strcmp(word, "help") == 0)
        return print_help(program);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return print_version(program);
    if (command != NULL)
        return run_command(program, command, argc - 1, argv + 1);
    if (word[0] != '\0' && word[0] != '-' && strchr(word, '.') == NULL &&
        nearly(word) != NULL) {
        program_warn("unknown command '%s'; did you mean '%s'?", word,
                     nearly(word));
        return EXIT_USAGE;
    }
    return run_command(program, find("run"), argc, argv);
}

int main(int argc, char **argv)
{
    struct program program = { .argc = argc, .supervisor = -1 };
    int status;

    program.stop = signals_install();
    program.argv = malloc(((size_t)argc + 1) * sizeof(*argv));
    if (program.argv == NULL)
        return EXIT_UNMEASURED;
    memcpy(program.argv, argv, ((size_t)argc + 1) * sizeof(*argv));
    arena_init(&program.arena);
    status = dispatch(&program, argc, argv);
    (void)fflush(NULL);
    /* Whoever reads us to the end, as "$(assay)" does, is not to wait for what the kernel
     * has yet to free. What could be lost was told before. */
    (void)close(STDOUT_FILENO);
    (void)close(STDERR_FILENO);
    supervise_tell(&program, status);
    /* Not exit(): a thread may hang in a disk for ever, and nothing of ours is
     * left to clean up. */
    _exit(status);
}
