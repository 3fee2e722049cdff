/* assay machine: the `benchmark machine` command of Substrate nodes, flag for flag.
 *
 * It keeps the original's rule (the mean against the minimum less a tolerance), its
 * table, summary and exit statuses, 0 or 1. Unlike it, it names the storage that it
 * tested, goes on after a hopeless metric, and leaves no files behind. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/text.h"
#include "base/unknown.h"
#include "cli/chain.h"
#include "cli/command.h"
#include "cli/keep.h"
#include "cli/machine_rows.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/profiles.h"
#include "cli/program.h"
#include "cli/session.h"
#include "judge/profile.h"
#include "judge/verdict.h"
#include "report/words.h"
#include "result/result.h"

enum {
    KEY_TOLERANCE = 0x400,
    KEY_VERIFY,
    KEY_HASH,
    KEY_MEMORY,
    KEY_DISK,
    KEY_ALLOW_FAIL,
    KEY_CHAIN,
    KEY_DEV,
    KEY_REQUIREMENTS,
    KEY_TABLE,
    KEY_STRICT,
    KEY_IGNORED,
    KEY_IGNORED_VALUE,
};

/* The original's status for every error of its own. */
enum { EXIT_ERROR = 1 };

/* Beyond these the original gives up: something is wrong with the measurement. */
static const double hopeless_low = 0.01;
static const double hopeless_high = 100;

struct machine_input {
    double tolerance; /* percent */
    double verify_s, hash_s, memory_s, disk_s;
    bool allow_fail;
    bool strict;
    bool logs; /* -l was seen: words behind it are its patterns */
    enum machine_look look;
    const char *chain;
    const char *requirements;
    const char *base_path;
    struct options_measure measure;
    struct options_report report;
    struct options_keep keep;
};

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "How to judge:", 1 },
    { "tolerance", KEY_TOLERANCE, "PERCENT", 0,
      "Shortfall to let pass (default 10)", 1 },
    { "allow-fail", KEY_ALLOW_FAIL, NULL, 0, "Exit with 0 whatever the result",
      1 },
    { "chain", KEY_CHAIN, "CHAIN", 0,
      "Requirements of a chain: its id, or a file with its specification or "
      "its requirements (default polkadot)",
      1 },
    { "dev", KEY_DEV, NULL, 0, "The same as --chain dev", 1 },
    { "requirements", KEY_REQUIREMENTS, "FILE", 0,
      "Requirements from this file", 1 },
    { "strict", KEY_STRICT, NULL, 0,
      "Judge by intervals, as 'assay check' does: pass, fail or open", 1 },
    { NULL, 0, NULL, 0, "How to measure:", 2 },
    { "base-path", 'd', "DIR", 0,
      "Directory that holds, or will hold, the node's data (default: the "
      "working directory)",
      2 },
    { "hash-duration", KEY_HASH, "SECONDS", 0,
      "Time for each BLAKE2-256 row (default 5)", 2 },
    { "verify-duration", KEY_VERIFY, "SECONDS", 0,
      "Time for SR25519-Verify (default 5)", 2 },
    { "memory-duration", KEY_MEMORY, "SECONDS", 0, "Time for Copy (default 5)",
      2 },
    { "disk-duration", KEY_DISK, "SECONDS", 0,
      "Time for each disk row (default 5)", 2 },
    { "table", KEY_TABLE, "LOOK", 0,
      "'newest' (default), or 'classic': the look of 2022; -f prints another "
      "format in place of the table",
      3 },
    { NULL, 0, NULL, 0, "Accepted and without effect, as there is no log:", 4 },
    { "log", 'l', "PATTERN...", 0, NULL, 4 },
    { "detailed-log-output", KEY_IGNORED, NULL, 0, NULL, 4 },
    { "disable-log-color", KEY_IGNORED, NULL, 0, NULL, 4 },
    { "enable-log-reloading", KEY_IGNORED, NULL, 0, NULL, 4 },
    { "tracing-targets", KEY_IGNORED_VALUE, "TARGETS", 0, NULL, 4 },
    { "tracing-receiver", KEY_IGNORED_VALUE, "RECEIVER", 0, NULL, 4 },
    { 0 },
};

static double number(struct argp_state *state, const char *option,
                     const char *argument)
{
    struct err err;
    double value = 0;

    if (number_double(argument, &value, &err) < 0)
        argp_error(state, "%s: %s", option, err.text);
    return value;
}

