/* STROBE-128 with the three operations that a transcript needs, and Merlin's
 * framing of labels and lengths on top. */
#include "kernels/merlin.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/keccak.h"

enum {
    RATE = 166, /* bytes of a block that are touched, padding aside */

    /* Flags of an operation, and the operations made of them. */
    FLAG_I = 1,
    FLAG_A = 2,
    FLAG_C = 4,
    FLAG_M = 16,
    FLAG_K = 32,
    AD = FLAG_A,
    META_AD = FLAG_M | FLAG_A,
    PRF = FLAG_I | FLAG_A | FLAG_C,
};

/* The lanes are little endian, whatever the machine is. */
static void permute(struct merlin *merlin)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    keccak_f1600(merlin->state.lanes);
#else
#error "the state's bytes are taken for little-endian lanes"
#endif
}

static void run_f(struct merlin *merlin)
{
    uint8_t *bytes = merlin->state.bytes;

    bytes[merlin->position] ^= merlin->begin;
    bytes[merlin->position + 1] ^= 0x04;
    bytes[RATE + 1] ^= 0x80;
    permute(merlin);
    merlin->position = 0;
    merlin->begin = 0;
}

static void absorb(struct merlin *merlin, const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        merlin->state.bytes[merlin->position++] ^= data[i];
        if (merlin->position == RATE)
            run_f(merlin);
    }
}

static void squeeze(struct merlin *merlin, uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        data[i] = merlin->state.bytes[merlin->position];
        merlin->state.bytes[merlin->position++] = 0;
        if (merlin->position == RATE)
            run_f(merlin);
    }
}

static void begin(struct merlin *merlin, uint8_t flags)
{
    const uint8_t frame[2] = { merlin->begin, flags };

    merlin->begin = (uint8_t)(merlin->position + 1);
    absorb(merlin, frame, sizeof(frame));
    if ((flags & (FLAG_C | FLAG_K)) != 0 && merlin->position != 0)
        run_f(merlin);
}

/* Merlin's frame around everything: meta-AD of the label, continued with the
 * length of what follows. */
static void begin_labelled(struct merlin *merlin, const char *label, size_t len)
{
    const uint8_t length[4] = {
        (uint8_t)len,
        (uint8_t)(len >> 8),
        (uint8_t)(len >> 16),
        (uint8_t)(len >> 24),
    };

    assert(len <= UINT32_MAX);
    begin(merlin, META_AD);
    absorb(merlin, (const uint8_t *)label, strlen(label));
    absorb(merlin, length, sizeof(length));
}

void merlin_init(struct merlin *merlin, const char *label)
{
    static const uint8_t domain[18] = {
        1,   RATE + 2, 1,   0,   1,   96,  'S', 'T', 'R',
        'O', 'B',      'E', 'v', '1', '.', '0', '.', '2',
    };
    static const char protocol[] = "Merlin v1.0";

    memset(merlin, 0, sizeof(*merlin));
    memcpy(merlin->state.bytes, domain, sizeof(domain));
    permute(merlin);
    begin(merlin, META_AD);
    absorb(merlin, (const uint8_t *)protocol, strlen(protocol));
    merlin_append(merlin, "dom-sep", (const uint8_t *)label, strlen(label));
}

void merlin_append(struct merlin *merlin, const char *label,
                   const uint8_t *message, size_t len)
{
    begin_labelled(merlin, label, len);
    begin(merlin, AD);
    absorb(merlin, message, len);
}

void merlin_challenge(struct merlin *merlin, const char *label, uint8_t *bytes,
                      size_t len)
{
    begin_labelled(merlin, label, len);
    begin(merlin, PRF);
    squeeze(merlin, bytes, len);
}
