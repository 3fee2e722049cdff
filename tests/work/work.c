/* Runs kernels once and twice as long, for tests/work/doubled to count:
 *
 *   work list         the kernels this CPU can run, a name a line
 *   work units        how often each does its work in a unit, a number a line
 *   work count        each kernel, a unit of work and then two, in calls of
 *                     work_once(); prints the names in the same order
 *   work time KIND VARIANT
 *                     the CPU time of two units over that of one, the median of
 *                     many pairs in alternation
 *
 * A kernel whose work the compiler removed, hoisted or folded does not double.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/aes256gcm.h"
#include "kernels/blake2b.h"
#include "kernels/chase.h"
#include "kernels/fma.h"
#include "kernels/loops.h"
#include "kernels/prose.h"
#include "kernels/sha256.h"
#include "kernels/sort.h"
#include "kernels/sr25519.h"
#include "kernels/stream.h"
#include "kernels/zstd_pack.h"
#include "timing.h"

enum {
    BUFFER = 1 << 16,
    KEYS = 4096,
    MESSAGE = 32,
    MOST_VERIFIERS = 4,
    MOST_JOBS = 64,
    PAIRS = 31
};

struct buffers {
    _Alignas(STREAM_LINE) char a[BUFFER];
    _Alignas(STREAM_LINE) char b[BUFFER];
    _Alignas(STREAM_LINE) char c[BUFFER];
    _Alignas(STREAM_LINE) char chain[BUFFER];
    uint64_t keys[KEYS];
    char packed[2 * BUFFER];
    size_t packed_bytes;
    struct aes256gcm aes;
    struct zstd_pack zstd;
    struct sr25519 verifiers[MOST_VERIFIERS]; /* one of each variant */
    struct sr25519_signer signer;
    uint8_t signature[SR25519_SIGNATURE_BYTES]; /* of the text's beginning */
    uint64_t answer; /* where results go, so that they are wanted */
};

/* One kernel; `variant` is a row of its table, if it has one. */
struct job {
    const char *kind;
    const char *variant_name; /* "" when there is no table */
    uint64_t unit; /* of the amount passed to `run`: about a million instructions */
    void (*run)(const struct job *job, struct buffers *b, uint64_t amount);
    const void *variant;
};

static void run_read(const struct job *job, struct buffers *b, uint64_t n)
{
    const struct stream_variant *v = job->variant;

    for (; n > 0; n--)
        b->answer += v->read(b->a, BUFFER);
}

static void run_write(const struct job *job, struct buffers *b, uint64_t n)
{
    const struct stream_variant *v = job->variant;

    for (; n > 0; n--)
        v->write(b->a, BUFFER, n);
}

static void run_write_cached(const struct job *job, struct buffers *b,
                             uint64_t n)
{
    const struct stream_variant *v = job->variant;

    for (; n > 0; n--)
        v->write_cached(b->a, BUFFER, n);
}

static void run_copy(const struct job *job, struct buffers *b, uint64_t n)
{
    const struct stream_variant *v = job->variant;

    for (; n > 0; n--)
        v->copy(b->a, b->b, BUFFER);
}

static void run_copy_cached(const struct job *job, struct buffers *b, uint64_t n)
{
    const struct stream_variant *v = job->variant;

    for (; n > 0; n--)
        v->copy_cached(b->a, b->b, BUFFER);
}

static void run_triad(const struct job *job, struct buffers *b, uint64_t n)
{
    const struct stream_variant *v = job->variant;

    for (; n > 0; n--)
        v->triad((void *)b->a, (void *)b->b, (void *)b->c, 3.0, BUFFER);
}

static void run_fma(const struct job *job, struct buffers *b, uint64_t n)
{
    const struct fma_variant *v = job->variant;
    double lanes[FMA_LANES];

    fma_start(lanes);
    v->run(lanes, n);
    b->answer += (uint64_t)lanes[0];
}

static void run_blake2b(const struct job *job, struct buffers *b, uint64_t n)
{
    uint8_t digest[32];

    for (; n > 0; n--) {
        blake2b_256(job->variant, (const uint8_t *)b->b, BUFFER / 2, digest);
        b->answer += digest[0];
    }
}

static void run_sr25519(const struct job *job, struct buffers *b, uint64_t n)
{
    for (; n > 0; n--)
        b->answer +=
            sr25519_verify(job->variant, b->signer.public_key,
                           (const uint8_t *)b->b, MESSAGE, b->signature);
}

