/* The words of a document. */
#include "report/words.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "report/figure.h"
#include "report/published.h"
#include "result/clock_grain.h"
#include "result/result.h"

static const char *const outcome_words[] = {
    [OUTCOME_PASS] = "pass",
    [OUTCOME_UNDECIDED] = "undecided",
    [OUTCOME_FAIL] = "fail",
    [OUTCOME_NONE] = "not judged",
};

enum outcome outcome_from_word(const char *word)
{
    if (word != NULL && strcmp(word, "pass") == 0)
        return OUTCOME_PASS;
    if (word != NULL && strcmp(word, "fail") == 0)
        return OUTCOME_FAIL;
    return OUTCOME_UNDECIDED;
}

const char *outcome_word(enum outcome outcome)
{
    return outcome_words[outcome];
}

enum outcome outcome_of_document(const struct document *document)
{
    enum outcome worst = OUTCOME_PASS;

    if (document->verdict_count == 0)
        return OUTCOME_NONE;
    for (size_t i = 0; i < document->verdict_count; i++) {
        enum outcome outcome = outcome_from_word(document->verdicts[i].outcome);
        if (outcome > worst)
            worst = outcome;
    }
    return worst;
}

unsigned outcome_count(const struct document *document, enum outcome outcome)
{
    unsigned count = 0;

    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        for (size_t j = 0; j < verdict->finding_count; j++) {
            if (outcome == OUTCOME_NONE ||
                outcome_from_word(verdict->findings[j].outcome) == outcome)
                count++;
        }
    }
    return count;
}

bool words_decides(const struct result_finding *finding)
{
    return finding->level == NULL || strcmp(finding->level, "recommended") != 0;
}

/* From here on the top of a report says it. */
static const double much = 0.10;

static const char *busy(const struct document *document, struct arena *arena)
{
    double share = document->conditions.other_cpu_share;
    char spelled[UNITS_ROOM];

    if (!(share > much))
        return NULL;
    return arena_printf(arena,
                        "other work used %s of the CPUs meanwhile; the scores "
                        "are what was left",
                        units_spell(share, UNIT_SHARE, spelled));
}

static const char *stolen(const struct document *document, struct arena *arena)
{
    double share = document->conditions.steal_share;
    char spelled[UNITS_ROOM];

    if (!(share > much))
        return NULL;
    return arena_printf(arena, "the hypervisor took %s of the CPUs meanwhile",
                        units_spell(share, UNIT_SHARE, spelled));
}

/* What it means for latencies and for the rates that slices give. */
static const char *slow_clock(const struct document *document,
                              struct arena *arena)
{
    const struct result_conditions *conditions = &document->conditions;
    double grain = clock_grain_ns(conditions);
    char off[UNITS_ROOM], least[UNITS_ROOM], share[UNITS_ROOM];

    if (grain == 0)
        return NULL;
    return arena_printf(
        arena,
        "%s tells no less than %s: latencies of single operations are off by "
        "up to that, no bound on them under %s is passed, and rates are off by "
        "up to %s",
        words_or(conditions->clock_source, "the clock"),
        units_spell(grain, UNIT_NS, off),
        units_spell(CLOCK_GRAINS_LEAST * grain, UNIT_NS, least),
        units_spell(clock_grain_share(conditions), UNIT_SHARE, share));
}

size_t words_cautions(const struct document *document, struct arena *arena,
                      struct words_caution cautions[WORDS_CAUTIONS])
{
    const struct words_caution all[WORDS_CAUTIONS] = {
        { "Busy host", busy(document, arena) },
        { "Stolen time", stolen(document, arena) },
        { "Slow clock", slow_clock(document, arena) },
    };
    size_t count = 0;

    for (size_t i = 0; i < WORDS_CAUTIONS && document->result_count > 0; i++) {
        if (all[i].sentence != NULL)
            cautions[count++] = all[i];
    }
    return count;
}

const char *words_or(const char *string, const char *otherwise)
{
    return string != NULL && string[0] != '\0' ? string : otherwise;
}

const char *words_title(const struct result *result)
{
    return words_or(result->title, words_or(result->id, "unnamed"));
}

const char *words_finding(const struct result_finding *finding)
{
    return words_or(finding->title, words_or(finding->requirement, "unnamed"));
}

const char *words_verdict(const struct result_verdict *verdict)
{
    return words_or(verdict->title, words_or(verdict->profile, "unnamed"));
}

/* A document from before operations had names does not tell that of a disk's. */
static const char *op_of(const char *op, const char *id)
{
    return op != NULL && op[0] != '\0'              ? op
           : id != NULL && text_starts(id, "disk.") ? "IO"
                                                    : NULL;
}

