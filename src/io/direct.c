#include "io/direct.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/err.h"
#include "base/unknown.h"
#include "io/engine.h"
#include "io/scratch.h"

enum { PIECE = 1 << 20 };

const char *direct_name(enum direct direct)
{
    static const char *const names[] = {
        [DIRECT_DIRECT] = "direct",
        [DIRECT_BUFFERED] = "buffered",
        [DIRECT_MEMORY] = "memory",
        [DIRECT_INDIRECT] = "indirect",
    };

    return names[direct];
}

/* What the kernel has accounted to this thread as read from storage. */
static uint64_t accounted_read(void)
{
    static const char key[] = "\nread_bytes: ";
    char text[512];
    const char *found;
    ssize_t n;
    int fd = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return UNKNOWN_U64;
    n = read(fd, text, sizeof(text) - 1);
    (void)close(fd);
    if (n <= 0)
        return UNKNOWN_U64;
    text[n] = '\0';
    found = strstr(text, key);
    return found != NULL ? strtoull(found + strlen(key), NULL, 10)
                         : UNKNOWN_U64;
}

#ifndef SYS_cachestat
#define SYS_cachestat 451 /* the same on every architecture; Linux 6.5 */
#endif

static uint64_t ask_cachestat(int fd, uint64_t bytes)
{
    struct {
        uint64_t offset, length;
    } range = { 0, bytes };
    struct {
        uint64_t cached, dirty, writeback, evicted, recently_evicted;
    } state = { 0 };

    if (syscall(SYS_cachestat, fd, &range, &state, 0) < 0)
        return UNKNOWN_U64;
    return state.cached * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t ask_mincore(int fd, uint64_t bytes)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t pages = bytes / page;
    unsigned char present[4096];
    uint64_t resident = 0;
    void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);

    if (map == MAP_FAILED)
        return UNKNOWN_U64;
    if (pages > sizeof(present) || mincore(map, bytes, present) < 0) {
        (void)munmap(map, bytes);
        return UNKNOWN_U64;
    }
    for (uint64_t i = 0; i < pages; i++)
        resident += (present[i] & 1) != 0 ? page : 0;
    (void)munmap(map, bytes);
    return resident;
}

/* Both are asked, and the larger answer counts. An overlay has an empty cache of its
 * own, which is all that cachestat sees; a mapping shows the file's below it. */
uint64_t direct_resident(int fd, uint64_t bytes)
{
    uint64_t told = ask_cachestat(fd, bytes);
    uint64_t mapped = ask_mincore(fd, bytes);

    if (!known_u64(told) || !known_u64(mapped))
        return known_u64(told) ? told : mapped;
    return told > mapped ? told : mapped;
}

/* Reads the range and sets `*ret_accounted` to what the kernel ascribes to it. */
static int read_pass(int fd, void *buffer, uint64_t bytes,
                     uint64_t *ret_accounted, struct err *err)
{
    uint64_t before = accounted_read();

    for (uint64_t at = 0; at < bytes; at += PIECE) {
        uint64_t left = bytes - at;
        struct io_request request = {
            .op = IO_READ,
            .fd = fd,
            .buffer = buffer,
            .bytes = (uint32_t)(left < PIECE ? left : PIECE),
            .offset = at,
        };
        if (io_done_check(&request, io_now(&request), err) < 0)
            return -1;
    }
    *ret_accounted = known_growth(before, accounted_read());
    return 0;
}

static bool refused_only_now(const struct err *err)
{
    return err->code == EINVAL || err->code == EOPNOTSUPP;
}

/* The first pass. Some file systems take the flag and refuse the first transfer:
 * those are read without it. */
static int first_pass(int fd, void *buffer, uint64_t bytes,
                      struct direct_evidence *evidence, struct err *err)
{
    struct err why;

    evidence->accepted = scratch_set_direct(fd, true, &why) == 0;
    if (!evidence->accepted)
        evidence->refusal = "the file system refuses direct I/O";
    if (read_pass(fd, buffer, bytes, &evidence->read_bytes, &why) == 0)
        return 0;
    if (!evidence->accepted || !refused_only_now(&why)) {
        *err = why;
        return -1;
    }
    evidence->accepted = false;
    evidence->refusal = "the file system refuses every direct transfer";
    if (scratch_set_direct(fd, false, err) < 0)
        return -1;
    return read_pass(fd, buffer, bytes, &evidence->read_bytes, err);
}

int direct_gather(int fd, void *buffer, uint64_t bytes,
                  struct direct_evidence *ret_evidence, struct err *err)
{
    struct direct_evidence evidence = { .asked = bytes };
    struct statfs about;
    struct stat status;