static double seconds(struct argp_state *state, const char *option,
                      const char *argument)
{
    const double day = 24 * 3600;
    double value = number(state, option, argument);

    if (value < 0 || value > day)
        argp_error(state, "%s: must be from 0 to %.0f", option, day);
    /* 0 means "once" there: the shortest that can be measured here. */
    return fmax(value, 1e-3);
}

static void set_look(struct argp_state *state, struct machine_input *input,
                     const char *word)
{
    input->look =
        strcmp(word, "classic") == 0 ? MACHINE_CLASSIC : MACHINE_NEWEST;
    if (input->look == MACHINE_NEWEST && strcmp(word, "newest") != 0)
        argp_error(state, "--table: '%s' is neither 'newest' nor 'classic'",
                   word);
}

static error_t parse_duration(int key, char *argument, struct argp_state *state)
{
    struct machine_input *input = state->input;

    switch (key) {
    case KEY_VERIFY:
        input->verify_s = seconds(state, "--verify-duration", argument);
        return 0;
    case KEY_HASH:
        input->hash_s = seconds(state, "--hash-duration", argument);
        return 0;
    case KEY_MEMORY:
        input->memory_s = seconds(state, "--memory-duration", argument);
        return 0;
    case KEY_DISK:
        input->disk_s = seconds(state, "--disk-duration", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct machine_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->measure;
        state->child_inputs[1] = &input->report;
        state->child_inputs[2] = &input->keep;
        return 0;
    case KEY_TOLERANCE:
        input->tolerance = number(state, "--tolerance", argument);
        return 0;
    case KEY_ALLOW_FAIL:
        input->allow_fail = true;
        return 0;
    case KEY_CHAIN:
        input->chain = argument;
        return 0;
    case KEY_DEV:
        input->chain = "dev";
        return 0;
    case KEY_REQUIREMENTS:
        input->requirements = argument;
        return 0;
    case KEY_STRICT:
        input->strict = true;
        return 0;
    case KEY_TABLE:
        set_look(state, input, argument);
        return 0;
    case 'd':
        input->base_path = argument;
        return 0;
    case 'l':
        input->logs = true;
        return 0;
    case KEY_IGNORED:
    case KEY_IGNORED_VALUE:
        return 0;
    case ARGP_KEY_ARG:
        if (!input->logs)
            argp_error(state, "unexpected '%s'", argument);
        return 0;
    default:
        return parse_duration(key, argument, state);
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
    .children = children,
    .doc =
        "Measure what Substrate's 'benchmark machine' measures, and judge by "
        "its rule.\n\n"
        "  assay machine --base-path /srv/node\n"
        "  assay benchmark machine --chain kusama --tolerance 5\n"
        "  assay machine --requirements reference_hardware.json --strict\n\n"
        "Run nothing else on the machine meanwhile. Run it several times for "
        "results to rely on. Test the disk that will hold the chain's data: "
        "name it with --base-path."
        "\v"
        "The score is the mean. A row that is clear of its minimum ends "
        "early. Exit status: 0 when all rows pass or with --allow-fail, else "
        "1; with --strict that of 'assay check'.",
};

/* The original makes the directory; here the nearest one that exists is tested,
 * which is on the same file system. */
static const char *existing_directory(const char *path, struct arena *arena)
{
    char *shorter = arena_strdup(arena, path);
    struct stat status;
    char *slash;

    while (stat(shorter, &status) < 0) {
        slash = strrchr(shorter, '/');
        if (slash == NULL)
            return ".";
        if (slash == shorter)
            return "/";
        *slash = '\0';
    }
    return shorter;
}

static double duration_of(const struct machine_input *input, const char *id)
{
    if (text_starts(id, "cpu.sr25519"))
        return input->verify_s;
    if (text_starts(id, "cpu."))
        return input->hash_s;
    return text_starts(id, "memory.") ? input->memory_s : input->disk_s;
}

static void set_times(const struct machine_input *input,
                      struct plan_wish *wishes, size_t count, double *ret_total)
{
    const double setup_s = 20; /* buffers, and the disk's preparations */

    *ret_total = setup_s;
    for (size_t i = 0; i < count; i++) {
        wishes[i].seconds = duration_of(input, wishes[i].choice.id);
        /* Odd as a recipe's last run is, it may overshoot its time. */
        *ret_total += 2 * wishes[i].seconds;
    }
}

static int find_requirements(const struct machine_input *input,
                             struct arena *arena, struct profile *profile,
                             struct err *err)
{
    const char *chain = input->chain != NULL ? input->chain : "polkadot";
    int rc = input->requirements != NULL
                 ? profiles_load(input->requirements, arena, profile, err)
                 : chain_requirements(chain, arena, profile, err);

    if (rc < 0)
        return -1;
    if (!input->report.quiet)
        profiles_warn(profile);
    machine_keep_rows(profile, arena);
    if (profile->count == 0)
        return err_set(err, ERR_USAGE,
                       "profile '%.100s' asks for nothing that this command "
                       "measures; try 'assay check'",
                       profile->name);
    return 0;
}

static int measure(struct program *program, const struct machine_input *input,
                   const struct profile *profile,
                   const struct judge_options *judge, struct document *document,
                   bool *ret_done, struct err *err)
{
    struct options_measure how = input->measure;
    struct session_order order = { .options = &how,
                                   .quiet = input->report.quiet };
    struct plan_wish *wishes = NULL;

    if (input->base_path != NULL) {
        how.dirs[0] = existing_directory(input->base_path, &program->arena);
        how.dir_count = 1;
    }
    if (profiles_wishes(profile, 1, judge, &program->arena, &wishes,
                        &order.wish_count, err) < 0)
        return -1;
    set_times(input, wishes, order.wish_count, &how.budget_s);
    order.wishes = wishes;
    return session_run(program, &order, document, ret_done, err);
}

static size_t count_marks(const struct machine_row *rows, size_t count,
                          enum machine_mark mark)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        n += rows[i].mark == mark;
    return n;
}

/* Where the disk rows were measured: the original never says. */
static void add_storage(const struct document *document, struct text *text)
{
    for (size_t i = 0; i < document->target_count; i++) {
        const struct host_mount *mount = &document->targets[i].mount;
        const struct host_layer *last =
            mount->stack_count > 0 ? &mount->stack[mount->stack_count - 1]
                                   : NULL;

        text_printf(text, "Disk tested: %s, %s on %s%s%s%s\n",
                    text_clean(text->arena, mount->path),
                    mount->filesystem != NULL ? mount->filesystem : "?",
                    mount->source != NULL ? mount->source : "?",
                    last != NULL ? ", device " : "",
                    last != NULL ? last->name : "",
                    last != NULL && last->detail != NULL
                        ? arena_printf(text->arena, " (%s)", last->detail)
                        : "");
    }
}

static void warn_storage(const struct document *document)
{
    for (size_t i = 0; i < document->target_count; i++) {
        const struct host_mount *mount = &document->targets[i].mount;

        if (mount->memory == FACT_YES)
            program_warn("'%s' is in memory: this is no disk's speed; name the "
                         "data's directory with --base-path",
                         mount->path);
        if (mount->filesystem != NULL &&
            strcmp(mount->filesystem, "overlay") == 0)
            program_warn("'%s' is a container's overlay: a node's data should "
                         "be on a volume; name it with --base-path",
                         mount->path);
        if (mount->network == FACT_YES)
            program_warn("'%s' is on a network: its speed depends on others",
                         mount->path);
    }
}

/* What to doubt, each mark once: the table has no place for it, and a row that fails
 * on a busy host says nothing about the hardware. */
static void warn_marks(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];

        for (size_t m = 0; m < result->mark_count; m++) {
            const struct result_mark *mark = &result->marks[m];

            if (mark_is_new(document, i, mark->id))
                program_warn("%s: %s", mark->id,
                             mark->advice != NULL ? mark->advice : "doubtful");
        }
    }
}

