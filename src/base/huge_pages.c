#include "base/huge_pages.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#include "base/err.h"

void *huge_pages_map(size_t bytes, bool *ret_asked, struct err *err)
{
    unsigned char *mapped =
        mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *aligned;
    size_t before;

    if (mapped == MAP_FAILED) {
        (void)err_system(err, errno, "cannot take %zu MiB of memory",
                         bytes >> 20);
        return NULL;
    }
    before = (HUGE_PAGE - (size_t)((uintptr_t)mapped % HUGE_PAGE)) % HUGE_PAGE;
    aligned = mapped + before;
    if (before > 0)
        (void)munmap(mapped, before); /* only address space is at stake */
    if (before < HUGE_PAGE)
        (void)munmap(aligned + bytes, HUGE_PAGE - before);
    /* Refused where the kernel has no huge pages: then small ones do. */
    *ret_asked = madvise(aligned, bytes, MADV_HUGEPAGE) == 0;
    return aligned;
}
