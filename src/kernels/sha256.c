/* SHA-256 by Nettle. */
#include "kernels/sha256.h"

#include <string.h>

#include <nettle/sha2.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

void sha256_hash(const void *from, size_t bytes, uint8_t digest[SHA256_BYTES])
{
    struct sha256_ctx context;

    sha256_init(&context);
    sha256_update(&context, bytes, from);
    sha256_digest(&context, SHA256_BYTES, digest);
}

bool sha256_known_answer(void)
{
    static const uint8_t want[SHA256_BYTES] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
    };
    uint8_t got[SHA256_BYTES];

    sha256_hash("abc", 3, got);
    return memcmp(got, want, sizeof want) == 0;
}

#if defined(__x86_64__)

const char *sha256_instructions(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;

    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0)
        return "SHA-NI";
    return NULL;
}

#elif defined(__aarch64__)

const char *sha256_instructions(void)
{
    return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0 ? "ARMv8 SHA2" : NULL;
}

#else

const char *sha256_instructions(void)
{
    return NULL;
}

#endif
