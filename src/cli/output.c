#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/program.h"
#include "report/report.h"

static int write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        text += n;
        length -= (size_t)n;
    }
    return 0;
}

/* Stdout may be a pipe whose reader is gone, or a file on a full disk: both show up
 * here or at the sync, and only the disk's error at the sync matters. */
int output_text(const char *text)
{
    if (write_all(STDOUT_FILENO, text, strlen(text)) < 0 ||
        (fsync(STDOUT_FILENO) < 0 && errno != EINVAL && errno != EROFS &&
         errno != ENOTSUP)) {
        program_warn("cannot write the report: %s", strerrordesc_np(errno));
        return EXIT_UNMEASURED;
    }
    return EXIT_MET;
}

static int cannot_write(const char *path)
{
    program_warn("cannot write '%s': %s", path, strerrordesc_np(errno));
    return EXIT_UNMEASURED;
}

/* Directories are needed for the rename to last, and to say early what is wrong. */
static int parent_of(const char *path, char parent[PATH_MAX])
{
    char copy[PATH_MAX];

    if (strlen(path) >= sizeof(copy)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    (void)strcpy(copy, path);
    (void)strcpy(parent, dirname(copy));
    return 0;
}

/* Devices and pipes cannot be replaced, only written to. */
static bool is_special(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

int output_check(const struct options_report *options)
{
    for (size_t i = 0; i < options->output_count; i++) {
        const char *path = options->outputs[i].path;
        char parent[PATH_MAX];
        struct stat status;

        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
            errno = EISDIR;
            return cannot_write(path);
        }
        if (is_special(path) ? access(path, W_OK) < 0
                             : parent_of(path, parent) < 0 ||
                                   access(parent, W_OK | X_OK) < 0)
            return cannot_write(path);
    }
    return EXIT_MET;
}

static int write_special(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    int rc;

    if (fd < 0)
        return cannot_write(path);
    rc = write_all(fd, text, strlen(text));
    if (rc < 0)
        rc = cannot_write(path);
    (void)close(fd); /* what was written has arrived */
    return rc;
}

static int open_temporary(const char *path, char temporary[PATH_MAX])
{
    unsigned long long random = 0;

    if (getrandom(&random, sizeof(random), GRND_NONBLOCK) < 0)
        random = (unsigned long long)getpid();
    if (snprintf(temporary, PATH_MAX, "%s.%016llx.tmp", path, random) >=
        PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                0644);
}

/* A report that its owner keeps from others stays so when it is made anew. */
static void keep_mode(int fd, const char *path)
{
    struct stat old;

    if (lstat(path, &old) == 0 && S_ISREG(old.st_mode))
        (void)fchmod(fd, old.st_mode & 0777); /* or there are no permissions */
}

static void sync_parent(const char *path)
{
    char parent[PATH_MAX];
    int fd;

    if (parent_of(path, parent) < 0)
        return;
    fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;      /* not readable: the file itself is safe all the same */
    (void)fsync(fd); /* not every file system can */
    (void)close(fd);
}

int output_file(const char *path, const char *text)
{
    char temporary[PATH_MAX];
    int fd;
    int saved;

    if (is_special(path))
        return write_special(path, text);
    fd = open_temporary(path, temporary);
    if (fd < 0)
        return cannot_write(path);
    keep_mode(fd, path);
    if (write_all(fd, text, strlen(text)) < 0 || fsync(fd) < 0 ||
        rename(temporary, path) < 0) {
        saved = errno;
        (void)close(fd);
        (void)unlink(temporary);
        errno = saved;
        return cannot_write(path);
    }
    (void)close(fd); /* synced above */
    sync_parent(path);
    return EXIT_MET;
}

static bool wants_colour(const struct options_report *options)
{
    const char *no_color = getenv("NO_COLOR");
    const char *force = getenv("FORCE_COLOR");
    const char *term = getenv("TERM");

    if (options->no_color || (no_color != NULL && no_color[0] != '\0'))
        return false;
    if (force != NULL && force[0] != '\0')
        return true;
    return isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

/* The locale's character set, read from the environment alone: nothing else of the
 * locale may change what we print. */
static bool speaks_utf8(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return strcasestr(value, "utf-8") != NULL ||
                   strcasestr(value, "utf8") != NULL;
    }
    return false;
}

static size_t terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    long width = 0;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    else if (columns != NULL)
        width = strtol(columns, NULL, 10);
    if (width <= 0)
        return 80;
    return width < 40 ? 40 : width > 200 ? 200 : (size_t)width;
}

struct report_options output_terminal(const struct options_report *options)
{
    return (struct report_options){
        .width = terminal_width(),
        .colour = wants_colour(options),
        .utf8 = speaks_utf8(),
    };
}

/* What is to be reported: a document, or comparisons. */
struct subject {
    const struct document *document; /* NULL: comparisons */
    const struct comparison *comparisons;
    size_t count;
};

static int render(struct program *program, const struct report_format *format,
                  const struct report_options *options,
                  const struct subject *subject, const char **ret_text)
{
    struct text text;
    struct err err;

    text_init(&text, &program->arena);
    if (subject->document == NULL && format->compare == NULL) {
        (void)err_set(&err, ERR_USAGE,
                      "format '%s' has no form for comparisons", format->name);
        return program_fail(&err);
    }
    if (subject->document == NULL)
        format->compare(subject->comparisons, subject->count, options, &text);
    else if (format->render(subject->document, options, &text, &err) < 0)
        return program_fail(&err);
    *ret_text = text.bytes;
    return EXIT_MET;
}

static int write_outputs(struct program *program,
                         const struct options_report *options,
                         const struct subject *subject)
{
    const struct report_options plain = { .width = 80, .utf8 = true };
    int status = EXIT_MET;

    for (size_t i = 0; i < options->output_count; i++) {
        const char *path = options->outputs[i].path;
        const char *text = "";
        int rc = render(program, report_for_path(path), &plain, subject, &text);

        if (rc == EXIT_MET)
            rc = output_file(path, text);
        status = exit_worse(status, rc);
    }
    return status;
}

static const struct report_format *
format_of(const struct options_report *options)
{
    return report_find(options->format != NULL ? options->format : "text");
}

static int write_all_of(struct program *program,
                        const struct options_report *options,
                        const struct subject *subject)
{
    const struct report_options shown = output_terminal(options);
    int status = write_outputs(program, options, subject);
    const char *text = "";
    int rc = render(program, format_of(options), &shown, subject, &text);

    if (rc == EXIT_MET)
        rc = output_text(text);
    return exit_worse(status, rc);
}

int output_files(struct program *program, const struct options_report *options,
                 const struct document *document)
{
    const struct subject subject = { .document = document };

    return write_outputs(program, options, &subject);
}

int output_report(struct program *program, const struct options_report *options,
                  const struct document *document)
{
    const struct subject subject = { .document = document };

    return write_all_of(program, options, &subject);
}

int output_document(struct program *program,
                    const struct options_report *options,
                    const struct document *document)
{
    const struct report_format *format = format_of(options);
    int own = format->exit_status != NULL ? format->exit_status(document)
                                          : exit_of_document(document);
    int status = output_report(program, options, document);

    return status == EXIT_MET ? own : exit_worse(status, own);
}

int output_comparisons(struct program *program,
                       const struct options_report *options,
                       const struct comparison *list, size_t count)
{
    const struct subject subject = { .comparisons = list, .count = count };

    return write_all_of(program, options, &subject);
}
