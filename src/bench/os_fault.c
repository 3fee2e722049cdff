/* What the kernel charges for a fresh page: the fault, clearing it, mapping it. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/err.h"
#include "bench/bench.h"

enum { PAGE = 4096, PAGES = 256 };

struct os_fault {
    unsigned char *bytes;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct os_fault *self = state;
    void *mapped = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)env;
    if (mapped == MAP_FAILED)
        return err_system(err, errno, "cannot map 1 MiB");
    self->bytes = mapped;
    /* One fault for each page, not one for all; without huge pages it is so. */
    (void)madvise(mapped, PAGES * PAGE, MADV_NOHUGEPAGE);
    return 0;
}

static int touch_all(struct os_fault *self, struct err *err)
{
    for (size_t at = 0; at < (size_t)PAGES * PAGE; at += PAGE)
        *(volatile unsigned char *)(self->bytes + at) = 1;
    /* Gives the pages back; the next touch faults again. */
    if (madvise(self->bytes, PAGES * PAGE, MADV_DONTNEED) < 0)
        return err_system(err, errno, "cannot give back pages");
    return 0;
}

/* The kernel counts the faults that we count. */
static int check(void *state, const char **ret_note, struct err *err)
{
    struct rusage before, after;

    (void)ret_note;
    if (getrusage(RUSAGE_THREAD, &before) < 0)
        return err_system(err, errno, "cannot count page faults");
    if (touch_all(state, err) < 0)
        return -1;
    if (getrusage(RUSAGE_THREAD, &after) < 0)
        return err_system(err, errno, "cannot count page faults");
    if (after.ru_minflt - before.ru_minflt < PAGES)
        return err_set(err, ERR_PROOF, "%d pages took only %ld faults", PAGES,
                       after.ru_minflt - before.ru_minflt);
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    for (uint64_t i = 0; i < work->chunk; i++) {
        if (touch_all(state, err) < 0)
            return -1;
    }
    work->ops += work->chunk * PAGES;
    return 0;
}

static void release(void *state)
{
    struct os_fault *self = state;

    if (self->bytes != NULL)
        (void)munmap(self->bytes, PAGES * PAGE); /* a mapping of ours */
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_os_fault = {
    .id = "os.fault",
    .title = "Page fault",
    .about = "Touches fresh pages of 4 KiB, one fault each.",
    .resource = RESOURCE_OS,
    .score = SCORE_NS_PER_OP,
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct os_fault),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
