#include "judge/finding.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/units.h"
#include "base/unknown.h"
#include "judge/counted.h"
#include "judge/evidence.h"
#include "judge/fact.h"
#include "judge/profile.h"
#include "judge/settle.h"
#include "judge/statistics.h"
#include "result/clock_grain.h"
#include "result/result.h"

static void conclude(struct result_finding *finding, const char *outcome,
                     const char *reason, const char *settle)
{
    finding->outcome = outcome;
    finding->reason = reason;
    finding->settle = settle;
}

/* "a; b", or the one that is there. */
static const char *joined(const char *a, const char *b, struct arena *arena)
{
    if (a == NULL || b == NULL)
        return a != NULL ? a : b;
    return arena_printf(arena, "%s; %s", a, b);
}

/* The bound as published, times the fact it is given per. */
static double published_bound(const struct finding_env *env,
                              const struct requirement *requirement)
{
    struct fact_answer answer;

    if (requirement->per == NULL)
        return requirement->value;
    answer = fact_read(fact_find(requirement->per), env->document, env->target);
    return requirement->value * answer.number;
}

/* "1000 MiB/s" as in the file, times the fact it is given per; "5.16". Other words
 * are no bounds: they are told where they are missed. */
static const char *bound_text(const struct requirement *requirement,
                              double bound, struct arena *arena)
{
    double factor = bound / requirement->value;
    bool ordered =
        requirement->ask == ASK_AT_LEAST || requirement->ask == ASK_AT_MOST;

    if (!ordered)
        return NULL;
    if (requirement->text != NULL)
        return requirement->text;
    if (requirement->per == NULL || !known_double(factor))
        factor = 1;
    if (requirement->kind == UNIT_NONE) /* "Cores: at least 8" says it all */
        return arena_printf(arena, "%.10g", requirement->written * factor);
    return arena_printf(arena, "%.10g %s", requirement->written * factor,
                        requirement->unit);
}

static double lowered_bound(const struct result_finding *finding)
{
    double share = finding->tolerance;

    return finding->bound * (finding->at_least ? 1 - share : 1 + share);
}

/* 1 and more meets the published bound. */
static double ratio_of(const struct result_finding *finding)
{
    double above = finding->at_least ? finding->value : finding->bound;
    double below = finding->at_least ? finding->bound : finding->value;

    return below > 0 ? above / below : UNKNOWN_DOUBLE;
}

/* How far the value misses the published bound, in percent; 0 or less: not. */
static double shortfall_percent(const struct result_finding *finding)
{
    double miss = finding->at_least ? finding->bound - finding->value
                                    : finding->value - finding->bound;

    return finding->bound > 0 ? 100 * miss / finding->bound : 0;
}

static const char *shortfall(const struct result_finding *finding,
                             struct arena *arena)
{
    double percent = shortfall_percent(finding);

    if (!(percent >= 0.05) || !isfinite(percent))
        return NULL;
    return arena_printf(arena, "%.1f %% %s the bound", percent,
                        finding->at_least ? "short of" : "over");
}

/* A value on the right side: is it really the machine's own? */
static void conclude_met(const struct finding_env *env,
                         const struct requirement *requirement,
                         const struct result *result,
                         struct result_finding *finding)
{
    bool disk = strcmp(result->resource, "disk") == 0;
    const char *indirect =
        disk ? evidence_indirect(env->target, env->arena) : NULL;
    const char *burst = disk ? evidence_burst(result, env->target) : NULL;
    bool memory =
        mark_find(result->marks, result->mark_count, "memory-backed") != NULL ||
        (disk && env->target != NULL && env->target->direct != NULL &&
         strcmp(env->target->direct, "memory") == 0);
    const char *shown;

    if (memory) {
        conclude(finding, "undecided", "this is the speed of memory, no disk's",
                 "test a directory on a disk");
        return;
    }
    if (requirement->direct && indirect != NULL) {
        conclude(finding, "undecided", indirect,
                 "test a directory whose storage can be read directly");
        return;
    }
    if (requirement->sustained && burst != NULL) {
        conclude(
            finding, "undecided",
            arena_printf(env->arena, "sustained speed not measured: %s", burst),
            "a longer run, until the burst is over");
        return;
    }
    shown = shortfall(finding, env->arena);
    if (shown != NULL && finding->tolerance > 0)
        shown = arena_printf(env->arena, "%s, inside the tolerance of %.4g %%",
                             shown, 100 * finding->tolerance);
    if (burst != NULL)
        burst =
            arena_printf(env->arena, "sustained speed not measured: %s", burst);
    conclude(finding, "pass", joined(shown, burst, env->arena), NULL);
}

