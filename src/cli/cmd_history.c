/* assay history: stored runs, trends, change points. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/keep.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/transfer.h"
#include "report/stored.h"
#include "result/json.h"
#include "result/result.h"
#include "result/stored.h"
#include "store/history.h"
#include "store/trend.h"

enum {
    KEY_FILE = 0x200,
    KEY_HOST,
    KEY_TARGET,
    KEY_KEEP,
    KEY_BEFORE,
    MOST_NAMES = 1024
};

struct history_input {
    struct options_report report;
    const char *file; /* NULL: where the environment says */
    const char *host;
    const char *target;
    const char *before;
    uint64_t keep;  /* UINT64_MAX: all */
    uint64_t limit; /* 0: the action's own */
    const char *action;
    const char *names[MOST_NAMES];
    size_t name_count;
};

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "Which runs:", 1 },
    { "file", KEY_FILE, "FILE", 0,
      "The history (default: $ASSAY_HISTORY, else assay/history.db in "
      "$XDG_STATE_HOME or ~/.local/state)",
      1 },
    { "host", KEY_HOST, "HOST", 0,
      "list, trend, prune: only this host, by its name or id", 1 },
    { "target", KEY_TARGET, "DIR", 0, "trend: the tested directory", 1 },
    { "limit", 'n', "N", 0, "list, trend: only the newest N runs", 1 },
    { "keep", KEY_KEEP, "N", 0, "prune: keep the newest N runs", 1 },
    { "before", KEY_BEFORE, "DATE", 0,
      "prune: remove what began before DATE, as in 2026-01-31", 1 },
    { 0 },
};

static uint64_t count_of(struct argp_state *state, const char *argument)
{
    uint64_t count = 0;
    struct err err;

    if (number_u64(argument, &count, &err) < 0)
        argp_error(state, "%s", err.text);
    return count;
}

/* Times are compared as text, so the form matters. */
static const char *date_of(struct argp_state *state, const char *argument)
{
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    size_t length = strlen(argument);
    bool good = length == 10 || length == sizeof(form) - 1;

    for (size_t i = 0; good && i < length; i++)
        good = form[i] == 'd' ? argument[i] >= '0' && argument[i] <= '9'
                              : argument[i] == form[i];
    if (!good)
        argp_error(state, "'%s' is not a date such as 2026-01-31", argument);
    return argument;
}

static void add_name(struct argp_state *state, struct history_input *input,
                     const char *argument)
{
    if (input->action == NULL)
        input->action = argument;
    else if (input->name_count == MOST_NAMES)
        argp_error(state, "more than %d names", MOST_NAMES);
    else
        input->names[input->name_count++] = argument;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct history_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->report;
        return 0;
    case KEY_FILE:
        input->file = argument;
        return 0;
    case KEY_HOST:
        input->host = argument;
        return 0;
    case KEY_TARGET:
        input->target = argument;
        return 0;
    case KEY_KEEP:
        input->keep = count_of(state, argument);
        return 0;
    case KEY_BEFORE:
        input->before = date_of(state, argument);
        return 0;
    case 'n':
        input->limit = count_of(state, argument);
        if (input->limit == 0)
            argp_error(state, "--limit: must be more than 0");
        return 0;
    case ARGP_KEY_ARG:
        add_name(state, input, argument);
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
    .args_doc = "[list|show RUN|trend ID|export|import FILE...|prune]",
    .doc =
        "Look at the runs that --save or $ASSAY_HISTORY kept.\n\n"
        "  assay history                      the runs, newest first\n"
        "  assay history show latest          one run as its report\n"
        "  assay history trend cpu.blake2b    how a score went, what changed\n"
        "  assay history export >all.jsonl    every run, one document a line\n"
        "  assay history import r.json b.db   add results, exports, histories\n"
        "  assay history prune --keep 100     forget all but the newest\n\n"
        "RUN is the beginning of a run's id, or 'latest'. ID is a benchmark, "
        "as in 'assay list benchmarks'.",
    .children = children,
};

/* Options that not every action has a use for: one that went unheard could make prune
 * forget what was to stay. */
