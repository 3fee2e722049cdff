/* AES-256-GCM over TLS records of 16 KiB. */
#include "base/err.h"
#include "base/random.h"
#include "bench/bench.h"
#include "bench/variants.h"
#include "kernels/aes256gcm.h"

struct cpu_aes256gcm {
    struct aes256gcm aes;
    uint8_t nonce[AES256GCM_NONCE_BYTES];
    uint8_t header[AES256GCM_HEADER_BYTES];
    uint8_t tag[AES256GCM_TAG_BYTES];
    uint8_t record[AES256GCM_RECORD_BYTES];
};

static int prepare(void *state, const struct bench_env *env, struct err *err)
{
    struct cpu_aes256gcm *self = state;
    uint8_t key[AES256GCM_KEY_BYTES];
    struct random random;

    (void)err;
    random_init(&random, env->seed);
    random_fill(&random, key, sizeof(key));
    random_fill(&random, self->record, sizeof(self->record));
    aes256gcm_init(&self->aes, key);
    return 0;
}

static int check(void *state, const char **ret_note, struct err *err)
{
    const char *instructions = aes256gcm_instructions();

    (void)state;
    *ret_note = instructions != NULL ? instructions
                                     : "without the CPU's own instructions";
    if (!aes256gcm_known_answer())
        return err_set(err, ERR_PROOF,
                       "AES-256-GCM gave a wrong text or took a wrong tag");
    return 0;
}

static void next_nonce(uint8_t nonce[AES256GCM_NONCE_BYTES])
{
    for (int i = AES256GCM_NONCE_BYTES - 1; i >= 0 && ++nonce[i] == 0; i--)
        continue;
}

static int do_work(void *state, struct work *work, struct err *err)
{
    struct cpu_aes256gcm *self = state;

    (void)err;
    for (uint64_t i = 0; i < work->chunk; i++) {
        next_nonce(self->nonce);
        aes256gcm_seal(&self->aes, self->nonce, self->header,
                       sizeof(self->header), self->record, sizeof(self->record),
                       self->record, self->tag);
    }
    work->ops += work->chunk;
    work->bytes += work->chunk * AES256GCM_RECORD_BYTES;
    return 0;
}

const struct bench bench_cpu_aes256gcm = {
    .id = "cpu.aes256gcm",
    .title = "AES-256-GCM",
    .about = "Encrypts TLS records of 16 KiB with Nettle.",
    .resource = RESOURCE_CPU,
    .score = SCORE_BYTES_PER_SECOND,
    .method = 1,
    .variants = bench_one_and_all,
    .state_size = sizeof(struct cpu_aes256gcm),
    .prepare = prepare,
    .check = check,
    .do_work = do_work,
};
