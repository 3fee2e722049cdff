/* The C library this program carries: its memcpy is what `memory.copy` times. */
#ifndef ASSAY_HOST_LIBC_H
#define ASSAY_HOST_LIBC_H

#include <stdint.h>

/* Such as "glibc 2.36". */
const char *libc_version(void);

/* From how many bytes on its memcpy writes past the caches (streaming stores), as it
 * chose for this CPU; UNKNOWN_U64 when that cannot be seen. Only the static x86-64
 * glibc lets its own variable be read. */
uint64_t libc_streaming_bytes(void);

#endif
