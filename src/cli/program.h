/* What every command is given: the run's memory, the stop flag, what its streams can
 * show. This room alone prints and decides exit statuses. */
#ifndef ASSAY_CLI_PROGRAM_H
#define ASSAY_CLI_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct document;
struct err;
struct stop;

/* The exit statuses that are a contract; 130 and 143 follow the signal. */
enum exit_status {
    EXIT_MET =
        0, /* every requirement met, or none asked and something measured */
    EXIT_MISSED = 1,     /* a requirement surely missed */
    EXIT_USAGE = 2,      /* wrong usage, or a file that cannot be understood */
    EXIT_UNDECIDED = 3,  /* not surely met, not surely missed */
    EXIT_UNMEASURED = 4, /* something could not be measured, or written */
    EXIT_BUG = 5,        /* our own fault */
};

struct program {
    struct arena arena;
    const struct stop *stop;
    int argc; /* the whole command line, for the document */
    char **argv;
    int supervisor; /* where to tell the exit status; -1: nobody listens */
};

/* Prints "assay: <message>" on stderr and returns the status its kind stands for. */
int program_fail(const struct err *err);

/* Prints "assay: <text>" on stderr: a remark that changes no status. */
void program_warn(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Picks one status where several hold: 5, 2, 130 or 143, 1, 4, 3, 0. */
int exit_worse(int a, int b);

/* The status a document stands for: interrupted, verdicts, what could not be
 * measured. */
int exit_of_document(const struct document *document);

#endif
