#include "cli/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "cli/signals.h"
#include "judge/verdict.h"
#include "result/result.h"

static int exit_of_signal(const char *name)
{
    if (name != NULL && strcmp(name, "SIGINT") == 0)
        return 130;
    if (name != NULL && strcmp(name, "SIGTERM") == 0)
        return 143;
    if (name != NULL && strcmp(name, "SIGHUP") == 0)
        return 129;
    return EXIT_UNMEASURED; /* the watchdog */
}

int program_fail(const struct err *err)
{
    (void)fprintf(stderr, "assay: %s\n", err->text);
    switch (err->kind) {
    case ERR_USAGE:
    case ERR_DATA:
        return EXIT_USAGE;
    case ERR_BUG:
    case ERR_NONE:
        return EXIT_BUG;
    case ERR_STOPPED:
        return exit_of_signal(signals_received());
    default:
        return EXIT_UNMEASURED;
    }
}

void program_warn(const char *format, ...)
{
    va_list args;

    (void)fputs("assay: ", stderr);
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fputc('\n', stderr);
}

static int severity(int status)
{
    static const int ascending[] = { EXIT_MET, EXIT_UNDECIDED, EXIT_UNMEASURED,
                                     EXIT_MISSED };
    enum { KNOWN = sizeof(ascending) / sizeof(ascending[0]) };

    for (int i = 0; i < KNOWN; i++) {
        if (ascending[i] == status)
            return i;
    }
    if (status == EXIT_BUG)
        return KNOWN + 2;
    return status == EXIT_USAGE ? KNOWN + 1 : KNOWN;
}

int exit_worse(int a, int b)
{
    return severity(a) >= severity(b) ? a : b;
}

static int exit_of_verdicts(const struct document *document)
{
    int status = EXIT_MET;

    for (size_t i = 0; i < document->verdict_count; i++) {
        const char *outcome = document->verdicts[i].outcome;
        if (strcmp(outcome, "fail") == 0)
            status = exit_worse(status, EXIT_MISSED);
        else if (verdict_unmeasured(&document->verdicts[i]))
            status = exit_worse(status, EXIT_UNMEASURED);
        else if (strcmp(outcome, "pass") != 0)
            status = exit_worse(status, EXIT_UNDECIDED);
    }
    return status;
}

/* What the plan left out for the time or a quota was not asked for; a step that was,
 * and has no score, could not be measured. */
static int exit_of_results(const struct document *document)
{
    bool measured = document->result_count == 0;

    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (strcmp(result->status, "ok") == 0)
            measured = true;
        else if (!result->left_out)
            return EXIT_UNMEASURED;
    }
    return measured ? EXIT_MET : EXIT_UNMEASURED;
}

static int exit_of_end(const struct document *document)
{
    return document->complete && document->interrupted_by == NULL
               ? EXIT_MET
               : exit_of_signal(document->interrupted_by);
}

int exit_of_document(const struct document *document)
{
    int status =
        exit_worse(exit_of_verdicts(document), exit_of_results(document));

    return exit_worse(status, exit_of_end(document));
}
