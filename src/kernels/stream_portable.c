/* Bandwidth kernels in plain C: for CPUs without a variant of their own, and
 * the reference that the others are tested against. Ordinary 64-bit loads and
 * stores; C has no word for non-temporal ones. */
#include "kernels/stream_variants.h"

/* Eight words make a line; `line` says so at each loop. */
enum { WORDS = STREAM_LINE / sizeof(uint64_t) };

/* Keeps the compiler from turning a loop into a call of memset or memcpy, which
 * would measure libc's choice of stores instead. */
static inline void line_done(void)
{
    __asm__ volatile("" ::: "memory");
}

static bool portable_supported(void)
{
    return true;
}

static uint64_t portable_read(const void *from, size_t bytes)
{
    const uint64_t *p = from;
    const uint64_t *end = p + bytes / sizeof *p;
    uint64_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (; p < end; p += WORDS) {
        s0 += p[0] + p[4];
        s1 += p[1] + p[5];
        s2 += p[2] + p[6];
        s3 += p[3] + p[7];
    }
    return s0 + s1 + s2 + s3;
}

static void portable_write(void *to, size_t bytes, uint64_t word)
{
    uint64_t *p = to;
    uint64_t *end = p + bytes / sizeof *p;

    for (; p < end; p += WORDS) {
        for (int i = 0; i < WORDS; i++)
            p[i] = word;
        line_done();
    }
}

static void portable_copy(void *to, const void *from, size_t bytes)
{
    const uint64_t *p = from;
    const uint64_t *end = p + bytes / sizeof *p;
    uint64_t *q = to;

    for (; p < end; p += WORDS, q += WORDS) {
        for (int i = 0; i < WORDS; i++)
            q[i] = p[i];
        line_done();
    }
}

static void portable_triad(double *to, const double *from, const double *scaled,
                           double factor, size_t bytes)
{
    const double *end = from + bytes / sizeof *from;

    for (; from < end; to += WORDS, from += WORDS, scaled += WORDS) {
        for (int i = 0; i < WORDS; i++)
            to[i] = from[i] + factor * scaled[i];
        line_done();
    }
}

const struct stream_variant stream_portable = {
    .name = "portable",
    .supported = portable_supported,
    .read = portable_read,
    .write = portable_write,
    .write_cached = portable_write,
    .copy = portable_copy,
    .copy_cached = portable_copy,
    .triad = portable_triad,
};
