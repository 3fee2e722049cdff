#include "host/burst.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "host/block_device.h"
#include "host/sysroot.h"

static const char amazon[] =
    "Amazon EBS volume: small gp2, st1 and sc1 volumes "
    "and small instances burst on credits; sustained rate not measured";
static const char azure[] = "Azure managed disk: small disks burst on credits; "
                            "sustained rate not measured";
static const char google[] =
    "Google persistent disk: the rate depends on size and "
    "machine type and may burst; sustained rate not measured";

static const struct {
    const char *model; /* begins with */
    const char *note;
} by_model[] = {
    { "Amazon Elastic Block Store", amazon },
    { "MSFT NVMe Accelerator", azure },
    { "Google PersistentDisk", google },
    { "nvme_card-pd", google },
};

const char *burst_note(const struct sysroot *root,
                       const struct block_device *device, struct arena *arena)
{
    const char *vendor =
        sysroot_line(root, arena, "/sys/class/dmi/id/sys_vendor");
    const char *bios =
        sysroot_line(root, arena, "/sys/class/dmi/id/bios_version");

    for (size_t i = 0; i < sizeof(by_model) / sizeof(by_model[0]); i++)
        if (device->model != NULL &&
            text_starts(device->model, by_model[i].model))
            return by_model[i].note;
    /* Disks whose model is the hypervisor's: then the machine tells the cloud. */
    if (text_starts(device->name, "xvd") && bios != NULL &&
        strstr(bios, "amazon") != NULL)
        return amazon;
    if (text_starts(device->name, "sd") && vendor != NULL &&
        device->model != NULL &&
        strcmp(device->model, "Msft Virtual Disk") == 0 &&
        strcmp(vendor, "Microsoft Corporation") == 0)
        return azure;
    return NULL;
}

bool burst_machine(const char *product)
{
    static const char *const families[] = { "t1.", "t2.", "t3.", "t3a.",
                                            "t4g." };
    static const char cloud[] = "Amazon EC2 ";

    if (product == NULL || !text_starts(product, cloud))
        return false;
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
        if (text_starts(product + sizeof(cloud) - 1, families[i]))
            return true;
    return false;
}
