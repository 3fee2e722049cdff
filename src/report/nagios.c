/* One line for monitoring plug-ins, with perfdata and their exit codes: 0 all
 * is well, 1 only something recommended is missed, 2 a requirement is missed, 3
 * unknown (undecided, incomplete, or nothing measured). */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/words.h"
#include "result/result.h"

enum state { STATE_OK, STATE_WARNING, STATE_CRITICAL, STATE_UNKNOWN };

static const char *const state_words[] = { "OK", "WARNING", "CRITICAL",
                                           "UNKNOWN" };

static bool any_missed(const struct document *document)
{
    return outcome_count(document, OUTCOME_FAIL) > 0;
}

static size_t measured(const struct document *document)
{
    size_t count = 0;

    for (size_t i = 0; i < document->result_count; i++)
        count += words_measured(&document->results[i]);
    return count;
}

static enum state state_of(const struct document *document)
{
    switch (outcome_of_document(document)) {
    case OUTCOME_FAIL:
        return STATE_CRITICAL;
    case OUTCOME_UNDECIDED:
        return STATE_UNKNOWN;
    case OUTCOME_PASS:
        return !document->complete    ? STATE_UNKNOWN
               : any_missed(document) ? STATE_WARNING
                                      : STATE_OK;
    case OUTCOME_NONE:
        break;
    }
    return document->complete && measured(document) > 0 ? STATE_OK
                                                        : STATE_UNKNOWN;
}

static int nagios_exit_status(const struct document *document)
{
    return (int)state_of(document);
}

/* Text before the bar must hold none, nor a line break (text_clean sees to
 * that). */
static void add_words(struct text *out, const char *string)
{
    for (const char *s = text_clean(out->arena, string); *s != '\0'; s++)
        text_add_bytes(out, *s == '|' ? "/" : s, 1);
}

static void add_summary(struct text *out, const struct document *document)
{
    text_printf(out, "ASSAY %s - ", state_words[state_of(document)]);
    if (!document->complete)
        text_add(out, "run incomplete; ");
    if (document->verdict_count == 0)
        text_printf(out, "%zu of %zu measured", measured(document),
                    document->result_count);
    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        const char *comma = ": ";
        text_add(out, i > 0 ? "; " : "");
        add_words(out, words_or(verdict->profile, "unnamed"));
        text_printf(out, " %s",
                    outcome_word(outcome_from_word(verdict->outcome)));
        for (size_t j = 0; j < verdict->finding_count; j++) {
            const struct result_finding *f = &verdict->findings[j];
            enum outcome outcome = outcome_from_word(f->outcome);
            if (outcome == OUTCOME_PASS)
                continue;
            text_add(out, comma);
            text_printf(out, "%s ",
                        outcome == OUTCOME_FAIL ? "misses" : "unsure of");
            add_words(out, words_finding(f));
            comma = ", ";
        }
    }
}

/* Perfdata knows seconds, bytes and per cent; rates go without a unit. */
static const char *perf_unit(const char *unit, double *ret_scale)
{
    *ret_scale = 1;
    if (unit != NULL && strcmp(unit, "ns") == 0) {
        *ret_scale = 1e-9;
        return "s";
    }
    if (unit != NULL && strcmp(unit, "share") == 0) {
        *ret_scale = 100;
        return "%";
    }
    return unit != NULL && strcmp(unit, "bytes") == 0 ? "B" : "";
}

/* Labels may hold neither a quote nor an equals sign. */
static void add_label_part(struct text *out, const char *string)
{
    for (const char *s = text_clean(out->arena, string); *s != '\0'; s++)
        text_add_bytes(out, strchr("'=|", *s) != NULL ? "_" : s, 1);
}

/* Nine digits say more than any measurement can. The plug-in guidelines know digits, a
 * sign and a point, but no exponent: 16.4 GB/s is 16400000000. */
