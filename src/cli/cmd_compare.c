/* assay compare: differences that exceed the noise of both runs. */
#include <math.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/unknown.h"
#include "cli/command.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "result/comparison.h"
#include "result/result.h"
#include "store/compare.h"

enum { KEY_NO_HOST_NAME = 0x200, KEY_FAIL, MOST_FILES = 1024 };

struct compare_input {
    struct options_report report;
    bool no_host_name;
    double slower; /* share that is one too many; NaN: nothing fails */
    const char *paths[MOST_FILES];
    size_t path_count;
};

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "What to find out:", 1 },
    { "fail-if-slower", KEY_FAIL, "PERCENT", 0,
      "Exit with 1 when something is slower by more than PERCENT for sure, "
      "with 3 "
      "when it may be, with 4 when something failed in a new run or nothing "
      "can "
      "be compared",
      1 },
    { "no-host-name", KEY_NO_HOST_NAME, NULL, 0, "Leave the hosts' names out",
      1 },
    { 0 },
};

static void set_slower(struct argp_state *state, struct compare_input *input,
                       const char *argument)
{
    double percent = 0;
    struct err err;

    if (number_double(argument, &percent, &err) < 0)
        argp_error(state, "--fail-if-slower: %s", err.text);
    else if (percent < 0 || percent >= 100)
        argp_error(state, "--fail-if-slower: '%s' is not from 0 up to 100",
                   argument);
    input->slower = percent / 100;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct compare_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->report;
        return 0;
    case KEY_FAIL:
        set_slower(state, input, argument);
        return 0;
    case KEY_NO_HOST_NAME:
        input->no_host_name = true;
        return 0;
    case ARGP_KEY_ARG:
        if (input->path_count == MOST_FILES)
            argp_error(state, "more than %d results", MOST_FILES);
        input->paths[input->path_count++] = argument;
        return 0;
    case ARGP_KEY_END:
        if (input->path_count < 2)
            argp_error(state, "name two results: the base, and what is new");
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
    .args_doc = "BASE NEW...",
    .doc =
        "Show which scores of NEW differ from BASE by more than the noise of "
        "both.\n\n"
        "  assay compare old.json new.json\n"
        "  assay compare old.json new.json -f markdown   for an issue\n"
        "  assay compare old.json new.json --fail-if-slower 10\n\n"
        "BASE and NEW are JSON documents that runs wrote; '-' is standard "
        "input. "
        "Each NEW is compared with BASE.",
    .children = children,
};

static int load(struct program *program, const struct compare_input *input,
                const char *path, struct document *ret_document)
{
    struct err err;

    if (load_document(path, &program->arena, ret_document, &err) < 0)
        return program_fail(&err);
    if (input->no_host_name)
        ret_document->host.name = NULL;
    return EXIT_MET;
}

static int status_of(const struct compare_input *input,
                     const struct comparison *comparison)
{
    int status = EXIT_MET;

    if (!known_double(input->slower))
        return EXIT_MET;
    switch (compare_ruling(comparison, input->slower)) {
    case RULING_MISSED:
        status = EXIT_MISSED;
        break;
    case RULING_UNCLEAR:
        status = EXIT_UNDECIDED;
        break;
    case RULING_MET:
        break;
    }
    return compare_is_lacking(comparison) ? exit_worse(status, EXIT_UNMEASURED)
                                          : status;
}

/* Compares all before anything is printed: a file that cannot be read leaves no
 * half of a report. */
static int compare_all(struct program *program,
                       const struct compare_input *input,
                       struct comparison *list, int *ret_ruling)
{
    struct document *base = ARENA_NEW(&program->arena, struct document);
    int status = load(program, input, input->paths[0], base);

    for (size_t i = 1; i < input->path_count && status == EXIT_MET; i++) {
        struct document *now = ARENA_NEW(&program->arena, struct document);
        status = load(program, input, input->paths[i], now);
        if (status != EXIT_MET)
            break;
        compare_documents(base, input->paths[0], now, input->paths[i],
                          &program->arena, &list[i - 1]);
        *ret_ruling = exit_worse(*ret_ruling, status_of(input, &list[i - 1]));
    }
    return status;
}

static int run(struct program *program, int argc, char **argv)
{
    struct compare_input *input =
        ARENA_NEW(&program->arena, struct compare_input);
    struct comparison *list;
    int ruling = EXIT_MET;
    bool done;
    int status;

    options_report_init(&input->report);
    input->slower = UNKNOWN_DOUBLE;
    status = command_parse(&argp, argc, argv, input, &done);
    if (done)
        return status;
    status = output_check(&input->report);
    if (status != EXIT_MET)
        return status;
    list =
        ARENA_ARRAY(&program->arena, struct comparison, input->path_count - 1);
    status = compare_all(program, input, list, &ruling);
    if (status != EXIT_MET)
        return status;
    status = output_comparisons(program, &input->report, list,
                                input->path_count - 1);
    return exit_worse(status, ruling);
}

const struct command command_compare = {
    .name = "compare",
    .about = "differences that exceed the noise of both runs",
    .argp = &argp,
    .run = run,
};
