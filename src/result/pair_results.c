#include "result/pair_results.h"

#include "base/arena.h"
#include "base/units.h"
#include "base/unknown.h"
#include "host/host.h"
#include "measure/pairs.h"
#include "measure/triples.h"
#include "result/result.h"

static const char *sharing_word(enum sharing sharing)
{
    static const char *const words[] = {
        [SHARING_UNKNOWN] = NULL,
        [SHARING_NOTHING] = "nothing",
        [SHARING_CORE] = "core",
        [SHARING_THREAD] = "thread",
    };

    return words[sharing];
}

static void set_pair(const struct pair *pair, const struct cpu_list *usable,
                     struct result_pair *ret_pair)
{
    pair_init(ret_pair);
    ret_pair->a = usable->numbers[pair->a];
    ret_pair->b = usable->numbers[pair->b];
    ret_pair->throughput = pair->wide.median;
    ret_pair->throughput_low = pair->wide.low;
    ret_pair->throughput_high = pair->wide.high;
    ret_pair->latency = pair->chain.median;
    ret_pair->latency_low = pair->chain.low;
    ret_pair->latency_high = pair->chain.high;
    ret_pair->n = pair->wide.n;
    ret_pair->sharing = sharing_word(pair->sharing);
}

static void set_score(const struct slowdown *wide, struct result *result)
{
    if (!known_double(wide->median) || wide->median <= result->score)
        return;
    result->score = wide->median;
    result->median = wide->median;
    result->min = wide->low;
    result->max = wide->high;
    result->n = wide->n;
}

void pair_results_set(const struct step_run *step_run,
                      const struct host_cpu *cpu, struct arena *arena,
                      struct result *result)
{
    struct triple *triples;
    size_t count = triples_list(step_run, arena, &triples);
    struct pairs pairs = pairs_judge(triples, count, cpu->usable.count, arena);

    result->unit = unit_name(UNIT_RATIO);
    result->better = "lower";
    result->workers = 2;
    result->pairs = ARENA_ARRAY(arena, struct result_pair, pairs.count);
    result->pair_count = pairs.count;
    for (size_t i = 0; i < pairs.count; i++) {
        set_pair(&pairs.pairs[i], &cpu->usable, &result->pairs[i]);
        set_score(&pairs.pairs[i].wide, result);
    }
    result->conclusion =
        pairs_conclude(&pairs, cpu->usable.count, cpu->cores, arena);
}
