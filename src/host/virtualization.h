/* Whether this is a virtual machine, and of which kind. */
#ifndef ASSAY_HOST_VIRTUALIZATION_H
#define ASSAY_HOST_VIRTUALIZATION_H

struct arena;
struct cpuinfo;
struct sysroot;

/* "kvm", "qemu", "xen", "vmware", "hyper-v", "virtualbox", ...; "other" when a
 * hypervisor shows itself but not its name; "none" when this is known to be
 * bare metal; NULL when it cannot be told.
 *
 * Xen is asked for first, since its guests may also look like Hyper-V; then the
 * CPU, the clocks on offer, the firmware's texts and the device tree. */
const char *virtualization_read(const struct sysroot *root,
                                const struct cpuinfo *info, struct arena *arena);

#endif
