/* Every variant against the verdicts of the crate that nodes run, and signing
 * with the development key. */
#include "kernels/sr25519.h"

#include <stdbool.h>

#include "kernels/pcg64.h"
#include "vectors.h"

enum { CASES = 92, LONGEST = 32768 };

static void check_published(const struct edwards_variant *variant,
                            const json_t *cases)
{
    static struct sr25519 sr25519;
    static uint8_t message[LONGEST];
    const json_t *item;
    size_t i;

    sr25519_init(&sr25519, variant);
    json_array_foreach (cases, i, item) {
        const bool want = strcmp(vectors_text(item, "expected"), "valid") == 0;
        uint8_t key[32], signature[64];
        const size_t len =
            vectors_bytes(item, "message", message, sizeof(message));

        assert_int_equal(vectors_bytes(item, "public_key", key, 32), 32);
        assert_int_equal(vectors_bytes(item, "signature", signature, 64), 64);
        if (sr25519_verify(&sr25519, key, message, len, signature) != want)
            fail_msg("%s: %s", variant->name, vectors_text(item, "name"));
    }
}

static void test_published(void **state)
{
    json_t *root = vectors_load("sr25519.json");
    const json_t *cases = json_object_get(root, "cases");
    unsigned count;
    const struct edwards_variant *const *variants = edwards_variants(&count);

    (void)state;
    assert_int_equal(json_array_size(cases), CASES);
    for (unsigned i = 0; i < count; i++)
        if (variants[i]->supported())
            check_published(variants[i], cases);
    json_decref(root);
}

static void test_development_key(void **state)
{
    static const uint8_t want[32] = {
        0xd4, 0x35, 0x93, 0xc7, 0x15, 0xfd, 0xd3, 0x1c, 0x61, 0x14, 0x1a,
        0xbd, 0x04, 0xa9, 0x9f, 0xd6, 0x82, 0x2c, 0x85, 0x58, 0x85, 0x4c,
        0xcd, 0xe3, 0x9a, 0x56, 0x84, 0xe7, 0xa5, 0x6d, 0xa2, 0x7d,
    };
    static struct sr25519 sr25519;
    struct sr25519_signer signer;

    (void)state;
    sr25519_init(&sr25519, NULL);
    sr25519_signer_init(&signer, &sr25519);
    assert_memory_equal(signer.public_key, want, 32);
}

/* What one variant signs the others verify; one bit changed, and none does. */
static void check_signed(const struct sr25519 *signing,
                         const struct sr25519 *verifying)
{
    struct sr25519_signer signer;
    struct pcg64 pcg;
    uint8_t message[32], signature[64];

    pcg64_init(&pcg);
    sr25519_signer_init(&signer, signing);
    for (unsigned i = 0; i < 64; i++) {
        pcg64_fill(&pcg, message, sizeof(message));
        sr25519_sign(&signer, signing, message, 32, signature);
        assert_true(sr25519_verify(verifying, signer.public_key, message, 32,
                                   signature));
        signature[i] ^= (uint8_t)(1 << i % 8);
        assert_false(sr25519_verify(verifying, signer.public_key, message, 32,
                                    signature));
    }
}

static void test_sign_and_verify(void **state)
{
    static struct sr25519 signing, verifying;
    unsigned count;
    const struct edwards_variant *const *variants = edwards_variants(&count);

    (void)state;
    for (unsigned i = 0; i < count; i++) {
        if (!variants[i]->supported())
            continue;
        sr25519_init(&signing, variants[i]);
        for (unsigned k = 0; k < count; k++) {
            if (!variants[k]->supported())
                continue;
            sr25519_init(&verifying, variants[k]);
            check_signed(&signing, &verifying);
        }
    }
}

static void test_best_is_the_first_supported(void **state)
{
    unsigned count;
    const struct edwards_variant *const *variants = edwards_variants(&count);
    unsigned first = 0;

    (void)state;
    assert_string_equal(variants[count - 1]->name, "portable");
    assert_true(variants[count - 1]->supported());
    while (!variants[first]->supported())
        first++;
    assert_ptr_equal(edwards_best(), variants[first]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_development_key),
        cmocka_unit_test(test_sign_and_verify),
        cmocka_unit_test(test_best_is_the_first_supported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
