/* The facts about one machine, as plain data.
 *
 * Readers in this room fill it from files below a root directory and from a few
 * system calls; the document stores it as it is. Unknown numbers are UNKNOWN_U64
 * or NaN, unknown strings NULL, unknown yes-or-no questions FACT_UNKNOWN.
 * Everything a struct points to belongs to the arena it was read into. */
#ifndef ASSAY_HOST_HOST_H
#define ASSAY_HOST_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct sysroot;

enum fact { FACT_UNKNOWN = -1, FACT_NO = 0, FACT_YES = 1 };

/* CPU numbers as the kernel counts them, ascending, no doubles. */
struct cpu_list {
    uint64_t *numbers;
    size_t count;
};

struct host_cache {
    uint64_t level;     /* 1, 2, 3, 4 */
    const char *type;   /* "data", "instruction" or "unified" */
    uint64_t bytes;     /* of one instance */
    uint64_t instances; /* that serve the online CPUs */
    uint64_t shared_by; /* online CPUs per instance */
};

/* One online CPU and where the kernel says it sits. */
struct host_place {
    uint64_t cpu;
    uint64_t core;   /* unique over the machine, counted from 0 */
    uint64_t socket; /* likewise */
    uint64_t node;   /* NUMA node */
    const char
        *kind; /* "performance", "efficient", "low-power", a capacity; NULL: all
                         alike */
    uint64_t last_cache; /* which last-level cache, counted from 0; UNKNOWN_U64 without
                            /sys */
};

struct host_cpu {
    const char *architecture; /* "x86_64", "aarch64": uname's word */
    const char *model;        /* CPUID text, cpuinfo, or the ARM part table */
    const char *bios_model; /* SMBIOS processor version and family, when readable */
    const char *vendor;
    const char *microcode;
    uint64_t sockets;
    uint64_t cores; /* the kernel's word, of the online CPUs */
    uint64_t threads_per_core;
    struct cpu_list present;
    struct cpu_list online;
    struct cpu_list affinity; /* this process's mask */
    struct cpu_list cpuset;   /* what the control groups allow */
    struct cpu_list usable;   /* online, in the mask, in the cpuset */
    double quota_cpus;        /* smallest quota up the tree; NaN: none */
    uint64_t quota_period_ns; /* of that quota */
    const char *quota_source; /* the file that holds it */
    double usable_cpus;       /* usable.count, or the quota when that is less */
    const char *usable_reason; /* a sentence when fewer than present; else NULL */
    struct host_cache *caches;
    size_t cache_count;
    struct host_place *places;
    size_t place_count;
    const char **flags; /* those that matter to speed, the kernel's names */
    size_t flag_count;
    const char *all_flags; /* every flag the kernel names, with blanks between */
};

struct host_memory {
    uint64_t total_bytes;     /* MemTotal */
    uint64_t installed_bytes; /* SMBIOS, or the memory blocks the kernel manages */
    uint64_t available_bytes; /* MemAvailable */
    uint64_t limit_bytes; /* smallest control-group limit; UNKNOWN_U64: none */
    uint64_t limit_left_bytes; /* what that limit still leaves */
    const char *limit_source;
    uint64_t rlimit_bytes; /* RLIMIT_AS or RLIMIT_DATA, the smaller */
    uint64_t usable_bytes; /* the least of available, limits */
    uint64_t swap_total_bytes;
    uint64_t swap_free_bytes;
    uint64_t dirty_bytes;
    const char
        *huge_pages; /* transparent huge pages: "always", "madvise", "never" */
    uint64_t huge_page_bytes;
    uint64_t huge_pages_free; /* of the static pool */
    uint64_t nodes;           /* NUMA nodes with memory */
};

/* A limit of the control groups on a device. */
struct host_io_limit {
    const char *device;    /* "254:0" */
    const char *operation; /* "read" or "write" */
    const char *unit;      /* "ops/s" or "bytes/s" */
    double value;
    const char *source; /* the file that holds it */
};

