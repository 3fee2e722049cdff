/* Arithmetic modulo the group's order against libsodium. */
#include "kernels/scalar25519.h"

#include <sodium.h>

#include "kernels/pcg64.h"
#include "vectors.h"

enum { ROUNDS = 1000 };

static const uint8_t order[32] = {
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
    0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10,
};

static void check_wide(const uint8_t wide[64])
{
    const struct scalar25519 a = scalar25519_from_wide(wide);
    uint8_t bytes[32], want[32];

    scalar25519_to_bytes(bytes, &a);
    crypto_core_ed25519_scalar_reduce(want, wide);
    assert_memory_equal(bytes, want, 32);
}

static void test_from_wide(void **state)
{
    uint8_t wide[64];
    struct pcg64 pcg;

    (void)state;
    memset(wide, 0xff, sizeof(wide));
    check_wide(wide);
    memset(wide, 0, sizeof(wide));
    check_wide(wide);
    memcpy(wide, order, 32);
    check_wide(wide); /* L itself */
    memcpy(wide + 32, order, 32);
    check_wide(wide); /* L (2^256 + 1) */
    wide[0]--;
    check_wide(wide);
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        pcg64_fill(&pcg, wide, sizeof(wide));
        check_wide(wide);
    }
}

static void test_from_bytes(void **state)
{
    static const struct {
        int first; /* added to the first byte of L */
        bool ok;
    } cases[] = { { -1, true }, { 0, false }, { 1, false } };
    uint8_t bytes[32];
    struct scalar25519 a = { { 7, 7, 7, 7 } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        memcpy(bytes, order, 32);
        bytes[0] = (uint8_t)(order[0] + cases[i].first);
        assert_int_equal(scalar25519_from_bytes(&a, bytes), cases[i].ok);
    }
    memset(bytes, 0xff, 32);
    assert_false(scalar25519_from_bytes(&a, bytes));
    memset(bytes, 0, 32);
    assert_true(scalar25519_from_bytes(&a, bytes));
    assert_int_equal(a.word[0] | a.word[1] | a.word[2] | a.word[3], 0);
}

static struct scalar25519 random_scalar(struct pcg64 *pcg)
{
    uint8_t wide[64];

    pcg64_fill(pcg, wide, sizeof(wide));
    return scalar25519_from_wide(wide);
}

static void test_mul_add(void **state)
{
    struct pcg64 pcg;

    (void)state;
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        const struct scalar25519 a = random_scalar(&pcg);
        const struct scalar25519 b = random_scalar(&pcg);
        const struct scalar25519 c = random_scalar(&pcg);
        const struct scalar25519 r = scalar25519_mul_add(&a, &b, &c);
        uint8_t x[32], y[32], z[32], got[32];

        scalar25519_to_bytes(x, &a);
        scalar25519_to_bytes(y, &b);
        scalar25519_to_bytes(z, &c);
        scalar25519_to_bytes(got, &r);
        crypto_core_ed25519_scalar_mul(x, x, y);
        crypto_core_ed25519_scalar_add(x, x, z);
        assert_memory_equal(got, x, 32);
    }
}

/* The sum of digits[i] 2^i, from the top. */
static struct scalar25519 sum_of(const int8_t digits[SCALAR25519_DIGITS])
{
    const struct scalar25519 two = { { 2 } }, zero = { { 0 } };
    struct scalar25519 minus_one, sum = zero;
    uint8_t bytes[32];

    memcpy(bytes, order, 32);
    bytes[0]--;
    assert_true(scalar25519_from_bytes(&minus_one, bytes));
    for (int i = SCALAR25519_DIGITS - 1; i >= 0; i--) {
        const struct scalar25519 size = { { (uint64_t)abs(digits[i]) } };
        const struct scalar25519 digit =
            digits[i] < 0 ? scalar25519_mul_add(&size, &minus_one, &zero)
                          : size;

        sum = scalar25519_mul_add(&sum, &two, &digit);
    }
    return sum;
}

static void check_recoded(const struct scalar25519 *a, unsigned width)
{
    int8_t digits[SCALAR25519_DIGITS];
    struct scalar25519 sum;
    int last = -(int)width;

    scalar25519_recode(digits, a, width);
    for (int i = 0; i < SCALAR25519_DIGITS; i++) {
        if (digits[i] == 0)
            continue;
        assert_true(digits[i] % 2 != 0);
        assert_true(abs(digits[i]) < 1 << (width - 1));
        assert_true(i - last >= (int)width);
        last = i;
    }
    sum = sum_of(digits);
    assert_memory_equal(&sum, a, sizeof(sum));
}

static void test_recode(void **state)
{
    const struct scalar25519 zero = { { 0 } }, one = { { 1 } };
    struct scalar25519 largest;
    struct pcg64 pcg;
    uint8_t bytes[32];

    (void)state;
    memcpy(bytes, order, 32);
    bytes[0]--;
    assert_true(scalar25519_from_bytes(&largest, bytes));
    pcg64_init(&pcg);
    for (unsigned width = 2; width <= 8; width++) {
        check_recoded(&zero, width);
        check_recoded(&one, width);
        check_recoded(&largest, width);
        for (int i = 0; i < 20; i++) {
            const struct scalar25519 a = random_scalar(&pcg);

            check_recoded(&a, width);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_from_wide),
        cmocka_unit_test(test_from_bytes),
        cmocka_unit_test(test_mul_add),
        cmocka_unit_test(test_recode),
    };

    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
