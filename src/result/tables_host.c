/* What the document says about the host. */
#include "result/tables.h"

static const struct field cache_rows[] = {
    U64_FIELD(struct host_cache, level),
    STRING_FIELD(struct host_cache, type),
    U64_FIELD(struct host_cache, bytes),
    U64_FIELD(struct host_cache, instances),
    U64_FIELD(struct host_cache, shared_by),
};
static const struct fields fields_cache = FIELDS(struct host_cache, cache_rows);

static const struct field place_rows[] = {
    U64_FIELD(struct host_place, cpu),
    U64_FIELD(struct host_place, core),
    U64_FIELD(struct host_place, socket),
    U64_FIELD(struct host_place, node),
    STRING_FIELD(struct host_place, kind),
    U64_FIELD(struct host_place, last_cache),
};
static const struct fields fields_place = FIELDS(struct host_place, place_rows);

static const struct field cpu_rows[] = {
    STRING_FIELD(struct host_cpu, architecture),
    STRING_FIELD(struct host_cpu, model),
    STRING_FIELD(struct host_cpu, bios_model),
    STRING_FIELD(struct host_cpu, vendor),
    STRING_FIELD(struct host_cpu, microcode),
    U64_FIELD(struct host_cpu, sockets),
    U64_FIELD(struct host_cpu, cores),
    U64_FIELD(struct host_cpu, threads_per_core),
    CPUS_FIELD(struct host_cpu, present),
    CPUS_FIELD(struct host_cpu, online),
    CPUS_FIELD(struct host_cpu, affinity),
    CPUS_FIELD(struct host_cpu, cpuset),
    CPUS_FIELD(struct host_cpu, usable),
    DOUBLE_FIELD(struct host_cpu, quota_cpus),
    U64_FIELD(struct host_cpu, quota_period_ns),
    STRING_FIELD(struct host_cpu, quota_source),
    DOUBLE_FIELD(struct host_cpu, usable_cpus),
    STRING_FIELD(struct host_cpu, usable_reason),
    LIST_FIELD(struct host_cpu, caches, cache_count, struct host_cache,
               &fields_cache),
    LIST_FIELD(struct host_cpu, places, place_count, struct host_place,
               &fields_place),
    STRINGS_FIELD(struct host_cpu, flags, flag_count),
    STRING_FIELD(struct host_cpu, all_flags),
};
static const struct fields fields_cpu = FIELDS(struct host_cpu, cpu_rows);

static const struct field memory_rows[] = {
    U64_FIELD(struct host_memory, total_bytes),
    U64_FIELD(struct host_memory, installed_bytes),
    U64_FIELD(struct host_memory, available_bytes),
    U64_FIELD(struct host_memory, limit_bytes),
    U64_FIELD(struct host_memory, limit_left_bytes),
    STRING_FIELD(struct host_memory, limit_source),
    U64_FIELD(struct host_memory, rlimit_bytes),
    U64_FIELD(struct host_memory, usable_bytes),
    U64_FIELD(struct host_memory, swap_total_bytes),
    U64_FIELD(struct host_memory, swap_free_bytes),
    U64_FIELD(struct host_memory, dirty_bytes),
    STRING_FIELD(struct host_memory, huge_pages),
    U64_FIELD(struct host_memory, huge_page_bytes),
    U64_FIELD(struct host_memory, huge_pages_free),
    U64_FIELD(struct host_memory, nodes),
};
static const struct fields fields_memory =
    FIELDS(struct host_memory, memory_rows);

static const struct field io_limit_rows[] = {
    STRING_FIELD(struct host_io_limit, device),
    STRING_FIELD(struct host_io_limit, operation),
    STRING_FIELD(struct host_io_limit, unit),
    DOUBLE_FIELD(struct host_io_limit, value),
    STRING_FIELD(struct host_io_limit, source),
};
static const struct fields fields_io_limit =
    FIELDS(struct host_io_limit, io_limit_rows);

static const struct field limits_rows[] = {
    STRING_FIELD(struct host_limits, cgroup),
    U64_FIELD(struct host_limits, open_files),
    U64_FIELD(struct host_limits, file_bytes),
    U64_FIELD(struct host_limits, locked_bytes),
    LIST_FIELD(struct host_limits, io, io_count, struct host_io_limit,
               &fields_io_limit),
};
static const struct fields fields_limits =
    FIELDS(struct host_limits, limits_rows);

static const struct field disk_rows[] = {
    STRING_FIELD(struct host_disk, name),
    STRING_FIELD(struct host_disk, device),
    STRING_FIELD(struct host_disk, bus),
    U64_FIELD(struct host_disk, size_bytes),
    U64_FIELD(struct host_disk, queue_depth),
    STRING_FIELD(struct host_disk, model),
    FACT_FIELD(struct host_disk, rotational),
    FACT_FIELD(struct host_disk, read_only),
    STRING_FIELD(struct host_disk, scheduler),
    STRING_FIELD(struct host_disk, write_cache),
    U64_FIELD(struct host_disk, logical_block_bytes),
};
static const struct fields fields_disk = FIELDS(struct host_disk, disk_rows);

static const struct field host_rows[] = {
    STRING_FIELD(struct host, name),
    STRING_FIELD(struct host, id),
    STRING_FIELD(struct host, kernel),
    STRING_FIELD(struct host, os),
    STRING_FIELD(struct host, product),
    STRING_FIELD(struct host, virtualization),
    STRING_FIELD(struct host, container),
    OBJECT_FIELD(struct host, cpu, struct host_cpu, &fields_cpu),
    OBJECT_FIELD(struct host, memory, struct host_memory, &fields_memory),
    OBJECT_FIELD(struct host, limits, struct host_limits, &fields_limits),
    LIST_FIELD(struct host, disks, disk_count, struct host_disk, &fields_disk),
    STRING_FIELD(struct host, boot_id),
    STRING_FIELD(struct host, clock_source),
};
const struct fields fields_host = FIELDS(struct host, host_rows);

static const struct field layer_rows[] = {
    STRING_FIELD(struct host_layer, name),
    STRING_FIELD(struct host_layer, kind),
    STRING_FIELD(struct host_layer, detail),
    STRING_FIELD(struct host_layer, device),
};
static const struct fields fields_layer = FIELDS(struct host_layer, layer_rows);

static const struct field mount_rows[] = {
    NAME_FIELD(struct host_mount, path),
    STRING_FIELD(struct host_mount, mount_point),
    STRING_FIELD(struct host_mount, filesystem),
    STRING_FIELD(struct host_mount, source),
    STRING_FIELD(struct host_mount, mount_options),
    LIST_FIELD(struct host_mount, stack, stack_count, struct host_layer,
               &fields_layer),
    STRINGS_FIELD(struct host_mount, leaves, leaf_count),
    FACT_FIELD(struct host_mount, memory),
    FACT_FIELD(struct host_mount, network),
    FACT_FIELD(struct host_mount, fuse),
    FACT_FIELD(struct host_mount, compressed),
    FACT_FIELD(struct host_mount, rotational),
    STRING_FIELD(struct host_mount, write_cache),
    STRING_FIELD(struct host_mount, burst),
    U64_FIELD(struct host_mount, free_bytes),
    U64_FIELD(struct host_mount, size_bytes),
};
const struct fields fields_host_mount = FIELDS(struct host_mount, mount_rows);
