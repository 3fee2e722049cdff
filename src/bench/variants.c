#include "bench/variants.h"

const struct bench_variant bench_one_and_all[] = {
    { .suffix = "", .tier = TIER_DETAIL, .scope = SCOPE_ONE },
    { .suffix = ".all",
      .aspect = ", all CPUs",
      .tier = TIER_DETAIL,
      .scope = SCOPE_ALL },
    { .suffix = NULL },
};
