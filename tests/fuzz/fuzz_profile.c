/* Any text as a profile or a requirement file; what can be read can be judged. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "judge/bounds.h"
#include "judge/profile.h"
#include "judge/verdict.h"
#include "result/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A host that knows nothing of itself. */
static void judge_nothing(const struct profile *profile, struct arena *arena)
{
    const struct judge_options options = { .tolerance = UNKNOWN_DOUBLE };
    struct document document;
    struct result_verdict verdict;
    struct bounded *list = NULL;
    size_t count = 0;

    document_init(&document);
    verdict_judge(&document, profile, &options, arena, &verdict);
    bounds_add(profile, &options, &document, arena, &list, &count);
    if (verdict.finding_count > profile->count || count > profile->count)
        abort(); /* one finding, and one benchmark, for each at the most */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct profile profile;
    struct arena arena;
    struct err err;

    arena_init(&arena);
    if (profile_parse((const char *)data, size, "fuzz", &arena, &profile,
                      &err) == 0)
        judge_nothing(&profile, &arena);
    else if (err.kind != ERR_DATA)
        abort(); /* a bad text is wrong data and nothing else */
    arena_release(&arena);
    return 0;
}
