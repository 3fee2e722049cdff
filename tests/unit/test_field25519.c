/* The field against itself: laws, a multiplication by doubling, and limbs at
 * the edge of what each operation accepts. */
#include "kernels/field25519.h"

#include "kernels/pcg64.h"
#include "vectors.h"

enum { ROUNDS = 200 };

static const uint8_t prime[32] = {
    0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
};

static struct field25519 random_element(struct pcg64 *pcg)
{
    uint8_t bytes[32];

    pcg64_fill(pcg, bytes, sizeof(bytes));
    return field25519_from_bytes(bytes);
}

static void assert_same(const struct field25519 *a, const struct field25519 *b)
{
    assert_true(field25519_equal(a, b));
}

/* a b by doubling and adding, a bit of b at a time. */
static struct field25519 slow_mul(const struct field25519 *a,
                                  const struct field25519 *b)
{
    struct field25519 r = field25519_zero;
    uint8_t bits[32];

    field25519_to_bytes(bits, b);
    for (int i = 254; i >= 0; i--) {
        r = field25519_add(&r, &r);
        if ((bits[i / 8] >> i % 8 & 1) != 0)
            r = field25519_add(&r, a);
        r = field25519_tight(&r);
    }
    return r;
}

static void test_products(void **state)
{
    struct pcg64 pcg;

    (void)state;
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        const struct field25519 a = random_element(&pcg);
        const struct field25519 b = random_element(&pcg);
        const struct field25519 ab = field25519_mul(&a, &b);
        const struct field25519 want = slow_mul(&a, &b);
        const struct field25519 aa = field25519_mul(&a, &a);
        const struct field25519 square = field25519_square(&a);

        assert_same(&ab, &want);
        assert_same(&aa, &square);
    }
}

/* (a + b)(a - b) and a^2 - b^2, with the largest limbs that are tight and the
 * longest chain of sums that the header allows. */
static void test_loosest_limbs(void **state)
{
    const uint64_t largest = (UINT64_C(1) << 51) + (1 << 13) - 1;
    const struct field25519 a = { { largest, largest, largest, largest,
                                    largest } };
    const struct field25519 sum = field25519_add(&a, &a);
    const struct field25519 zero_less_a = field25519_sub(&field25519_zero, &a);
    const struct field25519 less = field25519_sub(&zero_less_a, &sum); /* -3a */
    const struct field25519 tight = field25519_tight(&less);
    const struct field25519 product = field25519_mul(&less, &less);
    const struct field25519 square = field25519_square(&less);
    const struct field25519 want = slow_mul(&tight, &tight);

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_true(product.limb[i] <= largest);
        assert_true(square.limb[i] <= largest);
    }
    assert_same(&product, &want);
    assert_same(&square, &want);
}

static void test_encoding(void **state)
{
    uint8_t bytes[32], again[32];
    struct field25519 a;
    struct pcg64 pcg;

    (void)state;
    for (uint8_t more = 0; more < 19; more++) { /* p to 2^255 - 1 */
        uint8_t small[32] = { more };

        memcpy(bytes, prime, 32);
        bytes[0] = (uint8_t)(prime[0] + more);
        a = field25519_from_bytes(bytes);
        field25519_to_bytes(again, &a);
        assert_memory_equal(again, small, 32);
    }
    memcpy(bytes, prime, 32);
    bytes[0]--; /* p - 1 */
    a = field25519_from_bytes(bytes);
    field25519_to_bytes(again, &a);
    assert_memory_equal(again, bytes, 32);
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        pcg64_fill(&pcg, bytes, 32);
        a = field25519_from_bytes(bytes);
        field25519_to_bytes(again, &a);
        bytes[31] &= 0x7f;
        assert_memory_equal(again, bytes, 32);
    }
}

static void test_signs(void **state)
{
    struct pcg64 pcg;

    (void)state;
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        const struct field25519 a = random_element(&pcg);
        const struct field25519 minus = field25519_negate(&a);
        const struct field25519 sum = field25519_add(&a, &minus);
        const struct field25519 absolute = field25519_absolute(&a);
        const struct field25519 other = field25519_absolute(&minus);

        assert_true(field25519_is_zero(&sum));
        assert_true(field25519_is_negative(&a) !=
                    field25519_is_negative(&minus));
        assert_false(field25519_is_negative(&absolute));
        assert_same(&absolute, &other);
    }
}

static void test_inverse(void **state)
{
    const struct field25519 none = field25519_invert(&field25519_zero);
    struct pcg64 pcg;

    (void)state;
    assert_true(field25519_is_zero(&none));
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        const struct field25519 a = random_element(&pcg);
        const struct field25519 inverse = field25519_invert(&a);
        const struct field25519 product = field25519_mul(&a, &inverse);

        assert_same(&product, &field25519_one);
    }
}

/* root^2 v is 1 for a square and sqrt(-1) for any other; half are squares. */
static void test_inverse_root(void **state)
{
    struct field25519 root;
    struct pcg64 pcg;
    int squares = 0;

    (void)state;
    assert_false(field25519_inverse_root(&root, &field25519_zero));
    assert_true(field25519_is_zero(&root));
    pcg64_init(&pcg);
    for (int i = 0; i < ROUNDS; i++) {
        const struct field25519 v = random_element(&pcg);
        const bool square = field25519_inverse_root(&root, &v);
        struct field25519 check = field25519_square(&root);

        check = field25519_mul(&check, &v);
        assert_same(&check, square ? &field25519_one : &field25519_sqrt_m1);
        assert_false(field25519_is_negative(&root));
        squares += square;
    }
    assert_in_range(squares, ROUNDS / 2 - 40, ROUNDS / 2 + 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products), cmocka_unit_test(test_loosest_limbs),
        cmocka_unit_test(test_encoding), cmocka_unit_test(test_signs),
        cmocka_unit_test(test_inverse),  cmocka_unit_test(test_inverse_root),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
