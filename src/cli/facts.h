/* The host's facts in a document of their own, nothing measured. */
#ifndef ASSAY_CLI_FACTS_H
#define ASSAY_CLI_FACTS_H

#include <stdbool.h>
#include <stddef.h>

struct document;
struct err;
struct program;

struct facts_order {
    const char *sysroot; /* folder of another machine's files; NULL: this host */
    const char *const *dirs; /* whose storage is looked at as well */
    size_t dir_count;
    bool no_host_name;
};

/* Fills a document with the host's facts and the directories' mounts. It is complete
 * unless a directory hangs, or had not answered when a signal ended the wait: that one has
 * a reason in place of facts. */
int facts_gather(struct program *program, const struct facts_order *order,
                 struct document *ret_document, struct err *err);

/* Adds the directories' mounts to a document that has no targets. */
int facts_add_mounts(struct program *program, const struct facts_order *order,
                     struct document *document, struct err *err);

#endif
