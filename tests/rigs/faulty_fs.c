/* A FUSE file system in memory that fails on demand:
 *
 *     faulty_fs MOUNTPOINT
 *
 * While the file "$FAULTS" exists it holds one line: an operation (write, read,
 * fsync, fallocate), an errno (-1: it hangs for ever), and after how many bytes or calls of
 * it. */
#define FUSE_USE_VERSION 31
#include <fuse.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 16 };

struct memory_file {
    char name[64];
    unsigned char *bytes;
    size_t size;
    int used;
};

static struct memory_file files[FILES];
static unsigned long long done_bytes;

/* The errno with which an operation is to fail now; 0: it may go on. */
static int fault(const char *operation, size_t bytes)
{
    char name[32];
    int code;
    unsigned long long after;
    FILE *file = fopen(getenv("FAULTS"), "r");
    int n;

    if (file == NULL)
        return 0;
    n = fscanf(file, "%31s %d %llu", name, &code, &after);
    fclose(file);
    if (n != 3 || strcmp(name, operation) != 0)
        return 0;
    done_bytes += bytes;
    if (done_bytes > after && code < 0)
        pause();
    return done_bytes > after ? code : 0;
}

static struct memory_file *find(const char *path)
{
    for (int i = 0; i < FILES; i++) {
        if (files[i].used && strcmp(files[i].name, path) == 0)
            return &files[i];
    }
    return NULL;
}

static int do_getattr(const char *path, struct stat *about,
                      struct fuse_file_info *info)
{
    const struct memory_file *file = find(path);

    (void)info;
    memset(about, 0, sizeof(*about));
    if (strcmp(path, "/") == 0) {
        about->st_mode = S_IFDIR | 0755;
        about->st_nlink = 2;
        return 0;
    }
    if (file == NULL)
        return -ENOENT;
    about->st_mode = S_IFREG | 0600;
    about->st_nlink = 1;
    about->st_size = (off_t)file->size;
    return 0;
}

static int do_create(const char *path, mode_t mode, struct fuse_file_info *info)
{
    (void)mode;
    (void)info;
    for (int i = 0; i < FILES; i++) {
        if (files[i].used)
            continue;
        files[i] = (struct memory_file){ .used = 1 };
        snprintf(files[i].name, sizeof(files[i].name), "%s", path);
        return 0;
    }
    return -ENOSPC;
}

static int do_truncate(const char *path, off_t size, struct fuse_file_info *info)
{
    struct memory_file *file = find(path);
    unsigned char *grown;

    (void)info;
    if (file == NULL)
        return -ENOENT;
    grown = realloc(file->bytes, (size_t)size + 1);
    if (grown == NULL)
        return -ENOSPC;
    if ((size_t)size > file->size)
        memset(grown + file->size, 0, (size_t)size - file->size);
    file->bytes = grown;
    file->size = (size_t)size;
    return 0;
}

static int do_fallocate(const char *path, int mode, off_t offset, off_t length,
                        struct fuse_file_info *info)
{
    int code = fault("fallocate", (size_t)length);

    (void)mode;
    return code != 0 ? -code : do_truncate(path, offset + length, info);
}

static int do_read(const char *path, char *buffer, size_t size, off_t offset,
                   struct fuse_file_info *info)
{
    const struct memory_file *file = find(path);
    int code = fault("read", size);

    (void)info;
    if (code != 0)
        return -code;
    if (file == NULL || (size_t)offset >= file->size)
        return 0;
    if (size > file->size - (size_t)offset)
        size = file->size - (size_t)offset;
    memcpy(buffer, file->bytes + offset, size);
    return (int)size;
}

static int do_write(const char *path, const char *buffer, size_t size,
                    off_t offset, struct fuse_file_info *info)
{
    struct memory_file *file = find(path);
    int code = fault("write", size);

    if (code != 0)
        return -code;
    if (file == NULL)
        return -ENOENT;
    if (file->size < (size_t)offset + size &&
        do_truncate(path, offset + (off_t)size, info) < 0)
        return -ENOSPC;
    memcpy(file->bytes + offset, buffer, size);
    return (int)size;
}

static int do_fsync(const char *path, int data, struct fuse_file_info *info)
{
    int code = fault("fsync", 1);

    (void)path;
    (void)data;
    (void)info;
    return -code;
}

static int do_unlink(const char *path)
{
    struct memory_file *file = find(path);

    if (file == NULL)
        return -ENOENT;
    free(file->bytes);
    *file = (struct memory_file){ .used = 0 };
    return 0;
}

static int do_rename(const char *from, const char *to, unsigned flags)
{
    struct memory_file *file = find(from);

    (void)flags;
    if (file == NULL)
        return -ENOENT;
    snprintf(file->name, sizeof(file->name), "%s", to);
    return 0;
}

static int do_readdir(const char *path, void *buffer, fuse_fill_dir_t add,
                      off_t offset, struct fuse_file_info *info,
                      enum fuse_readdir_flags flags)
{
    (void)path;
    (void)offset;
    (void)info;
    (void)flags;
    for (int i = 0; i < FILES; i++) {
        if (files[i].used)
            add(buffer, files[i].name + 1, NULL, 0, 0);
    }
    return 0;
}

static int do_statfs(const char *path, struct statvfs *about)
{
    (void)path;
    memset(about, 0, sizeof(*about));
    about->f_bsize = about->f_frsize = 4096;
    about->f_blocks = about->f_bfree = about->f_bavail = 65536; /* 256 MiB */
    about->f_namemax = 60;
    return 0;
}

static const struct fuse_operations operations = {
    .getattr = do_getattr,
    .create = do_create,
    .truncate = do_truncate,
    .fallocate = do_fallocate,
    .read = do_read,
    .write = do_write,
    .fsync = do_fsync,
    .unlink = do_unlink,
    .rename = do_rename,
    .readdir = do_readdir,
    .statfs = do_statfs,
};

int main(int argc, char **argv)
{
    return fuse_main(argc, argv, &operations, NULL);
}
