#include "bench/disk_target.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "bench/disk_knee.h"
#include "host/host.h"

/* The part that is written first, on which the proof is made. */
static const uint64_t proof_bytes = DISK_FILE_LEAST;
static const uint64_t usual_fill_ns = 4 * (uint64_t)NS_PER_S;
static const uint64_t usual_file_bytes = 512 * (uint64_t)DISK_MIB;

void disk_target_init(struct disk_target *target)
{
    *target = (struct disk_target){ .directory = -1,
                                    .file = -1,
                                    .recipe = { .file = -1 },
                                    .writes = { .slice_bytes = UINT64_MAX,
                                                .slice_runs = UINT64_MAX },
                                    .fill_rate = UNKNOWN_DOUBLE };
}

void disk_target_release(struct disk_target *target)
{
    fill_release(&target->fill);
    if (target->file >= 0)
        (void)close(target->file); /* nameless, or only read from */
    if (target->directory >= 0)
        (void)close(target->directory);
    target->directory = -1;
    target->file = -1;
    target->engine = NULL;
}

static void explain_file(struct disk_target *target, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void explain_file(struct disk_target *target, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(target->file_reason, sizeof(target->file_reason), format,
                    args);
    va_end(args);
}

static int free_bytes(const struct disk_target *target, uint64_t *ret_bytes,
                      struct err *err)
{
    struct statvfs about;

    if (fstatvfs(target->directory, &about) < 0)
        return err_system(err, errno, "cannot ask for the free space of '%s'",
                          target->options.path);
    *ret_bytes = (uint64_t)about.f_bavail * about.f_frsize;
    return 0;
}

/* How much space there is to use, and how large the file is to be. */
static int choose_sizes(struct disk_target *target, struct err *err)
{
    const struct disk_options *options = &target->options;
    uint64_t space = options->space_bytes;
    uint64_t free = 0;

    if (free_bytes(target, &free, err) < 0)
        return -1;
    if (space == 0)
        space = options->file_bytes != 0
                    ? disk_space_for_file(options->file_bytes)
                    : disk_space_rule(free);
    if (space > free - free / 20)
        return err_set(err, ERR_SPACE,
                       "'%s' has %" PRIu64 " MiB free, the test needs %" PRIu64
                       " MiB",
                       options->path, free / DISK_MIB, space / DISK_MIB);
    if (space < DISK_SPACE_LEAST)
        return err_set(
            err, ERR_USAGE,
            "the disk test needs 8 MiB of space in '%s', and --space "
            "leaves %" PRIu64 " MiB to it",
            options->path, space / DISK_MIB);
    target->space = disk_space_divide(space, options->file_bytes);
    if (options->file_bytes == 0 && target->space.file_bytes < usual_file_bytes)
        explain_file(target, "%s %" PRIu64 " MiB for all files of the test",
                     options->space_told ? "--space allows"
                                         : "the free space allows",
                     space / DISK_MIB);
    return 0;
}

/* The fill must leave its share to each of those who write after it. Logs are written
 * whole before they are overwritten: they get a sixteenth. */
static int heed_write_limit(struct disk_target *target, struct err *err)
{
    uint64_t most = target->options.max_written;
    struct disk_writers writers = target->options.writers;
    struct disk_space *space = &target->space;

    if (space->recipe_bytes == 0)
        writers.recipes = 0;
    target->writes = disk_writes_divide(most, space->file_bytes, &writers);
    if (most == 0)
        return 0;
    if (target->writes.file_bytes < proof_bytes)
        return err_set(err, ERR_SPACE,
                       "--max-written leaves %" PRIu64
                       " MiB to '%s', the test file alone needs 4 MiB",
                       most / DISK_MIB, target->options.path);
    if (space->log_bytes > most / 16)
        space->log_bytes = most / 16;
    if (target->writes.file_bytes < space->file_bytes) {
        space->file_bytes = target->writes.file_bytes;
        explain_file(target,
                     "the rest of what --max-written allows, %" PRIu64
                     " MiB, is for the steps that write",
                     most / DISK_MIB);
    }
    return 0;
}

/* A limit on the size of files is not the file system's affair: ask beforehand. */
static void heed_file_limit(struct disk_target *target)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    if (limit.rlim_cur < DISK_RECIPE_BYTES)
        target->space.recipe_bytes = 0;
    if (limit.rlim_cur < target->space.log_bytes)
        target->space.log_bytes = limit.rlim_cur;
    if (limit.rlim_cur < target->space.file_bytes) {
        target->space.file_bytes = limit.rlim_cur / DISK_MIB * DISK_MIB;
        explain_file(target, "the limit on file sizes (ulimit -f)");
    }
}

