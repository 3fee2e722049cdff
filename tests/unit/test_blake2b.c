/* Every variant against the published digests and, at every short length,
 * against libsodium; all of it at lengths around the edges of a block. */
#include "kernels/blake2b.h"

#include <sodium.h>

#include "vectors.h"

enum { LONGEST = 32768, SHORT = 1024 };

static uint8_t *pattern_new(void)
{
    uint8_t *bytes = malloc(LONGEST);

    assert_non_null(bytes);
    for (size_t i = 0; i < LONGEST; i++)
        bytes[i] = (uint8_t)(7 * i + 3);
    return bytes;
}

/* The input of a published case: given, or one of two patterns. */
static void input_fill(const json_t *item, uint8_t *input, size_t len)
{
    if (json_object_get(item, "input") != NULL)
        assert_int_equal(vectors_bytes(item, "input", input, LONGEST), len);
    else if (strcmp(vectors_text(item, "pattern"), "every byte 0x66") == 0)
        memset(input, 0x66, len);
    else
        for (size_t i = 0; i < len; i++)
            input[i] = (uint8_t)(7 * i + 3);
}

static void check_published(const struct blake2b_variant *variant,
                            const json_t *cases)
{
    uint8_t *input = malloc(LONGEST);
    uint8_t want[32], digest[32];
    const json_t *item;
    size_t i;

    assert_non_null(input);
    json_array_foreach (cases, i, item) {
        const size_t len =
            (size_t)json_integer_value(json_object_get(item, "length"));

        assert_true(len <= LONGEST);
        input_fill(item, input, len);
        assert_int_equal(vectors_bytes(item, "digest", want, 32), 32);
        blake2b_256(variant, input, len, digest);
        if (memcmp(digest, want, 32) != 0)
            fail_msg("%s: %s", variant->name, vectors_text(item, "name"));
    }
    free(input);
}

static void test_published(void **state)
{
    json_t *root = vectors_load("blake2b256.json");
    const json_t *cases = json_object_get(root, "cases");
    size_t count;
    const struct blake2b_variant *const *variants = blake2b_variants(&count);

    (void)state;
    assert_int_equal(json_array_size(cases), 17);
    for (size_t i = 0; i < count; i++)
        if (variants[i]->supported())
            check_published(variants[i], cases);
    json_decref(root);
}

/* The input ends where its memory ends: a sanitizer sees a read past it. */
static void check_length(const struct blake2b_variant *variant,
                         const uint8_t *pattern, size_t len)
{
    const size_t digest_len = 1 + len % BLAKE2B_MAX_DIGEST_BYTES;
    uint8_t *input = malloc(len);
    uint8_t want[64], digest[64];

    assert_non_null(input);
    memcpy(input, pattern, len);
    crypto_generichash_blake2b(want, 64, input, len, NULL, 0);
    blake2b(variant, input, len, digest, 64);
    if (memcmp(digest, want, 64) != 0)
        fail_msg("%s: %zu bytes", variant->name, len);
    memset(digest, 0xa5, sizeof(digest));
    blake2b(variant, input, len, digest, digest_len);
    if (digest_len >= crypto_generichash_blake2b_BYTES_MIN) {
        crypto_generichash_blake2b(want, digest_len, input, len, NULL, 0);
        assert_memory_equal(digest, want, digest_len);
    }
    for (size_t i = digest_len; i < 64; i++)
        assert_int_equal(digest[i], 0xa5);
    free(input);
}

static void test_every_length(void **state)
{
    uint8_t *pattern = pattern_new();
    size_t count;
    const struct blake2b_variant *const *variants = blake2b_variants(&count);

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t len = 0; variants[i]->supported() && len <= SHORT; len++)
            check_length(variants[i], pattern, len);
    free(pattern);
}

static void test_best_is_the_first_supported(void **state)
{
    size_t count;
    const struct blake2b_variant *const *variants = blake2b_variants(&count);
    size_t first = 0;

    (void)state;
    assert_string_equal(variants[count - 1]->name, "portable");
    assert_true(variants[count - 1]->supported());
    while (!variants[first]->supported())
        first++;
    assert_ptr_equal(blake2b_best(), variants[first]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_best_is_the_first_supported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