struct host_limits {
    const char *cgroup; /* "v1", "v2", "hybrid"; NULL: none seen */
    uint64_t open_files;
    uint64_t file_bytes;   /* RLIMIT_FSIZE; UNKNOWN_U64: unlimited */
    uint64_t locked_bytes; /* RLIMIT_MEMLOCK; UNKNOWN_U64: unlimited */
    struct host_io_limit *io;
    size_t io_count;
};

struct host_disk {
    const char *name;   /* "vda" */
    const char *device; /* "254:0" */
    const char *bus; /* "nvme", "scsi", "sata", "usb", "virtio", "mmc", "xen", ... */
    uint64_t size_bytes;
    uint64_t queue_depth; /* device/queue_depth, else queue/nr_requests */
    const char *model;
    enum fact rotational;
    enum fact read_only;
    const char *scheduler;
    const char *write_cache; /* "write back" or "write through" */
    uint64_t logical_block_bytes;
};

struct host {
    const char *name; /* NULL when the user asked to leave it out */
    const char *id;   /* hash of the machine id with our own salt, hex */
    const char *kernel;
    const char *os;
    const char *product;        /* DMI vendor and product name */
    const char *virtualization; /* "kvm", "vmware", ..., "none"; NULL: cannot tell */
    const char *container; /* "docker", "lxc", ..., "none"; NULL: cannot tell */
    const char *boot_id;
    const char *clock_source;
    struct host_cpu cpu;
    struct host_memory memory;
    struct host_limits limits;
    struct host_disk *disks;
    size_t disk_count;
};

/* One layer between a directory and the hardware, top first. */
struct host_layer {
    const char *name; /* "overlay", "dm-0", "md0", "loop3", "vda1", "vda" */
    const char *kind; /* "filesystem", "crypt", "lvm", "raid", "loop", "partition",
                           "disk", "network", "memory", "fuse", "multipath", "mapped" */
    const char *detail; /* model, members, backing file; may be NULL */
    const char *device; /* "254:0"; NULL: no device */
};

/* Where a directory is stored. */
struct host_mount {
    const char *path; /* the directory, as asked for */
    const char *mount_point;
    const char *filesystem;    /* "ext4" */
    const char *source;        /* "/dev/vda1", "tmpfs", "server:/export" */
    const char *mount_options; /* of mount and super block, one list */
    struct host_layer *stack;
    size_t stack_count;
    const char *
        *leaves; /* devices with counters at the bottom: "254:0", or a name such
                            as "nvme0c0n1" of a device without a number; see counters.h */
    size_t leaf_count;
    enum fact memory;  /* its bytes live in RAM */
    enum fact network; /* its bytes live on another machine */
    enum fact fuse;
    enum fact compressed;
    enum fact rotational;
    const char *write_cache;
    const char *
        burst; /* a sentence when the volume type is known to burst on credits */
    uint64_t free_bytes; /* for this user */
    uint64_t size_bytes;
};

/* Reads everything but the mounts. What cannot be read stays unknown; fails only
 * when `root` is no directory. Takes under 100 ms. */
int host_read(const struct sysroot *root, struct arena *arena,
              struct host *ret_host, struct err *err);

/* Finds where `path` is stored. Fails when `path` does not exist or cannot be
 * looked at. Members of stacked devices are followed to the leaves. */
int host_mount_read(const struct sysroot *root, const char *path,
                    struct arena *arena, struct host_mount *ret_mount,
                    struct err *err);

/* As above for a block device of this machine itself: no mount, only what lies below. Fails
 * with ERR_USAGE when `path` is no block device. */
int host_device_read(const struct sysroot *root, const char *path,
                     struct arena *arena, struct host_mount *ret_mount,
                     struct err *err);

/* True when the bytes of a mount pass through this device, such as "253:0": any of
 * its layers or leaves. A control group may limit each of them. False for NULL. */
bool host_mount_lies_on(const struct host_mount *mount, const char *device);

#endif
