#include "cli/options.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/number.h"
#include "base/unknown.h"
#include "report/report.h"

enum {
    KEY_QUICK = 0x100,
    KEY_THOROUGH,
    KEY_PRECISION,
    KEY_SPACE,
    KEY_SIZE,
    KEY_MAX_WRITTEN,
    KEY_NO_HOST_NAME,
    KEY_DRY_RUN,
    KEY_REPLAY,
    KEY_DEVICE,
    KEY_SEED,
    KEY_JSON,
    KEY_NO_COLOR,
};

/* The order of the rounds is the same in every run unless asked otherwise. */
static const uint64_t usual_seed = 1;

void options_measure_init(struct options_measure *options)
{
    *options = (struct options_measure){
        .depth = DEPTH_DEFAULT,
        .precision = UNKNOWN_DOUBLE,
        .seed = usual_seed,
    };
}

void options_report_init(struct options_report *options)
{
    *options = (struct options_report){ 0 };
}

static const struct argp_option measure_options[] = {
    { NULL, 0, NULL, 0, "How to measure:", 2 },
    { "dir", 'd', "DIR", 0,
      "Test the storage of DIR (default: the working directory); may be "
      "repeated, or 'all' for every writable disk",
      2 },
    { "device", KEY_DEVICE, "DEV", 0,
      "Read-test the block device DEV; it is never written to", 2 },
    { "time", 't', "SECONDS", 0,
      "Budget of the whole run (default 60; 15 with --quick, 240 with "
      "--thorough)",
      2 },
    { "quick", KEY_QUICK, NULL, 0, "The main figures in about 15 s", 2 },
    { "thorough", KEY_THOROUGH, NULL, 0, "Everything, in about 4 min", 2 },
    { "precision", KEY_PRECISION, "PERCENT", 0,
      "End a step once its interval is this narrow", 2 },
    { 0 },
};

static const struct argp_option bounds_options[] = {
    { "space", KEY_SPACE, "BYTES", 0,
      "Disk space to use at the most, of all directories together, such as "
      "512MiB",
      2 },
    { "size", KEY_SIZE, "BYTES", 0, "Size of the file that is tested", 2 },
    { "max-written", KEY_MAX_WRITTEN, "BYTES", 0,
      "Bytes to write at the most, in all directories together (default 8GiB)",
      2 },
    { "no-host-name", KEY_NO_HOST_NAME, NULL, 0,
      "Leave the host's name out of all reports", 2 },
    { "replay", KEY_REPLAY, "FILE", 0,
      "Take the samples from a stored result instead of measuring", 2 },
    { "dry-run", KEY_DRY_RUN, NULL, 0,
      "Print the plan (steps, seconds, bytes, memory) and stop", 2 },
    { "seed", KEY_SEED, "N", OPTION_HIDDEN, "Order of the rounds", 2 },
    { 0 },
};

static int whole(const char *text, uint64_t *ret_value)
{
    struct err err;

    return number_u64(text, ret_value, &err);
}

static void set_size(struct argp_state *state, const char *option,
                     const char *text, uint64_t *ret_bytes)
{
    struct err err;
    uint64_t bytes;

    if (number_size(text, &bytes, &err) < 0)
        argp_error(state, "%s: %s", option, err.text);
    if (bytes == 0)
        argp_error(state, "%s: must be more than 0", option);
    *ret_bytes = bytes;
}

static double positive(struct argp_state *state, const char *option,
                       const char *text, double most)
{
    struct err err;
    double value = 0;

    if (number_double(text, &value, &err) < 0)
        argp_error(state, "%s: %s", option, err.text);
    if (!(value > 0) || value > most)
        argp_error(state, "%s: must be more than 0 and at most %.0f", option,
                   most);
    return value;
}

static void add_dir(struct argp_state *state, struct options_measure *options,
                    const char *path)
{
    if (options->dir_count == OPTIONS_MOST_DIRS)
        argp_error(state, "more than %d directories", OPTIONS_MOST_DIRS);
    options->dirs[options->dir_count++] = path;
}

