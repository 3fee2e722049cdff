/* The firmware's own list of parts (SMBIOS). It describes the box as sold, or what a
 * hypervisor makes up: names are worth showing, core counts are not to be believed. */
#ifndef ASSAY_HOST_SMBIOS_H
#define ASSAY_HOST_SMBIOS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct sysroot;

struct smbios {
    const char *processor_version; /* of the first populated socket; NULL: none */
    const char *processor_family; /* NULL: not told */
    uint64_t processor_mhz;       /* "current speed"; UNKNOWN_U64: not told */
    uint64_t memory_bytes; /* sum of the modules; UNKNOWN_U64: not told */
};

/* Takes a table apart (the entries, without the entry point). Never fails.
 * Source: DMTF DSP0134, structures 4 (processor) and 17 (memory device). */
void smbios_parse(const unsigned char *table, size_t length,
                  struct arena *arena, struct smbios *ret_facts);

/* Reads the table of this machine: usually root only; all unknown otherwise. */
void smbios_read(const struct sysroot *root, struct arena *arena,
                 struct smbios *ret_facts);

#endif
