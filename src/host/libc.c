#include "host/libc.h"

#include <stddef.h>

#include "base/unknown.h"

#define TEXT_OF(x) #x
#define NUMBER_TEXT(x) TEXT_OF(x)

const char *libc_version(void)
{
#if defined(__GLIBC__)
    /* What was linked in is what was compiled against: the binary is static. */
    return "glibc " NUMBER_TEXT(__GLIBC__) "." NUMBER_TEXT(__GLIBC_MINOR__);
#else
    return "unknown libc";
#endif
}

#if defined(__x86_64__) && defined(__GLIBC__)
/* Defined in libc.a for its own use. Weak: a shared glibc keeps it to itself, and
 * then its address is NULL. */
extern long __x86_shared_non_temporal_threshold
    __attribute__((weak, visibility("hidden")));

uint64_t libc_streaming_bytes(void)
{
    if (&__x86_shared_non_temporal_threshold == NULL ||
        __x86_shared_non_temporal_threshold <= 0)
        return UNKNOWN_U64;
    return (uint64_t)__x86_shared_non_temporal_threshold;
}
#else
uint64_t libc_streaming_bytes(void)
{
    return UNKNOWN_U64;
}
#endif
