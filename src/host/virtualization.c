#include "host/virtualization.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "host/cpuid.h"
#include "host/cpuinfo.h"
#include "host/sysroot.h"

struct sign {
    const char *text; /* what the source begins with, or holds */
    const char *name; /* our word */
};

static const struct sign cpuid_signs[] = {
    { "KVMKVMKVM", "kvm" },          { "Linux KVM Hv", "kvm" },
    { "TCGTCGTCGTCG", "qemu" },      { "VMwareVMware", "vmware" },
    { "Microsoft Hv", "hyper-v" },   { "XenVMMXenVMM", "xen" },
    { "bhyve bhyve ", "bhyve" },     { "VBoxVBoxVBox", "virtualbox" },
    { " lrpepyh  vr", "parallels" }, { "prl hyperv", "parallels" },
    { "ACRNACRNACRN", "acrn" },      { "QNXQVMBSQG", "qnx" },
};

/* Order matters: a firm's name comes after its products that say more. */
static const struct sign firmware_signs[] = {
    { "KVM", "kvm" },
    { "OpenStack", "kvm" },
    { "KubeVirt", "kvm" },
    { "oVirt", "kvm" },
    { "RHEV", "kvm" },
    { "Google Compute Engine", "kvm" },
    { "Amazon EC2", "kvm" },
    { "DigitalOcean", "kvm" },
    { "Alibaba Cloud ECS", "kvm" },
    { "Hetzner vServer", "kvm" },
    { "QEMU", "qemu" },
    { "VMware", "vmware" },
    { "VMW", "vmware" },
    { "innotek GmbH", "virtualbox" },
    { "VirtualBox", "virtualbox" },
    { "Xen", "xen" },
    { "Bochs", "bochs" },
    { "Parallels", "parallels" },
    { "BHYVE", "bhyve" },
    { "Hyper-V", "hyper-v" },
    { "Apple Virtualization", "apple" },
};

static const char *find_sign(const struct sign *signs, size_t count,
                             const char *text)
{
    for (size_t i = 0; text != NULL && i < count; i++)
        if (text_starts(text, signs[i].text))
            return signs[i].name;
    return NULL;
}

static bool is_xen(const struct sysroot *root, struct arena *arena)
{
    const char *type = sysroot_line(root, arena, "/sys/hypervisor/type");

    return (type != NULL && strcmp(type, "xen") == 0) ||
           sysroot_exists(root, "/proc/xen/capabilities");
}

static const char *from_cpuid(const struct sysroot *root, struct arena *arena)
{
    const char *signature = root->live ? cpuid_hypervisor(arena) : NULL;

    return find_sign(cpuid_signs, sizeof(cpuid_signs) / sizeof(cpuid_signs[0]),
                     signature);
}

/* The products that have no hypervisor under them: "c6g.metal". */
static bool is_metal(const char *product)
{
    return product != NULL && strstr(product, ".metal") != NULL;
}

static const char *from_firmware(const struct sysroot *root,
                                 struct arena *arena, bool *ret_told)
{
    static const char *const files[] = { "product_name", "sys_vendor",
                                         "board_vendor", "bios_vendor",
                                         "product_version" };
    const char *product =
        sysroot_line(root, arena, "/sys/class/dmi/id/product_name");
    const char *vendor =
        sysroot_line(root, arena, "/sys/class/dmi/id/sys_vendor");

    *ret_told = product != NULL || vendor != NULL;
    if (is_metal(product))
        return NULL;
    if (product != NULL && vendor != NULL &&
        strcmp(vendor, "Microsoft Corporation") == 0 &&
        strcmp(product, "Virtual Machine") == 0)
        return "hyper-v";
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        const char *name = find_sign(
            firmware_signs, sizeof(firmware_signs) / sizeof(firmware_signs[0]),
            sysroot_line(root, arena, "/sys/class/dmi/id/%s", files[i]));
        if (name != NULL)
            return name;
    }
    return NULL;
}

static const char *from_device_tree(const struct sysroot *root,
                                    struct arena *arena)
{
    const char *compatible =
        sysroot_line(root, arena, "/proc/device-tree/hypervisor/compatible");
    const char *model =
        sysroot_line(root, arena, "/proc/device-tree/compatible");

    if (compatible != NULL)
        return strstr(compatible, "kvm") != NULL      ? "kvm"
               : strstr(compatible, "xen") != NULL    ? "xen"
               : strstr(compatible, "vmware") != NULL ? "vmware"
                                                      : "other";
    if (model != NULL && text_starts(model, "linux,dummy-virt"))
        return "qemu";
    return NULL;
}

/* Each hypervisor offers its guests a clock of its own. */
static const char *from_clock(const struct sysroot *root, struct arena *arena)
{
    const char *clocks = sysroot_line(
        root, arena,
        "/sys/devices/system/clocksource/clocksource0/available_clocksource");

    if (clocks == NULL)
        return NULL;
    return strstr(clocks, "kvm-clock") != NULL      ? "kvm"
           : strstr(clocks, "hyperv_clock") != NULL ? "hyper-v"
           : strstr(clocks, "vmware") != NULL       ? "vmware"
                                                    : NULL;
}

static bool has_flag(const struct cpuinfo *info, const char *flag)
{
    const char *at = info->flags != NULL ? strstr(info->flags, flag) : NULL;

    return at != NULL;
}

/* Other kernels that run Linux programs, or Linux itself as a program. */
static const char *from_kernel(const struct sysroot *root,
                               const struct cpuinfo *info, struct arena *arena)
{
    const char *release =
        sysroot_line(root, arena, "/proc/sys/kernel/osrelease");

    if (info->vendor != NULL && strcmp(info->vendor, "User Mode Linux") == 0)
        return "uml";
    if (release != NULL && strstr(release, "WSL2") != NULL)
        return "hyper-v";
    if (info->vendor != NULL && text_starts(info->vendor, "IBM/S390"))
        return "lpar"; /* these machines have no bare mode any more */
    return NULL;
}

const char *virtualization_read(const struct sysroot *root,
                                const struct cpuinfo *info, struct arena *arena)
{
    bool firmware_told = false, flag = has_flag(info, "hypervisor"), x86;
    const char *name = is_xen(root, arena) ? "xen" : from_cpuid(root, arena);

    if (name == NULL)
        name = from_clock(root, arena);
    if (name == NULL)
        name = from_firmware(root, arena, &firmware_told);
    if (name == NULL)
        name = from_device_tree(root, arena);
    if (name == NULL)
        name = from_kernel(root, info, arena);
    if (name != NULL || flag)
        return name != NULL ? name : "other";
    /* Without any sign: x86 would have set the flag, and elsewhere firmware that
     * names a real machine settles it. */
    x86 = has_flag(info, "fpu") && has_flag(info, "tsc");
    if (x86 || firmware_told || sysroot_exists(root, "/proc/device-tree/model"))
        return "none";
    return NULL;
}
