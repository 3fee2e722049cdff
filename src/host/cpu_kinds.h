/* Kinds of CPUs in one machine: performance and efficient cores, clusters. */
#ifndef ASSAY_HOST_CPU_KINDS_H
#define ASSAY_HOST_CPU_KINDS_H

#include <stddef.h>
#include <stdint.h>

struct host_cpu;

enum { HOST_KINDS_MOST = 8 };

/* Lists the kinds of the usable CPUs in the order of their first CPU; returns how many. No
 * kind at all counts as none: then all CPUs are alike. */
size_t host_kinds(const struct host_cpu *cpu,
                  const char *kinds[HOST_KINDS_MOST]);

/* How many usable CPUs are of a kind. */
uint64_t host_kind_count(const struct host_cpu *cpu, const char *kind);

/* Place in the list of usable CPUs of the `nth` (from 0) of a kind, NULL meaning any;
 * the number of usable CPUs when there are not so many. */
size_t host_kind_nth(const struct host_cpu *cpu, const char *kind, uint64_t nth);

#endif
