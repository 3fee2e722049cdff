/* Compares our kernels with libsodium's by CPU time, in alternation:
 *
 *   sr25519 ratio 1.09      our rate over libsodium's of Ed25519
 *   blake2b ratio 1.10      our rate over libsodium's of the same hash
 *
 * for the variant that this CPU gets, with the rates, and then for the others.
 * The ratio is the median of many pairs, so that what else runs on this host
 * hardly moves it; the rates are of this host in this minute.
 */
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kernels/blake2b.h"
#include "kernels/pcg64.h"
#include "kernels/sr25519.h"
#include "timing.h"

enum {
    PAIRS = 31,
    MESSAGES = 256, /* many, or the CPU learns the branches of one */
    MESSAGE = 32,
    HASHED = 32768,
    HASHES = 256, /* in one slice, some 10 ms like the verifications */
};

struct signatures {
    uint8_t message[MESSAGES][MESSAGE];
    uint8_t sr25519_key[SR25519_KEY_BYTES];
    uint8_t sr25519[MESSAGES][SR25519_SIGNATURE_BYTES];
    uint8_t ed25519_key[crypto_sign_PUBLICKEYBYTES];
    uint8_t ed25519[MESSAGES][crypto_sign_BYTES];
};

/* One side of a comparison: does its slice of work on `data`; how much of it
 * came out right. */
struct side {
    const void *variant;
    unsigned (*run)(const void *variant, const void *data);
};

static void signatures_init(struct signatures *s)
{
    static struct sr25519 sr25519;
    struct sr25519_signer signer;
    struct pcg64 pcg;
    uint8_t secret[crypto_sign_SECRETKEYBYTES];

    sr25519_init(&sr25519, NULL);
    sr25519_signer_init(&signer, &sr25519);
    memcpy(s->sr25519_key, signer.public_key, sizeof s->sr25519_key);
    crypto_sign_keypair(s->ed25519_key, secret);
    pcg64_init(&pcg);
    for (unsigned i = 0; i < MESSAGES; i++) {
        pcg64_fill(&pcg, s->message[i], MESSAGE);
        sr25519_sign(&signer, &sr25519, s->message[i], MESSAGE, s->sr25519[i]);
        crypto_sign_detached(s->ed25519[i], NULL, s->message[i], MESSAGE,
                             secret);
    }
}

static unsigned verify_sr25519(const void *variant, const void *data)
{
    const struct signatures *s = data;
    unsigned right = 0;

    for (unsigned i = 0; i < MESSAGES; i++)
        right += sr25519_verify(variant, s->sr25519_key, s->message[i], MESSAGE,
                                s->sr25519[i]);
    return right;
}

static unsigned verify_ed25519(const void *variant, const void *data)
{
    const struct signatures *s = data;
    unsigned right = 0;

    (void)variant;
    for (unsigned i = 0; i < MESSAGES; i++)
        right += crypto_sign_verify_detached(s->ed25519[i], s->message[i],
                                             MESSAGE, s->ed25519_key) == 0;
    return right;
}

/* The digest of 32 KiB of 0x66 begins with this. */
enum { FIRST_OF_DIGEST = 0x71 };

static unsigned hash_ours(const void *variant, const void *data)
{
    uint8_t digest[32];
    unsigned right = 0;

    for (unsigned i = 0; i < HASHES; i++) {
        blake2b_256(variant, data, HASHED, digest);
        right += digest[0] == FIRST_OF_DIGEST;
    }
    return right;
}

static unsigned hash_sodium(const void *variant, const void *data)
{
    uint8_t digest[32];
    unsigned right = 0;

    (void)variant;
    for (unsigned i = 0; i < HASHES; i++) {
        crypto_generichash_blake2b(digest, sizeof digest, data, HASHED, NULL, 0);
        right += digest[0] == FIRST_OF_DIGEST;
    }
    return right;
}

/* The CPU seconds of one slice. */
static double seconds_of(const struct side *side, const void *data,
                         unsigned want)
{
    const uint64_t begun = timing_cpu_ns();
    const unsigned right = side->run(side->variant, data);
    const uint64_t ended = timing_cpu_ns();

    if (right != want) {
        fprintf(stderr, "bench-kernels: %u of %u are wrong\n", want - right,
                want);
        exit(1);
    }
    return (double)(ended - begun) / 1e9;
}

/* Prints "NAME ratio R", then the rates in `unit`, of which one slice does
 * `amount`, from `want` right answers. */
static void compare(const char *name, const char *unit, double amount,
                    unsigned want, const struct side *ours,
                    const struct side *theirs, const void *data)
{
    double ratios[PAIRS], our_rates[PAIRS], their_rates[PAIRS];

    for (unsigned i = 0; i < PAIRS; i++) {
        double a, b;

        if (i % 2 == 0) {
            a = seconds_of(ours, data, want);
            b = seconds_of(theirs, data, want);
        } else {
            b = seconds_of(theirs, data, want);
            a = seconds_of(ours, data, want);
        }
        ratios[i] = b / a;
        our_rates[i] = amount / a;
        their_rates[i] = amount / b;
    }
    printf("%s ratio %.2f\n", name, timing_median(ratios, PAIRS));
    printf("%s %.0f, libsodium %.0f %s per CPU-second\n", name,
           timing_median(our_rates, PAIRS), timing_median(their_rates, PAIRS),
           unit);
}

/* "sr25519" for the best, "sr25519 portable" for another. */
static const char *label(char *room, size_t size, const char *kernel,
                         const char *variant, bool best)
{
    snprintf(room, size, "%s%s%s", kernel, best ? "" : " ", best ? "" : variant);
    return room;
}

static void compare_sr25519(void)
{
    static struct signatures signatures;
    static struct sr25519 sr25519;
    unsigned count;
    const struct edwards_variant *const *variants = edwards_variants(&count);
    const struct side theirs = { NULL, verify_ed25519 };
    char name[64];

    signatures_init(&signatures);
    for (unsigned i = 0; i < count; i++) {
        const struct side ours = { &sr25519, verify_sr25519 };

        if (!variants[i]->supported())
            continue;
        sr25519_init(&sr25519, variants[i]);
        label(name, sizeof name, "sr25519", variants[i]->name,
              variants[i] == edwards_best());
        compare(name, "verifications", MESSAGES, MESSAGES, &ours, &theirs,
                &signatures);
    }
}

static void compare_blake2b(void)
{
    static uint8_t data[HASHED];
    size_t count;
    const struct blake2b_variant *const *variants = blake2b_variants(&count);
    const struct side theirs = { NULL, hash_sodium };
    char name[64];

    memset(data, 0x66, sizeof data);
    for (size_t i = 0; i < count; i++) {
        const struct side ours = { variants[i], hash_ours };

        if (!variants[i]->supported())
            continue;
        label(name, sizeof name, "blake2b", variants[i]->name,
              variants[i] == blake2b_best());
        compare(name, "MiB", HASHES * (HASHED / 1048576.0), HASHES, &ours,
                &theirs, data);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    compare_sr25519();
    compare_blake2b();
    return 0;
}
