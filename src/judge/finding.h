/* One requirement against one document. */
#ifndef ASSAY_JUDGE_FINDING_H
#define ASSAY_JUDGE_FINDING_H

struct arena;
struct document;
struct profile;
struct requirement;
struct result_finding;
struct result_target;

struct finding_env {
    const struct document *document;
    const struct result_target *target; /* NULL: no directory was tested */
    const struct profile *profile;
    double tolerance; /* a share in place of the requirement's own; NaN: none */
    struct arena *arena;
};

/* Fills the finding; see verdict.h for the rules. */
void finding_make(const struct finding_env *env,
                  const struct requirement *requirement,
                  struct result_finding *ret_finding);

#endif