static void run_chase(const struct job *job, struct buffers *b, uint64_t n)
{
    (void)job;
    b->answer += (uintptr_t)chase_walk(b->chain, n);
}

static void run_chain(const struct job *job, struct buffers *b, uint64_t n)
{
    (void)job;
    b->answer += loops_chain(1, n);
}

static void run_wide(const struct job *job, struct buffers *b, uint64_t n)
{
    (void)job;
    b->answer += loops_wide(1, n);
}

static void run_sha256(const struct job *job, struct buffers *b, uint64_t n)
{
    uint8_t digest[SHA256_BYTES];

    (void)job;
    for (; n > 0; n--) {
        sha256_hash(b->b, BUFFER, digest);
        b->answer += digest[0];
    }
}

static void run_aes(const struct job *job, struct buffers *b, uint64_t n)
{
    static const uint8_t nonce[AES256GCM_NONCE_BYTES];
    uint8_t tag[AES256GCM_TAG_BYTES];

    (void)job;
    for (; n > 0; n--) {
        aes256gcm_seal(&b->aes, nonce, NULL, 0, b->b, AES256GCM_RECORD_BYTES,
                       b->a, tag);
        b->answer += tag[0];
    }
}

static void run_compress(const struct job *job, struct buffers *b, uint64_t n)
{
    (void)job;
    for (; n > 0; n--)
        b->packed_bytes = zstd_pack_compress(&b->zstd, b->packed,
                                             sizeof b->packed, b->b, BUFFER);
}

static void run_decompress(const struct job *job, struct buffers *b, uint64_t n)
{
    (void)job;
    for (; n > 0; n--)
        b->answer += zstd_pack_decompress(&b->zstd, b->a, BUFFER, b->packed,
                                          b->packed_bytes);
}

/* Refilled each time, since sorting sorted keys is other work. */
static void run_sort(const struct job *job, struct buffers *b, uint64_t n)
{
    (void)job;
    for (; n > 0; n--) {
        sort_fill(b->keys, KEYS, 1);
        sort_keys(b->keys, KEYS);
    }
}

static const struct job plain_jobs[] = {
    { "loops.chain", "", 1000000, run_chain, NULL },
    { "loops.wide", "", 100000, run_wide, NULL },
    { "chase.walk", "", 1000000, run_chase, NULL },
    { "sha256", "", 4, run_sha256, NULL },
    { "aes256gcm", "", 16, run_aes, NULL },
    { "zstd.compress", "", 2, run_compress,
      NULL }, /* leaves what the next needs */
    { "zstd.decompress", "", 4, run_decompress, NULL },
    { "sort", "", 3, run_sort, NULL },
};

static const struct job stream_jobs[] = {
    { "stream.read", "", 60, run_read, NULL },
    { "stream.write", "", 60, run_write, NULL },
    { "stream.write-cached", "", 60, run_write_cached, NULL },
    { "stream.copy", "", 60, run_copy, NULL },
    { "stream.copy-cached", "", 60, run_copy_cached, NULL },
    { "stream.triad", "", 60, run_triad, NULL },
};

static const struct job fma_job = { "fma", "", 20000, run_fma, NULL };
static const struct job sr25519_job = { "sr25519", "", 4, run_sr25519, NULL };
static const struct job blake2b_job = { "blake2b", "", 8, run_blake2b, NULL };

static void add_variant(struct job *to, const struct job *from,
                        const char *variant_name, const void *variant)
{
    *to = *from;
    to->variant_name = variant_name;
    to->variant = variant;
}

/* "sort", or "stream.read avx2". */
static void print_name(const struct job *job)
{
    printf("%s%s%s\n", job->kind, job->variant_name[0] != '\0' ? " " : "",
           job->variant_name);
}

static size_t add_streams(struct job *jobs)
{
    const struct stream_variant *v;
    size_t n = 0;

    for (size_t i = 0; (v = stream_variant(i)) != NULL; i++) {
        if (!v->supported())
            continue;
        for (size_t j = 0; j < sizeof stream_jobs / sizeof stream_jobs[0]; j++)
            add_variant(&jobs[n++], &stream_jobs[j], v->name, v);
    }
    return n;
}

static size_t add_hashes(struct job *jobs)
{
    size_t n = 0, count;
    const struct blake2b_variant *const *variants = blake2b_variants(&count);

    for (size_t i = 0; i < count; i++)
        if (variants[i]->supported())
            add_variant(&jobs[n++], &blake2b_job, variants[i]->name,
                        variants[i]);
    return n;
}

