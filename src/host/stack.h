/* The layers between a file system and the hardware. */
#ifndef ASSAY_HOST_STACK_H
#define ASSAY_HOST_STACK_H

struct arena;
struct host_mount;
struct mount_entry;
struct mountinfo;
struct sysroot;

/* Fills stack, leaves and all that follows from them: memory, network, fuse,
 * compressed, rotational, write_cache and burst.
 *
 * Overlays and loop devices are followed through the mount table to the file
 * system that holds their bytes; btrfs, whose device number names no device,
 * through /sys/fs/btrfs; everything else through /sys/dev/block. What a container
 * hides ends the stack, with the reason as the last layer's detail. */
void stack_read(const struct sysroot *root, const struct mountinfo *mounts,
                const struct mount_entry *entry, struct arena *arena,
                struct host_mount *mount);

/* The same from a block device on, such as "254:0"; one that has no leaves below it (a RAM
 * disk) is its own. */
void stack_read_device(const struct sysroot *root,
                       const struct mountinfo *mounts, const char *number,
                       struct arena *arena, struct host_mount *mount);

#endif
