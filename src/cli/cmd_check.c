/* assay check: measures what profiles ask for and judges the host by them. */
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/unknown.h"
#include "cli/command.h"
#include "cli/keep.h"
#include "cli/facts.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/profiles.h"
#include "cli/program.h"
#include "cli/session.h"
#include "judge/profile.h"
#include "judge/verdict.h"
#include "result/result.h"

enum {
    KEY_ROLE = 0x300,
    KEY_TOLERANCE,
    KEY_LEVEL,
    KEY_FAIL_ON,
    MOST_NAMES = 64
};

/* What makes the exit status 1. */
enum fail_on { FAIL_ON_CONTRACT, FAIL_ON_FAIL, FAIL_ON_UNDECIDED };

struct check_input {
    struct options_measure measure;
    struct options_report report;
    struct options_keep keep;
    struct judge_options judge;
    enum fail_on fail_on;
    const char *names[MOST_NAMES];
    size_t name_count;
};

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "How to judge:", 0 },
    { "role", KEY_ROLE, "ROLE", 0,
      "Judge for this role (default: the profile's own)", 0 },
    { "tolerance", KEY_TOLERANCE, "PERCENT", 0,
      "Let measured requirements be missed by so much, in place of the "
      "profile's tolerance",
      0 },
    { "level", KEY_LEVEL, "LEVEL", 0,
      "'minimum' (default), or 'recommended': recommendations decide as well",
      0 },
    { "fail-on", KEY_FAIL_ON, "OUTCOME", 0,
      "For scripts: 'fail' lets an undecided verdict end with status 0, "
      "'undecided' makes it end with 1",
      0 },
    { 0 },
};

static double percent(struct argp_state *state, const char *argument)
{
    struct err err;
    double value = 0;

    if (number_double(argument, &value, &err) < 0)
        argp_error(state, "--tolerance: %s", err.text);
    if (!(value >= 0) || value >= 100)
        argp_error(state, "--tolerance: must be from 0 to less than 100");
    return value / 100;
}

static void set_level(struct argp_state *state, struct judge_options *judge,
                      const char *word)
{
    judge->recommended = strcmp(word, "recommended") == 0;
    if (!judge->recommended && strcmp(word, "minimum") != 0)
        argp_error(state,
                   "--level: '%s' is neither 'minimum' nor "
                   "'recommended'",
                   word);
}

static void set_fail_on(struct argp_state *state, struct check_input *input,
                        const char *word)
{
    if (strcmp(word, "fail") == 0)
        input->fail_on = FAIL_ON_FAIL;
    else if (strcmp(word, "undecided") == 0)
        input->fail_on = FAIL_ON_UNDECIDED;
    else
        argp_error(state, "--fail-on: '%s' is neither 'fail' nor 'undecided'",
                   word);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct check_input *input = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &input->measure;
        state->child_inputs[1] = &input->report;
        state->child_inputs[2] = &input->keep;
        return 0;
    case KEY_ROLE:
        input->judge.role = argument;
        return 0;
    case KEY_TOLERANCE:
        input->judge.tolerance = percent(state, argument);
        return 0;
    case KEY_LEVEL:
        set_level(state, &input->judge, argument);
        return 0;
    case KEY_FAIL_ON:
        set_fail_on(state, input, argument);
        return 0;
    case ARGP_KEY_ARG:
        if (input->name_count == MOST_NAMES)
            argp_error(state, "more than %d profiles", MOST_NAMES);
        input->names[input->name_count++] = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which profile? 'assay list profiles' names those "
                          "that come with assay");
        return EINVAL;
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
    .options = options,
    .parser = parse,
    .args_doc = "PROFILE...",
    .doc =
        "Measure what PROFILE asks for and judge this host by it: pass, fail, "
        "or undecided.\n\n"
        "  assay check polkadot -d /srv/node   a profile that comes with "
        "assay\n"
        "  assay check ./mine.json             one of your own\n"
        "  assay check etcd --role heavy       for one of its roles\n"
        "  assay check near --replay r.json    judge a stored result\n\n"
        "PROFILE is a name ('assay list profiles'), a file, or '-'. Several "
        "share their measurements. The requirement files of Substrate nodes "
        "are read as well.",
    .children = children,
};

/* The role must be known to every profile: a slip of the pen would ask less. */
static int check_role(const struct profile *profile, const char *role,
                      struct arena *arena, struct err *err)
{
    const char *known = "";

