/* The double multiplication in four lanes with AVX2: one vector holds a limb
 * of X, Y, Z and T, so that a doubling is one vector squaring and one vector
 * product, and an addition two products (the source, section 4.2).
 *
 * Limbs have 26 and 25 bits in turn. A packed element keeps two of them in
 * each 64-bit lane, which halves the work of sums and of moves between lanes;
 * the multiplier reads the low half of a lane and ignores the other, so that
 * unpacking costs one shift for two limbs. */
#include "kernels/edwards25519_variants.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((target("avx2"), always_inline))

/* Limbs 2i (low half) and 2i + 1 of four field elements. Bounds of the limbs
 * of each kind, even and odd:
 *   tight   a little over 2^26 and 2^25: what products and squares give
 *   loose   2^27.6 and 2^26.6: what products accept */
struct packed {
    __m256i pair[5];
};

/* Columns of a product before they are carried. */
struct columns {
    __m256i limb[10];
};

/* Loops that have to be unrolled, or vectors would travel through memory. */
#define EACH_PAIR(i) _Pragma("GCC unroll 5") for (int i = 0; i < 5; i++)
#define EACH_LIMB(i) _Pragma("GCC unroll 10") for (int i = 0; i < 10; i++)

/* Orders of lanes for permute(): the source of lane 0 first. */
#define LANES(a, b, c, d) ((a) | (b) << 2 | (c) << 4 | (d) << 6)

/* Which lanes a blend takes from its second operand. */
#define LANE(n) (3 << (2 * (n)))

AVX2_INLINE __m256i splat(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}

AVX2_INLINE __m256i product(__m256i a, __m256i b)
{
    return _mm256_mul_epu32(a, b);
}

AVX2_INLINE __m256i plus(__m256i a, __m256i b)
{
    return _mm256_add_epi64(a, b);
}

/* 2p - a, limb by limb: for tight `a`. */
AVX2_INLINE __m256i negated(__m256i a, int pair)
{
    const uint64_t odd = (UINT64_C(1) << 26) - 2;
    const uint64_t even = (UINT64_C(1) << 27) - (pair == 0 ? 38 : 2);

    return _mm256_sub_epi32(splat(odd << 32 | even), a);
}

/* Adds to the column above what does not fit this one. */
AVX2_INLINE void carry(struct columns *h, int i)
{
    const int bits = i % 2 == 0 ? 26 : 25;
    const __m256i over = _mm256_srli_epi64(h->limb[i], bits);

    h->limb[i] = _mm256_and_si256(h->limb[i], splat((UINT64_C(1) << bits) - 1));
    h->limb[i + 1] = plus(h->limb[i + 1], over);
}

/* The last column's excess comes back to the first, times 19. It may have
 * more than 32 bits, so it is not for the multiplier. */
AVX2_INLINE void carry_around(struct columns *h)
{
    const __m256i over = _mm256_srli_epi64(h->limb[9], 25);
    const __m256i over3 = plus(over, _mm256_slli_epi64(over, 1));

    h->limb[9] = _mm256_and_si256(h->limb[9], splat((1 << 25) - 1));
    h->limb[0] = plus(h->limb[0], over3);
    h->limb[0] = plus(h->limb[0], _mm256_slli_epi64(over, 4));
}

/* Two chains of carries, from column 0 and from column 4, run side by side. */
AVX2_INLINE struct packed carried(struct columns *h)
{
    struct packed r;

    carry(h, 0);
    carry(h, 4);
    carry(h, 1);
    carry(h, 5);
    carry(h, 2);
    carry(h, 6);
    carry(h, 3);
    carry(h, 7);
    carry(h, 4);
    carry(h, 8);
    carry_around(h);
    carry(h, 0);
    EACH_PAIR (i)
        r.pair[i] = _mm256_or_si256(h->limb[2 * i],
                                    _mm256_slli_epi64(h->limb[2 * i + 1], 32));
    return r;
}

/* What a product reads: limbs, each in the low half of its lane. */
struct factor {
    __m256i limb[10];
    __m256i limb19[10]; /* times 19 */
};

AVX2_INLINE struct factor unpacked(const struct packed *f)
{
    struct factor r;

    EACH_PAIR (i) {
        r.limb[2 * i] = f->pair[i];
        r.limb[2 * i + 1] = _mm256_srli_epi64(f->pair[i], 32);
    }
    EACH_LIMB (i)
        r.limb19[i] = product(r.limb[i], splat(19));
    return r;
}