static bool has_disk(const struct machine_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].category, "Disk") == 0)
            return true;
    }
    return false;
}

/* What would close the rows that are open. */
static void add_open(const struct result_verdict *verdict,
                     const struct machine_row *rows, struct text *text)
{
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];

        if (rows[i].mark != MACHINE_OPEN || !known_double(finding->value))
            continue;
        text_printf(text, "%s is open: %s", rows[i].function, finding->reason);
        if (words_settled_alone(verdict, i))
            text_printf(text, "; %s", finding->settle);
        text_add(text, "\n");
    }
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const char *several = words_settle_several(verdict, i, text->arena);

        if (several != NULL)
            text_printf(text, "%s\n", several);
    }
}

static const char *page(const struct machine_input *input,
                        const struct machine_row *rows, size_t count,
                        const struct document *document, struct arena *arena)
{
    size_t passed = count_marks(rows, count, MACHINE_PASS);
    size_t open = count_marks(rows, count, MACHINE_OPEN);
    size_t failed = count - passed - open;
    struct text text;

    text_init(&text, arena);
    text_add(&text, "\n");
    machine_table(rows, count, input->look, &text);
    text_printf(&text,
                "From %zu benchmarks in total, %zu passed and %zu failed "
                "(%.0f%% fault tolerance).\n",
                count, passed, failed, input->tolerance);
    if (failed == 0 && open > 0)
        text_printf(&text,
                    "Whether the hardware meets the requirements is "
                    "open: %zu are undecided.\n",
                    open);
    else
        text_add(&text, failed == 0
                            ? "The hardware meets the requirements\n"
                            : "The hardware fails to meet the requirements\n");
    if (input->strict)
        add_open(&document->verdicts[0], rows, &text);
    if (has_disk(rows, count))
        add_storage(document, &text);
    return text.bytes;
}