static error_t parse_measure(int key, char *argument, struct argp_state *state)
{
    const double day = 24 * 3600;
    struct options_measure *options = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = options;
        return 0;
    case 'd':
        add_dir(state, options, argument);
        return 0;
    case KEY_DEVICE:
        options->device = argument;
        return 0;
    case 't':
        options->budget_s = positive(state, "--time", argument, day);
        return 0;
    case KEY_QUICK:
        options->depth = DEPTH_QUICK;
        return 0;
    case KEY_THOROUGH:
        options->depth = DEPTH_THOROUGH;
        return 0;
    case KEY_PRECISION:
        options->precision =
            positive(state, "--precision", argument, 100) / 100;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_bounds(int key, char *argument, struct argp_state *state)
{
    struct options_measure *options = state->input;

    switch (key) {
    case KEY_SPACE:
        set_size(state, "--space", argument, &options->space_bytes);
        return 0;
    case KEY_SIZE:
        set_size(state, "--size", argument, &options->size_bytes);
        return 0;
    case KEY_MAX_WRITTEN:
        set_size(state, "--max-written", argument, &options->max_written);
        return 0;
    case KEY_NO_HOST_NAME:
        options->no_host_name = true;
        return 0;
    case KEY_REPLAY:
        options->replay = argument;
        return 0;
    case KEY_DRY_RUN:
        options->dry_run = true;
        return 0;
    case KEY_SEED:
        if (whole(argument, &options->seed) < 0)
            argp_error(state, "--seed: '%s' is not a whole number", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp options_bounds_argp = {
    bounds_options, parse_bounds, NULL, NULL, NULL, NULL, NULL
};

static const struct argp_child measure_children[] = {
    { &options_bounds_argp, 0, NULL, 0 },
    { 0 },
};

const struct argp options_measure_argp = {
    measure_options, parse_measure, NULL, NULL, measure_children, NULL, NULL
};

static const struct argp_option report_options[] = {
    { NULL, 0, NULL, 0, "How to report:", 3 },
    { "format", 'f', "NAME", 0,
      "Format of standard output ('assay list formats')", 3 },
    { "json", KEY_JSON, NULL, 0, "The same as -f json", 3 },
    { "output", 'o', "FILE", 0,
      "Also write the report to FILE, in the format of its suffix; may be "
      "repeated",
      3 },
    { "quiet", 'q', NULL, 0, "No progress and no remarks", 3 },
    { "no-color", KEY_NO_COLOR, NULL, 0, "No colours", 3 },
    { 0 },
};

static void set_format(struct argp_state *state, struct options_report *options,
                       const char *name)
{
    if (report_find(name) == NULL)
        argp_error(state, "unknown format '%s'; 'assay list formats' names all",
                   name);
    options->format = name;
}

static void add_output(struct argp_state *state, struct options_report *options,
                       const char *path)
{
    if (options->output_count == OPTIONS_MOST_OUTPUTS)
        argp_error(state, "more than %d outputs", OPTIONS_MOST_OUTPUTS);
    if (report_for_path(path) == NULL)
        argp_error(state,
                   "no format is known by the suffix of '%s'; "
                   "'assay list formats' names all",
                   path);
    options->outputs[options->output_count++].path = path;
}

static error_t parse_report(int key, char *argument, struct argp_state *state)
{
    struct options_report *options = state->input;

    switch (key) {
    case 'f':
        set_format(state, options, argument);
        return 0;
    case KEY_JSON:
        options->format = "json";
        return 0;
    case 'o':
        add_output(state, options, argument);
        return 0;
    case 'q':
        options->quiet = true;
        return 0;
    case KEY_NO_COLOR:
        options->no_color = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp options_report_argp = {
    report_options, parse_report, NULL, NULL, NULL, NULL, NULL
};
