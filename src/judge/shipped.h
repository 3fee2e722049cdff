/* The profiles carried inside the binary: the files of `profiles/`, embedded when
 * it is built. */
#ifndef ASSAY_JUDGE_SHIPPED_H
#define ASSAY_JUDGE_SHIPPED_H

struct shipped_profile {
    const char *name; /* the file's name without its ending */
    const char *text; /* JSON */
};

/* In the order of the names; ends with a row of NULLs. */
extern const struct shipped_profile shipped_profiles[];

#endif
