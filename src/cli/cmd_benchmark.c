/* assay benchmark machine: the words as a node's own command line has them. */
#include <string.h>

#include "base/arena.h"
#include "cli/command.h"
#include "cli/program.h"

extern const struct command command_machine;

static int run(struct program *program, int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "machine") != 0) {
        program_warn("the only benchmark command is 'assay benchmark machine'");
        return EXIT_USAGE;
    }
    argv[1] = arena_printf(&program->arena, "%s machine", argv[0]);
    return command_machine.run(program, argc - 1, argv + 1);
}

const struct command command_benchmark = {
    .name = "benchmark",
    .run = run,
};
