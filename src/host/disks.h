/* The disks of this machine. */
#ifndef ASSAY_HOST_DISKS_H
#define ASSAY_HOST_DISKS_H

#include <stdbool.h>

struct arena;
struct host;
struct sysroot;

/* Fills `disks`: every whole disk of some size, whatever drives it; neither parts
 * of disks nor what is built on them (md, dm, loop), nor memory (ram, zram), nor
 * drives for discs and floppies, nor the hidden single paths of a multipath NVMe
 * disk. Needs /sys. */
void disks_read(const struct sysroot *root, struct arena *arena,
                struct host *host);

/* The bus of a disk by its name and its folder in /sys, such as "nvme". */
const char *disk_bus(const char *name, const char *folder);

/* The word in brackets in a disk's queue/scheduler; the whole line without any. */
char *disk_scheduler(const char *line, struct arena *arena);

#endif
