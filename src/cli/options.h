/* The options that several commands share, as argp tables: their help, the
 * completions and the manual all come from here. */
#ifndef ASSAY_CLI_OPTIONS_H
#define ASSAY_CLI_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/plan.h"

enum { OPTIONS_MOST_DIRS = 32, OPTIONS_MOST_OUTPUTS = 16 };

/* How to measure. Set to the defaults by `options_measure_init`. */
struct options_measure {
    const char *dirs[OPTIONS_MOST_DIRS]; /* where storage is tested */
    size_t dir_count;
    const char *device; /* a block device, only read; NULL: none */
    enum depth depth;
    double budget_s;      /* 0: the depth's */
    double precision;     /* share; NaN: the class's */
    uint64_t space_bytes; /* 0: the rule's */
    uint64_t size_bytes;  /* of the test file; 0: the rule's */
    uint64_t max_written; /* 0: the default */
    uint64_t seed;
    bool no_host_name;
    bool dry_run;
    const char *replay; /* path of a stored result; NULL: measure */
};

struct options_output {
    const char *path;
};

/* How to report. */
struct options_report {
    const char *format; /* of stdout; NULL: text */
    struct options_output outputs[OPTIONS_MOST_OUTPUTS];
    size_t output_count;
    bool quiet;
    bool no_color;
};

/* Set the defaults, before anything is parsed. */
void options_measure_init(struct options_measure *options);
void options_report_init(struct options_report *options);

/* Child parsers; their input is the struct above. What every command that measures
 * takes (space, bytes written, replay, dry run) is one table; where, how deep and how
 * long is a second one on top of it, for commands that leave this to the user. */
extern const struct argp options_bounds_argp;
extern const struct argp options_measure_argp;
extern const struct argp options_report_argp;

#endif
