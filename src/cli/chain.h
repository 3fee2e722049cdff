/* Which requirements a `--chain` of the machine benchmark means. */
#ifndef ASSAY_CLI_CHAIN_H
#define ASSAY_CLI_CHAIN_H

struct arena;
struct err;
struct profile;

/* Finds the requirements of a chain: by its id, by a profile's name, or by a file,
 * which is a requirement file, a profile, or a chain specification whose `id` is
 * looked up. Fails with ERR_USAGE when the chain is not known, listing those that
 * are, and with ERR_DATA when a file cannot be understood. */
int chain_requirements(const char *chain, struct arena *arena,
                       struct profile *ret_profile, struct err *err);

#endif
