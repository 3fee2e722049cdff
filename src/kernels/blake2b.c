/* The parts of BLAKE2b outside the compression function, and the choice of
 * an implementation for this CPU. */
#include "kernels/blake2b.h"

#include <assert.h>
#include <string.h>

#include "kernels/blake2b_variants.h"

static const struct blake2b_variant *const variants[] = {
#if defined(__x86_64__)
    &blake2b_avx2,
#elif defined(__aarch64__)
    &blake2b_neon,
#endif
    &blake2b_portable,
};

const struct blake2b_variant *const *blake2b_variants(size_t *ret_count)
{
    *ret_count = sizeof(variants) / sizeof(variants[0]);
    return variants;
}

const struct blake2b_variant *blake2b_best(void)
{
    size_t count;
    const struct blake2b_variant *const *all = blake2b_variants(&count);

    for (size_t i = 0; i + 1 < count; i++) {
        if (all[i]->supported())
            return all[i];
    }
    return &blake2b_portable;
}

void blake2b(const struct blake2b_variant *variant, const uint8_t *data,
             size_t len, uint8_t *digest, size_t digest_len)
{
    uint64_t h[8];

    assert(digest_len >= 1 && digest_len <= BLAKE2B_MAX_DIGEST_BYTES);
    memcpy(h, blake2b_iv, sizeof(h));
    h[0] ^= 0x01010000 ^ digest_len; /* fan-out 1, depth 1, no key */
    variant->absorb(h, data, len);
    for (size_t i = 0; i < digest_len; i++)
        digest[i] = (uint8_t)(h[i / 8] >> (8 * (i % 8)));
}

void blake2b_256(const struct blake2b_variant *variant, const uint8_t *data,
                 size_t len, uint8_t digest[32])
{
    blake2b(variant, data, len, digest, 32);
}
