#include "cli/load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/program.h"
#include "result/assemble.h"
#include "result/json.h"
#include "result/marks.h"
#include "result/result.h"

enum { CHUNK = 64 * 1024 };

static const size_t most_bytes = 256UL << 20;

static int read_all(FILE *file, const char *path, struct arena *arena,
                    struct text *text, struct err *err)
{
    char *chunk = arena_alloc(arena, CHUNK, 1);
    size_t n;

    while ((n = fread(chunk, 1, CHUNK, file)) > 0) {
        text_add_bytes(text, chunk, n);
        if (text->length > most_bytes)
            return err_set(err, ERR_DATA, "'%s' is larger than 256 MiB", path);
    }
    if (ferror(file) != 0)
        return err_set(err, ERR_DATA, "cannot read '%s': %s", path,
                       strerrordesc_np(errno));
    return 0;
}

int load_text(const char *path, struct arena *arena, char **ret_text,
              unsigned long *ret_length, struct err *err)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "re");
    struct text text;
    int rc;

    if (file == NULL)
        return err_set(err, ERR_DATA, "cannot open '%s': %s", path,
                       strerrordesc_np(errno));
    text_init(&text, arena);
    rc = read_all(file, path, arena, &text, err);
    if (!standard)
        (void)fclose(file); /* only read from: nothing to lose */
    if (rc == 0) {
        *ret_text = text.bytes;
        *ret_length = text.length;
    }
    return rc;
}

int load_document(const char *path, struct arena *arena,
                  struct document *ret_document, struct err *err)
{
    unsigned long length = 0;
    struct arena scratch; /* of the text: several times the document */
    char *text = NULL;
    int rc;

    arena_init(&scratch);
    rc = load_text(path, &scratch, &text, &length, err);
    if (rc == 0 &&
        document_from_json(text, length, arena, ret_document, err) < 0)
        rc = err_within(err, "'%s'", path);
    arena_release(&scratch);
    return rc;
}

int load_replay(struct program *program, const struct options_measure *options,
                struct document *ret_document, struct err *err)
{
    if (load_document(options->replay, &program->arena, ret_document, err) < 0)
        return -1;
    if (resummarise_results(ret_document, err) < 0)
        return err_within(err, "'%s'", options->replay);
    if (options->no_host_name)
        ret_document->host.name = NULL;
    ret_document->verdicts = NULL;
    ret_document->verdict_count = 0;
    mark_results(ret_document, &program->arena);
    return 0;
}
