/* The file and the data of Substrate's two disk recipes: 64 MiB of PCG64 bytes, and a
 * buffered file of that size in the tested directory.
 *
 * Both rows overwrite it in place from the same bytes, each after having found it
 * whole, so one file serves both. It exists while one of them is prepared. */
#ifndef ASSAY_BENCH_DISK_RECIPE_H
#define ASSAY_BENCH_DISK_RECIPE_H

#include <stddef.h>
#include <stdint.h>

struct disk_target;
struct err;

struct disk_recipe {
    unsigned char *data; /* DISK_RECIPE_BYTES; NULL: not in use */
    int file;            /* written whole; its position is anywhere */
    unsigned users;
};

/* Makes the data and the file, or joins the user before. Fails with ERR_SPACE when 64 MiB
 * do not fit, with ERR_UNSUPPORTED where nothing may be written or the disk is so slow
 * that one run would take over 10 s. */
int disk_recipe_join(struct disk_target *target, struct err *err);

/* Closes the file and frees the data with the last user. */
void disk_recipe_leave(struct disk_target *target);

/* Writes a buffer whole at the file's position, as many calls as it takes. */
int disk_recipe_write(int file, const unsigned char *bytes, size_t length,
                      struct err *err);

/* fsync, data and metadata. */
int disk_recipe_sync(int file, struct err *err);

/* Proves that the file holds the data: compares some blocks, read from it after its
 * pages were dropped. Fails with ERR_PROOF. */
int disk_recipe_check(const struct disk_target *target, struct err *err);

#endif
