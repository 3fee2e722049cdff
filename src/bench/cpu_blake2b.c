/* Substrate's hashing recipe: BLAKE2b-256 of 32 KiB of 0x66, over and over.
 *
 * One hash per operation, so its beginning and end are inside the time. In N
 * threads at once the score is the mean of the threads, as there: with fewer cores
 * than N it falls, which is what it is for. */
#include <string.h>

#include "base/err.h"
#include "bench/bench.h"
#include "bench/keep.h"
#include "kernels/blake2b.h"

enum { INPUT_BYTES = 32768, DIGEST_BYTES = 32 };

/* Of 32 KiB of 0x66, by b2sum -l 256. */
static const uint8_t expected[DIGEST_BYTES] = {
    0x71, 0x1a, 0x2b, 0x1d, 0x81, 0x48, 0xd1, 0x0e, 0x39, 0xd0, 0x65,
    0xd3, 0xbf, 0x3a, 0x94, 0xe1, 0xbb, 0x5f, 0x7b, 0x88, 0xf0, 0xf4,
    0x69, 0x84, 0x35, 0xfe, 0x68, 0x2d, 0x78, 0xe4, 0xb1, 0x15,
};

struct cpu_blake2b {
    const struct blake2b_variant *variant;
    uint8_t input[INPUT_BYTES];
    uint8_t digest[DIGEST_BYTES];
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_blake2b *self = state;

    (void)env;
    (void)err;
    self->variant = blake2b_best();
    memset(self->input, 0x66, sizeof(self->input));
    return 0;
}

static void hash_once(struct cpu_blake2b *self)
{
    keep(self->input);
    blake2b_256(self->variant, self->input, sizeof(self->input), self->digest);
    keep(self->digest);
}

static int check(void *state, const char **ret_note, struct err *err)
{
    struct cpu_blake2b *self = state;

    hash_once(self);
    if (memcmp(self->digest, expected, sizeof(expected)) != 0)
        return err_set(err, ERR_PROOF, "the digest of 32 KiB came out wrong");
    if (strcmp(self->variant->name, "avx2") == 0)
        *ret_note = "AVX2 code, as nodes use it.";
    else if (strcmp(self->variant->name, "neon") == 0)
        *ret_note = "NEON code.";
    else
        *ret_note = "Plain C: this CPU has neither AVX2 nor NEON.";
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_blake2b *self = state;

    (void)err;
    for (uint64_t i = 0; i < work->chunk; i++)
        hash_once(self);
    work->ops += work->chunk;
    work->bytes += work->chunk * INPUT_BYTES;
    return 0;
}

static const struct bench_variant variants[] = {
    { .suffix = "", .tier = TIER_HEAD, .scope = SCOPE_ONE, .quick = true },
    { .suffix = ".parallel-",
      .aspect = ", per thread",
      .tier = TIER_HEAD,
      .scope = SCOPE_PARALLEL,
      .join = JOIN_MEAN },
    { .suffix = ".all",
      .aspect = ", all CPUs",
      .tier = TIER_DETAIL,
      .scope = SCOPE_ALL },
    { .suffix = NULL },
};

const struct bench bench_cpu_blake2b = {
    .id = "cpu.blake2b",
    .title = "BLAKE2b-256",
    .about = "Hashes 32 KiB with BLAKE2b-256, as Substrate nodes do.",
    .resource = RESOURCE_CPU,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .variants = variants,
    .state_size = sizeof(struct cpu_blake2b),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
