/* A document as a real run makes it: a rented eight-thread virtual machine,
 * every kind of result filled, one verdict of each outcome. Its figures are
 * made by plain arithmetic from a fixed seed, so they are the same on every
 * machine. */
#ifndef ASSAY_TESTS_SAMPLE_DOCUMENT_H
#define ASSAY_TESTS_SAMPLE_DOCUMENT_H

#include "sample_results.h"
#include "sample_verdicts.h"

static struct cpu_list sampler_cpus(struct arena *arena, size_t count)
{
    struct cpu_list list = { ARENA_ARRAY(arena, uint64_t, count), count };

    for (size_t i = 0; i < count; i++)
        list.numbers[i] = i;
    return list;
}

static void sample_caches(struct arena *arena, struct host_cpu *cpu)
{
    static const struct host_cache caches[] = {
        { 1, "data", 32768, 4, 2 },
        { 1, "instruction", 32768, 4, 2 },
        { 2, "unified", 1048576, 4, 2 },
        { 3, "unified", 33554432, 1, 8 },
    };

    cpu->caches = ARENA_ARRAY(arena, struct host_cache, SAMPLE_COUNT(caches));
    memcpy(cpu->caches, caches, sizeof(caches));
    cpu->cache_count = SAMPLE_COUNT(caches);
}

static void sample_cpu(struct arena *arena, struct host_cpu *cpu)
{
    static const char *flags[] = { "aes", "avx2", "avx512f", "sha_ni" };

    *cpu = (struct host_cpu){
        .architecture = "x86_64",
        .model = "AMD EPYC 9354P 32-Core Processor",
        .bios_model = "pc-q35-8.2",
        .vendor = "AuthenticAMD",
        .microcode = "0xa101148",
        .sockets = 1,
        .cores = 8,
        .threads_per_core = 1,
        .quota_cpus = UNKNOWN_DOUBLE,
        .quota_period_ns = UNKNOWN_U64,
        .usable_cpus = 8,
        .flags = flags,
        .flag_count = SAMPLE_COUNT(flags),
    };
    cpu->present = sampler_cpus(arena, 8);
    cpu->online = cpu->affinity = cpu->cpuset = cpu->usable = cpu->present;
    cpu->places = ARENA_ARRAY(arena, struct host_place, 8);
    cpu->place_count = 8;
    for (size_t i = 0; i < 8; i++)
        cpu->places[i] = (struct host_place){ .cpu = i, .core = i };
    sample_caches(arena, cpu);
}

static void sample_host(struct arena *arena, struct host *host)
{
    static struct host_disk disks[] = {
        { "vda", "254:0", "virtio", 549755813888, 256, NULL, FACT_NO, FACT_NO,
          "none", "write back", 512 },
        { "vdb", "254:16", "virtio", 1099511627776, 256, NULL, FACT_NO, FACT_NO,
          "none", "write through", 512 },
    };

    *host = (struct host){
        .name = "validator-07.example.net",
        .id = "5f1d7c3f0c1e4a61",
        .kernel = "Linux 6.1.0-28-amd64",
        .os = "Debian GNU/Linux 12 (bookworm)",
        .product = "QEMU Standard PC (Q35 + ICH9, 2009)",
        .virtualization = "kvm",
        .container = "none",
        .boot_id = "7c7e7b3e-7f1a-4f0e-9d0c-6f4f1f4f1d11",
        .clock_source = "kvm-clock",
        .memory = { .total_bytes = 33652531200,
                    .installed_bytes = 34359738368,
                    .available_bytes = 31138512896,
                    .limit_bytes = UNKNOWN_U64,
                    .limit_left_bytes = UNKNOWN_U64,
                    .rlimit_bytes = UNKNOWN_U64,
                    .usable_bytes = 31138512896,
                    .swap_total_bytes = 0,
                    .swap_free_bytes = 0,
                    .dirty_bytes = 1228800,
                    .huge_pages = "madvise",
                    .huge_page_bytes = 2097152,
                    .huge_pages_free = 0,
                    .nodes = 1 },
        .limits = { .cgroup = "v2",
                    .open_files = 1024,
                    .file_bytes = UNKNOWN_U64,
                    .locked_bytes = 8388608 },
        .disks = disks,
        .disk_count = SAMPLE_COUNT(disks),
    };
    sample_cpu(arena, &host->cpu);
}