/* `times` a, for 1, 2 and 4. */
AVX2_INLINE __m256i multiple(__m256i a, int times)
{
    if (times >= 2)
        a = plus(a, a);
    if (times == 4)
        a = plus(a, a);
    return a;
}

/* Adds limb i of f times a limb of g to a column's sum, `times` over. Limb i
 * stands for 2^ceil(25.5 i): the product of two odd limbs counts twice, and
 * what passes 2^255 comes back times 19.
 *
 * Each product is added as it is made: a compiler that makes all of them first,
 * as it may, has to store them, and that costs 15 % of the speed of a
 * verification. */
AVX2_INLINE void accumulate(__m256i *sum, const struct factor *f,
                            const struct factor *g, int i, int column, int times)
{
    const int j = (column + 10 - i) % 10;
    const int both_odd = i % 2 != 0 && j % 2 != 0;
    const __m256i left = multiple(f->limb[i], both_odd ? 2 * times : times);
    const __m256i right = i <= column ? g->limb[j] : g->limb19[j];

    *sum = plus(*sum, product(left, right));
    __asm__("" : "+x"(*sum));
}

AVX2_INLINE __m256i mul_column(const struct factor *f, const struct factor *g,
                               int column)
{
    __m256i sum = product(f->limb[0], g->limb[column]);

    accumulate(&sum, f, g, 1, column, 1);
    accumulate(&sum, f, g, 2, column, 1);
    accumulate(&sum, f, g, 3, column, 1);
    accumulate(&sum, f, g, 4, column, 1);
    accumulate(&sum, f, g, 5, column, 1);
    accumulate(&sum, f, g, 6, column, 1);
    accumulate(&sum, f, g, 7, column, 1);
    accumulate(&sum, f, g, 8, column, 1);
    accumulate(&sum, f, g, 9, column, 1);
    return sum;
}

/* f * g. */
AVX2 static struct packed mul(const struct packed *f, const struct packed *g)
{
    const struct factor a = unpacked(f);
    const struct factor b = unpacked(g);
    struct columns h;

    EACH_LIMB (column)
        h.limb[column] = mul_column(&a, &b, column);
    return carried(&h);
}

/* Adds the product of limb i with its partner in the column; two different
 * limbs are met once and count twice. */
AVX2_INLINE void accumulate_square(__m256i *sum, const struct factor *f, int i,
                                   int column)
{
    const int j = (column + 10 - i) % 10;

    if (i <= j)
        accumulate(sum, f, f, i, column, i == j ? 1 : 2);
}

AVX2_INLINE __m256i square_column(const struct factor *f, int column)
{
    __m256i sum =
        product(f->limb[0], multiple(f->limb[column], column == 0 ? 1 : 2));

    accumulate_square(&sum, f, 1, column);
    accumulate_square(&sum, f, 2, column);
    accumulate_square(&sum, f, 3, column);
    accumulate_square(&sum, f, 4, column);
    accumulate_square(&sum, f, 5, column);
    accumulate_square(&sum, f, 6, column);
    accumulate_square(&sum, f, 7, column);
    accumulate_square(&sum, f, 8, column);
    accumulate_square(&sum, f, 9, column);
    return sum;
}

/* f * f. */
AVX2 static struct packed square(const struct packed *f)
{
    const struct factor a = unpacked(f);
    struct columns h;

    EACH_LIMB (column)
        h.limb[column] = square_column(&a, column);
    return carried(&h);
}

/* Carries the limbs of a sum, below 2^29 and 2^28, into tight ones. */
AVX2_INLINE struct packed tight(const struct packed *f)
{
    const __m256i bits = splat(UINT64_C(25) << 32 | 26);
    const __m256i mask = splat(UINT64_C(0x1ffffff) << 32 | 0x3ffffff);
    __m256i over[5];
    struct packed r;

    /* What limb 2i carries up lies in the high half here, what limb 2i + 1
     * carries up in the low one. */
    EACH_PAIR (i)
        over[i] =
            _mm256_shuffle_epi32(_mm256_srlv_epi32(f->pair[i], bits), 0xb1);
    EACH_PAIR (i) {
        const __m256i from_odd =
            i > 0 ? over[i - 1] : product(over[4], splat(19));
        const __m256i in = _mm256_blend_epi32(over[i], from_odd, 0x55);

        r.pair[i] = _mm256_add_epi32(_mm256_and_si256(f->pair[i], mask), in);
    }
    return r;
}

