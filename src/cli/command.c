#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/program.h"

#define COMMAND(name) extern const struct command name;
#include "cli/commands.h"
#undef COMMAND

const struct command *const commands[] = {
#define COMMAND(name) &name,
#include "cli/commands.h"
#undef COMMAND
    NULL,
};

enum { KEY_HELP = 'h', KEY_USAGE = 0x1000, NEAR = 4 };

/* Wraps the command's own parser, to add `-h` (argp itself knows only --help). */
struct parse {
    const struct argp *argp;
    void *input;
    bool help;
};

static error_t parse_help(int key, char *argument, struct argp_state *state)
{
    struct parse *parse = state->input;

    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = parse->input;
        return 0;
    case KEY_HELP:
    case KEY_USAGE:
        parse->help = true;
        argp_state_help(state, stdout,
                        key == KEY_USAGE ? ARGP_HELP_USAGE
                                         : ARGP_HELP_STD_HELP &
                                               ~(unsigned)ARGP_HELP_EXIT_OK &
                                               ~(unsigned)ARGP_HELP_EXIT_ERR);
        return ECANCELED;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct nearest {
    const char *wanted;
    size_t length; /* of the wanted name */
    bool known;
    const char *name;
    size_t distance;
};

static void look_in(const struct argp *argp, struct nearest *nearest)
{
    for (const struct argp_option *option = argp->options;
         option != NULL &&
         (option->name != NULL || option->key != 0 || option->doc != NULL);
         option++) {
        char wanted[64] = { 0 };
        size_t distance;

        if (option->name == NULL)
            continue;
        if (strncmp(option->name, nearest->wanted, nearest->length) == 0)
            nearest->known = true; /* getopt takes unique beginnings */
        if (nearest->length >= sizeof(wanted))
            continue;
        memcpy(wanted, nearest->wanted, nearest->length);
        distance = text_distance(wanted, option->name);
        if (distance < nearest->distance) {
            nearest->distance = distance;
            nearest->name = option->name;
        }
    }
    for (const struct argp_child *child = argp->children;
         child != NULL && child->argp != NULL; child++)
        look_in(child->argp, nearest);
}

/* Says which option was meant; true when an unknown one was found. */
static bool unknown_option(const struct argp *argp, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        struct nearest nearest = { .distance = NEAR };

        if (!text_starts(argv[i], "--"))
            continue;
        nearest.wanted = argv[i] + 2;
        nearest.length = strcspn(nearest.wanted, "=");
        look_in(argp, &nearest);
        if (nearest.known)
            continue;
        if (nearest.name != NULL)
            program_warn("unknown option '%s'; did you mean '--%s'?", argv[i],
                         nearest.name);
        else
            program_warn("unknown option '%s'", argv[i]);
        return true;
    }
    return false;
}

static int help_status(void)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return EXIT_MET;
    program_warn("cannot write the help: %s", strerrordesc_np(errno));
    return EXIT_UNMEASURED;
}

int command_parse(const struct argp *argp, int argc, char **argv, void *input,
                  bool *ret_done)
{
    static const struct argp_option options[] = {
        { "help", KEY_HELP, NULL, 0, "Print this help", -1 },
        { "usage", KEY_USAGE, NULL, 0, "Print the usage in short", -1 },
        { 0 },
    };
    const struct argp_child children[] = { { argp, 0, NULL, 0 }, { 0 } };
    const struct argp whole = { options,  parse_help, NULL, NULL,
                                children, NULL,       NULL };
    struct parse parse = { argp, input, false };
    error_t rc;

    *ret_done = true;
    if (unknown_option(&whole, argc, argv)) {
        (void)fprintf(stderr, "Try '%s --help'.\n", argv[0]);
        return EXIT_USAGE;
    }
    argp_err_exit_status = EXIT_USAGE;
    rc = argp_parse(&whole, argc, argv, ARGP_NO_HELP, NULL, &parse);
    if (parse.help)
        return help_status();
    if (rc != 0)
        return rc == EINVAL ? EXIT_USAGE : EXIT_BUG;
    *ret_done = false;
    return EXIT_MET;
}
