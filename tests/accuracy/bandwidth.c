/* Runs one bandwidth kernel the way likwid-bench runs its own, to be compared
 * with it by tools/bench-memory:
 *
 *   bandwidth KIND VARIANT BYTES THREADS PASSES [small]
 *
 * KIND is read, write, copy or triad; VARIANT a name, or "best". BYTES are
 * those of all arrays of all threads together. Each thread is pinned, touches
 * its own part, and goes over it PASSES times; "small" asks for 4 KiB pages in
 * place of huge ones. Prints MB/s: bytes credited over the time from the common
 * start to the last thread's end. */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "kernels/stream.h"

enum { MOST_THREADS = 1024, HUGE_PAGE = 2 << 20 };

static const struct {
    const char *name;
    enum stream_kind kind;
    unsigned arrays; /* and bytes credited per byte of one array */
} kinds[] = {
    { "read", STREAM_READ, 1 },
    { "write", STREAM_WRITE, 1 },
    { "copy", STREAM_COPY, 2 },
    { "triad", STREAM_TRIAD, 3 },
};

struct worker {
    pthread_t thread;
    const struct stream_variant *variant;
    enum stream_kind kind;
    int cpu;
    size_t bytes; /* of one array */
    char *arrays[3];
    uint64_t passes;
    pthread_barrier_t *start;
    double begun, ended;
    uint64_t sum; /* what was read is wanted */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void pass(struct worker *w)
{
    switch (w->kind) {
    case STREAM_READ:
    case STREAM_READ_CACHED:
        w->sum += w->variant->read(w->arrays[0], w->bytes);
        break;
    case STREAM_WRITE:
        w->variant->write(w->arrays[0], w->bytes, w->passes);
        break;
    case STREAM_COPY:
        w->variant->copy(w->arrays[0], w->arrays[1], w->bytes);
        break;
    case STREAM_TRIAD:
        w->variant->triad((void *)w->arrays[0], (void *)w->arrays[1],
                          (void *)w->arrays[2], 3.0, w->bytes);
        break;
    }
}

static void pin(int cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) < 0) {
        perror("sched_setaffinity");
        exit(1);
    }
}

static void *work(void *argument)
{
    struct worker *w = argument;

    pin(w->cpu);
    for (size_t i = 0; i < 3; i++)
        if (w->arrays[i] != NULL)
            memset(w->arrays[i], 0, w->bytes);
    pass(w);
    pthread_barrier_wait(w->start);
    w->begun = now();
    for (uint64_t i = 0; i < w->passes; i++)
        pass(w);
    w->ended = now();
    return NULL;
}

static char *take(size_t bytes, bool small)
{
    size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    char *memory = aligned_alloc(HUGE_PAGE, whole);

    if (memory == NULL) {
        perror("aligned_alloc");
        exit(1);
    }
    if (madvise(memory, whole, small ? MADV_NOHUGEPAGE : MADV_HUGEPAGE) < 0)
        perror("madvise"); /* a kernel without huge pages: still comparable */
    return memory;
}

static const struct stream_variant *choose(const char *name,
                                           enum stream_kind kind)
{
    const struct stream_variant *v;

    if (strcmp(name, "best") == 0)
        return stream_best(kind);
    for (size_t i = 0; (v = stream_variant(i)) != NULL; i++)
        if (strcmp(v->name, name) == 0 && v->supported())
            return v;
    fprintf(stderr, "bandwidth: no variant '%s' here\n", name);
    exit(2);
}

static double measure(struct worker *workers, size_t threads)
{
    double begun = 0, ended = 0, passes = 0;
    pthread_barrier_t start;

    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (size_t i = 0; i < threads; i++) {
        workers[i].start = &start;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            fputs("bandwidth: no thread to be had\n", stderr);
            exit(1);
        }
    }
    for (size_t i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        if (i == 0 || workers[i].begun < begun)
            begun = workers[i].begun;
        if (workers[i].ended > ended)
            ended = workers[i].ended;
        passes += (double)workers[i].passes;
    }
    return passes / (ended - begun);
}

int main(int argc, char **argv)
{
    static struct worker workers[MOST_THREADS];
    size_t kind = 0, threads, bytes;

    if (argc < 6) {
        fputs("usage: bandwidth KIND VARIANT BYTES THREADS PASSES [small]\n",
              stderr);
        return 2;
    }
    while (kind < 3 && strcmp(kinds[kind].name, argv[1]) != 0)
        kind++;
    threads = strtoul(argv[4], NULL, 10);
    if (threads < 1 || threads > MOST_THREADS)
        return 2;
    bytes = strtoul(argv[3], NULL, 10) / kinds[kind].arrays / threads /
            STREAM_LINE * STREAM_LINE;
    for (size_t i = 0; i < threads; i++) {
        struct worker *w = &workers[i];

        w->variant = choose(argv[2], kinds[kind].kind);
        w->kind = kinds[kind].kind;
        w->cpu = (int)i;
        w->bytes = bytes;
        w->passes = strtoul(argv[5], NULL, 10);
        for (size_t a = 0; a < kinds[kind].arrays; a++)
            w->arrays[a] = take(bytes, argc > 6);
    }
    printf("%.1f\n", measure(workers, threads) * (double)bytes *
                         kinds[kind].arrays / 1e6);
    return 0;
}
