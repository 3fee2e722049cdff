#include "cli/chain.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/load.h"
#include "cli/profiles.h"
#include "judge/profile.h"
#include "judge/shipped.h"

/* Chains whose nodes carry the same requirements as Polkadot's: they are built from
 * one source, which passes one file whatever the chain. */
static const char *const polkadot_kin[] = {
    "dev",      "local", "kusama", "ksmcc3",       "westend",
    "westend2", "paseo", "rococo", "polkadot-dev", "polkadot-local",
};

static const char *profile_of_id(const char *id)
{
    for (size_t i = 0; i < sizeof(polkadot_kin) / sizeof(polkadot_kin[0]); i++) {
        if (strcmp(polkadot_kin[i], id) == 0)
            return "polkadot";
    }
    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        if (strcmp(s->name, id) == 0)
            return s->name;
    }
    return NULL;
}

static int unknown(const char *id, struct arena *arena, struct err *err)
{
    struct text known;

    text_init(&known, arena);
    for (const struct shipped_profile *s = shipped_profiles; s->name != NULL;
         s++) {
        if (text_starts(s->name, "polkadot"))
            text_printf(&known, "%s, ", s->name);
    }
    for (size_t i = 0; i < sizeof(polkadot_kin) / sizeof(polkadot_kin[0]); i++)
        text_printf(&known, "%s%s", i > 0 ? ", " : "", polkadot_kin[i]);
    return err_set(err, ERR_USAGE,
                   "unknown chain '%.60s'; known are %s; or give its "
                   "requirement file with --requirements",
                   id, known.bytes);
}

/* The `id` of a chain specification, or NULL when the text is something else. */
static const char *spec_id(const char *text, size_t length, struct arena *arena)
{
    json_t *root = json_loadb(text, length, 0, NULL);
    const json_t *id = json_object_get(root, "id");
    const char *found = NULL;

    if (json_is_string(id) && json_object_get(root, "requirements") == NULL)
        found = text_clean(arena, json_string_value(id));
    json_decref(root);
    return found;
}

static int from_file(const char *path, struct arena *arena,
                     struct profile *ret_profile, struct err *err)
{
    unsigned long length = 0;
    char *text = NULL;
    const char *id;
    const char *profile;

    if (load_text(path, arena, &text, &length, err) < 0)
        return -1;
    id = spec_id(text, length, arena);
    if (id == NULL)
        return profiles_load(path, arena, ret_profile, err);
    profile = profile_of_id(id);
    if (profile == NULL)
        return unknown(id, arena, err);
    return profiles_load(profile, arena, ret_profile, err);
}

int chain_requirements(const char *chain, struct arena *arena,
                       struct profile *ret_profile, struct err *err)
{
    const char *profile = profile_of_id(chain);

    if (profile != NULL)
        return profiles_load(profile, arena, ret_profile, err);
    if (access(chain, F_OK) == 0 || strpbrk(chain, "/.") != NULL)
        return from_file(chain, arena, ret_profile, err);
    return unknown(chain, arena, err);
}