const char *words_rate_unit(const char *unit, const char *op, const char *id,
                            struct arena *arena)
{
    if (unit == NULL || op_of(op, id) == NULL ||
        strcmp(unit, unit_name(UNIT_OPS_PER_SECOND)) != 0)
        return unit;
    return arena_printf(arena, "%s/s", op_of(op, id));
}

const char *words_unit(const struct result *result, struct arena *arena)
{
    return words_rate_unit(result->unit, result->op, result->id, arena);
}

static const char *unit_of(const struct result_finding *finding,
                           struct arena *arena)
{
    return words_rate_unit(finding->unit, finding->op, finding->requirement,
                           arena);
}

const char *words_value(const struct result_finding *finding,
                        struct arena *arena)
{
    const char *published = published_value(finding, arena);
    char value[FIGURE_ROOM];

    if (words_or(finding->value_text, "")[0] != '\0')
        return finding->value_text;
    if (published != NULL && isfinite(finding->value))
        return published;
    return arena_strdup(arena,
                        figure(finding->value, unit_of(finding, arena), value));
}

const char *words_span(const struct result_finding *finding, struct arena *arena)
{
    struct result_finding low = *finding, high = *finding;
    char span[FIGURE_SPAN_ROOM];
    const char *from, *to;

    low.value = finding->interval.low;
    high.value = finding->interval.high;
    from = isfinite(low.value) ? published_value(&low, arena) : NULL;
    to = isfinite(high.value) ? published_value(&high, arena) : NULL;
    if (from == NULL || to == NULL)
        return arena_strdup(arena, figure_span(finding->interval,
                                               unit_of(finding, arena), span));
    return arena_printf(arena, "%.*s to %s", (int)strcspn(from, " "), from, to);
}

const char *words_bound(const struct result_finding *finding,
                        struct arena *arena)
{
    char bound[FIGURE_ROOM];

    if (words_or(finding->bound_text, "")[0] != '\0')
        return finding->bound_text;
    if (!isfinite(finding->bound))
        return NULL;
    return arena_strdup(arena,
                        figure(finding->bound, unit_of(finding, arena), bound));
}

static bool same_settle(const struct result_verdict *verdict, size_t i, size_t j)
{
    const char *a = verdict->findings[i].settle;
    const char *b = verdict->findings[j].settle;

    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* How many findings the same would settle as finding `i`, itself included. */
static size_t settled_alike(const struct result_verdict *verdict, size_t i)
{
    size_t count = 0;

    for (size_t j = 0; j < verdict->finding_count; j++)
        count += same_settle(verdict, i, j);
    return count;
}

bool words_settled_alone(const struct result_verdict *verdict, size_t i)
{
    return settled_alike(verdict, i) == 1;
}

/* Two or three by their names, more by their number. */
static const char *names_alike(const struct result_verdict *verdict, size_t i,
                               struct arena *arena)
{
    size_t count = settled_alike(verdict, i);
    struct text names;

    if (count > 3)
        return arena_printf(arena, "these %zu", count);
    text_init(&names, arena);
    for (size_t j = i; j < verdict->finding_count; j++) {
        if (same_settle(verdict, i, j))
            text_printf(&names, "%s%s", names.length > 0 ? " and " : "",
                        words_finding(&verdict->findings[j]));
    }
    return names.bytes;
}

const char *words_settle_several(const struct result_verdict *verdict, size_t i,
                                 struct arena *arena)
{
    for (size_t j = 0; j < i; j++) {
        if (same_settle(verdict, i, j))
            return NULL;
    }
    if (settled_alike(verdict, i) < 2)
        return NULL;
    return arena_printf(arena, "To settle %s: %s",
                        names_alike(verdict, i, arena),
                        verdict->findings[i].settle);
}

const char *words_placed(const struct document *document,
                         const struct result *result, const char *name,
                         struct arena *arena)
{
    if (document->target_count < 2 || result->target == NULL)
        return name;
    return arena_printf(arena, "%s at %s", name, result->target);
}

bool words_measured(const struct result *result)
{
    return result->status != NULL && strcmp(result->status, "ok") == 0 &&
           isfinite(result->score);
}

const char *words_missing_status(const struct result *result)
{
    const char *status = words_or(result->status, "unknown");

    return strcmp(status, "ok") == 0 ? "no score" : status;
}

const char *words_missing_reason(const struct result *result)
{
    return words_or(result->reason, "no reason was noted");
}