static void add_number(struct text *out, double value)
{
    enum { DIGITS = 9, MOST_DECIMALS = 18 };
    double size = fabs(value);
    double whole = size > 0 ? floor(log10(size)) + 1 : 1;
    double decimals = fmin(fmax(DIGITS - whole, 0), MOST_DECIMALS);
    char *number = arena_printf(out->arena, "%.*f", (int)decimals, value);
    size_t length = strlen(number);

    if (strchr(number, '.') != NULL) {
        while (number[length - 1] == '0')
            length--;
        length -= number[length - 1] == '.';
    }
    text_add_bytes(out, number, length);
}

static bool is_alike(const struct result_finding *a,
                     const struct result_finding *b)
{
    return strcmp(words_or(a->requirement, ""), words_or(b->requirement, "")) ==
               0 &&
           strcmp(words_or(a->statistic, ""), words_or(b->statistic, "")) == 0;
}

/* The threshold of the first requirement on the same figure with this level. */
static void add_threshold(struct text *out, const struct result_verdict *verdict,
                          const struct result_finding *finding,
                          bool recommended, double scale)
{
    text_add(out, ";");
    for (size_t i = 0; i < verdict->finding_count; i++) {
        const struct result_finding *other = &verdict->findings[i];
        if (!is_alike(other, finding) || words_decides(other) == recommended ||
            !isfinite(other->bound))
            continue;
        add_number(out, other->bound * scale);
        text_add(out, other->at_least ? ":" : "");
        return;
    }
}

/* A figure comes once, whatever asks for it: labels must differ. */
static bool was_told(const struct result_verdict *verdict, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (is_alike(&verdict->findings[i], &verdict->findings[index]))
            return true;
    }
    return false;
}

static void add_finding(struct text *out, const struct result_verdict *verdict,
                        size_t index)
{
    const struct result_finding *finding = &verdict->findings[index];
    double scale;
    const char *unit = perf_unit(finding->unit, &scale);

    if (!isfinite(finding->value) || was_told(verdict, index))
        return;
    text_add(out, " '");
    add_label_part(out, words_or(verdict->profile, "unnamed"));
    text_add(out, "/");
    add_label_part(out, words_or(finding->requirement, "unnamed"));
    text_add(out, "/");
    add_label_part(out, words_or(finding->statistic, "score"));
    text_add(out, "'=");
    add_number(out, finding->value * scale);
    text_add(out, unit);
    add_threshold(out, verdict, finding, true, scale);
    add_threshold(out, verdict, finding, false, scale);
}

static void add_result(struct text *out, const struct document *document,
                       const struct result *result)
{
    double scale;
    const char *unit = perf_unit(result->unit, &scale);

    if (!words_measured(result))
        return;
    text_add(out, " '");
    add_label_part(out,
                   words_placed(document, result,
                                words_or(result->id, "unnamed"), out->arena));
    text_add(out, "'=");
    add_number(out, result->score * scale);
    text_add(out, unit);
}

static int nagios_render(const struct document *document,
                         const struct report_options *options, struct text *out,
                         struct err *err)
{
    struct text data;

    (void)options;
    (void)err;
    add_summary(out, document);
    text_init(&data, out->arena);
    for (size_t i = 0; i < document->verdict_count; i++) {
        const struct result_verdict *verdict = &document->verdicts[i];
        for (size_t j = 0; j < verdict->finding_count; j++)
            add_finding(&data, verdict, j);
    }
    if (document->verdict_count == 0) {
        for (size_t i = 0; i < document->result_count; i++)
            add_result(&data, document, &document->results[i]);
    }
    if (data.length > 0)
        text_printf(out, " |%s", data.bytes);
    text_add(out, "\n");
    return 0;
}

const struct report_format report_nagios = {
    .name = "nagios",
    .about = "one line with perfdata for monitoring; exit status 0, 1, 2 or 3",
    .render = nagios_render,
    .exit_status = nagios_exit_status,
};
