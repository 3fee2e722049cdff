/* AES-256-GCM by Nettle: what a TLS server does with every record it sends.
 * One byte sealed or opened is one byte of credit; tag and header count not.
 *
 * Nettle, not OpenSSL: OpenSSL interleaves AES with GHASH by hand, with wider
 * vectors where there are some, and is two to four times as fast on the same
 * CPU. Compare hosts with this figure, not libraries.
 * Source: NIST SP 800-38D; known answers from McGrew and Viega, "The
 * Galois/Counter Mode of Operation", appendix B, cases 13 to 16. */
#ifndef ASSAY_KERNELS_AES256GCM_H
#define ASSAY_KERNELS_AES256GCM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nettle/gcm.h>

#define AES256GCM_KEY_BYTES 32
#define AES256GCM_NONCE_BYTES 12
#define AES256GCM_TAG_BYTES 16
/* The longest plaintext of a TLS record, and the usual one of a busy server. */
#define AES256GCM_RECORD_BYTES 16384
/* A TLS 1.3 record's header, its additional data (RFC 8446, 5.2). */
#define AES256GCM_HEADER_BYTES 5

/* A key made ready; several threads need one each. */
struct aes256gcm {
    struct gcm_aes256_ctx nettle;
};

/* Expands a key; there is nothing to release. */
void aes256gcm_init(struct aes256gcm *aes,
                    const uint8_t key[AES256GCM_KEY_BYTES]);

/* Encrypts `bytes` bytes to `to`, which may be `from`, and writes the tag that
 * vouches for them and for the `extra_bytes` bytes of additional data. */
void aes256gcm_seal(struct aes256gcm *aes,
                    const uint8_t nonce[AES256GCM_NONCE_BYTES],
                    const void *extra, size_t extra_bytes, const void *from,
                    size_t bytes, void *to, uint8_t tag[AES256GCM_TAG_BYTES]);

/* Decrypts likewise; returns whether the tag is right. When it is not, what
 * stands at `to` is worthless. */
bool aes256gcm_open(struct aes256gcm *aes,
                    const uint8_t nonce[AES256GCM_NONCE_BYTES],
                    const void *extra, size_t extra_bytes, const void *from,
                    size_t bytes, void *to,
                    const uint8_t tag[AES256GCM_TAG_BYTES]);

/* Does this build get case 14 right, both ways, and refuse a wrong tag? */
bool aes256gcm_known_answer(void);

/* The CPU's own instructions that Nettle uses here, by name; NULL when it uses
 * none or that is not known. See sha256_instructions(). */
const char *aes256gcm_instructions(void);

#endif
