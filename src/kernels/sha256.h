/* SHA-256 of bytes in memory, by Nettle: what package managers, TLS and
 * object stores do all day. One byte hashed is one byte of credit.
 * Source of the function and of the known answers: FIPS 180-4 and its
 * published examples. */
#ifndef ASSAY_KERNELS_SHA256_H
#define ASSAY_KERNELS_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

/* Writes the digest of `bytes` bytes. */
void sha256_hash(const void *from, size_t bytes, uint8_t digest[SHA256_BYTES]);

/* Does this build hash FIPS 180's example "abc" right? */
bool sha256_known_answer(void);

/* The CPU's own instructions for SHA-256 that Nettle uses here, by name; NULL
 * when it uses none or that is not known. Nettle asks the CPU as we do, so the
 * answer holds unless NETTLE_FAT_OVERRIDE is set in the environment. */
const char *sha256_instructions(void);

#endif
