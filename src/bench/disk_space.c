#include "bench/disk_space.h"

static const uint64_t mib = DISK_MIB;

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t disk_space_rule(uint64_t free_bytes)
{
    uint64_t some = least(128 * mib, free_bytes / 2);
    uint64_t tenth = free_bytes / 10;
    uint64_t space = least(1024 * mib, tenth > some ? tenth : some);

    return space > DISK_SPACE_LEAST ? space : DISK_SPACE_LEAST;
}

struct disk_space disk_space_divide(uint64_t total, uint64_t file_bytes)
{
    const uint64_t smallest_file = 16 * mib; /* beside Substrate's */
    struct disk_space space = { .total = total };
    uint64_t rest;

    space.log_bytes = least(32 * mib, total / 8);
    rest = total - space.log_bytes;
    if (rest >= DISK_RECIPE_BYTES + smallest_file) {
        space.recipe_bytes = DISK_RECIPE_BYTES;
        rest -= space.recipe_bytes;
    }
    if (file_bytes != 0)
        rest = least(rest, file_bytes);
    space.file_bytes = rest / mib * mib;
    return space;
}

uint64_t disk_space_for_file(uint64_t file_bytes)
{
    const uint64_t beside = DISK_RECIPE_BYTES + 32 * mib;

    return file_bytes < UINT64_MAX - beside ? file_bytes + beside : UINT64_MAX;
}

/* What the fill has to leave to those who write after it. */
static uint64_t kept_for_writers(uint64_t most)
{
    uint64_t kept = 2048 * mib;

    if (kept < most / 2)
        return most / 2;
    return least(kept, most - most / 4);
}

static uint64_t fill_share(uint64_t most, uint64_t file_bytes,
                           const struct disk_writers *writers)
{
    uint64_t share = most;

    if (writers->loads + writers->recipes > 0)
        share = (most - kept_for_writers(most)) / mib * mib;
    if (share < DISK_FILE_LEAST)
        share = least(most, DISK_FILE_LEAST);
    return least(share, file_bytes);
}

/* Rounds for the second look as well, where that leaves half to the loads. */
static uint64_t recipe_runs(uint64_t left, const struct disk_writers *writers)
{
    uint64_t runs = writers->recipes * (2 * writers->rounds + 2);

    if (writers->recipes == 0)
        return 0;
    if (writers->loads == 0)
        return left / DISK_RECIPE_BYTES;
    return least(runs, left / 2 / DISK_RECIPE_BYTES);
}

/* One run for each recipe goes to the making or the proof. */
static uint64_t runs_of_slice(uint64_t runs, const struct disk_writers *writers)
{
    uint64_t each =
        runs > writers->recipes
            ? (runs - writers->recipes) / (writers->recipes * writers->rounds)
            : 0;

    return each > 0 ? each : 1;
}

struct disk_writes disk_writes_divide(uint64_t most, uint64_t file_bytes,
                                      const struct disk_writers *writers)
{
    struct disk_writes writes = { file_bytes, UINT64_MAX, UINT64_MAX,
                                  UINT64_MAX };
    uint64_t left;

    if (most == 0)
        return writes;
    writes.file_bytes = fill_share(most, file_bytes, writers);
    left = most - writes.file_bytes;
    writes.recipe_runs = recipe_runs(left, writers);
    left -= writes.recipe_runs * DISK_RECIPE_BYTES;
    if (writers->recipes > 0)
        writes.slice_runs = runs_of_slice(writes.recipe_runs, writers);
    if (writers->loads > 0)
        writes.slice_bytes = left / (writers->loads * (writers->rounds + 2));
    return writes;
}
