/* AES-256-GCM against the published cases, and its refusal of forgeries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/aes256gcm.h"

enum { MOST = 64 };

/* McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, cases
 * 13 to 16: those with a 256-bit key and a 96-bit nonce. */
static const struct {
    const char *key, *nonce, *extra, *text, *sealed, *tag;
} cases[] = {
    { "0000000000000000000000000000000000000000000000000000000000000000",
      "000000000000000000000000", "", "", "",
      "530f8afbc74536b9a963b4f1c4cb738b" },
    { "0000000000000000000000000000000000000000000000000000000000000000",
      "000000000000000000000000", "", "00000000000000000000000000000000",
      "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919" },
    { "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888", "",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad",
      "b094dac5d93471bdec1a502270e3cc6c" },
    { "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888", "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
      "76fc6ece0f4e1768cddf8853bb2d551b" },
};

static uint8_t nibble(char c)
{
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static size_t unhex(const char *hex, uint8_t bytes[MOST])
{
    size_t length = strlen(hex) / 2;

    assert_true(length <= MOST);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(nibble(hex[2 * i]) << 4 | nibble(hex[2 * i + 1]));
    return length;
}

static void test_published_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t key[MOST], nonce[MOST], extra[MOST], text[MOST];
        uint8_t want[MOST], want_tag[MOST], got[MOST], tag[MOST];
        size_t extra_bytes = unhex(cases[i].extra, extra);
        size_t bytes = unhex(cases[i].text, text);
        struct aes256gcm aes;

        assert_int_equal(unhex(cases[i].key, key), AES256GCM_KEY_BYTES);
        assert_int_equal(unhex(cases[i].nonce, nonce), AES256GCM_NONCE_BYTES);
        assert_int_equal(unhex(cases[i].tag, want_tag), AES256GCM_TAG_BYTES);
        assert_int_equal(unhex(cases[i].sealed, want), bytes);

        aes256gcm_init(&aes, key);
        aes256gcm_seal(&aes, nonce, extra, extra_bytes, text, bytes, got, tag);
        assert_memory_equal(got, want, bytes);
        assert_memory_equal(tag, want_tag, AES256GCM_TAG_BYTES);
        assert_true(aes256gcm_open(&aes, nonce, extra, extra_bytes, got, bytes,
                                   got, tag));
        assert_memory_equal(got, text, bytes);
    }
}

/* A full record with its header: any changed bit is noticed. */
static void test_forgeries_are_refused(void **state)
{
    static uint8_t record[AES256GCM_RECORD_BYTES], plain[sizeof record];
    uint8_t key[AES256GCM_KEY_BYTES] = { 1 }, nonce[AES256GCM_NONCE_BYTES];
    uint8_t header[AES256GCM_HEADER_BYTES] = { 23, 3, 3, 64, 0 };
    uint8_t tag[AES256GCM_TAG_BYTES];
    struct aes256gcm aes;

    (void)state;
    memset(plain, 0x66, sizeof plain);
    memset(nonce, 9, sizeof nonce);
    aes256gcm_init(&aes, key);
    aes256gcm_seal(&aes, nonce, header, sizeof header, plain, sizeof plain,
                   record, tag);

    record[sizeof record - 1] ^= 1;
    assert_false(aes256gcm_open(&aes, nonce, header, sizeof header, record,
                                sizeof record, plain, tag));
    record[sizeof record - 1] ^= 1;
    header[4] ^= 1;
    assert_false(aes256gcm_open(&aes, nonce, header, sizeof header, record,
                                sizeof record, plain, tag));
    header[4] ^= 1;
    nonce[0] ^= 1;
    assert_false(aes256gcm_open(&aes, nonce, header, sizeof header, record,
                                sizeof record, plain, tag));
    nonce[0] ^= 1;
    assert_true(aes256gcm_open(&aes, nonce, header, sizeof header, record,
                               sizeof record, plain, tag));
    assert_int_equal(plain[0], 0x66);
    assert_int_equal(plain[sizeof plain - 1], 0x66);
}

static void test_own_proof(void **state)
{
    const char *name = aes256gcm_instructions();

    (void)state;
    assert_true(aes256gcm_known_answer());
    assert_true(name == NULL || name[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_cases),
        cmocka_unit_test(test_forgeries_are_refused),
        cmocka_unit_test(test_own_proof),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
