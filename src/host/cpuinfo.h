/* /proc/cpuinfo as a table, whatever the architecture calls its fields. */
#ifndef ASSAY_HOST_CPUINFO_H
#define ASSAY_HOST_CPUINFO_H

#include <stddef.h>
#include <stdint.h>

struct arena;

struct cpuinfo_cpu {
    uint64_t number;
    uint64_t socket; /* x86 "physical id"; UNKNOWN_U64: not told, as below */
    uint64_t core;   /* x86 "core id": unique in a socket, with gaps */
    uint64_t implementer; /* ARM */
    uint64_t part;        /* ARM */
};

struct cpuinfo {
    struct cpuinfo_cpu *cpus; /* in the order of the file */
    size_t count;
    const char *vendor; /* strings are NULL when not told */
    const char *model;
    const char *microcode;
    const char *flags; /* the first CPU's: "fpu vme ..." */
};

/* Takes a text apart. Never fails: what is not understood is left out. Knows the
 * words of x86, ARM, POWER, s390, RISC-V and LoongArch. */
void cpuinfo_parse(const char *text, struct arena *arena,
                   struct cpuinfo *ret_info);

#endif