/* From E, H, G, F to X = E F, Y = G H, Z = F G, T = E H. */
AVX2_INLINE struct packed finish(const struct packed *ehgf)
{
    struct packed left, right;

    EACH_PAIR (i) {
        left.pair[i] =
            _mm256_permute4x64_epi64(ehgf->pair[i], LANES(0, 2, 3, 0));
        right.pair[i] =
            _mm256_permute4x64_epi64(ehgf->pair[i], LANES(3, 1, 2, 1));
    }
    return mul(&left, &right);
}

/* 2 p. With A = X^2, B = Y^2, C = 2 Z^2 and S = (X + Y)^2, and all signs
 * turned, which no product shows: E = A + B - S, H = A + B, G = A - B,
 * F = G + C. Does not read T. */
AVX2 static struct packed twice(const struct packed *p)
{
    struct packed f, ehgf;

    EACH_PAIR (i) {
        const __m256i x =
            _mm256_permute4x64_epi64(p->pair[i], LANES(0, 0, 0, 0));
        const __m256i y =
            _mm256_permute4x64_epi64(p->pair[i], LANES(1, 1, 1, 1));

        f.pair[i] =
            _mm256_blend_epi32(p->pair[i], _mm256_add_epi32(x, y), LANE(3));
    }
    f = square(&f);
    EACH_PAIR (i) {
        const __m256i zero = _mm256_setzero_si256();
        const __m256i a =
            _mm256_permute4x64_epi64(f.pair[i], LANES(0, 0, 0, 0));
        const __m256i b =
            _mm256_permute4x64_epi64(f.pair[i], LANES(1, 1, 1, 1));
        const __m256i rest =
            _mm256_permute4x64_epi64(f.pair[i], LANES(3, 3, 2, 2));
        const __m256i b_signed =
            _mm256_blend_epi32(b, negated(b, i), LANE(2) | LANE(3));
        const __m256i s = _mm256_blend_epi32(zero, negated(rest, i), LANE(0));
        const __m256i c =
            _mm256_blend_epi32(zero, _mm256_add_epi32(rest, rest), LANE(3));

        ehgf.pair[i] = _mm256_add_epi32(_mm256_add_epi32(a, b_signed),
                                        _mm256_or_si256(s, c));
    }
    ehgf = tight(&ehgf);
    return finish(&ehgf);
}

/* Y - X, Y + X, Z, T of a point. */
AVX2_INLINE struct packed sums(const struct packed *p)
{
    struct packed r;

    EACH_PAIR (i) {
        const __m256i yx = _mm256_shuffle_epi32(p->pair[i], 0x4e);
        const __m256i x_signed =
            _mm256_blend_epi32(p->pair[i], negated(p->pair[i], i), LANE(0));

        r.pair[i] = _mm256_blend_epi32(_mm256_add_epi32(yx, x_signed),
                                       p->pair[i], LANE(2) | LANE(3));
    }
    return r;
}

/* p + q, with q as in the tables. With A, B, D, C the products lane by lane:
 * E = B - A, H = B + A, G = D + C, F = D - C. */
AVX2 static struct packed add(const struct packed *p, const struct packed *q)
{
    struct packed f = sums(p);
    struct packed ehgf;

    f = mul(&f, q);
    EACH_PAIR (i) {
        const __m256i bacd = _mm256_shuffle_epi32(f.pair[i], 0x4e);
        const __m256i abdc_signed = _mm256_blend_epi32(
            f.pair[i], negated(f.pair[i], i), LANE(0) | LANE(3));

        ehgf.pair[i] = _mm256_add_epi32(bacd, abdc_signed);
    }
    return finish(&ehgf);
}

AVX2_INLINE struct packed load(const struct edwards_lanes *lanes)
{
    struct packed r;

    EACH_PAIR (i)
        r.pair[i] = _mm256_loadu_si256((const void *)lanes->word[i]);
    return r;
}

AVX2_INLINE void store(struct edwards_lanes *lanes, const struct packed *f)
{
    EACH_PAIR (i)
        _mm256_storeu_si256((void *)lanes->word[i], f->pair[i]);
}