static struct result_target *sample_target(struct arena *arena)
{
    static struct host_layer stack[] = {
        { "ext4", "filesystem", "mounted at /var/lib/node", NULL },
        { "dm-0", "lvm", "data-node", "253:0" },
        { "vdb", "disk", NULL, "254:16" },
    };
    static const char *leaves[] = { "254:16" };
    static struct result_mark marks[] = {
        { "limited", "An I/O limit applies to this device: 24,000 reads/s. The "
                     "figures show the limit, not the drive." },
    };
    struct result_target *target = ARENA_NEW(arena, struct result_target);

    *target = (struct result_target){
        .mount = { .path = "/var/lib/node",
                   .mount_point = "/var/lib/node",
                   .filesystem = "ext4",
                   .source = "/dev/mapper/data-node",
                   .mount_options = "rw,relatime",
                   .stack = stack,
                   .stack_count = SAMPLE_COUNT(stack),
                   .leaves = leaves,
                   .leaf_count = 1,
                   .memory = FACT_NO,
                   .network = FACT_NO,
                   .fuse = FACT_NO,
                   .compressed = FACT_NO,
                   .rotational = FACT_NO,
                   .write_cache = "write through",
                   .free_bytes = 812345679872,
                   .size_bytes = 1081101176832 },
        .direct = "direct",
        .direct_reason = "the device read what was asked for",
        .engine = "io_uring",
        .file_bytes = 4294967296,
        .fill_rate = 812e6,
        .device_read_bytes = 9876543210,
        .device_written_bytes = 7654321098,
        .own_read_bytes = 9871000000,
        .own_written_bytes = 7411000000,
        .marks = marks,
        .mark_count = SAMPLE_COUNT(marks),
    };
    return target;
}

static struct document *sample_document(struct arena *arena)
{
    static const char *command[] = { "assay",       "check",  "polkadot",
                                     "etcd",        "--role", "validator",
                                     "cockroachdb", "-d",     "/var/lib/node" };
    struct document *d = ARENA_NEW(arena, struct document);
    struct sampler s = { arena, d, 20260131 };

    document_init(d);
    d->run_id = "01hnfz3k6v5w9";
    d->assay_version = "0.1.0";
    d->assay_commit = "0123456789ab";
    d->command = command;
    d->command_count = SAMPLE_COUNT(command);
    d->started = "2026-01-31T12:00:00Z";
    d->elapsed_s = 58.4;
    d->complete = true;
    d->seed = 1;
    sample_host(arena, &d->host);
    d->targets = sample_target(arena);
    d->target_count = 1;
    d->conditions =
        (struct result_conditions){ .steal_share = 0.0041,
                                    .other_cpu_share = 0.012,
                                    .load = 0.34,
                                    .psi_cpu = 0.011,
                                    .psi_io = 0.002,
                                    .psi_memory = 0,
                                    .clock_source = "kvm-clock",
                                    .clock_read_ns = 21.4,
                                    .clock_step_ns = 20,
                                    .thp = "madvise",
                                    .libc = "glibc 2.36",
                                    .memcpy_streaming_bytes = 25165824,
                                    .throttled_share = 0 };
    d->results = ARENA_ARRAY(arena, struct result, 48);
    sample_cpu_results(&s);
    sample_os_results(&s);
    sample_memory_results(&s);
    sample_disk_results(&s);
    sampler_missing(&s, "disk.mixed.75-25.4k", "Mixed 4 KiB, 75/25", "disk",
                    "ops/s", "skipped", "budget: 60 s do not fit it");
    sampler_missing(&s, "disk.fsync.overwrite", "Durable overwrite", "disk",
                    "ops/s", "failed", "cannot write: Input/output error");
    d->verdicts = sample_verdicts(arena);
    d->verdict_count = 3;
    return d;
}

#endif
