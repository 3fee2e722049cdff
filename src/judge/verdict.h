/* Judges a document against a profile.
 *
 * Each requirement compares the interval that the reports show with its bound:
 * wholly on the right side, it passes; wholly on the wrong one, it fails;
 * otherwise it is undecided, with what would settle it. evidence.h says how
 * disturbances count. A requirement whose number is not in the document is
 * undecided too, and its value is unknown.
 *
 * Any fail makes the verdict fail; else anything undecided makes it undecided. Only
 * minimum and plausible requirements count so: a recommended one is shown with
 * its own outcome and changes nothing, unless it is asked for or the profile has no
 * other requirement for the role at all, because then its recommendations are
 * all it asks. */
#ifndef ASSAY_JUDGE_VERDICT_H
#define ASSAY_JUDGE_VERDICT_H

#include <stdbool.h>

struct arena;
struct document;
struct profile;
struct requirement;
struct result_verdict;

struct judge_options {
    const char *role; /* NULL: the profile's default */
    double tolerance; /* a share, in place of those of measured requirements;
                           NaN: the profile's own */
    bool recommended; /* recommended requirements count as well */
    const char *target; /* path of the directory that is judged; NULL: the first */
};

/* The role that is judged: the one asked for, else the profile's default. */
const char *verdict_role(const struct profile *profile,
                         const struct judge_options *options);

/* True when the requirement decides: see above. */
bool verdict_counts(const struct profile *profile,
                    const struct requirement *requirement,
                    const struct judge_options *options);

/* Fills the verdict; its findings are in the profile's order. Texts belong to the
 * arena, the profile and the document. Never fails: what cannot be judged is
 * undecided. */
void verdict_judge(const struct document *document,
                   const struct profile *profile,
                   const struct judge_options *options, struct arena *arena,
                   struct result_verdict *ret_verdict);

/* True when something the verdict counts could not be measured at all. */
bool verdict_unmeasured(const struct result_verdict *verdict);

#endif