/* Whether the bound is missed even by what the CPUs would give if nobody else took them. */
static bool missed_alone(const struct finding_env *env,
                         const struct requirement *requirement,
                         const struct result *result,
                         const struct result_finding *finding)
{
    struct bound bound = { lowered_bound(finding), finding->at_least, 0 };
    struct interval alone =
        evidence_alone(env->document, requirement, result, env->arena);

    return rank_ruling(alone, bound) == RULING_MISSED;
}

/* A value on the wrong side: is it the machine's fault? */
static void conclude_missed(const struct finding_env *env,
                            const struct requirement *requirement,
                            const struct result *result,
                            struct result_finding *finding)
{
    const char *short_by = shortfall(finding, env->arena);
    bool busy = evidence_busy(env->document, result);

    if (requirement->level == LEVEL_PLAUSIBLE) {
        conclude(finding, "undecided",
                 "outside of what the source believes of any measurement",
                 "look for a cache or a fault, then run again");
        return;
    }
    if (busy && !missed_alone(env, requirement, result, finding)) {
        conclude(
            finding, "undecided",
            joined(short_by, "host busy: other work took the CPU", env->arena),
            settle_busy());
        return;
    }
    if (busy)
        short_by = joined(
            short_by,
            "host busy, but by its CPU time alone it misses the bound too",
            env->arena);
    conclude(finding, "fail",
             joined(short_by, evidence_given(env->document, result, env->arena),
                    env->arena),
             NULL);
}

static bool too_few(const struct result *result)
{
    return result->n < RANK_LEAST || !known_u64(result->n);
}

/* How a counted statistic is ruled: which share may take longer than which time. */
struct counted_bound {
    double ns;
    double share;
};

static struct counted_bound counted_bound(const struct requirement *requirement,
                                          const struct result_finding *finding)
{
    double lowered = lowered_bound(finding);

    if (requirement->statistic == STATISTIC_SHARE_OVER)
        return (struct counted_bound){ requirement->over_ns, lowered };
    return (struct counted_bound){ lowered, statistic_share(requirement) };
}

/* Whether the clock is too slow to tell that latencies are under such a time. */
static bool beyond_the_clock(const struct finding_env *env, double ns)
{
    return ns < CLOCK_GRAINS_LEAST * clock_grain_ns(&env->document->conditions);
}

static enum ruling rule(const struct finding_env *env,
                        const struct requirement *requirement,
                        const struct result *result,
                        const struct result_finding *finding)
{
    struct bound bound = { lowered_bound(finding), finding->at_least, 0 };
    struct counted_bound counted = counted_bound(requirement, finding);
    enum ruling ruling;

    if (too_few(result))
        return RULING_UNCLEAR;
    if (!statistic_is_counted(requirement->statistic))
        return rank_ruling(finding->interval, bound);
    ruling = counted_ruling(result->latency, counted.ns, counted.share,
                            statistic_doubt(env->document, result));
    return ruling == RULING_MET && beyond_the_clock(env, counted.ns)
               ? RULING_UNCLEAR
               : ruling;
}

static const char *settle(const struct finding_env *env,
                          const struct requirement *requirement,
                          const struct result *result,
                          const struct result_finding *finding)
{
    struct bound bound = { lowered_bound(finding), finding->at_least, 0 };
    struct counted_bound counted = counted_bound(requirement, finding);

    if (too_few(result) || !statistic_is_counted(requirement->statistic))
        return settle_interval(result, finding->value, finding->interval, bound,
                               env->arena);
    return settle_counted(result, counted.ns, counted.share,
                          statistic_doubt(env->document, result), env->arena);
}

/* Would it be clear, were the clock sound? */
static bool unclear_by_the_clock(const struct finding_env *env,
                                 const struct requirement *requirement,
                                 const struct result *result,
                                 const struct result_finding *finding)
{
    struct counted_doubt doubt = statistic_doubt(env->document, result);
    struct counted_bound counted = counted_bound(requirement, finding);

    if (doubt.grain_ns == 0 || too_few(result) ||
        !statistic_is_counted(requirement->statistic))
        return false;
    doubt.grain_ns = 0;
    return beyond_the_clock(env, counted.ns) ||
           counted_ruling(result->latency, counted.ns, counted.share, doubt) !=
               RULING_UNCLEAR;
}

