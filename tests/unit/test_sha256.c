/* SHA-256 against the published examples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/sha256.h"

static const struct {
    const char *text;
    size_t times; /* the text is repeated */
    const char *want;
} cases[] = {
    { "", 1,
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", 1,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "a", 1000000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
};

static void spell(const uint8_t digest[SHA256_BYTES], char *hex)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < SHA256_BYTES; i++) {
        *hex++ = digits[digest[i] >> 4];
        *hex++ = digits[digest[i] & 15];
    }
    *hex = '\0';
}

/* FIPS 180-4 examples; the first and last are in every collection of them. */
static void test_published_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = strlen(cases[i].text), bytes = length * cases[i].times;
        char *text = malloc(bytes + 1);
        uint8_t digest[SHA256_BYTES];
        char hex[2 * SHA256_BYTES + 1];

        assert_non_null(text);
        for (size_t j = 0; j < cases[i].times; j++)
            memcpy(text + j * length, cases[i].text, length);
        sha256_hash(text, bytes, digest);
        spell(digest, hex);
        assert_string_equal(hex, cases[i].want);
        free(text);
    }
}

static void test_own_proof(void **state)
{
    const char *name = sha256_instructions();

    (void)state;
    assert_true(sha256_known_answer());
    assert_true(name == NULL || name[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_examples),
        cmocka_unit_test(test_own_proof),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
