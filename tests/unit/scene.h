/* A document of one result, made to be judged. */
#ifndef ASSAY_TESTS_SCENE_H
#define ASSAY_TESTS_SCENE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/unknown.h"
#include "judge/profile.h"
#include "judge/verdict.h"
#include "result/result.h"

static struct arena arena;

/* A document of one result, with one directory tested. */
struct scene {
    struct document document;
    struct result result;
    struct result_target target;
    struct result_latency latency;
    struct result_bucket buckets[4];
    struct result_mark mark;
    struct sample samples[31];
};

static inline struct scene *scene_new(const char *id, const char *resource,
                                      const char *unit)
{
    struct scene *s = ARENA_NEW(&arena, struct scene);

    document_init(&s->document);
    s->document.results = &s->result;
    s->document.result_count = 1;
    s->document.targets = &s->target;
    s->document.target_count = 1;
    s->document.host.cpu.usable_cpus = 4;
    s->document.host.cpu.cores = 4;
    s->document.host.cpu.threads_per_core = 1;
    s->target.mount.path = "/data";
    s->target.direct = "direct";
    s->result.id = id;
    s->result.title = "Some benchmark";
    s->result.resource = resource;
    s->result.unit = unit;
    s->result.better = "higher";
    s->result.status = "ok";
    s->result.workers = 1;
    s->result.n = 7;
    s->result.per_cpu_second = UNKNOWN_DOUBLE;
    s->result.guard_band = 0;
    s->result.samples = s->samples;
    s->result.sample_count = 7;
    for (size_t i = 0; i < 31; i++)
        s->samples[i] = (struct sample){ .round = i + 1,
                                         .ops = 100,
                                         .bytes = 100,
                                         .wall_ns = 1000000000,
                                         .cpu_ns = 1000000000 };
    return s;
}

static inline struct profile profile_of(const char *requirements)
{
    struct profile profile;
    struct err err;
    const char *text = arena_printf(
        &arena,
        "{\"schema\": \"assay.profile/1\", \"roles\": [\"a\", \"b\"], "
        "\"requirements\": [%s]}",
        requirements);

    if (profile_parse(text, strlen(text), "test", &arena, &profile, &err) < 0)
        fail_msg("%s", err.text);
    return profile;
}

static inline struct result_verdict judge(const struct scene *scene,
                                          const char *requirements)
{
    struct profile profile = profile_of(requirements);
    struct judge_options options = { .tolerance = UNKNOWN_DOUBLE };
    struct result_verdict verdict;

    verdict_judge(&scene->document, &profile, &options, &arena, &verdict);
    return verdict;
}

#endif