static const char *spell_grain(const struct finding_env *env)
{
    char spelled[UNITS_ROOM];

    return arena_strdup(env->arena,
                        units_spell(clock_grain_ns(&env->document->conditions),
                                    UNIT_NS, spelled));
}

static void conclude_unclear(const struct finding_env *env,
                             const struct requirement *requirement,
                             const struct result *result,
                             struct result_finding *finding)
{
    const char *reason =
        !too_few(result) ? "the interval holds the bound"
        : known_u64(result->n)
            ? arena_printf(env->arena, "too few rounds for an interval: %llu",
                           (unsigned long long)result->n)
            : "how many rounds there were is not known";

    if (unclear_by_the_clock(env, requirement, result, finding)) {
        conclude(finding, "undecided",
                 arena_printf(env->arena,
                              "the clock of this host tells no less than %s: "
                              "too coarse for this bound",
                              spell_grain(env)),
                 settle_clock());
        return;
    }
    conclude(finding, "undecided", reason,
             settle(env, requirement, result, finding));
}

static const char *no_latency(const struct finding_env *env,
                              const struct result *result)
{
    if (result->latency == NULL || result->latency->n == 0 ||
        clock_grain_ns(&env->document->conditions) == 0)
        return "no latencies were recorded";
    return arena_printf(env->arena,
                        "shorter than the clock of this host can tell, %s",
                        spell_grain(env));
}

/* Why there is no number; NULL when there is one. */
static const char *unmeasured(const struct finding_env *env,
                              const struct requirement *requirement,
                              const struct result *result,
                              const struct result_finding *finding)
{
    if (result == NULL)
        return "not measured in this run";
    if (strcmp(result->status, "ok") != 0)
        return result->reason != NULL ? result->reason
                                      : "could not be measured";
    if (!known_double(finding->bound))
        return "the host does not tell what the bound is given per";
    if (strcmp(result->unit, unit_name(requirement->kind)) != 0 &&
        (requirement->statistic == STATISTIC_SCORE ||
         requirement->statistic == STATISTIC_MEAN ||
         requirement->statistic == STATISTIC_PER_CPU_SECOND))
        return "the bound's unit is not the measurement's";
    if (known_double(finding->value))
        return NULL;
    if (statistic_is_counted(requirement->statistic))
        return no_latency(env, result);
    return "the result does not tell this number";
}

/* The result of the judged directory, or one of no directory at all: never that of
 * another. */
static const struct result *find_result(const struct finding_env *env,
                                        const char *id)
{
    const char *path = env->target != NULL ? env->target->mount.path : NULL;
    const struct result *result = result_find(env->document, id, path);

    if (result != NULL || path == NULL)
        return result;
    result = result_find(env->document, id, NULL);
    return result != NULL && result->target == NULL ? result : NULL;
}

static void judge_result(const struct finding_env *env,
                         const struct requirement *requirement,
                         struct result_finding *finding)
{
    const struct result *result = find_result(env, requirement->what);
    struct measured measured = { UNKNOWN_DOUBLE,
                                 { UNKNOWN_DOUBLE, UNKNOWN_DOUBLE } };
    const char *reason;

    if (result != NULL) {
        if (finding->title == NULL)
            finding->title = result->title;
        finding->op = result->op;
        finding->marks = result->marks;
        finding->mark_count = result->mark_count;
        if (strcmp(result->status, "ok") == 0)
            measured = statistic_measured(requirement, env->document, result,
                                          env->arena);
    }
    finding->value = measured.value;
    reason = unmeasured(env, requirement, result, finding);
    if (reason != NULL) {
        finding->value = UNKNOWN_DOUBLE;
        conclude(finding, "undecided", reason,
                 result == NULL ? "measure it" : NULL);
        return;
    }
    assert(result != NULL); /* or it were unmeasured */
    finding->interval = measured.interval;
    finding->ratio = ratio_of(finding);
    switch (rule(env, requirement, result, finding)) {
    case RULING_MET:
        conclude_met(env, requirement, result, finding);
        break;
    case RULING_MISSED:
        conclude_missed(env, requirement, result, finding);
        break;
    case RULING_UNCLEAR:
        conclude_unclear(env, requirement, result, finding);
        break;
    }
}

