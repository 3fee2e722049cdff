/* PCG XSL RR 128/64: a linear congruential generator of 128 bits, of which
 * each output shows 64. */
#include "kernels/pcg64.h"

#include <assert.h>

static uint128 from_halves(uint64_t high, uint64_t low)
{
    return (uint128)high << 64 | low;
}

static void step(struct pcg64 *pcg)
{
    const uint128 multiplier =
        from_halves(0x2360ed051fc65da4, 0x4385df649fccf645);

    pcg->state = pcg->state * multiplier + pcg->increment;
}

void pcg64_init(struct pcg64 *pcg)
{
    const uint128 stream = from_halves(0x0a02bdbf7bb3c0a7, 0xac28fa16a64abf96);

    pcg->increment = stream << 1 | 1;
    pcg->state = 0xcafef00dd15ea5e5 + pcg->increment;
    step(pcg);
}

uint64_t pcg64_next(struct pcg64 *pcg)
{
    uint64_t folded;
    unsigned turn;

    step(pcg);
    folded = (uint64_t)(pcg->state >> 64) ^ (uint64_t)pcg->state;
    turn = (unsigned)(pcg->state >> 122);
    return folded >> turn | folded << (-turn & 63);
}

void pcg64_fill(struct pcg64 *pcg, uint8_t *bytes, size_t len)
{
    uint64_t word = 0;

    for (size_t i = 0; i < len; i++) {
        if (i % 8 == 0)
            word = pcg64_next(pcg);
        bytes[i] = (uint8_t)word;
        word >>= 8;
    }
}

/* A number below `bound`, each as likely: the high half of random * bound,
 * drawn again when the low half says that the draw was in the uneven rest.
 * The rest is taken too large, as rand 0.8 does to save a division. */
static uint32_t below(struct pcg64 *pcg, uint32_t bound)
{
    const uint32_t zone = (bound << __builtin_clz(bound)) - 1;
    uint64_t product;

    do {
        product = (uint64_t)(uint32_t)pcg64_next(pcg) * bound;
    } while ((uint32_t)product > zone);
    return (uint32_t)(product >> 32);
}

void pcg64_shuffle(struct pcg64 *pcg, uint32_t *numbers, size_t count)
{
    assert(count <= UINT32_MAX);
    for (size_t i = count; i > 1; i--) {
        const uint32_t other = below(pcg, (uint32_t)i);
        const uint32_t number = numbers[i - 1];

        numbers[i - 1] = numbers[other];
        numbers[other] = number;
    }
}
