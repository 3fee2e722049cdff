/* The list of formats, and how one is found. */
#include "report/report.h"

#include <string.h>
#include <strings.h>

#define FORMAT(name) extern const struct report_format report_##name;
#include "report/formats.h"
#undef FORMAT

const struct report_format *const report_formats[] = {
#define FORMAT(name) &report_##name,
#include "report/formats.h"
#undef FORMAT
    NULL,
};

const struct report_format *report_find(const char *name)
{
    for (size_t i = 0; report_formats[i] != NULL; i++) {
        if (strcmp(report_formats[i]->name, name) == 0)
            return report_formats[i];
    }
    return NULL;
}

/* How many characters of the path's end one of the suffixes covers. */
static size_t suffix_fit(const char *path, const char *suffixes)
{
    size_t path_length = strlen(path);
    size_t best = 0;

    while (suffixes != NULL && *suffixes != '\0') {
        size_t length = strcspn(suffixes, " ");
        if (length > best && length < path_length &&
            strncasecmp(path + path_length - length, suffixes, length) == 0)
            best = length;
        suffixes += length + strspn(suffixes + length, " ");
    }
    return best;
}

const struct report_format *report_for_path(const char *path)
{
    const struct report_format *found = NULL;
    size_t best = 0;

    for (size_t i = 0; report_formats[i] != NULL; i++) {
        size_t fit = suffix_fit(path, report_formats[i]->suffixes);
        if (fit > best) {
            best = fit;
            found = report_formats[i];
        }
    }
    return found;
}
