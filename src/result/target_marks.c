#include "result/target_marks.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "result/result.h"

/* Metadata, journals and whatever a mounted system does now and then. */
static const uint64_t usual_extra_bytes = (uint64_t)256 << 20;

struct context {
    const struct document *document;
    const struct result_target *target;
};

static bool far_above(uint64_t device, uint64_t own, double factor)
{
    return known_u64(device) && known_u64(own) &&
           (double)device > (double)own * factor + (double)usual_extra_bytes;
}

/* File systems that copy on write or journal data write some things twice. */
static bool shared_disk(const struct context *c)
{
    const struct result_target *t = c->target;

    return far_above(t->device_read_bytes, t->own_read_bytes, 1.1) ||
           far_above(t->device_written_bytes, t->own_written_bytes, 2);
}

static bool cache_answered(const struct context *c)
{
    const struct result_target *t = c->target;

    return known_u64(t->device_read_bytes) && known_u64(t->own_read_bytes) &&
           (double)t->device_read_bytes < 0.9 * (double)t->own_read_bytes;
}

static const struct result *measured(const struct context *c, const char *id)
{
    const struct result *result =
        result_find(c->document, id, c->target->mount.path);

    return result != NULL && strcmp(result->status, "ok") == 0 &&
                   known_double(result->score) && result->score > 0 &&
                   result->latency != NULL && known_u64(result->latency->p50)
               ? result
               : NULL;
}

/* A disk that is busy has a median latency near the mean time between completions. Five
 * times quicker, and the time went by waiting for an allowance. */
static bool is_bucket(const struct result *one, const struct result *many)
{
    double between_ns;

    if (one == NULL || many == NULL)
        return false;
    between_ns = 1e9 / one->score;
    return many->score < 1.1 * one->score && many->score > 0.9 * one->score &&
           5 * (double)one->latency->p50 < between_ns;
}

static bool token_bucket(const struct context *c)
{
    return is_bucket(measured(c, "disk.read.4k.q1"),
                     measured(c, "disk.read.4k.q16")) ||
           is_bucket(measured(c, "disk.write.4k.q1"),
                     measured(c, "disk.write.4k.q16"));
}

static const struct {
    const char *id;
    bool (*holds)(const struct context *context);
    const char *advice;
} rules[] = {
    { "shared-disk", shared_disk,
      "the device moved clearly more than we asked for: other programs used "
      "it, or "
      "a layer below multiplies the writes" },
    { "cache-answered", cache_answered,
      "the device read less than we asked for: some reads were answered by a "
      "cache "
      "above it" },
    { "token-bucket", token_bucket,
      "single requests are quick and depth brings no more: a limit hands out "
      "operations by the second, whatever the disk could do" },
};

enum { RULES = sizeof(rules) / sizeof(rules[0]) };

void mark_targets(struct document *document, struct arena *arena)
{
    for (size_t i = 0; i < document->target_count; i++) {
        struct result_target *target = &document->targets[i];
        struct context context = { document, target };

        target->marks = ARENA_ARRAY(arena, struct result_mark, RULES);
        target->mark_count = 0;
        for (size_t r = 0; r < RULES; r++) {
            if (rules[r].holds(&context))
                target->marks[target->mark_count++] =
                    (struct result_mark){ rules[r].id, rules[r].advice };
        }
    }
}
