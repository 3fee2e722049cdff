/* Which state of the source this binary was built from. */
#ifndef ASSAY_CLI_COMMIT_H
#define ASSAY_CLI_COMMIT_H

extern const char assay_version[]; /* such as "0.1.0" */
extern const char assay_commit[];  /* twelve hex digits, or "unknown" */

#endif
