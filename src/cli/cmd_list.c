/* assay list: benchmarks, profiles, formats. */
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "bench/catalogue.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/program.h"
#include "judge/profile.h"
#include "judge/shipped.h"
#include "report/report.h"

enum { KEY_LONG = 'l', NAME = 28 };

struct list_input {
    bool benchmarks, profiles, formats;
    bool detailed;
};

static const struct argp_option options[] = {
    { "long", KEY_LONG, NULL, 0, "Say more about each", 1 },
    { 0 },
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct list_input *input = state->input;

    switch (key) {
    case KEY_LONG:
        input->detailed = true;
        return 0;
    case ARGP_KEY_ARG:
        if (strcmp(argument, "benchmarks") == 0)
            input->benchmarks = true;
        else if (strcmp(argument, "profiles") == 0)
            input->profiles = true;
        else if (strcmp(argument, "formats") == 0)
            input->formats = true;
        else
            argp_error(state, "there is no list of '%s'", argument);
        return 0;
    case ARGP_KEY_NO_ARGS:
        input->benchmarks = input->profiles = input->formats = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[benchmarks|profiles|formats]",
    .doc = "List what can be measured, judged and printed.\n\n"
           "  assay list                        everything\n"
           "  assay list benchmarks --long      with what each does",
};

static void add_head(struct text *text, const char *head)
{
    text_printf(text, "%s%s\n", text->length > 0 ? "\n" : "", head);
}

static void add_bench(struct text *text, const struct bench *bench,
                      const struct bench_variant *variant, bool detailed)
{
    struct text id;

    text_init(&id, text->arena);
    text_printf(&id, "%s%s%s", bench->id, variant->suffix,
                variant->scope == SCOPE_PARALLEL ? "N" : "");
    text_printf(text, "  %-*s %-7s %s\n", NAME, id.bytes,
                tier_name(variant->tier),
                bench_title(bench, variant, text->arena));
    if (detailed)
        text_printf(text, "  %-*s         %s Unit: %s. Method %d.\n", NAME, "",
                    bench_about(bench, variant),
                    unit_name(score_unit(bench->score)), bench->method);
}

static void add_benchmarks(struct text *text, bool detailed)
{
    add_head(text, "BENCHMARKS (head and detail: every run; deep: --thorough)");
    for (size_t i = 0; bench_catalogue[i] != NULL; i++) {
        const struct bench *bench = bench_catalogue[i];
        for (size_t v = 0; bench->variants[v].suffix != NULL; v++)
            add_bench(text, bench, &bench->variants[v], detailed);
    }
}

static int add_profiles(struct text *text, bool detailed, struct err *err)
{
    add_head(text, "PROFILES");
    for (size_t i = 0; shipped_profiles[i].name != NULL; i++) {
        const struct shipped_profile *shipped = &shipped_profiles[i];
        struct profile profile;

        if (profile_parse(shipped->text, strlen(shipped->text), shipped->name,
                          text->arena, &profile, err) < 0)
            return err_within(err, "shipped profile");
        text_printf(text, "  %-*s %s\n", NAME, shipped->name, profile.title);
        if (detailed)
            text_printf(text, "  %-*s %zu requirements; %s\n", NAME, "",
                        profile.count,
                        profile.document != NULL ? profile.document : "");
    }
    return 0;
}

static void add_formats(struct text *text)
{
    add_head(text, "FORMATS");
    for (size_t i = 0; report_formats[i] != NULL; i++)
        text_printf(text, "  %-12s %-15s %s\n", report_formats[i]->name,
                    report_formats[i]->suffixes != NULL
                        ? report_formats[i]->suffixes
                        : "",
                    report_formats[i]->about);
}

static int run(struct program *program, int argc, char **argv)
{
    struct list_input input = { 0 };
    struct text text;
    struct err err;
    bool done;
    int status = command_parse(&argp, argc, argv, &input, &done);

    if (done)
        return status;
    text_init(&text, &program->arena);
    if (input.benchmarks)
        add_benchmarks(&text, input.detailed);
    if (input.profiles && add_profiles(&text, input.detailed, &err) < 0)
        return program_fail(&err);
    if (input.formats)
        add_formats(&text);
    return output_text(text.bytes);
}

const struct command command_list = {
    .name = "list",
    .about = "what can be measured, judged and printed",
    .argp = &argp,
    .run = run,
};
