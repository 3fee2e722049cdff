/* assay quickbench: Quickbench's report of this host and the working directory. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "bench/catalogue.h"
#include "cli/command.h"
#include "cli/keep.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/session.h"
#include "result/result.h"

enum { USUAL_SECONDS = 30, FEW_SECONDS = 10, DAY = 24 * 3600 };

/* What the report shows, in its order. */
static const char *const shown[] = {
    "cpu.scaling",      "memory.read",      "memory.read.all",
    "disk.write.4k.q1", "disk.write.4k.q4", "disk.write.4k.q16",
    "disk.read.4k.q1",  "disk.read.4k.q4",  "disk.read.4k.q16",
    "disk.write.1m.q1", "disk.write.1m.q4", "disk.write.1m.q16",
    "disk.read.1m.q1",  "disk.read.1m.q4",  "disk.read.1m.q16",
};

enum { SHOWN = sizeof(shown) / sizeof(shown[0]) };

/* Disk writes keep to slices of 0.2 s: longer ones of a fast disk would reach the limit
 * on all writes after a round or two, and the last lines would have no figures. */
static const double write_seconds = 6.2;

struct quickbench_input {
    uint64_t seconds;
    bool few;
    struct options_measure measure;
    struct options_report report;
    struct options_keep keep;
};

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "How to measure:", 2 },
    { "dir", 'd', "DIR", 0,
      "Test the storage of DIR (default: the working directory)", 2 },
    { 0 },
};

static void set_seconds(struct argp_state *state,
                        struct quickbench_input *input, const char *argument)
{
    struct err err;

    if (state->arg_num > 0)
        argp_error(state, "unexpected '%s'", argument);
    if (number_u64(argument, &input->seconds, &err) < 0 ||
        input->seconds == 0 || input->seconds > DAY)
        argp_error(state, "'%.40s' is no whole number of seconds from 1 to %d",
                   argument, DAY);
    input->few = input->seconds < FEW_SECONDS;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct quickbench_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->measure;
        state->child_inputs[1] = &input->report;
        state->child_inputs[2] = &input->keep;
        return 0;
    case ARGP_KEY_ARG:
        set_seconds(state, input, argument);
        return 0;
    case 'd': /* one: its report has no place for a second */
        input->measure.dirs[0] = argument;
        input->measure.dir_count = 1;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    { &options_bounds_argp, 0, NULL, 0 },
    { &options_report_argp, 0, NULL, 0 },
    { &options_keep_argp, 0, NULL, 0 },
    { 0 },
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[SECONDS]",
    .doc =
        "Print Quickbench's report of this host and of one disk."
        "\v"
        "SECONDS (default 30) is the longest that any one loop runs; it ends "
        "early once its figure is certain. Under 10 the figures may be "
        "unreliable; 30 or more make them meaningful. Exit status: 0, or 4 "
        "when a line could not be measured.",
    .children = children,
};

static double loop_seconds(const struct quickbench_input *input, const char *id)
{
    double seconds = (double)input->seconds;

    return text_starts(id, "disk.write.") ? fmin(seconds, write_seconds)
                                          : seconds;
}

/* Every wish is named: nothing is left out for the time. */
static int make_wishes(struct quickbench_input *input,
                       struct plan_wish wishes[SHOWN], struct err *err)
{
    const double setup_s = 20; /* buffers and the disk's file */
    /* Widths of cpu.scaling are a loop each: twice that many CPUs in one more. */
    const double most_widths = 14;

    for (size_t i = 0; i < SHOWN; i++) {
        wishes[i] =
            (struct plan_wish){ .named = true,
                                .seconds = loop_seconds(input, shown[i]) };
        if (bench_find(shown[i], &wishes[i].choice, err) < 0)
            return -1;
    }
    input->measure.budget_s =
        setup_s + ((double)SHOWN + most_widths) * (double)input->seconds;
    return 0;
}

static int measure(struct program *program, struct quickbench_input *input,
                   struct document *document, bool *ret_done, struct err *err)
{
    struct plan_wish wishes[SHOWN];
    const struct session_order order = { &input->measure, wishes, SHOWN,
                                         input->report.quiet };

    if (make_wishes(input, wishes, err) < 0)
        return -1;
    if (input->few && input->measure.replay == NULL && !input->report.quiet)
        program_warn(
            "loops of under %d s may give unreliable results; use 30 or "
            "more for meaningful statistics",
            FEW_SECONDS);
    return session_run(program, &order, document, ret_done, err);
}

static int run(struct program *program, int argc, char **argv)
{
    struct quickbench_input input = { .seconds = USUAL_SECONDS };
    struct document *document = ARENA_NEW(&program->arena, struct document);
    struct err err;
    bool done;
    int status;

    options_measure_init(&input.measure);
    options_report_init(&input.report);
    input.measure.no_host_name = true;
    status = command_parse(&argp, argc, argv, &input, &done);
    if (done)
        return status;
    if (input.report.format == NULL)
        input.report.format = "quickbench";
    status = output_check(&input.report);
    if (status != EXIT_MET)
        return status;
    if (measure(program, &input, document, &done, &err) < 0)
        return program_fail(&err);
    if (done)
        return EXIT_MET;
    status = output_document(program, &input.report, document);
    return exit_worse(status, keep_document(program, &input.keep, document));
}

const struct command command_quickbench = {
    .name = "quickbench",
    .about = "Quickbench's report, section for section",
    .argp = &argp,
    .run = run,
};
