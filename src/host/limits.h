/* What the system lets this process have. */
#ifndef ASSAY_HOST_LIMITS_H
#define ASSAY_HOST_LIMITS_H

#include <stdint.h>

struct arena;
struct cgroups;
struct host_limits;
struct sysroot;

enum limit {
    LIMIT_ADDRESS_SPACE,
    LIMIT_DATA,
    LIMIT_FILE_SIZE,
    LIMIT_LOCKED_MEMORY,
    LIMIT_OPEN_FILES,
};

/* The soft limit, in the kernel's unit (bytes, files); UNKNOWN_U64 when unlimited. */
uint64_t limits_of(const struct sysroot *root, enum limit limit);

/* Fills all of `limits`, the control groups' device limits among them. */
void limits_read(const struct sysroot *root, const struct cgroups *cgroups,
                 struct arena *arena, struct host_limits *limits);

#endif
