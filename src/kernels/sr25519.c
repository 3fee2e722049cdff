/* Schnorr signatures over ristretto255, as schnorrkel has them. */
#include "kernels/sr25519.h"

#include <nettle/sha2.h>
#include <string.h>

#include "kernels/merlin.h"
#include "kernels/ristretto255.h"

enum { MARKER = 0x80 }; /* in the last byte: not an Ed25519 signature */

/* The hash of all that is signed and of R: what the key is multiplied with. */
static struct scalar25519 challenge(const uint8_t public_key[32],
                                    const uint8_t *message, size_t len,
                                    const uint8_t r[32])
{
    static const uint8_t context[] = "substrate";
    static const uint8_t protocol[] = "Schnorr-sig";
    struct merlin merlin;
    uint8_t wide[64];

    merlin_init(&merlin, "SigningContext");
    merlin_append(&merlin, "", context, sizeof(context) - 1);
    merlin_append(&merlin, "sign-bytes", message, len);
    merlin_append(&merlin, "proto-name", protocol, sizeof(protocol) - 1);
    merlin_append(&merlin, "sign:pk", public_key, 32);
    merlin_append(&merlin, "sign:R", r, 32);
    merlin_challenge(&merlin, "sign:c", wide, sizeof(wide));
    return scalar25519_from_wide(wide);
}

/* s B + k P. */
static struct edwards combine(const struct sr25519 *sr25519,
                              const struct scalar25519 *s,
                              const struct scalar25519 *k,
                              const struct edwards *point)
{
    int8_t s_digits[SCALAR25519_DIGITS];
    int8_t k_digits[SCALAR25519_DIGITS];

    scalar25519_recode(s_digits, s, EDWARDS_BASE_WIDTH);
    scalar25519_recode(k_digits, k, EDWARDS_POINT_WIDTH);
    return sr25519->variant->combine(&sr25519->base, s_digits, k_digits, point);
}

void sr25519_init(struct sr25519 *sr25519, const struct edwards_variant *variant)
{
    sr25519->variant = variant != NULL ? variant : edwards_best();
    edwards_base_init(&sr25519->base, sr25519->variant);
}

/* s, where the marker is there and s is below the group's order. */
static bool read_s(struct scalar25519 *ret_s, const uint8_t bytes[32])
{
    uint8_t unmarked[32];

    memcpy(unmarked, bytes, sizeof(unmarked));
    unmarked[31] &= (uint8_t)~MARKER;
    return (bytes[31] & MARKER) != 0 && scalar25519_from_bytes(ret_s, unmarked);
}

bool sr25519_verify(const struct sr25519 *sr25519,
                    const uint8_t public_key[SR25519_KEY_BYTES],
                    const uint8_t *message, size_t len,
                    const uint8_t signature[SR25519_SIGNATURE_BYTES])
{
    struct edwards key, r;
    struct scalar25519 s, k;
    uint8_t encoded[32];

    if (!read_s(&s, signature + 32) || !ristretto255_decode(&key, public_key))
        return false;
    k = challenge(public_key, message, len, signature);
    key = edwards_negate(&key);
    r = combine(sr25519, &s, &k, &key);
    ristretto255_encode(encoded, &r);
    return memcmp(encoded, signature, sizeof(encoded)) == 0;
}

static void hash_two(uint8_t digest[SHA512_DIGEST_SIZE], const uint8_t seed[32],
                     const uint8_t *message, size_t len)
{
    struct sha512_ctx sha512;

    sha512_init(&sha512);
    sha512_update(&sha512, 32, seed);
    sha512_update(&sha512, len, message);
    sha512_digest(&sha512, SHA512_DIGEST_SIZE, digest);
}

/* Halves a little-endian number three times. */
static void divide_by_8(uint8_t bytes[32])
{
    for (int i = 0; i < 31; i++)
        bytes[i] = (uint8_t)(bytes[i] >> 3 | bytes[i + 1] << 5);
    bytes[31] >>= 3;
}

/* The encoding of s B. */
static void encode_multiple(uint8_t bytes[32], const struct sr25519 *sr25519,
                            const struct scalar25519 *s)
{
    const struct scalar25519 zero = { { 0 } };
    const struct edwards point =
        combine(sr25519, s, &zero, &edwards_base_point);

    ristretto255_encode(bytes, &point);
}

void sr25519_signer_init(struct sr25519_signer *signer,
                         const struct sr25519 *sr25519)
{
    /* The published mini secret of //Alice; expanded as Ed25519 does. */
    static const uint8_t mini_secret[32] = {
        0xe5, 0xbe, 0x9a, 0x50, 0x92, 0xb8, 0x1b, 0xca, 0x64, 0xbe, 0x81,
        0xd2, 0x12, 0xe7, 0xf2, 0xf9, 0xeb, 0xa1, 0x83, 0xbb, 0x7a, 0x90,
        0x95, 0x4f, 0x7b, 0x76, 0x36, 0x1f, 0x6e, 0xdb, 0x5c, 0x0a,
    };
    uint8_t expanded[SHA512_DIGEST_SIZE];

    hash_two(expanded, mini_secret, NULL, 0);
    expanded[0] &= 248;
    expanded[31] &= 63;
    expanded[31] |= 64;
    divide_by_8(expanded);
    memcpy(signer->nonce_seed, expanded + 32, 32);
    memset(expanded + 32, 0, 32);
    signer->key = scalar25519_from_wide(expanded);
    encode_multiple(signer->public_key, sr25519, &signer->key);
}

void sr25519_sign(const struct sr25519_signer *signer,
                  const struct sr25519 *sr25519, const uint8_t *message,
                  size_t len, uint8_t signature[SR25519_SIGNATURE_BYTES])
{
    uint8_t wide[SHA512_DIGEST_SIZE];
    struct scalar25519 r, s, k;

    hash_two(wide, signer->nonce_seed, message, len);
    r = scalar25519_from_wide(wide);
    encode_multiple(signature, sr25519, &r);
    k = challenge(signer->public_key, message, len, signature);
    s = scalar25519_mul_add(&k, &signer->key, &r);
    scalar25519_to_bytes(signature + 32, &s);
    signature[63] |= MARKER;
}
