#include "judge/verdict.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "judge/finding.h"
#include "judge/profile.h"
#include "result/result.h"

const char *verdict_role(const struct profile *profile,
                         const struct judge_options *options)
{
    return options->role != NULL ? options->role : profile->role_default;
}

/* Does the profile have any requirement that is no mere advice? */
static bool demands(const struct profile *profile, const char *role)
{
    for (size_t i = 0; i < profile->count; i++) {
        if (profile->requirements[i].level != LEVEL_RECOMMENDED &&
            requirement_is_for(&profile->requirements[i], role))
            return true;
    }
    return false;
}

bool verdict_counts(const struct profile *profile,
                    const struct requirement *requirement,
                    const struct judge_options *options)
{
    const char *role = verdict_role(profile, options);

    if (!requirement_is_for(requirement, role))
        return false;
    return requirement->level != LEVEL_RECOMMENDED || options->recommended ||
           !demands(profile, role);
}

static const struct result_target *target_of(const struct document *document,
                                             const char *path)
{
    if (path != NULL)
        return target_find(document, path);
    return document->target_count > 0 ? &document->targets[0] : NULL;
}

static const char *source_of(const struct profile *profile, struct arena *arena)
{
    struct text text;

    if (profile->document == NULL)
        return NULL;
    text_init(&text, arena);
    text_add(&text, profile->document);
    if (profile->version != NULL)
        text_printf(&text, ", %s", profile->version);
    if (profile->date != NULL)
        text_printf(&text, " (%s)", profile->date);
    return text.bytes;
}

/* Any fail: fail; else anything undecided, or nothing at all: undecided. */
static const char *combine(const char *so_far, const char *outcome)
{
    if (strcmp(so_far, "fail") == 0 || strcmp(outcome, "pass") == 0)
        return so_far;
    return outcome;
}

/* A recommendation that decides says so: its finding carries the level "minimum"
 * no more than the source does, so the verdict's notes tell. */
static void add_notes(const struct profile *profile,
                      const struct judge_options *options, struct arena *arena,
                      struct result_verdict *verdict)
{
    const char *role = verdict_role(profile, options);

    verdict->notes = profile->notes;
    verdict->note_count = profile->note_count;
    if (options->recommended || demands(profile, role))
        return;
    verdict->notes = arena_grow(arena, profile->notes, profile->note_count,
                                profile->note_count + 1, sizeof(char *));
    verdict->notes[verdict->note_count++] =
        "The source gives recommendations only: they are what is judged.";
}

void verdict_judge(const struct document *document,
                   const struct profile *profile,
                   const struct judge_options *options, struct arena *arena,
                   struct result_verdict *ret_verdict)
{
    const char *role = verdict_role(profile, options);
    struct finding_env env = {
        .document = document,
        .target = target_of(document, options->target),
        .profile = profile,
        .tolerance = options->tolerance,
        .arena = arena,
    };
    const char *outcome = NULL;

    *ret_verdict = (struct result_verdict){
        .profile = profile->name,
        .title = profile->title,
        .role = role,
        .source = source_of(profile, arena),
        .findings = ARENA_ARRAY(arena, struct result_finding, profile->count),
    };
    for (size_t i = 0; i < profile->count; i++) {
        const struct requirement *requirement = &profile->requirements[i];
        struct result_finding *finding =
            &ret_verdict->findings[ret_verdict->finding_count];

        if (!requirement_is_for(requirement, role))
            continue;
        finding_make(&env, requirement, finding);
        ret_verdict->finding_count++;
        if (verdict_counts(profile, requirement, options))
            outcome = outcome == NULL ? finding->outcome
                                      : combine(outcome, finding->outcome);
    }
    ret_verdict->outcome = outcome != NULL ? outcome : "undecided";
    add_notes(profile, options, arena, ret_verdict);
}

bool verdict_unmeasured(const struct result_verdict *verdict)
{
    if (strcmp(verdict->outcome, "pass") == 0)
        return false;
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *finding = &verdict->findings[i];

        if (strcmp(finding->outcome, "undecided") == 0 &&
            !known_double(finding->value) && finding->value_text == NULL)
            return true;
    }
    return false;
}
