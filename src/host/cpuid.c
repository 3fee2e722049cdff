#include "host/cpuid.h"

#include <stddef.h>

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum {
    HYPERVISOR_STEP = 0x100, /* between the interfaces of one hypervisor */
    HYPERVISOR_INTERFACES = 4,
};

static const unsigned hypervisor_bit = 1U << 31; /* of leaf 1, register ECX */
static const unsigned hypervisor_leaf = 0x40000000;
static const unsigned brand_leaf = 0x80000002;

char *cpuid_brand(struct arena *arena)
{
    uint32_t words[12];
    char brand[sizeof(words) + 1] = { 0 };
    char *begin;

    for (unsigned i = 0; i < 3; i++)
        if (__get_cpuid(brand_leaf + i, &words[4 * i], &words[4 * i + 1],
                        &words[4 * i + 2], &words[4 * i + 3]) == 0)
            return NULL;
    memcpy(brand, words, sizeof(words));
    begin = text_trim(brand);
    return *begin != '\0' ? text_clean(arena, begin) : NULL;
}

static void signature(unsigned leaf, char ret_text[13])
{
    uint32_t most, words[3];

    __cpuid(leaf, most, words[0], words[1], words[2]);
    memcpy(ret_text, words, sizeof(words));
    ret_text[12] = '\0';
}

char *cpuid_hypervisor(struct arena *arena)
{
    uint32_t a, b, c, d;
    char first[13], next[13];

    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & hypervisor_bit) == 0)
        return NULL;
    signature(hypervisor_leaf, first);
    if (strcmp(first, "Microsoft Hv") == 0) {
        for (unsigned i = 1; i <= HYPERVISOR_INTERFACES; i++) {
            signature(hypervisor_leaf + i * HYPERVISOR_STEP, next);
            if (text_starts(next, "KVMKVMKVM") || text_starts(next, "XenVMM"))
                return arena_strdup(arena, next);
        }
    }
    return text_clean(arena, first);
}

#else

char *cpuid_brand(struct arena *arena)
{
    (void)arena;
    return NULL;
}

char *cpuid_hypervisor(struct arena *arena)
{
    (void)arena;
    return NULL;
}

#endif
