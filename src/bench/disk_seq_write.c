/* Substrate's sequential write: 64 MiB in one go through the page cache, then fsync.
 *
 * Kept as it is so that scores agree with what a node prints: buffered, and the one
 * seek of a run is inside the time. */
#include <errno.h>
#include <unistd.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/disk_recipe.h"
#include "bench/disk_target.h"

struct disk_seq_write {
    struct disk_target *target; /* NULL: not prepared */
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct disk_seq_write *self = state;

    if (disk_target_ready(env->target, true, err) < 0 ||
        disk_recipe_join(env->target, err) < 0)
        return -1;
    self->target = env->target;
    return 0;
}

static int write_once(struct disk_target *target, struct err *err)
{
    const struct disk_recipe *recipe = &target->recipe;

    if (disk_target_spend_run(target, err) < 0)
        return -1;
    /* The original seeks back after the fsync; the other row moves the position. */
    if (lseek(recipe->file, 0, SEEK_SET) < 0)
        return err_system(err, errno, "cannot seek in the test file");
    if (disk_recipe_write(recipe->file, recipe->data, DISK_RECIPE_BYTES, err) <
            0 ||
        disk_recipe_sync(recipe->file, err) < 0)
        return -1;
    return 0;
}

/* The file was written whole when the recipe was made: our warm-up, and the proof. */
static int check(void *state, const char **ret_note, struct err *err)
{
    struct disk_seq_write *self = state;

    (void)ret_note;
    return disk_recipe_check(self->target, err);
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct disk_seq_write *self = state;

    if (write_once(self->target, err) < 0)
        return -1;
    work->ops++;
    work->bytes += DISK_RECIPE_BYTES;
    return 0;
}

static void release(void *state)
{
    struct disk_seq_write *self = state;

    if (self->target != NULL)
        disk_recipe_leave(self->target);
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE },
    { .suffix = NULL },
};

const struct bench bench_disk_seq_write = {
    .id = "disk.seq-write",
    .title = "Sequential write, buffered 64 MiB",
    .about = "Writes 64 MiB through the page cache, then fsync (Substrate's "
             "recipe).",
    .resource = RESOURCE_DISK,
    .writes = true,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .whole_run = true,
    .prepare_seconds = 0.3, /* the check is a whole run */
    .variants = variants,
    .state_size = sizeof(struct disk_seq_write),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
    .release = release,
};
