/* Compression and decompression by zstd, in the caller's memory: what file
 * systems, backups, packages and databases do. One byte of plain text is one
 * byte of credit, both ways.
 * Source: libzstd's static contexts (ZSTD_initStaticCCtx). */
#ifndef ASSAY_KERNELS_ZSTD_PACK_H
#define ASSAY_KERNELS_ZSTD_PACK_H

#include <stddef.h>

/* zstd's own default. */
#define ZSTD_PACK_LEVEL 3

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

/* Both live in the workspace; there is nothing to release. */
struct zstd_pack {
    struct ZSTD_CCtx_s *compressor;
    struct ZSTD_DCtx_s *decompressor;
};

/* Bytes of workspace that zstd_pack_init needs, whatever is compressed. */
size_t zstd_pack_workspace_bytes(void);

/* Bytes of room that compressing `bytes` bytes never exceeds. */
size_t zstd_pack_bound(size_t bytes);

/* Makes ready in `workspace`, the caller's, aligned to 8 and to be left alone
 * as long as `pack` is in use. Returns 0, or -1 when it is too small or not
 * aligned. One thread at a time. */
int zstd_pack_init(struct zstd_pack *pack, void *workspace,
                   size_t workspace_bytes);

/* Compresses `bytes` bytes at level ZSTD_PACK_LEVEL. Returns the bytes written,
 * or 0 when `room` is too small. */
size_t zstd_pack_compress(struct zstd_pack *pack, void *to, size_t room,
                          const void *from, size_t bytes);

/* Decompresses. Returns the bytes written, or 0 when the data are damaged or
 * `room` is too small. */
size_t zstd_pack_decompress(struct zstd_pack *pack, void *to, size_t room,
                            const void *from, size_t bytes);

#endif