    /* A device's node lies in a file system that has no say in its I/O. */
    if (fstatfs(fd, &about) == 0 && fstat(fd, &status) == 0 &&
        !S_ISBLK(status.st_mode))
        evidence.file_system = (uint64_t)about.f_type & 0xffffffffU;
    /* What the writer left in the cache is no evidence of how we read. */
    (void)posix_fadvise(fd, 0, (off_t)bytes,
                        POSIX_FADV_DONTNEED); /* a request */
    if (first_pass(fd, buffer, bytes, &evidence, err) < 0)
        return -1;
    evidence.resident_bytes = direct_resident(fd, bytes);
    (void)posix_fadvise(fd, 0, (off_t)bytes, POSIX_FADV_DONTNEED);
    if (read_pass(fd, buffer, bytes, &evidence.dropped_bytes, err) < 0)
        return -1;
    (void)posix_fadvise(fd, 0, (off_t)bytes, POSIX_FADV_DONTNEED);
    *ret_evidence = evidence;
    return 0;
}

/* File systems whose name alone says who does the I/O. */
static const struct {
    uint64_t magic;
    enum direct direct;
    const char *reason;
} known_systems[] = {
    { TMPFS_MAGIC, DIRECT_MEMORY, "tmpfs keeps its files in memory" },
    { RAMFS_MAGIC, DIRECT_MEMORY, "ramfs keeps its files in memory" },
    { HUGETLBFS_MAGIC, DIRECT_MEMORY, "hugetlbfs keeps its files in memory" },
    { NFS_SUPER_MAGIC, DIRECT_INDIRECT, "an NFS server does the I/O" },
    { SMB_SUPER_MAGIC, DIRECT_INDIRECT, "an SMB server does the I/O" },
    { CIFS_SUPER_MAGIC, DIRECT_INDIRECT, "an SMB server does the I/O" },
    { SMB2_SUPER_MAGIC, DIRECT_INDIRECT, "an SMB server does the I/O" },
    { CEPH_SUPER_MAGIC, DIRECT_INDIRECT, "a Ceph cluster does the I/O" },
    { AFS_SUPER_MAGIC, DIRECT_INDIRECT, "an AFS server does the I/O" },
    { V9FS_MAGIC, DIRECT_INDIRECT, "a 9p server does the I/O" },
    { FUSE_SUPER_MAGIC, DIRECT_INDIRECT, "a FUSE process does the I/O" },
};

/* Nine tenths: a file's metadata may be read besides, and a tail may be cached. */
static bool most_of(uint64_t part, uint64_t whole)
{
    return part >= whole - whole / 10;
}

static enum direct judge_by_cache(const struct direct_evidence *e,
                                  const char **ret_reason)
{
    if (!known_u64(e->resident_bytes)) {
        *ret_reason =
            "the kernel tells neither what it reads nor what it caches";
        return DIRECT_INDIRECT;
    }
    if (e->accepted && e->resident_bytes == 0) {
        *ret_reason = "the page cache stays empty (no I/O accounting here)";
        return DIRECT_DIRECT;
    }
    *ret_reason = "the page cache holds what was read (no I/O accounting here)";
    return DIRECT_BUFFERED;
}

static enum direct judge_by_account(const struct direct_evidence *e,
                                    const char **ret_reason)
{
    bool cached =
        known_u64(e->resident_bytes) && most_of(e->resident_bytes, e->asked);

    if (e->accepted && most_of(e->read_bytes, e->asked) && !cached) {
        *ret_reason = "every byte read came from the device";
        return DIRECT_DIRECT;
    }
    if (most_of(e->dropped_bytes, e->asked)) {
        *ret_reason = e->refusal != NULL
                          ? e->refusal
                          : "direct I/O was accepted but went through the "
                            "page cache";
        return DIRECT_BUFFERED;
    }
    if (e->dropped_bytes == 0 && cached) {
        *ret_reason = "no device was read, with the cache dropped: the files "
                      "live in memory";
        return DIRECT_MEMORY;
    }
    *ret_reason = "no device was read for us: someone else does the I/O";
    return DIRECT_INDIRECT;
}

enum direct direct_judge(const struct direct_evidence *evidence,
                         char reason[DIRECT_REASON_ROOM])
{
    const char *why = NULL;
    enum direct direct;

    for (size_t i = 0; i < sizeof(known_systems) / sizeof(known_systems[0]);
         i++) {
        if (known_systems[i].magic == evidence->file_system) {
            (void)snprintf(reason, DIRECT_REASON_ROOM, "%s",
                           known_systems[i].reason);
            return known_systems[i].direct;
        }
    }
    direct = known_u64(evidence->read_bytes) ? judge_by_account(evidence, &why)
                                             : judge_by_cache(evidence, &why);
    (void)snprintf(reason, DIRECT_REASON_ROOM, "%s", why);
    return direct;
}