static int reserve(struct disk_target *target, struct err *err)
{
    uint64_t wanted = target->space.file_bytes;

    if (wanted < proof_bytes)
        return err_set(err, ERR_SPACE,
                       "the test file needs 4 MiB, and %" PRIu64
                       " MiB are allowed",
                       wanted / DISK_MIB);
    if (scratch_reserve(target->file, wanted, proof_bytes, &target->file_bytes,
                        err) < 0)
        return err_within(err, "'%s'", target->options.path);
    if (target->file_bytes < wanted)
        explain_file(target,
                     "the file system gives no more than %" PRIu64 " MiB",
                     target->file_bytes / DISK_MIB);
    return 0;
}

static uint64_t deadline(const struct disk_target *target)
{
    uint64_t cap = target->options.fill_cap_ns;

    return clock_now(target->options.clock) + (cap != 0 ? cap : usual_fill_ns);
}

static int write_part(struct disk_target *target, uint64_t from, uint64_t to,
                      uint64_t deadline_ns, uint64_t *ret_to,
                      enum fill_end *ret_end, struct err *err)
{
    struct fill_order order = {
        .engine = target->engine,
        .fd = target->file,
        .op = target->write_op,
        .from = from,
        .to = to,
        .deadline_ns = deadline_ns,
        .clock = target->options.clock,
        .stopped = target->options.stopped,
        .stop_context = target->options.stop_context,
    };

    uint64_t before = target->fill.written;
    int rc = fill_write(&target->fill, &order, ret_to, ret_end, err);

    target->own_written_bytes += target->fill.written - before;
    return rc < 0 ? err_within(err, "'%s'", target->options.path) : 0;
}

/* Writes the first part by the plainest way. */
static int write_proof(struct disk_target *target, struct err *err)
{
    enum fill_end end;
    uint64_t to;
    struct err ignored;

    target->engine = io_engine_plain();
    target->write_op = IO_WRITE;
    (void)scratch_set_direct(target->file, false, &ignored);
    if (write_part(target, 0, proof_bytes, UINT64_MAX, &to, &end, err) < 0)
        return -1;
    if (end == FILL_STOPPED)
        return err_set(err, ERR_STOPPED, "stopped while filling the test file");
    if (to < proof_bytes)
        return err_set(err, ERR_SPACE, "'%s' is full: 4 MiB cannot be written",
                       target->options.path);
    return 0;
}

/* The device stack knows what the evidence cannot show: RAM disks pass for disks. */
static void heed_mount(struct disk_target *target)
{
    const struct host_mount *mount = target->options.mount;
    const char *why = NULL;

    if (mount == NULL)
        return;
    if (mount->memory == FACT_YES && target->direct != DIRECT_MEMORY) {
        target->direct = DIRECT_MEMORY;
        why = "the device is a piece of memory";
    } else if (mount->network == FACT_YES && target->direct == DIRECT_DIRECT) {
        target->direct = DIRECT_INDIRECT;
        why = "another machine does the I/O";
    } else if (mount->fuse == FACT_YES && target->direct == DIRECT_DIRECT) {
        target->direct = DIRECT_INDIRECT;
        why = "another process does the I/O";
    }
    if (why != NULL)
        (void)snprintf(target->direct_reason, sizeof(target->direct_reason),
                       "%s", why);
}

static int prove(struct disk_target *target, uint64_t bytes, struct err *err)
{
    struct direct_evidence evidence;

    if (direct_gather(target->file, target->fill.bytes, bytes, &evidence, err) <
        0)
        return err_within(err, "'%s'", target->options.path);
    target->own_read_bytes += 2 * bytes;
    target->direct = direct_judge(&evidence, target->direct_reason);
    heed_mount(target);
    target->uses_cache =
        !evidence.accepted || target->direct == DIRECT_BUFFERED;
    target->align = scratch_alignment(target->file);
    return 0;
}

/* Sets the file to the mode that the proof calls for. Whatever passes the page cache is
 * written durably, or the device would see it when nobody looks. */
