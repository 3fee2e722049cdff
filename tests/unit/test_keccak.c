/* The permutation against published lanes, and as the core of SHA3-256 against
 * Nettle; the transcript against the answer in Merlin's own tests. */
#include "kernels/keccak.h"

#include <nettle/sha3.h>

#include "kernels/merlin.h"
#include "kernels/pcg64.h"
#include "vectors.h"

enum { SHA3_RATE = 136, LONGEST = 3 * SHA3_RATE };

static void test_published(void **state)
{
    /* From the Keccak team's intermediate values: zeros, permuted twice. */
    static const uint64_t once[3] = { 0xf1258f7940e1dde7, 0x84d5ccf933c0478a,
                                      0xd598261ea65aa9ee };
    static const uint64_t twice[3] = { 0x2d5c954df96ecb3c, 0x6a332cd07057b56d,
                                       0x093d8d1270d76b6c };
    uint64_t lanes[25] = { 0 };

    (void)state;
    keccak_f1600(lanes);
    assert_memory_equal(lanes, once, sizeof(once));
    keccak_f1600(lanes);
    assert_memory_equal(lanes, twice, sizeof(twice));
}

/* FIPS 202, part 6: the sponge around the permutation. */
static void sha3_by_kernel(uint8_t digest[32], const uint8_t *data, size_t len)
{
    union {
        uint64_t lanes[25];
        uint8_t bytes[200];
    } sponge = { { 0 } };
    size_t at = 0;

    for (size_t i = 0; i < len; i++) {
        sponge.bytes[at++] ^= data[i];
        if (at == SHA3_RATE) {
            keccak_f1600(sponge.lanes);
            at = 0;
        }
    }
    sponge.bytes[at] ^= 0x06;
    sponge.bytes[SHA3_RATE - 1] ^= 0x80;
    keccak_f1600(sponge.lanes);
    memcpy(digest, sponge.bytes, 32);
}

static void test_as_sha3(void **state)
{
    uint8_t data[LONGEST], digest[32], want[32];
    struct pcg64 pcg;

    (void)state;
    pcg64_init(&pcg);
    pcg64_fill(&pcg, data, sizeof(data));
    for (size_t len = 0; len <= LONGEST; len++) {
        struct sha3_256_ctx sha3;

        sha3_256_init(&sha3);
        sha3_256_update(&sha3, len, data);
        sha3_256_digest(&sha3, sizeof(want), want);
        sha3_by_kernel(digest, data, len);
        assert_memory_equal(digest, want, sizeof(want));
    }
}

static void test_transcript(void **state)
{
    static const uint8_t want[32] = {
        0xd5, 0xa2, 0x19, 0x72, 0xd0, 0xd5, 0xfe, 0x32, 0x0c, 0x0d, 0x26,
        0x3f, 0xac, 0x7f, 0xff, 0xb8, 0x14, 0x5a, 0xa6, 0x40, 0xaf, 0x6e,
        0x9b, 0xca, 0x17, 0x7c, 0x03, 0xc7, 0xef, 0xcf, 0x06, 0x15,
    };
    static const uint8_t message[] = "some data";
    struct merlin merlin;
    uint8_t challenge[32];

    (void)state;
    merlin_init(&merlin, "test protocol");
    merlin_append(&merlin, "some label", message, sizeof(message) - 1);
    merlin_challenge(&merlin, "challenge", challenge, sizeof(challenge));
    assert_memory_equal(challenge, want, sizeof(want));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_as_sha3),
        cmocka_unit_test(test_transcript),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
