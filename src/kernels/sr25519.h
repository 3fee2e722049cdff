/* Signatures of Substrate chains: Schnorr over ristretto255 with a Merlin
 * transcript, in the signing context "substrate".
 *
 * Made to be timed. Everything takes variable time, and no secret is handled:
 * the only key that signs here is a published development key. Verifying
 * follows the crate that nodes run step by step (the transcript is built anew
 * for each signature), so that the work is the same.
 *
 * Source: the Rust crate schnorrkel 0.11, RFC 9496, and the texts named in
 * merlin.h. */
#ifndef ASSAY_KERNELS_SR25519_H
#define ASSAY_KERNELS_SR25519_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/edwards25519.h"

enum {
    SR25519_KEY_BYTES = 32,
    SR25519_SIGNATURE_BYTES = 64, /* R, then s with the marker bit */
};

/* What verifying needs beside the signature: about 10 KiB. */
struct sr25519 {
    const struct edwards_variant *variant;
    struct edwards_base base;
};

/* A key that signs. */
struct sr25519_signer {
    struct scalar25519 key;
    uint8_t nonce_seed[32];
    uint8_t public_key[SR25519_KEY_BYTES];
};

/* Prepares for verifying with `variant`, which this CPU must support (see
 * edwards_variants()), or with the preferred one where it is NULL. */
void sr25519_init(struct sr25519 *sr25519,
                  const struct edwards_variant *variant);

/* Whether the signature of the `len` bytes at `message` is right. The identity
 * is a key like any other, as it is for a node. */
bool sr25519_verify(const struct sr25519 *sr25519,
                    const uint8_t public_key[SR25519_KEY_BYTES],
                    const uint8_t *message, size_t len,
                    const uint8_t signature[SR25519_SIGNATURE_BYTES]);

/* The key of the development account //Alice, whose messages Substrate's
 * benchmark verifies. Sets its public key too. */
void sr25519_signer_init(struct sr25519_signer *signer,
                         const struct sr25519 *sr25519);

/* Signs the `len` bytes at `message`; the same ones give the same signature. */
void sr25519_sign(const struct sr25519_signer *signer,
                  const struct sr25519 *sr25519, const uint8_t *message,
                  size_t len, uint8_t signature[SR25519_SIGNATURE_BYTES]);

#endif