static int set_mode(struct disk_target *target, struct err *err)
{
    if (!target->uses_cache)
        return 0;
    target->write_op = IO_WRITE_DURABLE;
    (void)posix_fadvise(target->file, 0, 0,
                        POSIX_FADV_RANDOM); /* no read-ahead */
    return scratch_set_direct(target->file, false, err);
}

static int choose_engine(struct disk_target *target, struct err *err)
{
    struct io_request sample = { .op = IO_READ,
                                 .fd = target->file,
                                 .buffer = target->fill.bytes,
                                 .bytes = FILL_BLOCK };

    if (target->align.offset > sample.bytes)
        sample.bytes = target->align.offset;
    if (target->direct == DIRECT_DIRECT)
        return io_engine_choose(&sample, DISK_DEEPEST, &target->engine,
                                target->engine_reason, err);
    target->engine = io_engine_plain();
    (void)snprintf(target->engine_reason, sizeof(target->engine_reason),
                   "without direct I/O only threads keep the depth");
    return 0;
}

static void explain_end(struct disk_target *target, enum fill_end end,
                        uint64_t to)
{
    if (end == FILL_LATE)
        explain_file(target, "more could not be filled in the time for it");
    if (end == FILL_FULL)
        explain_file(target, "the disk was full after %" PRIu64 " MiB",
                     to / DISK_MIB);
}

/* Fills the rest and keeps what was filled; a full disk gets 5 % back. */
static int fill_rest(struct disk_target *target, struct err *err)
{
    uint64_t begun = clock_now(target->options.clock);
    enum fill_end end;
    uint64_t to;
    double seconds;

    if (write_part(target, proof_bytes, target->file_bytes, deadline(target),
                   &to, &end, err) < 0)
        return -1;
    if (end == FILL_STOPPED)
        return err_set(err, ERR_STOPPED, "stopped while filling the test file");
    seconds = clock_seconds(clock_now(target->options.clock) - begun);
    if (to > proof_bytes && seconds > 0)
        target->fill_rate = (double)(to - proof_bytes) / seconds;
    explain_end(target, end, to);
    if (end == FILL_FULL && to > 2 * proof_bytes)
        to = (to - to / 20) / DISK_MIB * DISK_MIB;
    if (to < target->file_bytes && ftruncate(target->file, (off_t)to) < 0)
        return err_system(err, errno, "cannot shorten the test file");
    target->file_bytes = to;
    disk_target_forget(target, 0, to);
    return 0;
}

static int check_extents(struct disk_target *target, struct err *err)
{
    if (fill_extents(target->file, target->file_bytes) == EXTENTS_UNWRITTEN)
        return err_set(err, ERR_PROOF,
                       "'%s': the file system calls blocks unwritten that were "
                       "written; reads of them would measure nothing",
                       target->options.path);
    return 0;
}

static int open_directory(struct disk_target *target, struct err *err)
{
    const char *path = target->options.path;

    if (scratch_directory(path, &target->directory, err) < 0 ||
        scratch_open(target->directory, path, &target->file, err) < 0 ||
        choose_sizes(target, err) < 0)
        return -1;
    heed_file_limit(target);
    if (heed_write_limit(target, err) < 0 || reserve(target, err) < 0 ||
        write_proof(target, err) < 0 || prove(target, proof_bytes, err) < 0)
        return -1;
    if (target->direct == DIRECT_MEMORY) {
        target->engine = NULL;
        target->file_bytes = 0;
        target->file_reason[0] = '\0';
        if (ftruncate(target->file, 0) < 0) /* it is memory: give it back */
            return err_system(err, errno, "cannot empty the test file");
        return 0;
    }
    if (set_mode(target, err) < 0 || choose_engine(target, err) < 0 ||
        fill_rest(target, err) < 0)
        return -1;
    return check_extents(target, err);
}