enum takes {
    TAKES_HOST = 1,
    TAKES_TARGET = 2,
    TAKES_LIMIT = 4,
    TAKES_KEEP = 8,
    TAKES_BEFORE = 16,
    TAKES_FORMAT = 32,
    TAKES_OUTPUT = 64,
};

/* One action of the command. */
struct action {
    const char *name;
    unsigned takes; /* of enum takes */
    size_t least_names;
    size_t most_names;
    const char *missing; /* what to say when there are too few */
    bool begins;         /* makes the history when there is none */
    int (*run)(struct program *program, struct history *history,
               const struct history_input *input, struct err *err);
};

static bool wants_json(const struct history_input *input)
{
    return input->report.format != NULL &&
           strcmp(input->report.format, "json") == 0;
}

/* Lists and trends have two forms only, on standard output. */
static int check_form(const struct history_input *input, struct err *err)
{
    const char *format = input->report.format;

    if (input->report.output_count > 0)
        return err_set(err, ERR_USAGE,
                       "only 'assay history show' writes to files");
    if (format != NULL && strcmp(format, "json") != 0 &&
        strcmp(format, "text") != 0)
        return err_set(err, ERR_USAGE, "this prints as text or json, not as %s",
                       format);
    return 0;
}

static int list(struct program *program, struct history *history,
                const struct history_input *input, struct err *err)
{
    const struct history_query query = { input->host, input->limit };
    const struct report_options shown = output_terminal(&input->report);
    struct stored_run *runs;
    struct text text;
    size_t count;

    if (check_form(input, err) < 0 ||
        history_list(history, &query, &program->arena, &runs, &count, err) < 0)
        return program_fail(err);
    if (wants_json(input))
        return output_text(runs_to_json(runs, count, &program->arena));
    text_init(&text, &program->arena);
    stored_runs_text(runs, count, &shown, &text);
    return output_text(text.bytes);
}

static int show(struct program *program, struct history *history,
                const struct history_input *input, struct err *err)
{
    struct document *document = ARENA_NEW(&program->arena, struct document);
    char *json = NULL;

    if (history_load(history, input->names[0], &program->arena, &json, err) <
            0 ||
        document_from_json(json, strlen(json), &program->arena, document, err) <
            0)
        return program_fail(err);
    return output_document(program, &input->report, document);
}

static int trend(struct program *program, struct history *history,
                 const struct history_input *input, struct err *err)
{
    const struct report_options shown = output_terminal(&input->report);
    struct trend found;
    struct text text;

    if (check_form(input, err) < 0 ||
        history_scores(history, input->names[0], input->target, input->host,
                       input->limit, &program->arena, &found, err) < 0)
        return program_fail(err);
    trend_find_changes(&found, &program->arena);
    if (wants_json(input))
        return output_text(trend_to_json(&found, &program->arena));
    text_init(&text, &program->arena);
    stored_trend_text(&found, &shown, &text);
    return output_text(text.bytes);
}

static int export_all(struct program *program, struct history *history,
                      const struct history_input *input, struct err *err)
{
    (void)program;
    return check_form(input, err) < 0 ? program_fail(err)
                                      : transfer_export(history);
}

static int import_all(struct program *program, struct history *history,
                      const struct history_input *input, struct err *err)
{
    (void)program;
    (void)err; /* each file has its own */
    return transfer_import(history, input->names, input->name_count,
                           input->report.quiet);
}

static int prune(struct program *program, struct history *history,
                 const struct history_input *input, struct err *err)
{
    size_t removed = 0;
    size_t keep = input->keep == UINT64_MAX ? SIZE_MAX : (size_t)input->keep;

    (void)program;
    if (keep == SIZE_MAX && input->before == NULL) {
        (void)err_set(err, ERR_USAGE,
                      "prune what? Give --keep N, --before DATE, or both");
        return program_fail(err);
    }
    if (history_prune(history, keep, input->before, input->host, &removed,
                      err) < 0)
        return program_fail(err);
    if (!input->report.quiet)
        program_warn("%zu run%s removed", removed, removed == 1 ? "" : "s");
    return EXIT_MET;
}