    if (profile_has_role(profile, role))
        return 0;
    for (size_t i = 0; i < profile->role_count; i++)
        known = arena_printf(arena, "%s%s%s", known, i > 0 ? ", " : "",
                             profile->roles[i]);
    return err_set(err, ERR_USAGE, "profile '%.100s' has no role '%.60s' (%s)",
                   profile->name, role,
                   profile->role_count > 0 ? known : "it has none");
}

static int load(const struct check_input *input, struct arena *arena,
                struct profile *profiles, struct err *err)
{
    for (size_t i = 0; i < input->name_count; i++) {
        if (profiles_load(input->names[i], arena, &profiles[i], err) < 0 ||
            check_role(&profiles[i], input->judge.role, arena, err) < 0)
            return -1;
        if (input->report.quiet)
            continue;
        profiles_tell_kin(input->names[i], arena);
        profiles_warn(&profiles[i]);
    }
    return 0;
}

/* What the scripts of --fail-on want of a status. */
static int scripted(int status, const struct document *document,
                    enum fail_on fail_on)
{
    bool decided = true;

    for (size_t i = 0; i < document->verdict_count; i++)
        decided =
            decided && strcmp(document->verdicts[i].outcome, "undecided") != 0;
    if (fail_on == FAIL_ON_FAIL && status == EXIT_UNDECIDED)
        return EXIT_MET;
    if (fail_on == FAIL_ON_UNDECIDED && !decided &&
        (status == EXIT_UNDECIDED || status == EXIT_UNMEASURED))
        return EXIT_MISSED;
    return status;
}

/* Facts alone need no measuring, and a run without disk work has not looked at the
 * directories. */
static int gather(struct program *program, const struct check_input *input,
                  const struct profile *profiles,
                  const struct session_order *session,
                  struct document *document, bool *ret_done, struct err *err)
{
    static const char *const here[] = { "." };
    const struct options_measure *measure = &input->measure;
    const struct facts_order facts = {
        .dirs = measure->dir_count > 0 ? measure->dirs : here,
        .dir_count = measure->dir_count > 0 ? measure->dir_count : 1,
        .no_host_name = measure->no_host_name,
    };

    if (session->wish_count == 0 && measure->replay == NULL) {
        *ret_done = measure->dry_run;
        return facts_gather(program, &facts, document, err);
    }
    if (session_run(program, session, document, ret_done, err) < 0)
        return -1;
    if (*ret_done || measure->replay != NULL || document->target_count > 0 ||
        !profiles_ask_storage(profiles, input->name_count))
        return 0;
    return facts_add_mounts(program, &facts, document, err);
}

static int check(struct program *program, const struct check_input *input,
                 struct err *err)
{
    struct arena *arena = &program->arena;
    struct profile *profiles =
        ARENA_ARRAY(arena, struct profile, input->name_count);
    struct document *document = ARENA_NEW(arena, struct document);
    struct session_order order = { .options = &input->measure,
                                   .quiet = input->report.quiet };
    struct plan_wish *wishes = NULL;
    bool done = false;
    int status;

    if (load(input, arena, profiles, err) < 0 ||
        profiles_wishes(profiles, input->name_count, &input->judge, arena,
                        &wishes, &order.wish_count, err) < 0)
        return program_fail(err);
    order.wishes = wishes;
    if (gather(program, input, profiles, &order, document, &done, err) < 0)
        return program_fail(err);
    if (done && order.wish_count == 0)
        return output_text("nothing to measure: facts are all that is asked\n");
    if (done)
        return EXIT_MET;
    profiles_judge(profiles, input->name_count, &input->judge, arena, document);
    status = scripted(output_document(program, &input->report, document),
                      document, input->fail_on);
    return exit_worse(status, keep_document(program, &input->keep, document));
}

static int run(struct program *program, int argc, char **argv)
{
    struct check_input *input = ARENA_NEW(&program->arena, struct check_input);
    struct err err;
    bool done;
    int status;

    options_measure_init(&input->measure);
    options_report_init(&input->report);
    input->judge.tolerance = UNKNOWN_DOUBLE;
    status = command_parse(&argp, argc, argv, input, &done);
    if (done)
        return status;
    status = output_check(&input->report);
    return status != EXIT_MET ? status : check(program, input, &err);
}

const struct command command_check = {
    .name = "check",
    .about = "does this host meet a profile's requirements?",
    .argp = &argp,
    .run = run,
};
