/* Requirement files of Substrate nodes (`reference_hardware.json` and its kin), in
 * every form they have had: an array of objects with `metric` and `minimum`.
 *
 * `minimum` is a number of MiB/s, or, until October 2022, one tagged with its unit:
 * {"KiBs": 666.0}. The originals refuse whole numbers without a point and take no
 * notice of unknown keys; here the first are read and the second are warned of.
 * `validator_only` (in a draft of 2024 `check_on_rc_authority`) limits an entry to
 * the role "validator".
 * Source: paritytech/polkadot-sdk, substrate/client/sysinfo/src/sysinfo.rs and the
 * history of reference_hardware.json. */
#ifndef ASSAY_JUDGE_SUBSTRATE_H
#define ASSAY_JUDGE_SUBSTRATE_H

#include <jansson.h>

struct arena;
struct err;
struct profile;
struct requirement;

/* The tolerance of the original command where none is given. */
#define SUBSTRATE_TOLERANCE 0.10

/* Makes a profile of a requirement file's array. Roles are "full-node" and
 * "validator", the default, for which all entries hold. Fails with ERR_DATA and
 * the JSON path. */
int substrate_read(json_t *array, const char *name, struct arena *arena,
                   struct profile *ret_profile, struct err *err);

#endif
