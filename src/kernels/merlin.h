/* Merlin transcripts over STROBE-128: a running hash that is fed labelled
 * messages and asked for challenges.
 *
 * Source: "Merlin transcripts" (H. de Valence), and "The STROBE protocol
 * framework" 1.0.2 (M. Hamburg), of which the operations AD, meta-AD and PRF
 * are used. Labels are C strings. */
#ifndef ASSAY_KERNELS_MERLIN_H
#define ASSAY_KERNELS_MERLIN_H

#include <stddef.h>
#include <stdint.h>

struct merlin {
    union {
        uint64_t lanes[25];
        uint8_t bytes[200];
    } state;
    uint8_t position; /* next byte of the rate of 166 */
    uint8_t begin;    /* where the current operation began, plus one */
};

/* Starts a transcript of the protocol `label`. */
void merlin_init(struct merlin *merlin, const char *label);

/* Appends the message of `len` bytes, below 2^32 of them. */
void merlin_append(struct merlin *merlin, const char *label,
                   const uint8_t *message, size_t len);

/* Draws `len` bytes that depend on all that came before. */
void merlin_challenge(struct merlin *merlin, const char *label, uint8_t *bytes,
                      size_t len);

#endif
