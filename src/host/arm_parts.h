/* Names of ARM cores: such CPUs tell numbers, not a text. */
#ifndef ASSAY_HOST_ARM_PARTS_H
#define ASSAY_HOST_ARM_PARTS_H

#include <stdint.h>

/* The company behind an implementer code, such as "ARM"; NULL when unknown. */
const char *arm_implementer(uint64_t implementer);

/* The name of a core, such as "Cortex-A76"; NULL when unknown.
 * Source: the MIDR_EL1 values in ARM's and the makers' reference manuals. */
const char *arm_part(uint64_t implementer, uint64_t part);

#endif
