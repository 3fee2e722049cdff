/* What the kernel charges for a fresh page: the fault, clearing it, mapping it. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/err.h"
#include "bench/bench.h"

enum { PAGES = 256 };

struct os_fault {
    unsigned char *bytes;
    size_t page; /* the kernel's; ARM and POWER kernels may have 16 or 64 KiB */
    size_t size; /* of all pages */
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct os_fault *self = state;
    void *mapped;

    (void)env;
    self->page = (size_t)sysconf(_SC_PAGESIZE);
    self->size = PAGES * self->page;
    mapped = mmap(NULL, self->size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return err_system(err, errno, "cannot map %d pages", PAGES);
    self->bytes = mapped;
    /* One fault for each page, not one for all; without huge pages it is so. */
    (void)madvise(mapped, self->size, MADV_NOHUGEPAGE);
    return 0;
}

static int touch_all(struct os_fault *self, struct err *err)
{
    for (size_t at = 0; at < self->size; at += self->page)
        *(volatile unsigned char *)(self->bytes + at) = 1;
    /* Gives the pages back; the next touch faults again. */
    if (madvise(self->bytes, self->size, MADV_DONTNEED) < 0)
        return err_system(err, errno, "cannot give back pages");
    return 0;
}

/* Larger pages take longer to clear: figures of different sizes do not compare. */
static const char *note_of(size_t page)
{
    return page == 4096    ? NULL
           : page == 16384 ? "pages of 16 KiB"
           : page == 65536 ? "pages of 64 KiB"
                           : "pages of an unusual size";
}

/* The kernel counts the faults that we count. */
static int check(void *state, const char **ret_note, struct err *err)
{
    const struct os_fault *self = state;
    struct rusage before, after;

    *ret_note = note_of(self->page);
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
        (void)munmap(self->bytes, self->size); /* a mapping of ours */
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_os_fault = {
    .id = "os.fault",
    .title = "Page fault",
    .about = "Touches fresh pages of the kernel's size, one fault each.",
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
