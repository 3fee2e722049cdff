/* What the kernel charges for entering it. */
#include <sys/syscall.h>
#include <unistd.h>

#include "base/err.h"
#include "bench/bench.h"

enum { CALLS = 1000 };

struct os_syscall {
    long parent;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct os_syscall *self = state;

    (void)env;
    (void)err;
    self->parent = getppid();
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct os_syscall *self = state;

    (void)ret_note;
    if (syscall(SYS_getppid) != self->parent && getppid() == self->parent)
        return err_set(err, ERR_PROOF, "the kernel named another parent");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct os_syscall *self = state;

    (void)err;
    for (uint64_t i = 0; i < work->chunk * CALLS; i++)
        self->parent = syscall(SYS_getppid);
    work->ops += work->chunk * CALLS;
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_os_syscall = {
    .id = "os.syscall",
    .title = "System call",
    .about =
        "Asks the kernel for the parent's process id, the cheapest of calls.",
    .resource = RESOURCE_OS,
    .score = SCORE_NS_PER_OP,
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct os_syscall),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
