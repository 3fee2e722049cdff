/* What the CPU calls itself. */
#ifndef ASSAY_HOST_CPU_MODEL_H
#define ASSAY_HOST_CPU_MODEL_H

struct arena;
struct cpuinfo;
struct host_cpu;
struct smbios;
struct sysroot;

/* Fills architecture, model, bios_model, vendor, microcode and flags. */
void cpu_model_read(const struct sysroot *root, const struct cpuinfo *info,
                    const struct smbios *smbios, struct arena *arena,
                    struct host_cpu *cpu);

#endif