/* The negative of a table's point: its sums exchanged, T of the other sign. */
AVX2_INLINE struct packed negative(const struct packed *q)
{
    struct packed r;

    EACH_PAIR (i) {
        const __m256i swapped =
            _mm256_permute4x64_epi64(q->pair[i], LANES(1, 0, 2, 3));

        r.pair[i] =
            _mm256_blend_epi32(swapped, negated(q->pair[i], i), LANE(3));
    }
    return r;
}

AVX2_INLINE struct packed
add_digit(const struct packed *p, const struct edwards_lanes *odd, int8_t digit)
{
    const unsigned entry = (unsigned)(digit < 0 ? -digit : digit) / 2;
    struct packed q = load(&odd[entry]);

    if (digit < 0)
        q = negative(&q);
    return add(p, &q);
}

/* Puts four elements side by side: a limb of 51 bits is one of 26 and one of
 * 25. */
static void pack(struct edwards_lanes *ret, const struct field25519 *const f[4])
{
    const uint64_t low = (1 << 26) - 1;

    EACH_PAIR (i)
        for (int k = 0; k < 4; k++)
            ret->word[i][k] = (f[k]->limb[i] & low) | f[k]->limb[i] >> 26 << 32;
}

AVX2 static struct packed packed_point(const struct edwards *p)
{
    const struct field25519 *const f[4] = { &p->x, &p->y, &p->z, &p->t };
    struct edwards_lanes lanes;

    pack(&lanes, f);
    return load(&lanes);
}

AVX2 static struct edwards unpacked_point(const struct packed *p)
{
    struct edwards r;
    struct field25519 *const f[4] = { &r.x, &r.y, &r.z, &r.t };
    struct edwards_lanes lanes;

    store(&lanes, p);
    for (int k = 0; k < 4; k++) {
        EACH_PAIR (i)
            f[k]->limb[i] =
                (uint32_t)lanes.word[i][k] + (lanes.word[i][k] >> 32 << 26);
        *f[k] = field25519_tight(f[k]);
    }
    return r;
}

/* Y - X, Y + X, 2 Z, 2 d T of a point. */
AVX2 static void cache(struct edwards_lanes *ret, const struct packed *p)
{
    const struct field25519 two = { { 2 } };
    const struct field25519 d2 = field25519_add(&field25519_d, &field25519_d);
    const struct field25519 *const f[4] = { &field25519_one, &field25519_one,
                                            &two, &d2 };
    struct edwards_lanes lanes;
    struct packed factors, r;

    pack(&lanes, f);
    factors = load(&lanes);
    r = sums(p);
    r = mul(&r, &factors);
    store(ret, &r);
}

AVX2 static void odd_multiples(struct edwards_lanes odd[EDWARDS_POINT_MULTIPLES],
                               const struct packed *point)
{
    const struct packed two = twice(point);
    struct packed next;

    cache(&odd[0], point);
    for (int i = 1; i < EDWARDS_POINT_MULTIPLES; i++) {
        const struct packed before = load(&odd[i - 1]);

        next = add(&two, &before);
        cache(&odd[i], &next);
    }
}

AVX2 static struct edwards combine(const struct edwards_base *base,
                                   const int8_t s[SCALAR25519_DIGITS],
                                   const int8_t k[SCALAR25519_DIGITS],
                                   const struct edwards *point)
{
    struct edwards_lanes odd[EDWARDS_POINT_MULTIPLES];
    struct packed r = packed_point(point);

    odd_multiples(odd, &r);
    r = packed_point(&edwards_identity);
    for (int i = edwards_top_digit(s, k); i >= 0; i--) {
        r = twice(&r);
        if (k[i] != 0)
            r = add_digit(&r, odd, k[i]);
        if (s[i] != 0)
            r = add_digit(&r, base->odd.lanes, s[i]);
    }
    return unpacked_point(&r);
}

static void set_base(struct edwards_base *base, unsigned i,
                     const struct edwards_affine *multiple)
{
    const struct field25519 two = { { 2 } };
    const struct field25519 *const f[4] = { &multiple->y_minus_x,
                                            &multiple->y_plus_x, &two,
                                            &multiple->xy2d };

    pack(&base->odd.lanes[i], f);
}

static bool supported(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

const struct edwards_variant edwards_avx2 = {
    .name = "avx2",
    .supported = supported,
    .set_base = set_base,
    .combine = combine,
};

#endif