static const struct action actions[] = {
    { "list", TAKES_HOST | TAKES_LIMIT | TAKES_FORMAT | TAKES_OUTPUT, 0, 0,
      NULL, false, list },
    { "show", TAKES_FORMAT | TAKES_OUTPUT, 1, 1,
      "show which run? Name one, or 'latest'", false, show },
    { "trend",
      TAKES_HOST | TAKES_TARGET | TAKES_LIMIT | TAKES_FORMAT | TAKES_OUTPUT, 1,
      1, "the trend of what? Name a benchmark", false, trend },
    { "export", TAKES_FORMAT | TAKES_OUTPUT, 0, 0, NULL, false, export_all },
    { "import", 0, 1, MOST_NAMES, "import what? Name at least one file", true,
      import_all },
    { "prune", TAKES_HOST | TAKES_KEEP | TAKES_BEFORE, 0, 0, NULL, false,
      prune },
};

enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };

static const struct action *find_action(const char *name, struct err *err)
{
    const struct action *nearest = NULL;
    size_t distance = 3;

    for (size_t i = 0; i < ACTIONS; i++) {
        size_t d = text_distance(name, actions[i].name);
        if (d == 0)
            return &actions[i];
        if (d < distance) {
            distance = d;
            nearest = &actions[i];
        }
    }
    if (nearest != NULL)
        (void)err_set(err, ERR_USAGE,
                      "a history cannot '%s'; did you mean '%s'?", name,
                      nearest->name);
    else
        (void)err_set(
            err, ERR_USAGE,
            "a history cannot '%s'; 'assay history --help' tells what", name);
    return NULL;
}

static int check_takes(const struct action *action,
                       const struct history_input *input, struct err *err)
{
    const struct {
        unsigned takes;
        bool given;
        const char *option;
    } rows[] = {
        { TAKES_HOST, input->host != NULL, "--host" },
        { TAKES_TARGET, input->target != NULL, "--target" },
        { TAKES_LIMIT, input->limit > 0, "--limit" },
        { TAKES_KEEP, input->keep != UINT64_MAX, "--keep" },
        { TAKES_BEFORE, input->before != NULL, "--before" },
        { TAKES_FORMAT, input->report.format != NULL, "--format" },
        { TAKES_OUTPUT, input->report.output_count > 0, "--output" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].given && (action->takes & rows[i].takes) == 0)
            return err_set(err, ERR_USAGE,
                           "'assay history %s' has no use for %s", action->name,
                           rows[i].option);
    }
    return 0;
}

static const struct action *choose_action(const struct history_input *input,
                                          struct err *err)
{
    const struct action *action =
        find_action(input->action != NULL ? input->action : "list", err);

    if (action == NULL)
        return NULL;
    if (input->name_count < action->least_names) {
        (void)err_set(err, ERR_USAGE, "%s", action->missing);
        return NULL;
    }
    if (input->name_count > action->most_names) {
        (void)err_set(err, ERR_USAGE, "'%s' is one name too many",
                      input->names[action->most_names]);
        return NULL;
    }
    return check_takes(action, input, err) == 0 ? action : NULL;
}

static int run(struct program *program, int argc, char **argv)
{
    struct history_input *input =
        ARENA_NEW(&program->arena, struct history_input);
    const struct action *action;
    struct history history;
    struct err err;
    bool done;
    int status;

    options_report_init(&input->report);
    input->keep = UINT64_MAX;
    status = command_parse(&argp, argc, argv, input, &done);
    if (done)
        return status;
    action = choose_action(input, &err);
    if (action == NULL)
        return program_fail(&err);
    status = output_check(&input->report);
    if (status != EXIT_MET)
        return status;
    if (history_open(keep_path(program, input->file), action->begins, &history,
                     &err) < 0)
        return program_fail(&err);
    status = action->run(program, &history, input, &err);
    history_release(&history);
    return status;
}

const struct command command_history = {
    .name = "history",
    .about = "stored runs, trends, change points",
    .argp = &argp,
    .run = run,
};
