/* The storage side of a session: which directories are tested, and their life from
 * the first look to the last counter. */
#ifndef ASSAY_CLI_SESSION_DISK_H
#define ASSAY_CLI_SESSION_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/plan.h"

struct clock;
struct disk_target;
struct document;
struct err;
struct options_measure;
struct place;
struct program;
struct progress;
struct result_target;
struct session_order;
struct stop;
struct sysroot;

struct session_disk {
    const struct options_measure *options;
    const struct sysroot *root;
    const struct stop *stop;
    struct disk_target **targets;          /* one for each path */
    const struct result_target *described; /* likewise, in the document */
    struct place *places;
    const char **paths;
    const char **cannot; /* why a path cannot be tested; NULL: it can */
    uint64_t *space;     /* bytes that a path's files may take together */
    size_t count;
    bool opened;
    bool lost;                /* a thread hangs in a target */
    uint64_t file_bytes;      /* that the files will take together */
    struct plan_wish *wishes; /* the order's, disk wishes once for each target */
    size_t wish_count;
};

/* Finds out where the directories are stored and how much space may be used, and
 * repeats the disk wishes for each. Nothing is written. Fails when 'all' finds no
 * disk, and with ERR_USAGE when the device is none; a directory that cannot be tested is
 * kept, with the reason. */
int session_disk_probe(struct session_disk *disk,
                       const struct session_order *order,
                       const struct sysroot *root, struct program *program,
                       struct document *document, struct err *err);

/* Tells the plan which steps cannot be measured, as far as is known. */
void session_disk_mark(const struct session_disk *disk, struct plan *plan);

/* Opens, proves and fills the targets, each on a worker on `cpu` with a deadline. A
 * target that cannot be had makes its steps fail with the reason: the plan is changed
 * so. */
void session_disk_open(struct session_disk *disk, uint64_t cpu,
                       struct plan *plan, const struct clock *clock,
                       struct progress *progress, struct program *program);

/* Puts what was found out about the targets into the document. */
void session_disk_describe(const struct session_disk *disk,
                           struct document *document);

/* Closes the targets. Not while a thread hangs in one (`lost`). */
void session_disk_release(struct session_disk *disk);

#endif
