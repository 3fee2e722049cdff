/* Substrate's signature recipe: 2048 signatures of 32-byte messages, verified one
 * by one, over and over.
 *
 * One operation is one verification, for which 32 bytes are credited, as there: so
 * 1 KiB/s is 32 verifications a second. The key is decompressed again each time. */
#include <string.h>

#include "base/err.h"
#include "bench/bench.h"
#include "kernels/pcg64.h"
#include "kernels/sr25519.h"

enum { SIGNATURES = 2048, MESSAGE_BYTES = 32 };

struct cpu_sr25519 {
    struct sr25519 verifier;
    uint8_t key[SR25519_KEY_BYTES];
    uint64_t next;     /* signature to verify */
    uint64_t accepted; /* keeps the answers alive */
    uint8_t messages[SIGNATURES][MESSAGE_BYTES];
    uint8_t signatures[SIGNATURES][SR25519_SIGNATURE_BYTES];
};

/* A message that schnorrkel 0.11.5 signed with the development key //Alice. */
static const uint8_t known_message[MESSAGE_BYTES] = {
    0x03, 0x0a, 0x11, 0x18, 0x1f, 0x26, 0x2d, 0x34, 0x3b, 0x42, 0x49,
    0x50, 0x57, 0x5e, 0x65, 0x6c, 0x73, 0x7a, 0x81, 0x88, 0x8f, 0x96,
    0x9d, 0xa4, 0xab, 0xb2, 0xb9, 0xc0, 0xc7, 0xce, 0xd5, 0xdc,
};
static const uint8_t known_signature[SR25519_SIGNATURE_BYTES] = {
    0x78, 0x2d, 0xec, 0x09, 0x4e, 0x55, 0x4d, 0x33, 0x55, 0xfa, 0x51,
    0x53, 0x92, 0xd8, 0x63, 0x81, 0xa1, 0xd6, 0xba, 0x6b, 0xc2, 0x7c,
    0x00, 0x19, 0xaa, 0xb4, 0x57, 0xe6, 0x8b, 0x90, 0x58, 0x33, 0x4e,
    0x73, 0x32, 0xf5, 0x72, 0x44, 0xec, 0x9c, 0xc8, 0x7b, 0x33, 0xdc,
    0xee, 0xd8, 0x06, 0x2b, 0xf2, 0x82, 0x00, 0xda, 0xe3, 0xfa, 0xf3,
    0x00, 0xbc, 0x5d, 0x43, 0x55, 0x87, 0x95, 0x79, 0x88,
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_sr25519 *self = state;
    struct sr25519_signer signer;
    struct pcg64 pcg;

    (void)env;
    (void)err;
    sr25519_init(&self->verifier, NULL);
    sr25519_signer_init(&signer, &self->verifier);
    memcpy(self->key, signer.public_key, sizeof(self->key));
    pcg64_init(&pcg);
    for (size_t i = 0; i < SIGNATURES; i++) {
        pcg64_fill(&pcg, self->messages[i], MESSAGE_BYTES);
        sr25519_sign(&signer, &self->verifier, self->messages[i], MESSAGE_BYTES,
                     self->signatures[i]);
    }
    return 0;
}

static bool verifies(const struct cpu_sr25519 *self, const uint8_t *message,
                     const uint8_t *signature)
{
    return sr25519_verify(&self->verifier, self->key, message, MESSAGE_BYTES,
                          signature);
}

/* One bit changed in the message, in R, in s, or the marker taken away. */
static bool forgeries_fail(const struct cpu_sr25519 *self)
{
    static const size_t bytes[] = { 0, 31, 32, 62 };
    uint8_t message[MESSAGE_BYTES];
    uint8_t signature[SR25519_SIGNATURE_BYTES];

    memcpy(message, known_message, sizeof(message));
    message[7] ^= 0x10;
    if (verifies(self, message, known_signature))
        return false;
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        memcpy(signature, known_signature, sizeof(signature));
        signature[bytes[i]] ^= 0x02;
        if (verifies(self, known_message, signature))
            return false;
    }
    memcpy(signature, known_signature, sizeof(signature));
    signature[63] &= 0x7f;
    return !verifies(self, known_message, signature);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct cpu_sr25519 *self = state;

    if (!verifies(self, known_message, known_signature))
        return err_set(err, ERR_PROOF, "a right signature was refused");
    if (!forgeries_fail(self))
        return err_set(err, ERR_PROOF, "a forged signature was accepted");
    for (size_t i = 0; i < SIGNATURES; i++) {
        if (!verifies(self, self->messages[i], self->signatures[i]))
            return err_set(err, ERR_PROOF, "signature %zu was refused", i);
    }
    *ret_note = strcmp(self->verifier.variant->name, "avx2") == 0
                    ? "AVX2 code, as nodes use it."
                    : "Plain C: this CPU has no AVX2.";
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_sr25519 *self = state;

    (void)err;
    for (uint64_t i = 0; i < work->chunk; i++) {
        uint64_t at = self->next++ % SIGNATURES;

        self->accepted +=
            verifies(self, self->messages[at], self->signatures[at]);
    }
    work->ops += work->chunk;
    work->bytes += work->chunk * MESSAGE_BYTES;
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE },
    { .suffix = ".parallel-",
      .aspect = ", per thread",
      .tier = TIER_DETAIL,
      .scope = SCOPE_PARALLEL,
      .join = JOIN_MEAN },
    { .suffix = ".all",
      .aspect = ", all CPUs",
      .tier = TIER_DETAIL,
      .scope = SCOPE_ALL },
    { .suffix = NULL },
};

const struct bench bench_cpu_sr25519 = {
    .id = "cpu.sr25519",
    .title = "Sr25519 verification",
    .about =
        "Verifies signatures of 32-byte messages, one by one, as Substrate "
        "nodes do.",
    .resource = RESOURCE_CPU,
    .score = SCORE_BYTES_PER_SECOND,
    .op = "verifications",
    .method = 1,
    .prepare_seconds = 0.4, /* signing each message */
    .variants = variants,
    .state_size = sizeof(struct cpu_sr25519),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
