/* The directories to test when somebody wants every disk tested. */
#ifndef ASSAY_HOST_ALL_MOUNTS_H
#define ASSAY_HOST_ALL_MOUNTS_H

#include <stddef.h>

struct arena;
struct sysroot;

/* Lists one mount point for each distinct file system that is writable and stored on
 * devices with counters: no memory, no network, no read-only mounts. Of several mounts
 * of one file system the first that shows it whole is taken. Touches none of them. Sets
 * `*ret_paths` and returns how many. */
size_t all_mounts_writable(const struct sysroot *root, struct arena *arena,
                           const char ***ret_paths);

#endif
