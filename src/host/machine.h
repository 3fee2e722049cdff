/* The names of the machine and of what runs on it. */
#ifndef ASSAY_HOST_MACHINE_H
#define ASSAY_HOST_MACHINE_H

struct arena;
struct host;
struct sysroot;

/* Fills name, id, kernel, os, product, boot_id and clock_source.
 *
 * The id is the first half of SHA-256 over a salt of ours and /etc/machine-id, so that
 * a machine is recognised again but its machine id, which is confidential, cannot be
 * found from ours. Source: machine-id(5), which asks for exactly that. */
void machine_read(const struct sysroot *root, struct arena *arena,
                  struct host *host);

#endif
