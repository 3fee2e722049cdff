/* Substrate's random write: the first half of each 4 KiB block of 64 MiB, in shuffled
 * order, through the page cache, then one fsync.
 *
 * Kept as it is so that scores agree with what a node prints. The kernel writes
 * the whole file back in large requests in the end, twice what is credited: this
 * is no random I/O of the disk; `disk.write.4k` is. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/disk_recipe.h"
#include "bench/disk_target.h"
#include "kernels/pcg64.h"

enum {
    STRIDE = 4096,
    HALF = STRIDE / 2,
    POSITIONS = DISK_RECIPE_BYTES / STRIDE,
    CREDIT = POSITIONS * HALF,
};

struct disk_rnd_write {
    struct disk_target *target; /* NULL: not prepared */
    uint32_t positions[POSITIONS];
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct disk_rnd_write *self = state;
    struct pcg64 pcg;

    if (disk_target_ready(env->target, true, err) < 0 ||
        disk_recipe_join(env->target, err) < 0)
        return -1;
    self->target = env->target;
    for (uint32_t i = 0; i < POSITIONS; i++)
        self->positions[i] = i * STRIDE;
    pcg64_init(&pcg);
    pcg64_shuffle(&pcg, self->positions, POSITIONS);
    return 0;
}

/* Two calls for each chunk, as the original: a seek and a write. */
static int write_chunk(const struct disk_recipe *recipe, uint32_t position,
                       struct err *err)
{
    if (lseek(recipe->file, (off_t)position, SEEK_SET) < 0)
        return err_system(err, errno, "cannot seek in the test file");
    return disk_recipe_write(recipe->file, recipe->data + position, HALF, err);
}

static int write_once(const struct disk_rnd_write *self, struct err *err)
{
    const struct disk_recipe *recipe = &self->target->recipe;

    /* The limit on writes is about the disk: whole blocks are written back. */
    if (disk_target_spend_run(self->target, err) < 0)
        return -1;
    for (size_t i = 0; i < POSITIONS; i++) {
        if (write_chunk(recipe, self->positions[i], err) < 0)
            return -1;
    }
    return disk_recipe_sync(recipe->file, err);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct disk_rnd_write *self = state;

    (void)ret_note;
    if (write_once(self, err) < 0)
        return -1;
    return disk_recipe_check(self->target, err);
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct disk_rnd_write *self = state;

    if (write_once(self, err) < 0)
        return -1;
    work->ops++;
    work->bytes += CREDIT;
    return 0;
}

static void release(void *state)
{
    struct disk_rnd_write *self = state;

    if (self->target != NULL)
        disk_recipe_leave(self->target);
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_disk_rnd_write = {
    .id = "disk.rnd-write",
    .title = "Scattered write, buffered 64 MiB",
    .about =
        "Writes half of each 4 KiB block in shuffled order through the page "
        "cache, then one fsync (Substrate's recipe).",
    .resource = RESOURCE_DISK,
    .writes = true,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .whole_run = true,
    .prepare_seconds = 0.3, /* the check is a whole run */
    .variants = variants,
    .state_size = sizeof(struct disk_rnd_write),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
