/* Little-endian words at any address. */
#ifndef ASSAY_KERNELS_LE64_H
#define ASSAY_KERNELS_LE64_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t le64_load(const uint8_t bytes[8])
{
    uint64_t word;

    memcpy(&word, bytes, sizeof(word));
    return le64toh(word);
}

static inline void le64_store(uint8_t bytes[8], uint64_t word)
{
    word = htole64(word);
    memcpy(bytes, &word, sizeof(word));
}

#endif
