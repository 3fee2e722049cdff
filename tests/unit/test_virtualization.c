/* Which hypervisor and which container, by the few files that tell each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "host/host.h"
#include "host/sysroot.h"
#include "host_tree.h"

#define X86 "/proc/cpuinfo:\n\tprocessor : 0\n\tflags : fpu tsc sse2\n"
#define GUEST "/proc/cpuinfo:\n\tprocessor : 0\n\tflags : fpu tsc hypervisor\n"
#define ARM                                                                    \
    "/proc/cpuinfo:\n\tprocessor : 0\n\tCPU implementer : 0x41\n"              \
    "\tCPU part : 0xd0c\n\tFeatures : fp asimd\n"
#define DMI(vendor, product)                                                   \
    "/sys/class/dmi/id/sys_vendor = " vendor "\n"                              \
    "/sys/class/dmi/id/product_name = " product "\n"
#define CLOCKS "/sys/devices/system/clocksource/clocksource0/"
#define OWN_PIDS "/proc/self/ns/pid -> pid:[4026532500]\n"
#define ALL_PIDS "/proc/self/ns/pid -> pid:[4026531836]\n"
#define OVERLAY                                                                \
    "/proc/self/mountinfo:\n\t30 1 0:60 / / rw - overlay overlay rw\n"

static const struct {
    const char *tree;
    const char *virtualization; /* NULL: cannot tell */
    const char *container;
} cases[] = {
    { "/x/\n", NULL, NULL },
    { X86 ALL_PIDS, "none", "none" },
    { GUEST ALL_PIDS, "other", "none" },
    { ARM ALL_PIDS, NULL, "none" },
    { ARM DMI("Ampere", "Mt. Jade"), "none", NULL },
    { ARM "/proc/device-tree/model = Board\n", "none", NULL },
    { ARM "/proc/device-tree/compatible = linux,dummy-virt\n", "qemu", NULL },
    { ARM "/proc/device-tree/hypervisor/compatible = linux,kvm\n", "kvm", NULL },
    { ARM DMI("QEMU", "KVM Virtual Machine"), "kvm", NULL },
    { ARM DMI("Amazon EC2", "c6g.metal"), "none", NULL },
    { ARM DMI("Amazon EC2", "c6g.large"), "kvm", NULL },
    { GUEST DMI("QEMU", "Standard PC (Q35 + ICH9, 2009)"), "qemu", NULL },
    { GUEST DMI("Google", "Google Compute Engine"), "kvm", NULL },
    { GUEST DMI("VMware, Inc.", "VMware7,1"), "vmware", NULL },
    { GUEST DMI("innotek GmbH", "VirtualBox"), "virtualbox", NULL },
    { GUEST DMI("Microsoft Corporation", "Virtual Machine"), "hyper-v", NULL },
    { X86 DMI("Microsoft Corporation", "Surface Book"), "none", NULL },
    { GUEST DMI("Parallels International GmbH.", "Parallels"), "parallels",
      NULL },
    { GUEST DMI("Apple Inc.", "Apple Virtualization Generic Platform"), "apple",
      NULL },
    { GUEST CLOCKS "available_clocksource = tsc kvm-clock\n", "kvm", NULL },
    /* QEMU's firmware, but its own processors are KVM's. */
    { GUEST DMI("QEMU", "Standard PC") CLOCKS
      "available_clocksource = kvm-clock tsc\n",
      "kvm", NULL },
    /* A guest of Xen that shows Hyper-V's interface is still one of Xen. */
    { GUEST "/sys/hypervisor/type = xen\n" CLOCKS
            "available_clocksource = hyperv_clocksource_tsc_page\n",
      "xen", NULL },
    { GUEST "/proc/xen/capabilities:\n", "xen", NULL },
    { "/proc/cpuinfo:\n\tvendor_id : User Mode Linux\n\tprocessor : 0\n", "uml",
      NULL },

    /* Docker, with and without a system manager inside. */
    { X86 OWN_PIDS "/.dockerenv:\n", "none", "docker" },
    { X86 ALL_PIDS "/.dockerenv:\n", "none", "none" }, /* an image's leftover */
    { X86 ALL_PIDS OVERLAY "/.dockerenv:\n", "none", "docker" },
    { X86 OWN_PIDS "/proc/self/cgroup:\n\t4:cpu:/docker/0123\n", "none",
      "docker" },
    { X86 OWN_PIDS "/proc/self/cgroup:\n"
                   "\t0::/system.slice/docker-0123.scope\n",
      "none", "docker" },
    { X86 OWN_PIDS "/run/.containerenv:\n", "none", "podman" },
    { X86 OWN_PIDS "/proc/1/environ: hex\n"
                   "\t413d6200636f6e7461696e65723d6c786300433d6400\n",
      "none", "lxc" },
    { X86 OWN_PIDS "/proc/1/environ = xcontainer=lxc\n", "none", "other" },
    { X86 OWN_PIDS "/run/systemd/container = systemd-nspawn\n", "none",
      "systemd-nspawn" },
    { X86 OWN_PIDS "/.dockerenv:\n/run/secrets/kubernetes.io/\n", "none",
      "kubernetes" },
    { X86 OWN_PIDS "/proc/self/environ = KUBERNETES_SERVICE_HOST=10.0.0.1\n",
      "none", "kubernetes" },
    { X86 OWN_PIDS "/proc/self/cgroup:\n\t4:cpu:/kubepods/besteffort/podX\n",
      "none", "kubernetes" },
    { GUEST ALL_PIDS "/proc/sys/kernel/osrelease = 5.15.1-microsoft-standard-"
                     "WSL2\n",
      "hyper-v", "wsl" },
    { X86 ALL_PIDS "/proc/sys/kernel/osrelease = 4.4.0-19041-Microsoft\n",
      "none", "wsl" },
    { X86 "/proc/vz/\n", "none", "openvz" },
    { X86 "/proc/vz/\n/proc/bc/\n" ALL_PIDS, "none", "none" }, /* its host */
    { X86 OWN_PIDS, "none", "other" },
};

static const char *said(const char *text)
{
    return text != NULL ? text : "cannot tell";
}

static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sysroot root;
        struct arena arena;
        struct host host;
        struct err err;
        char *folder;
        arena_init(&arena);
        folder = tree_new_folder(&arena);
        tree_unpack_text(&arena, arena_strdup(&arena, cases[i].tree), folder);
        assert_int_equal(sysroot_open(folder, &root, &err), 0);
        assert_int_equal(host_read(&root, &arena, &host, &err), 0);
        sysroot_release(&root);
        tree_remove(folder);
        if (strcmp(said(host.virtualization), said(cases[i].virtualization)) !=
                0 ||
            strcmp(said(host.container), said(cases[i].container)) != 0)
            fail_msg("case %zu: %s, %s\n%s", i, said(host.virtualization),
                     said(host.container), cases[i].tree);
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_names) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
