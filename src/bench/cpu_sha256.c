/* SHA-256 of 16 KiB blocks: packages, TLS, object stores. */
#include "base/err.h"
#include "base/random.h"
#include "bench/bench.h"
#include "bench/variants.h"
#include "kernels/sha256.h"

enum { BLOCK = 16 * 1024 };

struct cpu_sha256 {
    uint8_t block[BLOCK];
    uint8_t digest[SHA256_BYTES];
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_sha256 *self = state;
    struct random random;

    (void)err;
    random_init(&random, env->seed);
    random_fill(&random, self->block, sizeof(self->block));
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    const char *instructions = sha256_instructions();

    (void)state;
    *ret_note = instructions != NULL ? instructions
                                     : "without the CPU's own instructions";
    if (!sha256_known_answer())
        return err_set(err, ERR_PROOF, "SHA-256 of \"abc\" came out wrong");
    return 0;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_sha256 *self = state;

    (void)err;
    for (uint64_t i = 0; i < work->chunk; i++) {
        sha256_hash(self->block, sizeof(self->block), self->digest);
        self->block[0] ^= self->digest[0]; /* each hash waits for the last */
    }
    work->ops += work->chunk;
    work->bytes += work->chunk * BLOCK;
    return 0;
}

const struct bench bench_cpu_sha256 = {
    .id = "cpu.sha256",
    .title = "SHA-256",
    .about = "Hashes 16 KiB blocks with Nettle.",
    .resource = RESOURCE_CPU,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .variants = bench_one_and_all,
    .state_size = sizeof(struct cpu_sha256),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
