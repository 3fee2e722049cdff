/* The loop shared by the vector variants of fma.h.
 *
 * A variant's .c file defines the type `vec`, FMA_TARGET (the attribute that
 * lets its functions use the instruction set), FMA_HELD (vectors that fit in
 * registers beside two constants), the primitives vec_load, vec_store,
 * vec_splat and vec_multiply_add (a * b + c), then FMA_VARIANT, and includes
 * this file; included without, it is empty. */
#ifdef FMA_VARIANT

/* Steps the vectors of one group of lanes. */
FMA_TARGET static void fma_run_group(double *lanes, vec factor, vec term,
                                     uint64_t steps)
{
    const size_t width = sizeof(vec) / sizeof *lanes;
    vec x[FMA_HELD];

    for (size_t i = 0; i < FMA_HELD; i++)
        x[i] = vec_load(lanes + i * width);
    for (; steps > 0; steps--) {
#pragma GCC unroll 16
        for (size_t i = 0; i < FMA_HELD; i++)
            x[i] = vec_multiply_add(x[i], factor, term);
    }
    for (size_t i = 0; i < FMA_HELD; i++)
        vec_store(lanes + i * width, x[i]);
}

FMA_TARGET static void fma_run(double lanes[FMA_LANES], uint64_t steps)
{
    const size_t group = FMA_HELD * sizeof(vec) / sizeof *lanes;
    double one = 1;

    __asm__("" : "+m"(one)); /* else the product is left out */
    for (size_t i = 0; i < FMA_LANES; i += group)
        fma_run_group(lanes + i, vec_splat(one), vec_splat(one), steps);
}

const struct fma_variant FMA_VARIANT = {
    .name = FMA_NAME,
    .supported = fma_supported,
    .run = fma_run,
};

#endif