static bool in_set(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)) != NULL; at++) {
        if ((at == words || at[-1] == ' ') &&
            (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static bool text_meets(const struct requirement *requirement, const char *text)
{
    if (requirement->ask == ASK_EQUALS)
        return strcmp(text, requirement->text) == 0;
    if (requirement->ask == ASK_AT_LEAST)
        return fact_version_compare(text, requirement->text) >= 0;
    return fact_version_compare(text, requirement->text) <= 0;
}

static bool number_meets(const struct requirement *requirement,
                         const struct result_finding *finding)
{
    if (requirement->ask == ASK_EQUALS)
        return finding->value == finding->bound;
    if (finding->at_least)
        return finding->value >= lowered_bound(finding);
    return finding->value <= lowered_bound(finding);
}

static const char *asked_text(const struct requirement *requirement,
                              struct arena *arena)
{
    static const char *const words[] = {
        [ASK_AT_LEAST] = "at least",
        [ASK_AT_MOST] = "at most",
        [ASK_EQUALS] = "exactly",
        [ASK_HAS] = "with",
    };

    return arena_printf(arena, "asked is %s '%s'", words[requirement->ask],
                        requirement->text);
}

static void judge_words(const struct finding_env *env,
                        const struct requirement *requirement,
                        const struct fact_answer *answer,
                        struct result_finding *finding)
{
    bool met;

    if (requirement->ask == ASK_HAS) {
        met = in_set(answer->text, requirement->text);
        finding->value_text = arena_printf(
            env->arena, "%s %s", met ? "has" : "lacks", requirement->text);
        conclude(finding, met ? "pass" : "fail", NULL, NULL);
        return;
    }
    finding->value_text = answer->text;
    met = text_meets(requirement, answer->text);
    conclude(finding, met ? "pass" : "fail",
             met ? NULL : asked_text(requirement, env->arena), NULL);
}

static void judge_number(const struct finding_env *env,
                         const struct requirement *requirement, const char *why,
                         struct result_finding *finding)
{
    const char *short_by = shortfall(finding, env->arena);
    bool met = number_meets(requirement, finding);

    finding->ratio = ratio_of(finding);
    if (met && short_by != NULL)
        short_by =
            arena_printf(env->arena, "%s, inside the tolerance of %.4g %%",
                         short_by, 100 * finding->tolerance);
    conclude(finding, met ? "pass" : "fail",
             joined(short_by, met ? NULL : why, env->arena), NULL);
}

static void judge_fact(const struct finding_env *env,
                       const struct requirement *requirement,
                       struct result_finding *finding)
{
    const struct fact_row *fact = fact_find(requirement->what);
    struct fact_answer answer = fact_read(fact, env->document, env->target);

    if (finding->title == NULL)
        finding->title = fact->title;
    finding->tolerance = requirement->tolerance;
    finding->value = answer.number;
    if (requirement->text != NULL
            ? answer.text == NULL
            : !known_double(answer.number) || !known_double(finding->bound)) {
        finding->value = UNKNOWN_DOUBLE;
        conclude(finding, "undecided", "the host does not tell", NULL);
        return;
    }
    if (requirement->text != NULL)
        judge_words(env, requirement, &answer, finding);
    else
        judge_number(env, requirement, answer.why, finding);
}

void finding_make(const struct finding_env *env,
                  const struct requirement *requirement,
                  struct result_finding *ret_finding)
{
    double tolerance =
        known_double(env->tolerance) ? env->tolerance : requirement->tolerance;
    double bound = published_bound(env, requirement);

    *ret_finding = (struct result_finding){
        .requirement = requirement->what,
        .title = requirement->title,
        .statistic = statistic_name(requirement->statistic),
        .level = level_name(requirement->level),
        .source = requirement->source != NULL ? requirement->source
                                              : env->profile->document,
        .recipe = recipe_name(requirement->recipe),
        .unit = requirement->text == NULL ? unit_name(requirement->kind) : NULL,
        .value = UNKNOWN_DOUBLE,
        .interval = { UNKNOWN_DOUBLE, UNKNOWN_DOUBLE },
        .bound = bound,
        .bound_text = bound_text(requirement, bound, env->arena),
        .at_least = requirement->ask != ASK_AT_MOST,
        .tolerance = tolerance,
        .ratio = UNKNOWN_DOUBLE,
    };
    if (requirement->statistic == STATISTIC_FACT)
        judge_fact(env, requirement, ret_finding);
    else
        judge_result(env, requirement, ret_finding);
    if (ret_finding->title == NULL)
        ret_finding->title = requirement->what;
}
