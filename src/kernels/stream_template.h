/* The loops shared by the vector variants of stream.h.
 *
 * A variant's .c file defines the type `vec`, STREAM_TARGET (the attribute that
 * lets its functions use the instruction set) and the primitives
 *   vec_load, vec_add_words, vec_sum_words, vec_splat_word, vec_splat_double,
 *   vec_multiply_add, vec_put, vec_put_four, vec_fence
 * then STREAM_VARIANT, and includes this file; included without, it is empty.
 *
 * Every loop takes four vectors a turn: enough independent sums to keep two
 * loads a cycle going. Tried and left out because they gained nothing or lost:
 * software prefetch in plain reads, two to eight interleaved pages, streams a
 * MiB apart. A copy gains 5 to 10 % from prefetching its source, since the
 * stores hold up the loads that would train the hardware prefetcher. */
#ifdef STREAM_VARIANT

/* How far ahead of the load a copy asks for its source. */
#define STREAM_AHEAD 1024

STREAM_TARGET static uint64_t stream_read(const void *from, size_t bytes)
{
    const vec *p = from;
    const vec *end = p + bytes / sizeof *p;
    vec s0 = vec_splat_word(0), s1 = s0, s2 = s0, s3 = s0;

    for (; end - p >= 4; p += 4) {
        s0 = vec_add_words(s0, vec_load(p));
        s1 = vec_add_words(s1, vec_load(p + 1));
        s2 = vec_add_words(s2, vec_load(p + 2));
        s3 = vec_add_words(s3, vec_load(p + 3));
    }
    for (; p < end; p++)
        s0 = vec_add_words(s0, vec_load(p));
    return vec_sum_words(
        vec_add_words(vec_add_words(s0, s1), vec_add_words(s2, s3)));
}

STREAM_TARGET static inline void stream_fill(void *to, size_t bytes,
                                             uint64_t word, bool streaming)
{
    vec *p = to;
    vec *end = p + bytes / sizeof *p;
    const vec v = vec_splat_word(word);

    for (; end - p >= 4; p += 4)
        vec_put_four(p, v, v, v, v, streaming);
    for (; p < end; p++)
        vec_put(p, v, streaming);
}

STREAM_TARGET static void stream_write(void *to, size_t bytes, uint64_t word)
{
    stream_fill(to, bytes, word, true);
    vec_fence();
}

STREAM_TARGET static void stream_write_cached(void *to, size_t bytes,
                                              uint64_t word)
{
    stream_fill(to, bytes, word, false);
}

/* Asks for the lines that hold four vectors. May point past the buffer: a
 * prefetch never faults. */
STREAM_TARGET static inline void stream_prefetch_four(const vec *p)
{
    const char *line = (const char *)p;

    __builtin_prefetch(line);
    if (sizeof *p >= 32)
        __builtin_prefetch(line + 64);
    if (sizeof *p >= 64) {
        __builtin_prefetch(line + 128);
        __builtin_prefetch(line + 192);
    }
}

STREAM_TARGET static void stream_copy(void *to, const void *from, size_t bytes)
{
    const vec *p = from;
    const vec *end = p + bytes / sizeof *p;
    vec *q = to;

    for (; end - p >= 4; p += 4, q += 4) {
        stream_prefetch_four(p + STREAM_AHEAD / sizeof *p);
        vec_put_four(q, vec_load(p), vec_load(p + 1), vec_load(p + 2),
                     vec_load(p + 3), true);
    }
    for (; p < end; p++, q++)
        vec_put(q, vec_load(p), true);
    vec_fence();
}

STREAM_TARGET static void stream_copy_cached(void *to, const void *from,
                                             size_t bytes)
{
    const vec *p = from;
    const vec *end = p + bytes / sizeof *p;
    vec *q = to;

    for (; end - p >= 4; p += 4, q += 4)
        vec_put_four(q, vec_load(p), vec_load(p + 1), vec_load(p + 2),
                     vec_load(p + 3), false);
    for (; p < end; p++, q++)
        vec_put(q, vec_load(p), false);
}

STREAM_TARGET static void stream_triad(double *to, const double *from,
                                       const double *scaled, double factor,
                                       size_t bytes)
{
    const vec *b = (const void *)from, *c = (const void *)scaled;
    const vec *end = b + bytes / sizeof *b;
    vec *a = (void *)to;
    const vec f = vec_splat_double(factor);

    for (; end - b >= 4; a += 4, b += 4, c += 4)
        vec_put_four(a, vec_multiply_add(vec_load(b), f, vec_load(c)),
                     vec_multiply_add(vec_load(b + 1), f, vec_load(c + 1)),
                     vec_multiply_add(vec_load(b + 2), f, vec_load(c + 2)),
                     vec_multiply_add(vec_load(b + 3), f, vec_load(c + 3)),
                     true);
    for (; b < end; a++, b++, c++)
        vec_put(a, vec_multiply_add(vec_load(b), f, vec_load(c)), true);
    vec_fence();
}

const struct stream_variant STREAM_VARIANT = {
    .name = STREAM_NAME,
    .supported = stream_supported,
    .read = stream_read,
    .write = stream_write,
    .write_cached = stream_write_cached,
    .copy = stream_copy,
    .copy_cached = stream_copy_cached,
    .triad = stream_triad,
};

#endif
