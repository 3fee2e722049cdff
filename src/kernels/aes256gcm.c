/* AES-256-GCM by Nettle. */
#include "kernels/aes256gcm.h"

#include <string.h>

#include <nettle/memops.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

void aes256gcm_init(struct aes256gcm *aes,
                    const uint8_t key[AES256GCM_KEY_BYTES])
{
    gcm_aes256_set_key(&aes->nettle, key);
}

void aes256gcm_seal(struct aes256gcm *aes,
                    const uint8_t nonce[AES256GCM_NONCE_BYTES],
                    const void *extra, size_t extra_bytes, const void *from,
                    size_t bytes, void *to, uint8_t tag[AES256GCM_TAG_BYTES])
{
    gcm_aes256_set_iv(&aes->nettle, AES256GCM_NONCE_BYTES, nonce);
    gcm_aes256_update(&aes->nettle, extra_bytes, extra);
    gcm_aes256_encrypt(&aes->nettle, bytes, to, from);
    gcm_aes256_digest(&aes->nettle, AES256GCM_TAG_BYTES, tag);
}

bool aes256gcm_open(struct aes256gcm *aes,
                    const uint8_t nonce[AES256GCM_NONCE_BYTES],
                    const void *extra, size_t extra_bytes, const void *from,
                    size_t bytes, void *to,
                    const uint8_t tag[AES256GCM_TAG_BYTES])
{
    uint8_t right[AES256GCM_TAG_BYTES];

    gcm_aes256_set_iv(&aes->nettle, AES256GCM_NONCE_BYTES, nonce);
    gcm_aes256_update(&aes->nettle, extra_bytes, extra);
    gcm_aes256_decrypt(&aes->nettle, bytes, to, from);
    gcm_aes256_digest(&aes->nettle, AES256GCM_TAG_BYTES, right);
    return memeql_sec(right, tag, sizeof right) != 0;
}

bool aes256gcm_known_answer(void)
{
    static const uint8_t zeros[AES256GCM_KEY_BYTES];
    static const uint8_t want[16] = {
        0xce, 0xa7, 0x40, 0x3d, 0x4d, 0x60, 0x6b, 0x6e,
        0x07, 0x4e, 0xc5, 0xd3, 0xba, 0xf3, 0x9d, 0x18,
    };
    static const uint8_t want_tag[AES256GCM_TAG_BYTES] = {
        0xd0, 0xd1, 0xc8, 0xa7, 0x99, 0x99, 0x6b, 0xf0,
        0x26, 0x5b, 0x98, 0xb5, 0xd4, 0x8a, 0xb9, 0x19,
    };
    struct aes256gcm aes;
    uint8_t text[sizeof want], tag[AES256GCM_TAG_BYTES];

    aes256gcm_init(&aes, zeros);
    aes256gcm_seal(&aes, zeros, NULL, 0, zeros, sizeof text, text, tag);
    if (memcmp(text, want, sizeof want) != 0 ||
        memcmp(tag, want_tag, sizeof tag) != 0)
        return false;
    if (!aes256gcm_open(&aes, zeros, NULL, 0, text, sizeof text, text, tag) ||
        memcmp(text, zeros, sizeof text) != 0)
        return false;
    tag[0] ^= 1;
    return !aes256gcm_open(&aes, zeros, NULL, 0, want, sizeof text, text, tag);
}

#if defined(__x86_64__)

const char *aes256gcm_instructions(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;

    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_AES) == 0)
        return NULL;
    return (c & bit_PCLMUL) != 0 ? "AES-NI and PCLMULQDQ" : "AES-NI";
}

#elif defined(__aarch64__)

const char *aes256gcm_instructions(void)
{
    unsigned long flags = getauxval(AT_HWCAP);

    if ((flags & HWCAP_AES) == 0)
        return NULL;
    return (flags & HWCAP_PMULL) != 0 ? "ARMv8 AES and PMULL" : "ARMv8 AES";
}

#else

const char *aes256gcm_instructions(void)
{
    return NULL;
}

#endif
