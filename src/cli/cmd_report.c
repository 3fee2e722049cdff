/* assay report: prints stored results in another format. */
#include "base/arena.h"
#include "base/err.h"
#include "cli/command.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "result/result.h"

enum { KEY_NO_HOST_NAME = 0x200, MOST_FILES = 1024 };

struct report_input {
    struct options_report report;
    bool no_host_name;
    const char *paths[MOST_FILES];
    size_t path_count;
};

static const struct argp_option options[] = {
    { "no-host-name", KEY_NO_HOST_NAME, NULL, 0, "Leave the host's name out",
      1 },
    { 0 },
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct report_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->report;
        return 0;
    case KEY_NO_HOST_NAME:
        input->no_host_name = true;
        return 0;
    case ARGP_KEY_ARG:
        if (input->path_count == MOST_FILES)
            argp_error(state, "more than %d results", MOST_FILES);
        input->paths[input->path_count++] = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which result? Name at least one file");
        return EINVAL;
    case ARGP_KEY_SUCCESS: /* the second would replace the first */
        if (input->path_count > 1 && input->report.output_count > 0)
            argp_error(state, "-o takes one result at a time, not %zu",
                       input->path_count);
        return 0;
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
    .args_doc = "RESULT...",
    .doc = "Print stored results in another format.\n\n"
           "  assay report r.json                 for the terminal\n"
           "  assay report r.json -f markdown     a table for a forum\n"
           "  assay report r.json -o r.html       a page with charts\n\n"
           "RESULT is a JSON document that a run wrote; '-' is standard input.",
    .children = children,
};

static int print_one(struct program *program, const struct report_input *input,
                     const char *path)
{
    struct document *document = ARENA_NEW(&program->arena, struct document);
    struct err err;

    if (load_document(path, &program->arena, document, &err) < 0)
        return program_fail(&err);
    if (input->no_host_name)
        document->host.name = NULL;
    return output_document(program, &input->report, document);
}

static int run(struct program *program, int argc, char **argv)
{
    struct report_input *input =
        ARENA_NEW(&program->arena, struct report_input);
    bool done;
    int status;

    options_report_init(&input->report);
    status = command_parse(&argp, argc, argv, input, &done);
    if (done)
        return status;
    status = output_check(&input->report);
    if (status != EXIT_MET)
        return status;
    for (size_t i = 0; i < input->path_count && status != EXIT_USAGE; i++)
        status = exit_worse(status, print_one(program, input, input->paths[i]));
    return status;
}

const struct command command_report = {
    .name = "report",
    .about = "print stored results in another format",
    .argp = &argp,
    .run = run,
};
