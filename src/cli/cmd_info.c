/* assay info: the host's facts, nothing measured. */
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/command.h"
#include "cli/facts.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "result/result.h"

enum { KEY_NO_HOST_NAME = 0x200, KEY_SYSROOT };

struct info_input {
    struct options_report report;
    const char *dirs[OPTIONS_MOST_DIRS];
    size_t dir_count;
    bool no_host_name;
    const char *sysroot;
};

static const struct argp_option options[] = {
    { "dir", 'd', "DIR", 0, "Also tell where DIR is stored; may be repeated",
      1 },
    { "no-host-name", KEY_NO_HOST_NAME, NULL, 0, "Leave the host's name out",
      1 },
    { "sysroot", KEY_SYSROOT, "DIR", 0,
      "Read the facts of another machine from files captured below DIR", 1 },
    { 0 },
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct info_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->report;
        return 0;
    case 'd':
        if (input->dir_count == OPTIONS_MOST_DIRS)
            argp_error(state, "more than %d directories", OPTIONS_MOST_DIRS);
        input->dirs[input->dir_count++] = argument;
        return 0;
    case KEY_NO_HOST_NAME:
        input->no_host_name = true;
        return 0;
    case KEY_SYSROOT:
        input->sysroot = argument;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected '%s'", argument);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    { &options_report_argp, 0, NULL, 0 },
    { 0 },
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .doc = "Print what this host is; measure nothing.\n\n"
           "  assay info             the facts, for people\n"
           "  assay info --json      the same, for programs\n"
           "  assay info -d /srv     also what /srv is stored on",
    .children = children,
};

static int gather(struct program *program, const struct info_input *input,
                  struct document *document, struct err *err)
{
    const struct facts_order order = { input->sysroot, input->dirs,
                                       input->dir_count, input->no_host_name };

    return facts_gather(program, &order, document, err);
}

static int run(struct program *program, int argc, char **argv)
{
    struct info_input input = { 0 };
    struct document *document = ARENA_NEW(&program->arena, struct document);
    struct err err;
    bool done;
    int status;

    options_report_init(&input.report);
    status = command_parse(&argp, argc, argv, &input, &done);
    if (done)
        return status;
    status = output_check(&input.report);
    if (status != EXIT_MET)
        return status;
    if (gather(program, &input, document, &err) < 0)
        return program_fail(&err);
    return output_document(program, &input.report, document);
}

const struct command command_info = {
    .name = "info",
    .about = "the host's facts only, in under 0.1 s",
    .argp = &argp,
    .run = run,
};
