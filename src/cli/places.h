/* Looking at directories that may hang: a dead network or FUSE file system answers no
 * question, and whoever asks waits in the kernel for ever. */
#ifndef ASSAY_CLI_PLACES_H
#define ASSAY_CLI_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "host/host.h"

struct arena;
struct clock;
struct cpu_list;
struct stop;
struct sysroot;

struct place {
    const char *asked; /* the path as it was given */
    bool device;       /* it is to be a block device */

    /* What was found out. */
    const char *path; /* free of "." and links; as given where nobody can tell */
    struct host_mount mount; /* where it is stored */
    struct err err;          /* why it cannot be looked at; ERR_NONE: it can;
                                ERR_STOPPED: it had not answered when the flag was set */
    bool hangs;              /* it did not answer in time */
};

/* Looks at places side by side, each on a thread of its own, for 10 s at the most, less
 * when the flag is set. Returns false when one of them did not answer: then a thread is
 * stuck in it that may come back later, and what it was handed (`root`) has to stay as it
 * is. */
bool places_look(struct place *places, size_t count, const struct sysroot *root,
                 const struct cpu_list *cpus, const struct clock *clock,
                 const struct stop *stop, struct arena *arena);

#endif
