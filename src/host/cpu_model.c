#include "host/cpu_model.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "host/arm_parts.h"
#include "host/cpuid.h"
#include "host/cpuinfo.h"
#include "host/host.h"
#include "host/smbios.h"
#include "host/sysroot.h"

/* The flags that change how fast everyday work runs, or how well time is told. */
static const char *const flags_that_matter[] = {
    /* x86 */
    "sse4_2",
    "popcnt",
    "avx",
    "avx2",
    "fma",
    "bmi2",
    "adx",
    "aes",
    "vaes",
    "pclmulqdq",
    "vpclmulqdq",
    "sha_ni",
    "gfni",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512ifma",
    "avx512_vnni",
    "avx_vnni",
    "amx_tile",
    "erms",
    "fsrm",
    "clwb",
    "rdrand",
    "constant_tsc",
    "nonstop_tsc",
    "hypervisor",
    /* ARM */
    "neon",
    "asimd",
    "pmull",
    "sha1",
    "sha2",
    "sha3",
    "sha512",
    "crc32",
    "atomics",
    "asimddp",
    "i8mm",
    "bf16",
    "sve",
    "sve2",
    "dcpop",
    /* POWER, s390 */
    "vx",
    "vxe",
};

struct kind_count {
    uint64_t implementer;
    uint64_t part;
    size_t count;
};

enum { KINDS = 8 }; /* of cores in one machine; three are known */

static size_t count_kinds(const struct cpuinfo *info,
                          struct kind_count kinds[KINDS])
{
    size_t count = 0;

    for (size_t i = 0; i < info->count; i++) {
        const struct cpuinfo_cpu *cpu = &info->cpus[i];
        size_t k = 0;
        if (!known_u64(cpu->implementer) || !known_u64(cpu->part))
            continue;
        while (k < count && (kinds[k].implementer != cpu->implementer ||
                             kinds[k].part != cpu->part))
            k++;
        if (k == KINDS)
            continue;
        if (k == count)
            kinds[count++] =
                (struct kind_count){ cpu->implementer, cpu->part, 0 };
        kinds[k].count++;
    }
    return count;
}

static void add_part_name(struct text *text, const struct kind_count *kind)
{
    const char *part = arm_part(kind->implementer, kind->part);
    const char *maker = arm_implementer(kind->implementer);

    if (part != NULL && kind->implementer == 0x41)
        text_add(text, part); /* ARM's names are known without the company's */
    else if (part != NULL && maker != NULL && !text_starts(part, maker))
        text_printf(text, "%s %s", maker, part);
    else if (part != NULL)
        text_add(text, part);
    else if (maker != NULL)
        text_printf(text, "%s part 0x%03jx", maker, (uintmax_t)kind->part);
    else
        text_printf(text, "ARM implementer 0x%02jx part 0x%03jx",
                    (uintmax_t)kind->implementer, (uintmax_t)kind->part);
}

/* "Neoverse-N1", "4x Cortex-A76 + 4x Cortex-A55"; NULL without part numbers. */
static char *arm_model(const struct cpuinfo *info, struct arena *arena)
{
    struct kind_count kinds[KINDS];
    size_t count = count_kinds(info, kinds);
    struct text text;

    if (count == 0)
        return NULL;
    text_init(&text, arena);
    for (size_t k = 0; k < count; k++) {
        if (k > 0)
            text_add(&text, " + ");
        if (count > 1)
            text_printf(&text, "%zux ", kinds[k].count);
        add_part_name(&text, &kinds[k]);
    }
    return text.bytes;
}

/* ARM kernels put "ARMv8 Processor rev 1 (v8l)" there, which names no model. */
static bool names_a_model(const char *model)
{
    return model != NULL && strcmp(model, "-") != 0 &&
           strcmp(model, "unknown") != 0 && !text_starts(model, "ARMv");
}

static const char *pick_model(const struct sysroot *root,
                              const struct cpuinfo *info, struct arena *arena)
{
    const char *model = arm_model(info, arena);

    if (model == NULL && names_a_model(info->model))
        model = arena_strdup(arena, info->model);
    if (model == NULL && root->live)
        model = cpuid_brand(arena);
    if (model == NULL)
        model = arena_strdup(arena, info->model);
    return model;
}

/* As lscpu's "BIOS Model name": the firmware's text, family and clock. */
static char *bios_model(const struct smbios *smbios, struct arena *arena)
{
    struct text text;

    if (smbios->processor_version == NULL)
        return NULL;
    text_init(&text, arena);
    text_add(&text, smbios->processor_version);
    if (smbios->processor_family != NULL &&
        strstr(smbios->processor_version, smbios->processor_family) == NULL)
        text_printf(&text, " (%s)", smbios->processor_family);
    if (known_u64(smbios->processor_mhz) &&
        strchr(smbios->processor_version, '@') == NULL)
        text_printf(&text, " CPU @ %.1fGHz",
                    (double)smbios->processor_mhz / 1000);
    return text.bytes;
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') &&
            (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static void pick_flags(const char *flags, struct arena *arena,
                       struct host_cpu *cpu)
{
    const size_t most =
        sizeof(flags_that_matter) / sizeof(flags_that_matter[0]);

    cpu->flags = ARENA_ARRAY(arena, const char *, most);
    for (size_t i = 0; flags != NULL && i < most; i++)
        if (has_word(flags, flags_that_matter[i]))
            cpu->flags[cpu->flag_count++] = flags_that_matter[i];
}

static const char *architecture(const struct sysroot *root, struct arena *arena)
{
    struct utsname name;

    if (root->live && uname(&name) == 0)
        return arena_strdup(arena, name.machine);
    return sysroot_line(root, arena, "/proc/sys/kernel/arch");
}

void cpu_model_read(const struct sysroot *root, const struct cpuinfo *info,
                    const struct smbios *smbios, struct arena *arena,
                    struct host_cpu *cpu)
{
    cpu->architecture = architecture(root, arena);
    cpu->model = pick_model(root, info, arena);
    cpu->bios_model = bios_model(smbios, arena);
    cpu->vendor = arena_strdup(arena, info->vendor);
    if (cpu->vendor == NULL && info->count > 0 &&
        known_u64(info->cpus[0].implementer))
        cpu->vendor = arm_implementer(info->cpus[0].implementer);
    cpu->microcode = arena_strdup(arena, info->microcode);
    pick_flags(info->flags, arena, cpu);
    cpu->all_flags = arena_strdup(arena, info->flags);
}
