/* zstd in the caller's memory. */
#include "kernels/zstd_pack.h"

#define ZSTD_STATIC_LINKING_ONLY /* for the static contexts */
#include <zstd.h>

/* zstd wants both parts aligned to this. */
enum { ALIGNMENT = 8 };

static size_t compressor_bytes(void)
{
    size_t bytes = ZSTD_estimateCCtxSize(ZSTD_PACK_LEVEL);

    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t zstd_pack_workspace_bytes(void)
{
    return compressor_bytes() + ZSTD_estimateDCtxSize();
}

size_t zstd_pack_bound(size_t bytes)
{
    return ZSTD_compressBound(bytes);
}

int zstd_pack_init(struct zstd_pack *pack, void *workspace,
                   size_t workspace_bytes)
{
    size_t first = compressor_bytes();
    struct zstd_pack made;

    if (workspace_bytes < zstd_pack_workspace_bytes())
        return -1;
    made.compressor = ZSTD_initStaticCCtx(workspace, first);
    made.decompressor = ZSTD_initStaticDCtx((unsigned char *)workspace + first,
                                            workspace_bytes - first);
    if (made.compressor == NULL || made.decompressor == NULL)
        return -1;
    *pack = made;
    return 0;
}

size_t zstd_pack_compress(struct zstd_pack *pack, void *to, size_t room,
                          const void *from, size_t bytes)
{
    size_t written = ZSTD_compressCCtx(pack->compressor, to, room, from, bytes,
                                       ZSTD_PACK_LEVEL);

    return ZSTD_isError(written) ? 0 : written;
}

size_t zstd_pack_decompress(struct zstd_pack *pack, void *to, size_t room,
                            const void *from, size_t bytes)
{
    size_t written =
        ZSTD_decompressDCtx(pack->decompressor, to, room, from, bytes);

    return ZSTD_isError(written) ? 0 : written;
}
