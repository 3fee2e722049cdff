/* An nbdkit plugin: a disk in memory whose flushes take a known time.
 *
 *     nbdkit ./flush_cost.so size=256M flush-us=4000 */
#define NBDKIT_API_VERSION 2
#include <nbdkit-plugin.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREAD_MODEL NBDKIT_THREAD_MODEL_PARALLEL

static int64_t size = 256 << 20;
static unsigned flush_us = 4000;
static unsigned char *bytes;

static int configure(const char *key, const char *value)
{
    if (strcmp(key, "size") == 0) {
        size = nbdkit_parse_size(value);
        return size < 0 ? -1 : 0;
    }
    if (strcmp(key, "flush-us") == 0)
        return nbdkit_parse_unsigned(key, value, &flush_us);
    nbdkit_error("unknown parameter '%s'", key);
    return -1;
}

static int get_ready(void)
{
    bytes = calloc(1, (size_t)size);
    return bytes == NULL ? -1 : 0;
}

static void *open_disk(int readonly)
{
    (void)readonly;
    return NBDKIT_HANDLE_NOT_NEEDED;
}

static int64_t get_size(void *handle)
{
    (void)handle;
    return size;
}

static int can(void *handle)
{
    (void)handle;
    return 1;
}

static int read_disk(void *handle, void *buffer, uint32_t count,
                     uint64_t offset, uint32_t flags)
{
    (void)handle;
    (void)flags;
    memcpy(buffer, bytes + offset, count);
    return 0;
}

static int flush(void *handle, uint32_t flags)
{
    (void)handle;
    (void)flags;
    usleep(flush_us);
    return 0;
}

static int write_disk(void *handle, const void *buffer, uint32_t count,
                      uint64_t offset, uint32_t flags)
{
    memcpy(bytes + offset, buffer, count);
    return (flags & NBDKIT_FLAG_FUA) != 0 ? flush(handle, 0) : 0;
}

static struct nbdkit_plugin plugin = {
    .name = "flush-cost",
    .config = configure,
    .get_ready = get_ready,
    .open = open_disk,
    .get_size = get_size,
    .can_multi_conn = can,
    .can_flush = can,
    .pread = read_disk,
    .pwrite = write_disk,
    .flush = flush,
};

NBDKIT_REGISTER_PLUGIN(plugin)
