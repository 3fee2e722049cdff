/* BLAKE2b without key, salt or personalisation: the hash that `cpu.blake2b`
 * times, with the instruction sets that nodes use and no others.
 *
 * Source: RFC 7693. Pure functions; no secret is handled. */
#ifndef ASSAY_KERNELS_BLAKE2B_H
#define ASSAY_KERNELS_BLAKE2B_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLAKE2B_BLOCK_BYTES = 128, BLAKE2B_MAX_DIGEST_BYTES = 64 };

/* One implementation. All give the same digests. */
struct blake2b_variant {
    const char *name; /* "avx2", "neon", "portable" */

    /* Whether this CPU can run it. */
    bool (*supported)(void);

    /* Takes the whole message of `len` bytes into the chaining value `h`,
     * its last block included. */
    void (*absorb)(uint64_t h[8], const uint8_t *data, size_t len);
};

/* The variants built for this architecture, the preferred first; the last is
 * `portable`, which every CPU supports. Sets `*ret_count`, 1 or more. */
const struct blake2b_variant *const *blake2b_variants(size_t *ret_count);

/* The first variant that this CPU supports. */
const struct blake2b_variant *blake2b_best(void);

/* Writes the digest of `digest_len` bytes, 1 to 64, of the `len` bytes at
 * `data`. `variant` must be supported. */
void blake2b(const struct blake2b_variant *variant, const uint8_t *data,
             size_t len, uint8_t *digest, size_t digest_len);

/* The digest of 32 bytes, which Substrate calls BLAKE2-256. */
void blake2b_256(const struct blake2b_variant *variant, const uint8_t *data,
                 size_t len, uint8_t digest[32]);

#endif
