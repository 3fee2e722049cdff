/* Runs our disk loads the way fio runs its own, to be compared with it on the same file
 * by tools/bench-fio:
 *
 *   disk DIR FILE-MIB
 *
 * Makes and fills the test file, prints a path by which others can open it, and then
 * obeys one line after the other:
 *
 *   read|write BLOCK DEPTH SECONDS
 *
 * Blocks of 4096 are read or written at random, larger ones in sequence. Answers with
 * operations per second, microseconds of CPU time per operation, the median and
 * the 99th percentile of the latency in microseconds, and the engine. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "bench/bench.h"
#include "bench/disk_load.h"
#include "bench/disk_target.h"
#include "measure/histogram.h"

struct slice {
    uint64_t end_ns;
    uint64_t last_ns;
    struct histogram latency;
};

static uint64_t stamp(struct work *work)
{
    (void)work;
    return clock_now(&clock_system);
}

static bool complete(struct work *work, uint64_t begun, uint64_t bytes)
{
    struct slice *slice = work->context;

    slice->last_ns = clock_now(&clock_system);
    histogram_add(&slice->latency, slice->last_ns - begun);
    work->ops++;
    work->bytes += bytes;
    return slice->last_ns < slice->end_ns;
}

static double cpu_us(void)
{
    struct rusage usage;

    (void)getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int run(struct disk_load *load, double seconds, struct err *err)
{
    static struct slice slice;
    struct work work = { .stamp = stamp,
                         .complete = complete,
                         .context = &slice };
    uint64_t begin = clock_now(&clock_system);
    double cpu = cpu_us();

    histogram_reset(&slice.latency);
    slice.end_ns = begin + (uint64_t)(seconds * 1e9);
    if (disk_load_run(load, &work, err) < 0)
        return -1;
    cpu = cpu_us() - cpu;
    printf("%.0f %.3f %.1f %.1f %s\n",
           (double)work.ops / clock_seconds(slice.last_ns - begin),
           cpu / (double)work.ops,
           (double)histogram_quantile(&slice.latency, 0.5) / 1e3,
           (double)histogram_quantile(&slice.latency, 0.99) / 1e3,
           load->queue != NULL ? load->queue->engine->name : "psync");
    return 0;
}

static int obey(struct disk_target *target, const char *line, struct err *err)
{
    static struct disk_load load;
    struct disk_pattern pattern = { 0 };
    char operation[8];
    unsigned depth;
    double seconds;
    int rc = -1;

    if (sscanf(line, "%7s %" SCNu32 " %u %lf", operation, &pattern.block,
               &depth, &seconds) != 4)
        return err_set(err, ERR_USAGE, "not understood: %s", line);
    pattern.reads = strcmp(operation, "read") == 0 ? 100 : 0;
    pattern.sequential = pattern.block > 4096;
    memset(&load, 0, sizeof(load));
    if (disk_load_init(&load, target, &pattern, depth, 1, err) == 0)
        rc = run(&load, seconds, err);
    disk_load_release(&load);
    return rc;
}

/* The product's loads share 16 MiB; 64 requests of 1 MiB want more. */
static int enlarge(struct fill *fill, struct err *err)
{
    struct fill larger;

    if (fill_init(&larger, 64 * DISK_MIB, 1, err) < 0)
        return -1;
    larger.key = fill->key; /* of the stamps in the file */
    fill_release(fill);
    *fill = larger;
    return 0;
}

int main(int argc, char **argv)
{
    struct disk_target target;
    struct disk_options options = { .clock = &clock_system,
                                    .fill_cap_ns = 60ULL * NS_PER_S };
    char line[80];
    struct err err;
    int rc;

    if (argc != 3)
        return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    options.path = argv[1];
    options.file_bytes = strtoull(argv[2], NULL, 10) * DISK_MIB;
    rc = disk_target_open(&target, &options, &err);
    if (rc == 0)
        rc = enlarge(&target.fill, &err);
    if (rc == 0)
        printf("/proc/%d/fd/%d\n", (int)getpid(), target.file);
    while (rc == 0 && fgets(line, sizeof(line), stdin) != NULL)
        rc = obey(&target, line, &err);
    if (rc < 0)
        fprintf(stderr, "disk: %s\n", err.text);
    disk_target_release(&target);
    return rc < 0;
}