/* The same message is signed once and verified in each variant's way. */
static size_t add_signatures(struct job *jobs, struct buffers *b)
{
    unsigned count;
    const struct edwards_variant *const *variants = edwards_variants(&count);
    size_t n = 0;

    for (unsigned i = 0; i < count && n < MOST_VERIFIERS; i++) {
        if (!variants[i]->supported())
            continue;
        sr25519_init(&b->verifiers[n], variants[i]);
        add_variant(&jobs[n], &sr25519_job, variants[i]->name, &b->verifiers[n]);
        n++;
    }
    sr25519_signer_init(&b->signer, &b->verifiers[0]);
    sr25519_sign(&b->signer, &b->verifiers[0], (const uint8_t *)b->b, MESSAGE,
                 b->signature);
    return n;
}

/* All kernels that this CPU can run. Returns how many. */
static size_t all_jobs(struct job jobs[MOST_JOBS], struct buffers *b)
{
    const struct fma_variant *v;
    size_t n = 0;

    for (; n < sizeof plain_jobs / sizeof plain_jobs[0]; n++)
        jobs[n] = plain_jobs[n];
    n += add_streams(jobs + n);
    for (size_t i = 0; (v = fma_variant(i)) != NULL; i++)
        if (v->supported())
            add_variant(&jobs[n++], &fma_job, v->name, v);
    n += add_hashes(jobs + n);
    return n + add_signatures(jobs + n, b);
}

static int buffers_init(struct buffers *b)
{
    static const uint8_t key[AES256GCM_KEY_BYTES] = { 1 };
    size_t workspace_bytes = zstd_pack_workspace_bytes();
    void *workspace = malloc(workspace_bytes); /* to the end of the process */

    if (workspace == NULL ||
        zstd_pack_init(&b->zstd, workspace, workspace_bytes) < 0)
        return -1;
    prose_write(b->b, BUFFER, 1);
    chase_build(b->chain, BUFFER, CHASE_RANDOM, 1);
    aes256gcm_init(&b->aes, key);
    b->packed_bytes =
        zstd_pack_compress(&b->zstd, b->packed, sizeof b->packed, b->b, BUFFER);
    return b->packed_bytes > 0 ? 0 : -1;
}

/* Callgrind counts inside this function only. */
__attribute__((noinline)) void work_once(const struct job *job,
                                         struct buffers *b, uint64_t units);

void work_once(const struct job *job, struct buffers *b, uint64_t units)
{
    job->run(job, b, units * job->unit);
    __asm__ volatile("" ::: "memory"); /* the call above is not the last act */
}

static uint64_t time_of(const struct job *job, struct buffers *b, uint64_t units)
{
    uint64_t begun = timing_cpu_ns();

    work_once(job, b, units);
    return timing_cpu_ns() - begun;
}

/* Takes units enough for 2 ms, far above what reading the clock costs. */
static double time_ratio(const struct job *job, struct buffers *b)
{
    double ratios[PAIRS];
    uint64_t units = 1;

    while (time_of(job, b, units) < 2000000)
        units *= 2;
    for (int i = 0; i < PAIRS; i++) {
        uint64_t once, twice;

        if (i % 2 == 0) {
            once = time_of(job, b, units);
            twice = time_of(job, b, 2 * units);
        } else {
            twice = time_of(job, b, 2 * units);
            once = time_of(job, b, units);
        }
        ratios[i] = (double)twice / (double)once;
    }
    return timing_median(ratios, PAIRS);
}

int main(int argc, char **argv)
{
    static struct buffers buffers;
    static struct job jobs[MOST_JOBS];
    size_t count;
    const char *task = argc > 1 ? argv[1] : "";
    const char *kind = argc > 2 ? argv[2] : "";
    const char *variant_name = argc > 3 ? argv[3] : "";

    if (buffers_init(&buffers) < 0)
        return 1;
    count = all_jobs(jobs, &buffers);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(task, "list") == 0) {
            print_name(&jobs[i]);
        } else if (strcmp(task, "units") == 0) {
            printf("%" PRIu64 "\n", jobs[i].unit);
        } else if (strcmp(task, "count") == 0) {
            print_name(&jobs[i]);
            work_once(&jobs[i], &buffers, 1);
            work_once(&jobs[i], &buffers, 2);
        } else if (strcmp(task, "time") == 0 &&
                   strcmp(jobs[i].kind, kind) == 0 &&
                   strcmp(jobs[i].variant_name, variant_name) == 0) {
            printf("%.4f\n", time_ratio(&jobs[i], &buffers));
            return 0;
        }
    }
    return strcmp(task, "time") == 0;
}
