/* assay run: gauges this host. */
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "bench/catalogue.h"
#include "cli/command.h"
#include "cli/keep.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/session.h"
#include "result/result.h"

enum { MOST_WISHES = 512 };

struct run_input {
    struct program *program;
    struct options_measure measure;
    struct options_report report;
    struct options_keep keep;
    struct plan_wish *wishes;
    size_t wish_count;
};

static void add_wish(void *context, const struct bench_choice *choice)
{
    struct run_input *input = context;

    for (size_t i = 0; i < input->wish_count; i++) {
        if (strcmp(input->wishes[i].choice.id, choice->id) == 0)
            return;
    }
    if (input->wish_count < MOST_WISHES)
        input->wishes[input->wish_count++] =
            (struct plan_wish){ .choice = *choice, .named = true };
}

static void select_wishes(struct argp_state *state, struct run_input *input,
                          const char *selection)
{
    struct err err;

    if (bench_select(selection, add_wish, input, &err) < 0)
        argp_error(state, "%s", err.text);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct run_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->measure;
        state->child_inputs[1] = &input->report;
        state->child_inputs[2] = &input->keep;
        return 0;
    case ARGP_KEY_ARG:
        select_wishes(state, input, argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    { &options_measure_argp, 0, NULL, 0 },
    { &options_report_argp, 0, NULL, 0 },
    { &options_keep_argp, 0, NULL, 0 },
    { 0 },
};

static const struct argp argp = {
    .parser = parse,
    .args_doc = "[SELECT...]",
    .doc =
        "Gauge this host: what it is, and how fast its CPU, memory and storage "
        "are.\n\n"
        "  assay                       most of it, in about a minute\n"
        "  assay --quick               the main figures, in 15 s\n"
        "  assay --thorough            everything, in about 4 min\n"
        "  assay run cpu memory.read   the CPU, and the memory's read rate\n"
        "  assay -d /srv -o r.json     test the disk behind /srv, keep the "
        "result\n\n"
        "SELECT is a benchmark or the front of its name ('assay list').",
    .children = children,
};

/* Without a selection the depth decides; what it runs may be left out for time. */
static void default_wishes(struct run_input *input)
{
    if (input->wish_count == 0)
        input->wish_count = plan_default_wishes(
            input->measure.depth, &input->program->arena, &input->wishes);
}

static int run(struct program *program, int argc, char **argv)
{
    struct run_input input = { .program = program };
    struct document *document = ARENA_NEW(&program->arena, struct document);
    struct err err;
    bool done;
    int status;

    options_measure_init(&input.measure);
    options_report_init(&input.report);
    input.wishes = ARENA_ARRAY(&program->arena, struct plan_wish, MOST_WISHES);
    status = command_parse(&argp, argc, argv, &input, &done);
    if (done)
        return status;
    default_wishes(&input);
    status = output_check(&input.report);
    if (status != EXIT_MET)
        return status;
    const struct session_order order = { &input.measure, input.wishes,
                                         input.wish_count, input.report.quiet };
    if (session_run(program, &order, document, &done, &err) < 0)
        return program_fail(&err);
    if (done)
        return EXIT_MET;
    status = output_document(program, &input.report, document);
    return exit_worse(status, keep_document(program, &input.keep, document));
}

const struct command command_run = {
    .name = "run",
    .about = "gauge this host (the default)",
    .argp = &argp,
    .run = run,
};
