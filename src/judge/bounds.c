#include "judge/bounds.h"

#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "judge/fact.h"
#include "judge/profile.h"
#include "judge/statistics.h"
#include "judge/verdict.h"
#include "result/result.h"

static struct bounded *entry_of(const char *id, struct arena *arena,
                                struct bounded **list, size_t *count)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp((*list)[i].id, id) == 0)
            return &(*list)[i];
    }
    *list = arena_grow(arena, *list, *count, *count + 1, sizeof(**list));
    (*list)[*count].id = id;
    return &(*list)[(*count)++];
}

/* The value at which the requirement turns; NaN when the host does not tell. */
static double turning_value(const struct requirement *requirement,
                            const struct judge_options *options,
                            const struct document *document)
{
    double tolerance = known_double(options->tolerance)
                           ? options->tolerance
                           : requirement->tolerance;
    double value = requirement->value;
    const struct result_target *target =
        document->target_count > 0 ? &document->targets[0] : NULL;

    if (requirement->per != NULL)
        value *=
            fact_read(fact_find(requirement->per), document, target).number;
    return value *
           (requirement->ask == ASK_AT_LEAST ? 1 - tolerance : 1 + tolerance);
}

/* Rates per CPU second and clocks are no reason to measure longer. */
static bool turns(const struct requirement *requirement)
{
    return requirement->statistic == STATISTIC_SCORE ||
           requirement->statistic == STATISTIC_MEAN ||
           statistic_is_counted(requirement->statistic);
}

static struct bound bound_of(const struct requirement *requirement,
                             const struct judge_options *options,
                             const struct document *document)
{
    double value = turning_value(requirement, options, document);
    struct bound bound = { value, requirement->ask == ASK_AT_LEAST, 0 };

    if (requirement->statistic == STATISTIC_SHARE_OVER) {
        bound.value = requirement->over_ns;
        bound.share = value;
    } else if (statistic_is_counted(requirement->statistic)) {
        bound.share = statistic_share(requirement);
    }
    return bound;
}

static void add_bound(struct bounded *entry, struct bound bound,
                      struct arena *arena)
{
    entry->bounds = arena_grow(arena, entry->bounds, entry->count,
                               entry->count + 1, sizeof(*entry->bounds));
    entry->bounds[entry->count++] = bound;
}

void bounds_add(const struct profile *profile,
                const struct judge_options *options,
                const struct document *document, struct arena *arena,
                struct bounded **list, size_t *count)
{
    const char *role = verdict_role(profile, options);

    for (size_t i = 0; i < profile->count; i++) {
        const struct requirement *requirement = &profile->requirements[i];
        struct bounded *entry;
        struct bound bound;

        if (requirement->statistic == STATISTIC_FACT ||
            !requirement_is_for(requirement, role))
            continue;
        entry = entry_of(requirement->what, arena, list, count);
        if (!turns(requirement))
            continue;
        bound = bound_of(requirement, options, document);
        if (known_double(bound.value))
            add_bound(entry, bound, arena);
    }
}
