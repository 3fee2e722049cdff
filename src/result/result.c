#include "result/result.h"

#include <string.h>

#include "base/unknown.h"

struct interval result_interval(const struct result *result)
{
    double band = known_double(result->guard_band) ? result->guard_band : 0;

    return interval_widen(result->ci95, band);
}

const struct result *result_find(const struct document *document,
                                 const char *id, const char *target)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (strcmp(result->id, id) == 0 &&
            (target == NULL ||
             (result->target != NULL && strcmp(result->target, target) == 0)))
            return result;
    }
    return NULL;
}

const struct result_target *target_find(const struct document *document,
                                        const char *path)
{
    for (size_t i = 0; path != NULL && i < document->target_count; i++) {
        const char *known = document->targets[i].mount.path;
        if (known != NULL && strcmp(known, path) == 0)
            return &document->targets[i];
    }
    return NULL;
}

const struct result_mark *mark_find(const struct result_mark *marks,
                                    size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(marks[i].id, id) == 0)
            return &marks[i];
    }
    return NULL;
}

bool mark_is_new(const struct document *document, size_t before, const char *id)
{
    for (size_t i = 0; i < before; i++) {
        const struct result *result = &document->results[i];

        if (mark_find(result->marks, result->mark_count, id) != NULL)
            return false;
    }
    return true;
}
