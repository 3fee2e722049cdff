/* The words of a document, safe to use: one of a later version or from a broken
 * run may lack any of them. Nothing here returns NULL. */
#ifndef ASSAY_REPORT_WORDS_H
#define ASSAY_REPORT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct document;
struct result;
struct result_finding;
struct result_verdict;

enum outcome { OUTCOME_PASS, OUTCOME_UNDECIDED, OUTCOME_FAIL, OUTCOME_NONE };

/* A word that is not known counts as undecided. */
enum outcome outcome_from_word(const char *word);
const char *outcome_word(enum outcome outcome);

/* Of all verdicts together: the worst; OUTCOME_NONE without any. */
enum outcome outcome_of_document(const struct document *document);

/* How many findings of all verdicts have this outcome; OUTCOME_NONE: all. */
unsigned outcome_count(const struct document *document, enum outcome outcome);

/* True when the verdict rests on this finding: a recommendation that is shown beside
 * it changes nothing (one that decides has the level "minimum"). */
bool words_decides(const struct result_finding *finding);

/* What many figures suffered from, in a name and a sentence: other work in the host, time
 * that the hypervisor took (over a tenth of the CPUs, of which every score has its part),
 * and a clock too slow to time short operations by. */
enum { WORDS_CAUTIONS = 3 };
struct words_caution {
    const char *name; /* "Busy host" */
    const char *sentence;
};

/* Lists those that hold; returns how many. */
size_t words_cautions(const struct document *document, struct arena *arena,
                      struct words_caution cautions[WORDS_CAUTIONS]);

/* The string, or the other one where there is none or it is empty. */
const char *words_or(const char *string, const char *otherwise);

/* The title, or for want of one the id. */
const char *words_title(const struct result *result);
const char *words_finding(const struct result_finding *finding);
const char *words_verdict(const struct result_verdict *verdict);

/* The unit of a score and its kin as people know it: a rate of operations says of
 * what, as in "IO/s" and "keys/s". Any other unit is returned as it is, NULL too. */
const char *words_unit(const struct result *result, struct arena *arena);

/* The same from its parts: the unit, what an operation is, the benchmark's id. */
const char *words_rate_unit(const char *unit, const char *op, const char *id,
                            struct arena *arena);

/* What was found, in the unit of the published bound where that has one; "-" when
 * there is nothing. */
const char *words_value(const struct result_finding *finding,
                        struct arena *arena);

/* Its interval in the same unit; "-" when there is none. */
const char *words_span(const struct result_finding *finding,
                       struct arena *arena);

/* What was asked for, as published where that is known; NULL when it is no number. */
const char *words_bound(const struct result_finding *finding,
                        struct arena *arena);

/* True when nothing else of the verdict would be settled by the same as its finding
 * `i`, and something would settle that. What would settle several is said once, by
 * the next. */
bool words_settled_alone(const struct result_verdict *verdict, size_t i);

/* "To settle these 6: run again on a quiet host", for the first finding of those that
 * the same would settle; NULL for all others. */
const char *words_settle_several(const struct result_verdict *verdict, size_t i,
                                 struct arena *arena);

/* The name of a result, and " at /srv" behind it where several directories were tested:
 * each of them then has a result of that name. */
const char *words_placed(const struct document *document,
                         const struct result *result, const char *name,
                         struct arena *arena);

/* True when the result was measured and has a score. */
bool words_measured(const struct result *result);

/* "skipped: needs 90 s", "failed: ..."; for a result that has no score. */
const char *words_missing_status(const struct result *result);
const char *words_missing_reason(const struct result *result);

#endif
