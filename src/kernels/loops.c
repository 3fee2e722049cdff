/* Integer loops bound by latency and by width. */
#include "kernels/loops.h"

#include <stdbool.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* The compiler must believe that `x` is new after this; no instruction. */
#define OPAQUE(x) __asm__ volatile("" : "+r"(x))

static inline uint64_t multiply_once(uint64_t x, uint64_t factor)
{
    x *= factor;
    OPAQUE(x);
    return x;
}

static inline uint64_t multiply_four(uint64_t x, uint64_t factor)
{
    x = multiply_once(x, factor);
    x = multiply_once(x, factor);
    x = multiply_once(x, factor);
    return multiply_once(x, factor);
}

uint64_t loops_chain(uint64_t seed, uint64_t loops)
{
    uint64_t factor = LOOPS_FACTOR;
    uint64_t x = seed;

    OPAQUE(factor); /* else an immediate, which is a different instruction */
    for (; loops >= 16; loops -= 16) {
        x = multiply_four(x, factor);
        x = multiply_four(x, factor);
        x = multiply_four(x, factor);
        x = multiply_four(x, factor);
    }
    for (; loops > 0; loops--)
        x = multiply_once(x, factor);
    return x;
}

uint64_t loops_chain_expected(uint64_t seed, uint64_t loops)
{
    uint64_t power = LOOPS_FACTOR;

    for (; loops > 0; loops >>= 1) {
        if (loops & 1)
            seed *= power;
        power *= power;
    }
    return seed;
}

#if defined(__x86_64__)

/* Cores whose 64-bit multiply takes longer: the Atom line, which says so in CPUID
 * leaf 0x1A (EAX bits 31 to 24 are 0x20) since it shares packages with others,
 * and what came before Nehalem and Zen. */
static bool is_slow_multiplier(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;

    if (__get_cpuid_count(0x1a, 0, &a, &b, &c, &d) != 0 && a >> 24 == 0x20)
        return true;
    return __builtin_cpu_is("bonnell") || __builtin_cpu_is("silvermont") ||
           __builtin_cpu_is("goldmont") || __builtin_cpu_is("goldmont-plus") ||
           __builtin_cpu_is("tremont") || __builtin_cpu_is("core2") ||
           __builtin_cpu_is("amdfam10h") || __builtin_cpu_is("amdfam15h") ||
           __builtin_cpu_is("btver1") || __builtin_cpu_is("btver2");
}

double loops_chain_cycles(void)
{
    bool known = __builtin_cpu_is("intel") || __builtin_cpu_is("amd");

    return known && !is_slow_multiplier() ? 3 : 0;
}

#else

double loops_chain_cycles(void)
{
    return 0;
}

#endif

static inline uint64_t add_once(uint64_t x, uint64_t step)
{
    x += step;
    OPAQUE(x);
    return x;
}

uint64_t loops_wide(uint64_t seed, uint64_t loops)
{
    uint64_t step = LOOPS_STEP;
    uint64_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3;
    uint64_t e = seed + 4, f = seed + 5, g = seed + 6, h = seed + 7;

    OPAQUE(step);
    for (; loops > 0; loops--) {
        a = add_once(a, step);
        b = add_once(b, step);
        c = add_once(c, step);
        d = add_once(d, step);
        e = add_once(e, step);
        f = add_once(f, step);
        g = add_once(g, step);
        h = add_once(h, step);
    }
    return a + b + c + d + e + f + g + h;
}

uint64_t loops_wide_expected(uint64_t seed, uint64_t loops)
{
    return LOOPS_STREAMS * (seed + loops * LOOPS_STEP) +
           LOOPS_STREAMS * (LOOPS_STREAMS - 1) / 2;
}
