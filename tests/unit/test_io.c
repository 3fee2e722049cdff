/* Engines, scratch files, data and the direct-I/O proof. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/unknown.h"
#include "io/direct.h"
#include "io/engine.h"
#include "io/fill.h"
#include "io/scratch.h"

enum { MIB = 1 << 20 };

struct bench_file {
    int directory;
    int fd;
    struct fill fill;
};

/* A file of 4 MiB in the working directory, filled, for plain I/O. */
static void open_file(struct bench_file *f)
{
    struct err err;
    uint64_t got;
    enum fill_end end;
    struct fill_order order = { .engine = io_engine_plain(),
                                .op = IO_WRITE,
                                .to = 4 * MIB,
                                .deadline_ns = UINT64_MAX,
                                .clock = &clock_system };

    assert_int_equal(scratch_directory(".", &f->directory, &err), 0);
    assert_int_equal(scratch_open(f->directory, ".", &f->fd, &err), 0);
    assert_int_equal(scratch_reserve(f->fd, 4 * MIB, MIB, &got, &err), 0);
    assert_int_equal(got, 4 * MIB);
    assert_int_equal(fill_init(&f->fill, 4 * MIB, 7, &err), 0);
    order.fd = f->fd;
    assert_int_equal(fill_write(&f->fill, &order, &got, &end, &err), 0);
    assert_int_equal(got, 4 * MIB);
    assert_int_equal(end, FILL_COMPLETE);
}

static void close_file(struct bench_file *f)
{
    fill_release(&f->fill);
    close(f->fd);
    close(f->directory);
}

/* Every engine that this machine has reads the right blocks at every depth. */
static void test_engines_read_what_was_asked(void **state)
{
    struct bench_file f;
    (void)state;

    open_file(&f);
    for (size_t e = 0; io_engines[e] != NULL; e++) {
        for (unsigned depth = 1; depth <= 16; depth *= 4) {
            struct io_queue *queue;
            struct io_done done[16];
            unsigned seen = 0;
            struct err err;

            if (io_queue_open(io_engines[e], depth, &queue, &err) < 0) {
                print_message("# no %s here: %s\n", io_engines[e]->name,
                              err.text);
                break;
            }
            for (unsigned i = 0; i < depth; i++) {
                struct io_request request = {
                    .op = IO_READ,
                    .fd = f.fd,
                    .buffer = f.fill.bytes + (size_t)i * FILL_BLOCK,
                    .bytes = FILL_BLOCK,
                    .offset = (uint64_t)(i * 37 % 1024) * FILL_BLOCK,
                    .tag = i,
                };
                memset(request.buffer, 0, FILL_BLOCK);
                assert_int_equal(io_queue_put(queue, &request, &err), 0);
            }
            while (queue->pending > 0) {
                unsigned count;
                assert_int_equal(io_queue_wait(queue, done, 16, &count, &err),
                                 0);
                assert_in_range(count, 1, depth);
                for (unsigned i = 0; i < count; i++) {
                    uint64_t tag = done[i].tag;
                    assert_int_equal(done[i].result, FILL_BLOCK);
                    assert_true(fill_is_stamped(&f.fill,
                                                f.fill.bytes + tag * FILL_BLOCK,
                                                tag * 37 % 1024 * FILL_BLOCK));
                }
                seen += count;
            }
            assert_int_equal(seen, depth);
            io_queue_close(queue);
        }
    }
    close_file(&f);
}

/* Engines hand errors through: a read past the end is short, a bad descriptor fails. */
static void test_engines_report_errors(void **state)
{
    struct bench_file f;
    (void)state;

    open_file(&f);
    for (size_t e = 0; io_engines[e] != NULL; e++) {
        struct io_request beyond = { .op = IO_READ,
                                     .fd = f.fd,
                                     .buffer = f.fill.bytes,
                                     .bytes = FILL_BLOCK,
                                     .offset = 4 * MIB };
        struct err err = { .kind = ERR_NONE };

        assert_int_equal(io_engine_probe(io_engines[e], 1, &beyond, &err), -1);
        if (err.code != EPERM && err.code != ENOSYS && err.code != ENOMEM)
            assert_non_null(strstr(err.text, "moved only 0"));
        beyond.fd = -1;
        assert_int_equal(io_engine_probe(io_engines[e], 1, &beyond, &err), -1);
    }
    close_file(&f);
}

