/* What went wrong, as a value.
 *
 * A function that can fail takes `struct err *` last and returns 0, or -1 with
 * the failure described in it. On success it leaves the struct alone. Only
 * `main` prints an error and turns its kind into an exit status. */
#ifndef ASSAY_BASE_ERR_H
#define ASSAY_BASE_ERR_H

#include <stdbool.h>

enum err_kind {
    ERR_NONE,
    ERR_USAGE,       /* the user asked for something that makes no sense */
    ERR_DATA,        /* a file or text cannot be understood */
    ERR_SYSTEM,      /* the operating system refused; `code` is its errno */
    ERR_UNSUPPORTED, /* this machine or build cannot do it */
    ERR_SPACE,       /* not enough room on the disk or in memory */
    ERR_PROOF,       /* a benchmark's known answer came out wrong */
    ERR_STOPPED,     /* the run was told to stop */
    ERR_BUG,         /* our own fault */
};

struct err {
    enum err_kind kind;
    int code; /* errno of the failing call, 0 when there was none */
    char text[480];
};

/* Describes a failure; always returns -1, so that failing is one statement.
 * The message starts in lower case, quotes its subject and has no full stop. */
int err_set(struct err *err, enum err_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As `err_set` with kind ERR_SYSTEM (ERR_SPACE for ENOSPC, EDQUOT, EFBIG and
 * ENOMEM) and the text of the errno value `code` behind the message. */
int err_system(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "<context>: " in front of the message; always returns -1. */
int err_within(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
