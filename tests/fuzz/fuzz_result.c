/* Any bytes as a result document: refused with a reason, or read, written and
 * read again to the same text. The same bytes as an export of several. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "result/json.h"
#include "result/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int pass(void *context, const struct document *document, struct err *err)
{
    (void)context;
    (void)document;
    (void)err;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct document document, again;
    struct err err = { 0 };
    struct arena arena;
    char *json;

    arena_init(&arena);
    if (document_from_json((const char *)data, size, &arena, &document, &err) <
        0) {
        if (err.kind != ERR_DATA || err.text[0] == '\0')
            abort();
    } else {
        json = document_to_json(&document, &arena);
        if (document_from_json(json, strlen(json), &arena, &again, &err) < 0 ||
            strcmp(document_to_json(&again, &arena), json) != 0)
            abort();
    }
    if (documents_from_json((const char *)data, size, &arena, pass, NULL,
                            &err) < 0 &&
        err.kind != ERR_DATA)
        abort();
    arena_release(&arena);
    return 0;
}
