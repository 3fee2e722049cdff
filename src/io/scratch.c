#include "io/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/err.h"

int scratch_directory(const char *path, int *ret_fd, struct err *err)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return err_system(err, errno, "cannot open directory '%s'", path);
    *ret_fd = fd;
    return 0;
}

static int random_name(char name[48], struct err *err)
{
    uint64_t bits[2];
    ssize_t n;

    do
        n = getrandom(bits, sizeof(bits), 0);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)sizeof(bits))
        return err_system(err, n < 0 ? errno : EIO,
                          "the kernel gives no random numbers");
    (void)snprintf(name, 48, ".assay-%016llx%016llx",
                   (unsigned long long)bits[0], (unsigned long long)bits[1]);
    return 0;
}

static int open_named(int directory, const char *path, int *ret_fd,
                      struct err *err)
{
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    char name[48];
    int fd;

    if (random_name(name, err) < 0)
        return -1;
    fd = openat(directory, name, flags, 0600);
    if (fd < 0)
        return err_system(err, errno, "cannot create a test file in '%s'", path);
    if (unlinkat(directory, name, 0) < 0) {
        int code = errno;
        (void)close(fd);                      /* nothing was written */
        if (unlinkat(directory, name, 0) < 0) /* some allow it only now */
            return err_system(err, code, "cannot remove '%s/%s'", path, name);
        return err_system(err, code, "'%s' cannot hold a file without a name",
                          path);
    }
    *ret_fd = fd;
    return 0;
}

/* O_TMPFILE is refused in many words: by file systems without it (EOPNOTSUPP), by
 * kernels without it (EISDIR), by some FUSE daemons (ENOSYS, EINVAL). */
static bool lacks_tmpfile(int code)
{
    return code == EOPNOTSUPP || code == EISDIR || code == ENOENT ||
           code == EINVAL || code == ENOSYS;
}

int scratch_open(int directory, const char *path, int *ret_fd, struct err *err)
{
    /* O_EXCL: the file can never be linked into a directory. */
    int fd =
        openat(directory, ".", O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);

    if (fd >= 0) {
        *ret_fd = fd;
        return 0;
    }
    if (lacks_tmpfile(errno))
        return open_named(directory, path, ret_fd, err);
    return err_system(err, errno, "cannot create a test file in '%s'", path);
}

static int allocate(int fd, uint64_t bytes)
{
    int rc;

    do
        rc = fallocate(fd, 0, 0, (off_t)bytes);
    while (rc < 0 && errno == EINTR);
    if (rc == 0)
        return 0;
    if (errno == EOPNOTSUPP || errno == ENOSYS)
        return ftruncate(fd, (off_t)bytes) < 0 ? errno : 0;
    return errno;
}

static bool means_too_much(int code)
{
    return code == ENOSPC || code == EDQUOT || code == EFBIG;
}

/* The next size to try after `bytes` were too much. */
static uint64_t smaller(int fd, uint64_t bytes)
{
    const uint64_t unit = 1 << 20;
    struct statvfs space;
    uint64_t fits = bytes / 2;

    if (fstatvfs(fd, &space) == 0) {
        uint64_t free = (uint64_t)space.f_bavail * space.f_frsize;
        uint64_t most = free - free / 20;
        if (most < bytes && most > fits)
            fits = most;
    }
    return fits / unit * unit;
}

int scratch_reserve(int fd, uint64_t bytes, uint64_t least, uint64_t *ret_bytes,
                    struct err *err)
{
    int code = allocate(fd, bytes);

    while (means_too_much(code)) {
        /* A failed attempt may keep what it got so far. */
        if (ftruncate(fd, 0) < 0)
            return err_system(err, errno, "cannot empty the test file");
        bytes = smaller(fd, bytes);
        if (bytes < least)
            return err_system(err, code, "no room for %llu bytes",
                              (unsigned long long)least);
        code = allocate(fd, bytes);
    }
    if (code != 0)
        return err_system(err, code, "cannot take space for the test file");
    *ret_bytes = bytes;
    return 0;
}

int scratch_set_direct(int fd, bool direct, struct err *err)
{
    int flags = fcntl(fd, F_GETFL);

    if (flags < 0)
        return err_system(err, errno, "cannot read the flags of a file");
    flags = direct ? flags | O_DIRECT : flags & ~O_DIRECT;
    if (fcntl(fd, F_SETFL, flags) < 0)
        return err_set(err, ERR_UNSUPPORTED,
                       "the file system refuses direct I/O (%s)",
                       strerrordesc_np(errno));
    return 0;
}

struct scratch_align scratch_alignment(int fd)
{
    enum { CAREFUL = 4096 };
    struct scratch_align align = { CAREFUL, CAREFUL, false };
    struct statx facts;

    if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &facts) == 0 &&
        (facts.stx_mask & STATX_DIOALIGN) != 0 &&
        facts.stx_dio_mem_align != 0 && facts.stx_dio_offset_align != 0) {
        align.memory = facts.stx_dio_mem_align;
        align.offset = facts.stx_dio_offset_align;
        align.told = true;
    }
    return align;
}
