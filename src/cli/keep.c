#include "cli/keep.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/program.h"
#include "store/history.h"

enum { KEY_SAVE = 0x500 };

static const struct argp_option options[] = {
    { "save", KEY_SAVE, "FILE", OPTION_ARG_OPTIONAL,
      "Keep the result in the history ('assay history'), FILE or the usual "
      "one; "
      "always done when ASSAY_HISTORY names a file",
      3 },
    { 0 },
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options_keep *keep = state->input;

    if (key != KEY_SAVE)
        return ARGP_ERR_UNKNOWN;
    keep->save = argument != NULL ? argument : "";
    return 0;
}

const struct argp options_keep_argp = { options, parse, NULL, NULL,
                                        NULL,    NULL,  NULL };

char *keep_path(struct program *program, const char *path)
{
    const struct history_place place = {
        .chosen =
            path != NULL && path[0] != '\0' ? path : getenv("ASSAY_HISTORY"),
        .state_directory = getenv("STATE_DIRECTORY"),
        .state_home = getenv("XDG_STATE_HOME"),
        .home = getenv("HOME"),
    };

    return history_path(&place, &program->arena);
}

static int save(struct program *program, const char *path,
                const struct document *document, struct err *err)
{
    struct history history;
    bool added;
    int rc;

    if (history_open(path, true, &history, err) < 0)
        return -1;
    rc = history_save(&history, document, &program->arena, &added, err);
    history_release(&history);
    return rc;
}

int keep_document(struct program *program, const struct options_keep *keep,
                  const struct document *document)
{
    const char *always = getenv("ASSAY_HISTORY");
    struct err err;

    if (keep->save == NULL && (always == NULL || always[0] == '\0'))
        return EXIT_MET;
    if (save(program, keep_path(program, keep->save), document, &err) < 0) {
        program_warn("the result is not kept: %s", err.text);
        return EXIT_UNMEASURED;
    }
    return EXIT_MET;
}
