/* Compression and decompression of text by zstd at its usual level: two families with
 * one state. */
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "bench/bench.h"
#include "kernels/prose.h"
#include "kernels/zstd_pack.h"

enum { TEXT = 256 * 1024 };

/* The workspace, the text, and room for it packed and unpacked. */
enum { WORKER_BYTES = 1400 * 1024 + 3 * TEXT + 8 * 1024 };

struct cpu_zstd {
    struct zstd_pack pack;
    void *workspace;
    char *text;
    char *packed;
    char *unpacked;
    size_t room; /* of `packed` */
    size_t packed_bytes;
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_zstd *self = state;
    size_t workspace = zstd_pack_workspace_bytes();

    self->room = zstd_pack_bound(TEXT);
    self->workspace = malloc(workspace);
    self->text = malloc(TEXT);
    self->packed = malloc(self->room);
    self->unpacked = malloc(TEXT);
    if (self->workspace == NULL || self->text == NULL || self->packed == NULL ||
        self->unpacked == NULL ||
        zstd_pack_init(&self->pack, self->workspace, workspace) < 0)
        return err_set(err, ERR_SPACE, "cannot take memory for zstd");
    /* Touched now, so that no page faults are timed. */
    memset(self->packed, 0, self->room);
    memset(self->unpacked, 0, TEXT);
    prose_write(self->text, TEXT, env->seed);
    self->packed_bytes = zstd_pack_compress(&self->pack, self->packed,
                                            self->room, self->text, TEXT);
    return 0;
}

/* There and back again, and smaller in between. */
static int check(void *state, const char **ret_note, struct err *err)
{
    struct cpu_zstd *self = state;
    size_t back = zstd_pack_decompress(&self->pack, self->unpacked, TEXT,
                                       self->packed, self->packed_bytes);

    (void)ret_note;
    if (self->packed_bytes == 0 || self->packed_bytes > TEXT / 2)
        return err_set(err, ERR_PROOF, "zstd did not compress the text");
    if (back != TEXT || memcmp(self->unpacked, self->text, TEXT) != 0)
        return err_set(err, ERR_PROOF, "the text did not survive zstd");
    return 0;
}

static int compress(void *state, struct work *work, struct err *err)
{
    struct cpu_zstd *self = state;

    for (uint64_t i = 0; i < work->chunk; i++) {
        if (zstd_pack_compress(&self->pack, self->packed, self->room,
                               self->text, TEXT) != self->packed_bytes)
            return err_set(err, ERR_PROOF, "zstd gave another length");
    }
    work->ops += work->chunk;
    work->bytes += work->chunk * TEXT;
    return 0;
}

static int decompress(void *state, struct work *work, struct err *err)
{
    struct cpu_zstd *self = state;

    for (uint64_t i = 0; i < work->chunk; i++) {
        if (zstd_pack_decompress(&self->pack, self->unpacked, TEXT,
                                 self->packed, self->packed_bytes) != TEXT)
            return err_set(err, ERR_PROOF, "zstd gave another length");
    }
    work->ops += work->chunk;
    work->bytes += work->chunk * TEXT;
    return 0;
}

static void release(void *state)
{
    struct cpu_zstd *self = state;

    free(self->workspace);
    free(self->text);
    free(self->packed);
    free(self->unpacked);
}

static const struct bench_variant variants_compress[] = {
    { .suffix = ".compress", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = ".compress.all",
      .aspect = ", all CPUs",
      .tier = TIER_DETAIL,
      .scope = SCOPE_ALL },
    { .suffix = NULL },
};

static const struct bench_variant variants_decompress[] = {
    { .suffix = ".decompress", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = ".decompress.all",
      .aspect = ", all CPUs",
      .tier = TIER_DETAIL,
      .scope = SCOPE_ALL },
    { .suffix = NULL },
};

const struct bench bench_cpu_zstd_compress = {
    .id = "cpu.zstd",
    .title = "zstd compress",
    .about = "Compresses 256 KiB of text at level 3, plain bytes counted.",
    .resource = RESOURCE_CPU,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .variants = variants_compress,
    .worker_bytes = WORKER_BYTES,
    .state_size = sizeof(struct cpu_zstd),
    .prepare = prepare,
    .check = check,
    .do_work = compress,
    .release = release,
};

const struct bench bench_cpu_zstd_decompress = {
    .id = "cpu.zstd",
    .title = "zstd decompress",
    .about = "Decompresses 256 KiB of text, plain bytes counted.",
    .resource = RESOURCE_CPU,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .variants = variants_decompress,
    .worker_bytes = WORKER_BYTES,
    .state_size = sizeof(struct cpu_zstd),
    .prepare = prepare,
    .check = check,
    .do_work = decompress,
    .release = release,
};
