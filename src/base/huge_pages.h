/* Memory in huge pages, where they can be had: no figure then depends on where in the
 * machine its small pages happen to lie. */
#ifndef ASSAY_BASE_HUGE_PAGES_H
#define ASSAY_BASE_HUGE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct err;

enum { HUGE_PAGE = 2 * 1024 * 1024 };

/* Maps `bytes` of private zeroed memory, aligned to HUGE_PAGE, and asks for huge pages:
 * `*ret_asked` says whether the kernel knows them; whether it has any shows when they
 * are touched. The caller unmaps them with munmap(2). Returns NULL with ERR_SPACE. */
void *huge_pages_map(size_t bytes, bool *ret_asked, struct err *err);

#endif
