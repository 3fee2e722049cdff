#include "bench/disk_recipe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/err.h"
#include "base/unknown.h"
#include "bench/disk_target.h"
#include "io/engine.h"
#include "kernels/pcg64.h"

static int make_data(struct disk_recipe *recipe, struct err *err)
{
    struct pcg64 pcg;
    void *data = mmap(NULL, DISK_RECIPE_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (data == MAP_FAILED)
        return err_set(err, ERR_SPACE, "cannot take 64 MiB of memory");
    pcg64_init(&pcg);
    pcg64_fill(&pcg, data, DISK_RECIPE_BYTES);
    recipe->data = data;
    return 0;
}

int disk_recipe_write(int file, const unsigned char *bytes, size_t length,
                      struct err *err)
{
    while (length > 0) {
        ssize_t n = write(file, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return err_system(err, n < 0 ? errno : ENOSPC,
                              "cannot write the test file");
        bytes += n;
        length -= (size_t)n;
    }
    return 0;
}

int disk_recipe_sync(int file, struct err *err)
{
    int rc;

    do
        rc = fsync(file);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? err_system(err, errno, "cannot fsync the test file") : 0;
}

static void drop(struct disk_recipe *recipe)
{
    if (recipe->file >= 0)
        (void)close(recipe->file); /* it has no name: there is nothing to lose */
    if (recipe->data != NULL)
        (void)munmap(recipe->data, DISK_RECIPE_BYTES);
    *recipe = (struct disk_recipe){ .file = -1 };
}

/* A single run must end before a watchdog takes the disk for dead. */
static bool too_slow(const struct disk_target *target)
{
    const double seconds = 10;

    return known_double(target->fill_rate) &&
           target->fill_rate * seconds < DISK_RECIPE_BYTES;
}

static int create(struct disk_target *target, struct err *err)
{
    struct disk_recipe *recipe = &target->recipe;

    if (disk_target_ready(target, true, err) < 0)
        return -1;
    if (too_slow(target))
        return err_set(err, ERR_UNSUPPORTED,
                       "one run of 64 MiB would take over 10 s: the file was "
                       "filled at %.1f MB/s",
                       target->fill_rate / 1e6);
    if (target->space.recipe_bytes == 0)
        return err_set(err, ERR_SPACE,
                       "64 MiB do not fit into the space for the test, %llu "
                       "MiB (see --space)",
                       (unsigned long long)(target->space.total / DISK_MIB));
    if (target->writes.recipe_runs < 2)
        return err_set(err, ERR_SPACE,
                       "writes its file of 64 MiB once and again in each run, "
                       "and --max-written leaves %llu MiB for that",
                       (unsigned long long)target->writes.recipe_runs *
                           (DISK_RECIPE_BYTES / DISK_MIB));
    if (disk_target_scratch(target, DISK_RECIPE_BYTES, &recipe->file, err) < 0)
        return -1;
    if (disk_target_spend_run(target, err) < 0 || make_data(recipe, err) < 0 ||
        disk_recipe_write(recipe->file, recipe->data, DISK_RECIPE_BYTES, err) <
            0 ||
        disk_recipe_sync(recipe->file, err) < 0) {
        drop(recipe);
        return -1;
    }
    return 0;
}

int disk_recipe_join(struct disk_target *target, struct err *err)
{
    if (target->recipe.users == 0 && create(target, err) < 0)
        return -1;
    target->recipe.users++;
    return 0;
}

void disk_recipe_leave(struct disk_target *target)
{
    if (target->recipe.users > 0 && --target->recipe.users == 0)
        drop(&target->recipe);
}

int disk_recipe_check(const struct disk_target *target, struct err *err)
{
    const struct disk_recipe *recipe = &target->recipe;
    const off_t stride = 4 * DISK_MIB - 4096; /* 17 blocks, the last one too */
    unsigned char block[4096] = { 0 };

    (void)posix_fadvise(recipe->file, 0, 0, POSIX_FADV_DONTNEED); /* a request */
    for (off_t at = 0; at + 4096 <= DISK_RECIPE_BYTES; at += stride) {
        const struct io_request read = { .op = IO_READ,
                                         .fd = recipe->file,
                                         .buffer = block,
                                         .bytes = sizeof(block),
                                         .offset = (uint64_t)at };
        if (io_done_check(&read, io_now(&read), err) < 0)
            return -1;
        if (memcmp(block, recipe->data + at, sizeof(block)) != 0)
            return err_set(err, ERR_PROOF,
                           "the block read back from %lld is not the one "
                           "written",
                           (long long)at);
    }
    return 0;
}