static void test_done_check(void **state)
{
    const struct io_request read = { .op = IO_READ,
                                     .bytes = 4096,
                                     .offset = 8192 };
    const struct io_request sync = { .op = IO_DATASYNC };
    struct err err;
    (void)state;

    assert_int_equal(io_done_check(&read, 4096, &err), 0);
    assert_int_equal(io_done_check(&sync, 0, &err), 0);
    assert_int_equal(io_done_check(&read, 512, &err), -1);
    assert_string_equal(err.text, "a read of 4096 bytes at offset 8192 of the "
                                  "test file moved only 512");
    assert_int_equal(io_done_check(&read, -EIO, &err), -1);
    assert_int_equal(err.code, EIO);
    assert_string_equal(err.text,
                        "cannot read 4096 bytes at offset 8192 of the "
                        "test file: Input/output error");
    assert_int_equal(io_done_check(&sync, -EIO, &err), -1);
    assert_string_equal(err.text,
                        "cannot fdatasync the test file: Input/output error");
}

static size_t entries(const char *path)
{
    DIR *directory = opendir(path);
    size_t count = 0;

    assert_non_null(directory);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

/* A scratch file has no name, and only its owner could ever open it. */
static void test_scratch_has_no_name(void **state)
{
    char path[] = "scratch-XXXXXX";
    struct stat about;
    struct err err;
    int directory, fd;
    (void)state;

    assert_non_null(mkdtemp(path));
    assert_int_equal(scratch_directory(path, &directory, &err), 0);
    assert_int_equal(scratch_open(directory, path, &fd, &err), 0);
    assert_int_equal(entries(path), 2);
    assert_int_equal(fstat(fd, &about), 0);
    assert_int_equal(about.st_nlink, 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_true((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    close(fd);
    close(directory);
    assert_int_equal(rmdir(path), 0);
}

static void test_scratch_needs_a_directory(void **state)
{
    struct err err;
    int fd;
    (void)state;

    assert_int_equal(scratch_directory("no-such-place", &fd, &err), -1);
    assert_string_equal(err.text, "cannot open directory 'no-such-place': No "
                                  "such file or directory");
    assert_int_equal(scratch_directory("/dev/null", &fd, &err), -1);
    assert_int_equal(err.code, ENOTDIR);
}

/* Stamps tell blocks apart, survive a new generation, and know their run. */
static void test_stamps(void **state)
{
    struct fill fill, other;
    struct err err;
    (void)state;

    assert_int_equal(fill_init(&fill, 4 * MIB, 1, &err), 0);
    assert_int_equal(fill_init(&other, 4 * MIB, 2, &err), 0);
    fill_stamp(&fill, fill.bytes, 2 * FILL_BLOCK, 10 * FILL_BLOCK);
    assert_true(fill_is_stamped(&fill, fill.bytes, 10 * FILL_BLOCK));
    assert_true(
        fill_is_stamped(&fill, fill.bytes + FILL_BLOCK, 11 * FILL_BLOCK));
    assert_false(fill_is_stamped(&fill, fill.bytes, 11 * FILL_BLOCK));
    assert_false(fill_is_stamped(&other, fill.bytes, 10 * FILL_BLOCK));
    fill.generation++;
    assert_true(fill_is_stamped(&fill, fill.bytes, 10 * FILL_BLOCK));
    fill_release(&fill);
    fill_release(&other);
}

static bool stop_at_once(void *context)
{
    return ++*(int *)context > 2;
}

/* A fill that is stopped keeps the part without a gap and says why it ended. */
static void test_fill_ends_early(void **state)
{
    struct bench_file f;
    struct fill_order order = { .engine = io_engine_plain(),
                                .op = IO_WRITE,
                                .to = 4 * MIB,
                                .deadline_ns = UINT64_MAX,
                                .clock = &clock_system,
                                .stopped = stop_at_once };
    enum fill_end end;
    struct err err;
    uint64_t to;
    int calls = 0;
    (void)state;

    open_file(&f);
    order.fd = f.fd;
    order.stop_context = &calls;
    assert_int_equal(fill_write(&f.fill, &order, &to, &end, &err), 0);
    assert_int_equal(to, 2 * MIB);
    assert_int_equal(end, FILL_STOPPED);
    order.stopped = NULL;
    order.deadline_ns = 0;
    assert_int_equal(fill_write(&f.fill, &order, &to, &end, &err), 0);
    assert_int_equal(to, 0);
    assert_int_equal(end, FILL_LATE);
    close_file(&f);
}

/* Where the file system tells of extents at all, a hole and a written file differ. */
static void test_extents(void **state)
{
    struct bench_file f;
    (void)state;

    open_file(&f);
    if (fill_extents(f.fd, 4 * MIB) != EXTENTS_UNTOLD) {
        assert_int_not_equal(fill_extents(f.fd, 4 * MIB), EXTENTS_UNWRITTEN);
        assert_int_equal(ftruncate(f.fd, 8 * MIB), 0);
        assert_int_equal(fill_extents(f.fd, 8 * MIB), EXTENTS_UNWRITTEN);
    }
    close_file(&f);
}

static const struct {
    struct direct_evidence evidence;
    enum direct want;
} judgements[] = {
    /* ext4, xfs */
    { { true, NULL, EXT4_SUPER_MAGIC, MIB, MIB, MIB, 0 }, DIRECT_DIRECT },
    /* some metadata read besides, a page left in the cache */
    { { true, NULL, 0, MIB, MIB + 8192, MIB, 4096 }, DIRECT_DIRECT },
    /* ext4 data=journal: accepted, then served from the cache */
    { { true, NULL, EXT4_SUPER_MAGIC, MIB, 0, MIB, MIB }, DIRECT_BUFFERED },
    /* refused: read through the cache, from the device once it was dropped */
    { { false, "refused", 0, MIB, 0, MIB, MIB }, DIRECT_BUFFERED },
    { { true, NULL, TMPFS_MAGIC, MIB, 0, 0, MIB }, DIRECT_MEMORY },
    /* overlay over tmpfs */
    { { true, NULL, OVERLAYFS_SUPER_MAGIC, MIB, 0, 0, MIB }, DIRECT_MEMORY },
    { { true, NULL, FUSE_SUPER_MAGIC, MIB, 0, 0, 0 }, DIRECT_INDIRECT },
    /* NFS accounts what it reads as if from a device */
    { { true, NULL, NFS_SUPER_MAGIC, MIB, MIB, MIB, 0 }, DIRECT_INDIRECT },
    /* nobody read anything, and nothing is cached */
    { { true, NULL, 0, MIB, 0, 0, 0 }, DIRECT_INDIRECT },
    /* no I/O accounting: the cache must do as a witness */
    { { true, NULL, 0, MIB, UNKNOWN_U64, UNKNOWN_U64, 0 }, DIRECT_DIRECT },
    { { true, NULL, 0, MIB, UNKNOWN_U64, UNKNOWN_U64, MIB }, DIRECT_BUFFERED },
    { { true, NULL, 0, MIB, UNKNOWN_U64, UNKNOWN_U64, UNKNOWN_U64 },
      DIRECT_INDIRECT },
};

static void test_judgement(void **state)
{
    (void)state;

    for (size_t i = 0; i < sizeof(judgements) / sizeof(judgements[0]); i++) {
        char reason[DIRECT_REASON_ROOM] = "";
        enum direct got = direct_judge(&judgements[i].evidence, reason);
        if (got != judgements[i].want)
            fail_msg("row %zu: %s (%s)", i, direct_name(got), reason);
        assert_true(strlen(reason) > 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engines_read_what_was_asked),
        cmocka_unit_test(test_engines_report_errors),
        cmocka_unit_test(test_done_check),
        cmocka_unit_test(test_scratch_has_no_name),
        cmocka_unit_test(test_scratch_needs_a_directory),
        cmocka_unit_test(test_stamps),
        cmocka_unit_test(test_fill_ends_early),
        cmocka_unit_test(test_extents),
        cmocka_unit_test(test_judgement),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
