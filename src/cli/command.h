/* The commands. Each is one file `cmd_<name>.c` that exports one `const struct
 * command`, and one line in `commands.h`. */
#ifndef ASSAY_CLI_COMMAND_H
#define ASSAY_CLI_COMMAND_H

#include <argp.h>
#include <stdbool.h>

struct program;

struct command {
    const char *name;
    const char *about; /* one sentence for `assay --help`; NULL: not listed */
    const struct argp *argp; /* options; help, completions, manual follow */

    /* Runs it on its own arguments (argv[0] is "assay <name>"). Returns the exit
     * status. */
    int (*run)(struct program *program, int argc, char **argv);
};

/* All commands in the order of the help; ends with NULL. */
extern const struct command *const commands[];

/* Parses a command's arguments with its argp. Wrong usage prints one line with the
 * nearest known option and where help is, and returns EXIT_USAGE; `-h` and
 * `--help` print the help and set `*ret_done`. Returns 0 when the command should
 * go on. */
int command_parse(const struct argp *argp, int argc, char **argv, void *input,
                  bool *ret_done);

#endif
