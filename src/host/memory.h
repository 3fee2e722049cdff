/* How much memory there is and how much of it this process may take. */
#ifndef ASSAY_HOST_MEMORY_H
#define ASSAY_HOST_MEMORY_H

struct arena;
struct cgroups;
struct host_memory;
struct smbios;
struct sysroot;

/* Fills all of `memory`.
 *
 * A group's limit counts where it is less than the machine has. What it leaves is
 * the limit less the usage, where file pages that the kernel would drop first
 * (inactive_file) do not count as used; the least over all groups up the tree. */
void memory_read(const struct sysroot *root, const struct cgroups *cgroups,
                 const struct smbios *smbios, struct arena *arena,
                 struct host_memory *memory);

#endif
