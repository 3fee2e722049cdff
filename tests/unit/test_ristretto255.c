/* Encodings and the double multiplication, in every variant, against libsodium
 * as an independent implementation of the group. */
#include "kernels/ristretto255.h"

#include <sodium.h>

#include "kernels/pcg64.h"
#include "vectors.h"

enum { ROUNDS = 100, GUESSES = 2000 };

static void test_generator(void **state)
{
    /* RFC 9496, appendix A.1, multiple 1. */
    static const uint8_t want[32] = {
        0xe2, 0xf2, 0xae, 0x0a, 0x6a, 0xbc, 0x4e, 0x71, 0xa8, 0x84, 0xa9,
        0x61, 0xc5, 0x00, 0x51, 0x5f, 0x58, 0xe3, 0x0b, 0x6a, 0xa5, 0x82,
        0xdd, 0x8d, 0xb6, 0xa6, 0x59, 0x45, 0xe0, 0x8d, 0x2d, 0x76,
    };
    static const uint8_t zeros[32];
    uint8_t bytes[32];

    (void)state;
    ristretto255_encode(bytes, &edwards_base_point);
    assert_memory_equal(bytes, want, 32);
    ristretto255_encode(bytes, &edwards_identity);
    assert_memory_equal(bytes, zeros, 32);
}

/* About one guess in sixteen is an encoding. libsodium 1.0.18 overlooks bit 255,
 * which RFC 9496 wants to be 0; newer ones do not. */
static void test_decode_guesses(void **state)
{
    struct edwards point;
    uint8_t bytes[32], again[32];
    struct pcg64 pcg;
    int valid = 0;

    (void)state;
    pcg64_init(&pcg);
    for (int i = 0; i < GUESSES; i++) {
        bool want;

        pcg64_fill(&pcg, bytes, 32);
        want = crypto_core_ristretto255_is_valid_point(bytes) == 1 &&
               bytes[31] < 0x80;
        assert_int_equal(ristretto255_decode(&point, bytes), want);
        if (!want)
            continue;
        ristretto255_encode(again, &point);
        assert_memory_equal(again, bytes, 32);
        valid++;
    }
    assert_true(valid > GUESSES / 32);
}

static void test_decode_leaves_its_output(void **state)
{
    struct edwards point = edwards_base_point;
    uint8_t bytes[32];

    (void)state;
    memset(bytes, 0xff, 32);
    assert_false(ristretto255_decode(&point, bytes));
    assert_memory_equal(&point, &edwards_base_point, sizeof(point));
}

/* s B + k P by libsodium, which refuses products that are the identity. */
static void combine_by_sodium(uint8_t sum[32], const uint8_t s[32],
                              const uint8_t k[32], const uint8_t point[32])
{
    uint8_t product[32];

    memset(sum, 0, 32);
    memset(product, 0, 32);
    if (!sodium_is_zero(s, 32))
        assert_int_equal(crypto_scalarmult_ristretto255_base(sum, s), 0);
    if (!sodium_is_zero(k, 32))
        assert_int_equal(crypto_scalarmult_ristretto255(product, k, point), 0);
    assert_int_equal(crypto_core_ristretto255_add(sum, sum, product), 0);
}

static void check_combined(const struct edwards_variant *variant,
                           const struct edwards_base *base, const uint8_t s[32],
                           const uint8_t k[32], const uint8_t point[32])
{
    int8_t s_digits[SCALAR25519_DIGITS], k_digits[SCALAR25519_DIGITS];
    struct scalar25519 s_scalar, k_scalar;
    struct edwards p, sum;
    uint8_t got[32], want[32];

    assert_true(scalar25519_from_bytes(&s_scalar, s));
    assert_true(scalar25519_from_bytes(&k_scalar, k));
    assert_true(ristretto255_decode(&p, point));
    scalar25519_recode(s_digits, &s_scalar, EDWARDS_BASE_WIDTH);
    scalar25519_recode(k_digits, &k_scalar, EDWARDS_POINT_WIDTH);
    sum = variant->combine(base, s_digits, k_digits, &p);
    ristretto255_encode(got, &sum);
    combine_by_sodium(want, s, k, point);
    if (memcmp(got, want, 32) != 0)
        fail_msg("%s differs", variant->name);
}

static void check_variant(const struct edwards_variant *variant)
{
    static const uint8_t zero[32];
    static struct edwards_base base;
    uint8_t s[32], k[32], wide[64], point[32];
    struct pcg64 pcg;

    edwards_base_init(&base, variant);
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        pcg64_fill(&pcg, wide, sizeof(wide));
        crypto_core_ristretto255_from_hash(point, wide);
        pcg64_fill(&pcg, wide, sizeof(wide));
        crypto_core_ristretto255_scalar_reduce(s, wide);
        pcg64_fill(&pcg, wide, sizeof(wide));
        crypto_core_ristretto255_scalar_reduce(k, wide);
        check_combined(variant, &base, s, k, point);
    }
    check_combined(variant, &base, zero, k, point);
    check_combined(variant, &base, s, zero, point);
    check_combined(variant, &base, zero, zero, point);
    for (uint8_t small = 1; small < 255; small++) { /* each table entry */
        const uint8_t digit[32] = { small };

        check_combined(variant, &base, digit, zero, point);
        check_combined(variant, &base, zero, digit, point);
    }
}

static void test_combine(void **state)
{
    unsigned count;
    const struct edwards_variant *const *variants = edwards_variants(&count);

    (void)state;
    for (unsigned i = 0; i < count; i++)
        if (variants[i]->supported())
            check_variant(variants[i]);
}

static void test_negate(void **state)
{
    const struct edwards minus = edwards_negate(&edwards_base_point);
    uint8_t plus_bytes[32], minus_bytes[32], sum[32];
    static const uint8_t zeros[32];

    (void)state;
    ristretto255_encode(plus_bytes, &edwards_base_point);
    ristretto255_encode(minus_bytes, &minus);
    crypto_core_ristretto255_add(sum, plus_bytes, minus_bytes);
    assert_memory_equal(sum, zeros, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator),
        cmocka_unit_test(test_decode_guesses),
        cmocka_unit_test(test_decode_leaves_its_output),
        cmocka_unit_test(test_combine),
        cmocka_unit_test(test_negate),
    };

    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
