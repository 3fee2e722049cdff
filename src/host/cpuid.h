/* What the CPUID instruction says: the CPU's brand text and the hypervisor's
 * signature. Only where there is such an instruction. */
#ifndef ASSAY_HOST_CPUID_H
#define ASSAY_HOST_CPUID_H

struct arena;

/* The brand text, trimmed; NULL when there is none. */
char *cpuid_brand(struct arena *arena);

/* The signature of the hypervisor, such as "KVMKVMKVM". A hypervisor that also
 * shows Hyper-V's interface puts its own signature behind that one; then this is
 * its own. NULL: no hypervisor bit, or no such instruction. */
char *cpuid_hypervisor(struct arena *arena);

#endif