static bool hopeless(const struct machine_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double relative = rows[i].score / rows[i].minimum;

        if (relative >= hopeless_high || relative <= hopeless_low)
            return true;
    }
    return false;
}

/* In the original's words, so that scripts that look for them still work. */
static int original_status(const struct machine_input *input,
                           const struct machine_row *rows, size_t count)
{
    bool off = hopeless(rows, count);

    if (!off && count_marks(rows, count, MACHINE_PASS) == count)
        return EXIT_MET;
    if (input->allow_fail) {
        program_warn("Ignoring error since --allow-fail is set: %s",
                     off ? "BadResults" : "UnmetRequirement");
        return EXIT_MET;
    }
    program_warn("Failing since --allow-fail is not set");
    program_warn("%s", off ? "Benchmark results are off by at least factor 100"
                           : "One of the benchmarks had a score that was lower "
                             "than its requirement");
    return EXIT_ERROR;
}

static void explain(const struct document *document)
{
    const struct result_verdict *verdict = &document->verdicts[0];

    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];

        if (!known_double(finding->value) && finding->reason != NULL)
            program_warn("%s: %s", finding->requirement, finding->reason);
    }
}

static int print(struct program *program, const struct machine_input *input,
                 const struct machine_row *rows, size_t count,
                 const struct document *document)
{
    int status;

    if (!input->report.quiet) {
        warn_storage(document);
        warn_marks(document);
        explain(document);
    }
    if (input->report.format != NULL)
        return output_report(program, &input->report, document);
    status = output_files(program, &input->report, document);
    return exit_worse(status, output_text(page(input, rows, count, document,
                                               &program->arena)));
}

static int machine(struct program *program, const struct machine_input *input,
                   struct err *err)
{
    struct arena *arena = &program->arena;
    struct document *document = ARENA_NEW(arena, struct document);
    struct judge_options judge = { .tolerance = input->tolerance / 100 };
    const struct machine_row *rows;
    struct profile profile;
    bool done = false;
    int written;

    if (find_requirements(input, arena, &profile, err) < 0 ||
        measure(program, input, &profile, &judge, document, &done, err) < 0)
        return program_fail(err);
    if (done)
        return EXIT_MET;
    profiles_judge(&profile, 1, &judge, arena, document);
    rows = input->strict
               ? machine_rows_strict(&document->verdicts[0], arena)
               : machine_rows(&profile, document, judge.tolerance, arena);
    written = print(program, input, rows, profile.count, document);
    written =
        exit_worse(written, keep_document(program, &input->keep, document));
    if (document->interrupted_by != NULL)
        return exit_of_document(document);
    if (!input->strict)
        return exit_worse(written, original_status(input, rows, profile.count));
    return input->allow_fail ? written
                             : exit_worse(written, exit_of_document(document));
}

static int run(struct program *program, int argc, char **argv)
{
    struct machine_input input = {
        .tolerance = 10, .verify_s = 5, .hash_s = 5, .memory_s = 5, .disk_s = 5
    };
    struct err err;
    bool done;
    int status;

    options_measure_init(&input.measure);
    options_report_init(&input.report);
    status = command_parse(&argp, argc, argv, &input, &done);
    if (done)
        return status;
    if (!(input.tolerance >= 0 && input.tolerance <= 100)) {
        program_warn("The --tolerance argument is out of range");
        return EXIT_ERROR;
    }
    status = output_check(&input.report);
    return status != EXIT_MET ? status : machine(program, &input, &err);
}

const struct command command_machine = {
    .name = "machine",
    .about = "Substrate's 'benchmark machine', flag for flag",
    .argp = &argp,
    .run = run,
};
