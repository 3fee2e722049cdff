#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append_errno(struct err *err, int code)
{
    size_t used = strlen(err->text);

    /* strerrordesc_np never allocates and never follows the locale. */
    const char *name = strerrordesc_np(code);
    (void)snprintf(err->text + used, sizeof(err->text) - used, ": %s",
                   name != NULL ? name : "unknown error");
}

int err_set(struct err *err, enum err_kind kind, const char *format, ...)
{
    va_list args;

    err->kind = kind;
    err->code = 0;
    va_start(args, format);
    /* A message too long for the array is cut; the array holds six lines. */
    (void)vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    return -1;
}

int err_system(struct err *err, int code, const char *format, ...)
{
    va_list args;
    bool space =
        code == ENOSPC || code == EDQUOT || code == EFBIG || code == ENOMEM;

    err->kind = space ? ERR_SPACE : ERR_SYSTEM;
    err->code = code;
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    append_errno(err, code);
    return -1;
}

int err_within(struct err *err, const char *format, ...)
{
    char inner[sizeof(err->text)];
    va_list args;
    size_t used;

    memcpy(inner, err->text, sizeof(inner));
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    used = strlen(err->text);
    (void)snprintf(err->text + used, sizeof(err->text) - used, ": %s", inner);
    return -1;
}