/* A device is opened for reading and never for anything else. */
static int open_device(struct disk_target *target, struct err *err)
{
    const char *path = target->options.path;
    struct stat about;

    target->file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (target->file < 0)
        return err_system(err, errno, "cannot open device '%s'", path);
    if (fstat(target->file, &about) < 0 || !S_ISBLK(about.st_mode))
        return err_set(err, ERR_USAGE, "'%s' is not a block device", path);
    if (ioctl(target->file, BLKGETSIZE64, &target->file_bytes) < 0)
        return err_system(err, errno, "cannot ask for the size of '%s'", path);
    target->file_bytes -= target->file_bytes % DISK_MIB;
    if (target->file_bytes < proof_bytes)
        return err_set(err, ERR_UNSUPPORTED, "'%s' is smaller than 4 MiB", path);
    (void)posix_fadvise(target->file, 0, (off_t)proof_bytes,
                        POSIX_FADV_DONTNEED);
    if (prove(target, proof_bytes, err) < 0 || set_mode(target, err) < 0)
        return -1;
    return choose_engine(target, err);
}

static bool read_counters(const struct disk_target *target,
                          struct device_counters *ret_counters)
{
    const struct host_mount *mount = target->options.mount;

    return mount != NULL && target->options.root != NULL &&
           mount->leaf_count > 0 &&
           counters_devices(target->options.root, mount->leaves,
                            mount->leaf_count, ret_counters);
}

int disk_target_open(struct disk_target *target,
                     const struct disk_options *options, struct err *err)
{
    int rc;

    disk_target_init(target);
    target->options = *options;
    target->has_counters = read_counters(target, &target->at_begin);
    if (fill_init(&target->fill, DISK_MEMORY_BYTES, options->seed, err) < 0)
        return -1;
    rc = options->device ? open_device(target, err)
                         : open_directory(target, err);
    if (rc < 0)
        disk_target_release(target);
    return rc;
}

int disk_target_ready(const struct disk_target *target, bool writing,
                      struct err *err)
{
    if (target == NULL || target->file < 0)
        return err_set(err, ERR_UNSUPPORTED, "there is no directory to test");
    if (target->direct == DIRECT_MEMORY)
        return err_set(err, ERR_UNSUPPORTED, "'%s' has no disk behind it: %s",
                       target->options.path, target->direct_reason);
    if (writing && target->options.device)
        return err_set(err, ERR_UNSUPPORTED,
                       "'%s' is a device, which is never written to",
                       target->options.path);
    return 0;
}

static int limit_reached(const struct disk_target *target, struct err *err)
{
    return err_set(err, ERR_SPACE,
                   "the limit on all writes, %" PRIu64
                   " MiB, is reached (see --max-written)",
                   target->options.max_written / DISK_MIB);
}

int disk_target_spend(struct disk_target *target, uint64_t bytes,
                      struct err *err)
{
    uint64_t most = target->options.max_written;
    uint64_t kept = target->writes.recipe_runs * DISK_RECIPE_BYTES;

    if (most != 0 && target->own_written_bytes + bytes > most - kept)
        return limit_reached(target, err);
    target->own_written_bytes += bytes;
    return 0;
}

int disk_target_spend_run(struct disk_target *target, struct err *err)
{
    if (target->writes.recipe_runs == 0)
        return limit_reached(target, err);
    if (target->options.max_written != 0)
        target->writes.recipe_runs--;
    target->own_written_bytes += DISK_RECIPE_BYTES;
    return 0;
}

int disk_target_scratch(const struct disk_target *target, uint64_t bytes,
                        int *ret_fd, struct err *err)
{
    uint64_t free = 0;

    if (free_bytes(target, &free, err) < 0)
        return -1;
    if (bytes > free - free / 20)
        return err_set(err, ERR_SPACE, "'%s' has only %" PRIu64 " MiB free",
                       target->options.path, free / DISK_MIB);
    return scratch_open(target->directory, target->options.path, ret_fd, err);
}

void disk_target_forget(const struct disk_target *target, uint64_t offset,
                        uint64_t bytes)
{
    if (target->uses_cache)
        (void)posix_fadvise(target->file, (off_t)offset, (off_t)bytes,
                            POSIX_FADV_DONTNEED); /* a request, no more */
}

void disk_target_witness(const struct disk_target *target,
                         uint64_t *ret_read_bytes, uint64_t *ret_written_bytes)
{
    struct device_counters now;

    *ret_read_bytes = UNKNOWN_U64;
    *ret_written_bytes = UNKNOWN_U64;
    if (!target->has_counters || !read_counters(target, &now))
        return;
    *ret_read_bytes = known_growth(target->at_begin.read_bytes, now.read_bytes);
    *ret_written_bytes =
        known_growth(target->at_begin.written_bytes, now.written_bytes);
}
