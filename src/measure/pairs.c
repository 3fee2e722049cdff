#include "measure/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"

/* Triples of a pair of few CPUs, with either loop. Of many CPUs most pairs share nothing,
 * and two triples that say so are enough: they would have to be wrong twice, in the
 * same direction, and noise mostly slows both loops down. */
enum { LEAST_TRIPLES = 6, LEAST_APART = 2, LEAST_WIDE = 5, LEAST_CHAIN = 3 };

/* Between these two a throughput-bound slowdown could be either. */
static const double apart_up_to = 1.15;
static const double core_from = 1.35;

/* Two latency-bound loops on one hardware thread take turns. */
static const double thread_from = 1.7;

/* The rates alone must be the same at both ends of the run. */
static const double drift_limit = 0.05;

/* Of the pairs, that may be told by their median alone. */
static const double leaning_limit = 0.10;

/* A triple, and the sum of its rates alone over the median of its pair and loop: CPUs
 * of several kinds then drift alike. */
struct rated {
    struct triple triple;
    double alone;
};

static int ascending(const void *x, const void *y)
{
    double a = *(const double *)x;
    double b = *(const double *)y;

    return (a > b) - (a < b);
}

static double percentile(const double *sorted, size_t n, double q)
{
    return sorted[(size_t)lround(q * (double)(n - 1))];
}

static bool is_whole(const struct triple *triple)
{
    return triple->alone_a > 0 && triple->alone_b > 0 && triple->both > 0;
}

static double slowdown(const struct triple *triple)
{
    return (triple->alone_a + triple->alone_b) / triple->both;
}

bool pairs_apart(const struct triple *triple)
{
    return slowdown(triple) <= apart_up_to;
}

/* Slowdowns of `count` triples of one pair and one loop. */
static struct slowdown slowdown_of(const struct rated *rated, size_t count,
                                   double *room)
{
    struct slowdown slow = { 0, UNKNOWN_DOUBLE, UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };

    for (size_t i = 0; i < count; i++) {
        const struct triple *t = &rated[i].triple;
        room[i] = slowdown(t);
    }
    if (count == 0)
        return slow;
    qsort(room, count, sizeof(*room), ascending);
    slow.n = count;
    slow.median = percentile(room, count, 0.5);
    slow.low = percentile(room, count, 0.1);
    slow.high = percentile(room, count, 0.9);
    return slow;
}

static void rate_alone(struct rated *rated, size_t count, double *room)
{
    double median;

    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        room[i] = rated[i].triple.alone_a + rated[i].triple.alone_b;
    qsort(room, count, sizeof(*room), ascending);
    median = percentile(room, count, 0.5);
    for (size_t i = 0; i < count; i++)
        rated[i].alone =
            (rated[i].triple.alone_a + rated[i].triple.alone_b) / median;
}

static bool is_few(const struct pair *pair)
{
    const struct slowdown *wide = &pair->wide;
    const struct slowdown *chain = &pair->chain;

    if (pair->why == PAIR_EVERY)
        return wide->n < LEAST_TRIPLES || chain->n < LEAST_TRIPLES;
    if (wide->median <= apart_up_to)
        return wide->n < LEAST_APART;
    return wide->n < LEAST_WIDE || chain->n < LEAST_CHAIN;
}

/* By the medians; where the middle four fifths of the triples say something else, the
 * pair only leans that way. */
static void judge_pair(struct pair *pair)
{
    const struct slowdown *wide = &pair->wide;
    const struct slowdown *chain = &pair->chain;

    pair->sharing = SHARING_UNKNOWN;
    if (is_few(pair))
        return;
    if (chain->median >= thread_from) {
        pair->sharing = SHARING_THREAD;
        pair->leaning = chain->low < core_from;
    } else if (chain->median >= core_from) {
        return; /* neither standing in line nor side by side */
    } else if (wide->median <= apart_up_to) {
        pair->sharing = SHARING_NOTHING;
        pair->leaning = wide->high >= core_from;
    } else if (wide->median >= core_from) {
        pair->sharing = SHARING_CORE;
        pair->leaning = wide->low <= apart_up_to;
    }
}

static int by_pair_and_loop(const void *x, const void *y)
{
    const struct triple *p = &((const struct rated *)x)->triple;
    const struct triple *q = &((const struct rated *)y)->triple;

    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return (int)p->chain - (int)q->chain;
}

/* As above, the undisturbed ones first. */
static int by_pair_loop_and_calm(const void *x, const void *y)
{
    const struct triple *p = &((const struct rated *)x)->triple;
    const struct triple *q = &((const struct rated *)y)->triple;
    int order = by_pair_and_loop(x, y);

    return order != 0 ? order : (int)p->disturbed - (int)q->disturbed;
}

static struct pair *pair_of(struct pairs *pairs, const struct triple *triple)
{
    struct pair *last =
        pairs->count > 0 ? &pairs->pairs[pairs->count - 1] : NULL;

    if (last == NULL || last->a != triple->a || last->b != triple->b) {
        last = &pairs->pairs[pairs->count++];
        *last = (struct pair){ triple->a, triple->b, .why = triple->why };
        last->wide = last->chain = slowdown_of(NULL, 0, NULL);
    }
    return last;
}

/* Sorts the triples and summarises the undisturbed ones of each pair and loop. A pair
 * that has none is listed all the same: it would be missed, not apart. */
static void list_pairs(struct rated *rated, size_t count, double *room,
                       struct pairs *pairs)
{
    size_t n;

    qsort(rated, count, sizeof(*rated), by_pair_loop_and_calm);
    for (size_t i = 0; i < count; i += n) {
        const struct triple *first = &rated[i].triple;
        struct pair *pair = pair_of(pairs, first);
        size_t calm = 0;

        for (n = 0;
             i + n < count && by_pair_and_loop(&rated[i], &rated[i + n]) == 0;
             n++)
            calm += !rated[i + n].triple.disturbed;
        *(first->chain ? &pair->chain : &pair->wide) =
            slowdown_of(&rated[i], calm, room);
        rate_alone(&rated[i], calm, room);
    }
    for (size_t i = 0; i < pairs->count; i++)
        judge_pair(&pairs->pairs[i]);
}

static double median_alone(const struct rated *rated, size_t count, double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = rated[i].alone;
    qsort(room, count, sizeof(*room), ascending);
    return percentile(room, count, 0.5);
}

static int by_loop_and_time(const void *x, const void *y)
{
    const struct triple *p = &((const struct rated *)x)->triple;
    const struct triple *q = &((const struct rated *)y)->triple;

    if (p->chain != q->chain)
        return (int)p->chain - (int)q->chain;
    return (p->at_ns > q->at_ns) - (p->at_ns < q->at_ns);
}

/* How far the rates alone moved from the first third of the run to the last, with the
 * loop that moved more. */
static double drift_of(struct rated *rated, size_t count, double *room)
{
    size_t wide = 0;
    double drift = 0;

    qsort(rated, count, sizeof(*rated), by_loop_and_time);
    while (wide < count && !rated[wide].triple.chain)
        wide++;
    for (int chain = 0; chain < 2; chain++) {
        const struct rated *first = chain ? rated + wide : rated;
        size_t n = chain ? count - wide : wide;
        size_t third = n / 3;
        double moved;

        if (third == 0)
            continue;
        moved = fabs(median_alone(first + n - third, third, room) /
                         median_alone(first, third, room) -
                     1);
        drift = moved > drift ? moved : drift;
    }
    return drift;
}

static size_t root_of(const size_t *parent, size_t i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static bool is_sharing(const struct pair *pair)
{
    return pair->sharing == SHARING_CORE || pair->sharing == SHARING_THREAD;
}

/* Connects the CPUs that share a core or thread. Those that were drawn come last: a
 * pair of them that is not connected by then is one that nobody knew of. */
static void connect_groups(struct pairs *pairs, size_t *parent)
{
    for (int drawn = 0; drawn < 2; drawn++) {
        for (size_t i = 0; i < pairs->count; i++) {
            const struct pair *pair = &pairs->pairs[i];
            size_t a = root_of(parent, pair->a);
            size_t b = root_of(parent, pair->b);

            if ((pair->why == PAIR_DRAWN) != (drawn == 1))
                continue;
            pairs->drawn += drawn == 1;
            if (!is_sharing(pair) || a == b)
                continue;
            pairs->hidden += drawn == 1;
            parent[a] = b;
        }
    }
}

/* CPUs connected by a shared core or thread are one group. Returns false when two of a
 * group share nothing. */
static bool count_groups(struct pairs *pairs, size_t cpus, struct arena *arena)
{
    bool agree = true;
    size_t *parent = ARENA_ARRAY(arena, size_t, cpus);
    size_t *size = ARENA_ARRAY(arena, size_t, cpus);

    for (size_t i = 0; i < cpus; i++)
        parent[i] = i;
    connect_groups(pairs, parent);
    for (size_t i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->pairs[i];
        if (pair->sharing == SHARING_NOTHING &&
            root_of(parent, pair->a) == root_of(parent, pair->b)) {
            pairs->unclear = i;
            agree = false;
        }
    }
    for (size_t i = 0; i < cpus; i++)
        size[root_of(parent, i)]++;
    pairs->smallest = cpus;
    for (size_t i = 0; i < cpus; i++) {
        if (size[i] == 0)
            continue;
        pairs->groups++;
        pairs->largest = size[i] > pairs->largest ? size[i] : pairs->largest;
        pairs->smallest = size[i] < pairs->smallest ? size[i] : pairs->smallest;
    }
    return agree;
}

static void forget_groups(struct pairs *pairs, enum pairs_state state)
{
    pairs->state = state;
    pairs->groups = pairs->largest = pairs->smallest = 0;
}

static void judge_groups(struct pairs *pairs, size_t cpus, struct arena *arena)
{
    size_t few = 0;
    size_t leaning = 0;
    size_t doubted = 0;
    double most = leaning_limit * (double)pairs->count;
    bool lost = false;
    bool agree;

    for (size_t i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->pairs[i];
        bool between = pair->sharing == SHARING_UNKNOWN && !is_few(pair);
        bool leans = pair->leaning || between;

        few += is_few(pair);
        leaning += leans;
        if (leans)
            pairs->unclear = i;
        /* Drawn ones make no groups. */
        doubted += (leans || is_few(pair)) && pair->why != PAIR_DRAWN;
        /* Of few CPUs one pair in between is one too many. */
        lost = lost || (between && pair->why == PAIR_EVERY);
    }
    agree = count_groups(pairs, cpus, arena);
    if ((double)few > most)
        forget_groups(pairs, PAIRS_FEW);
    else if (!agree || lost || (double)leaning > most)
        forget_groups(pairs, PAIRS_SPREAD);
    else if (pairs->hidden > 0)
        forget_groups(pairs, PAIRS_HIDDEN);
    else if (doubted > 0 && pairs->largest != pairs->smallest)
        forget_groups(pairs, leaning > 0 ? PAIRS_SPREAD : PAIRS_FEW);
    else
        pairs->state = PAIRS_CLEAR;
}

/* Takes the whole triples; returns how many, and how many were not disturbed. */
static size_t take(const struct triple *triples, size_t count,
                   struct rated *rated, size_t *ret_calm)
{
    size_t n = 0;

    *ret_calm = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_whole(&triples[i]))
            continue;
        rated[n++].triple = triples[i];
        *ret_calm += !triples[i].disturbed;
    }
    return n;
}

static size_t drop_disturbed(struct rated *rated, size_t count)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        if (!rated[i].triple.disturbed)
            rated[n++] = rated[i];
    }
    return n;
}

/* Where most triples were disturbed all are shown, and none is believed. */
static void judge_disturbed(struct rated *rated, size_t count, double *room,
                            struct pairs *pairs)
{
    for (size_t i = 0; i < count; i++)
        rated[i].triple.disturbed = false;
    list_pairs(rated, count, room, pairs);
    for (size_t i = 0; i < pairs->count; i++)
        pairs->pairs[i].sharing = SHARING_UNKNOWN;
    pairs->state = PAIRS_DISTURBED;
}

struct pairs pairs_judge(const struct triple *triples, size_t count,
                         size_t cpus, struct arena *arena)
{
    struct pairs pairs = { .state = PAIRS_NONE };
    double *room = ARENA_ARRAY(arena, double, count);
    struct rated *rated = ARENA_ARRAY(arena, struct rated, count);
    size_t calm;
    size_t n = take(triples, count, rated, &calm);

    pairs.pairs = ARENA_ARRAY(arena, struct pair, count);
    if (count == 0)
        return pairs;
    if (calm < count / 2 || calm == 0) {
        judge_disturbed(rated, n, room, &pairs);
        return pairs;
    }
    list_pairs(rated, n, room, &pairs);
    pairs.drift = drift_of(rated, drop_disturbed(rated, n), room);
    if (pairs.drift > drift_limit)
        pairs.state = PAIRS_DRIFT;
    else
        judge_groups(&pairs, cpus, arena);
    return pairs;
}

static char *spread_reason(const struct pairs *pairs, struct arena *arena)
{
    const struct pair *pair = &pairs->pairs[pairs->unclear];

    return arena_printf(arena,
                        "cannot tell: the host is too noisy (two loops side by "
                        "side took %.2f to %.2f times as long as alone)",
                        pair->wide.low, pair->wide.high);
}

static char *hidden_reason(const struct pairs *pairs, struct arena *arena)
{
    return arena_printf(arena,
                        "cannot tell which CPUs share a core: %zu of %zu pairs "
                        "drawn at random do, in an order that is neither the "
                        "kernel's nor usual",
                        pairs->hidden, pairs->drawn);
}

static char *cannot_tell(const struct pairs *pairs, struct arena *arena)
{
    switch (pairs->state) {
    case PAIRS_DISTURBED:
        return arena_strdup(arena, "cannot tell: the host is too noisy (other "
                                   "work, or the hypervisor, took the CPUs "
                                   "meanwhile)");
    case PAIRS_DRIFT:
        return arena_printf(arena,
                            "cannot tell: the host is too noisy (the same CPUs "
                            "alone were %.0f %% apart at begin and end)",
                            pairs->drift * 100);
    case PAIRS_FEW:
        return arena_strdup(arena, "cannot tell: too few undisturbed rounds");
    case PAIRS_HIDDEN:
        return hidden_reason(pairs, arena);
    case PAIRS_SPREAD:
        return spread_reason(pairs, arena);
    case PAIRS_NONE:
    case PAIRS_CLEAR:
        break;
    }
    return arena_strdup(arena, "cannot tell: no pair was measured");
}

static bool any_thread(const struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->pairs[i].sharing == SHARING_THREAD)
            return true;
    }
    return false;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void add_groups(const struct pairs *pairs, struct text *text)
{
    size_t n = pairs->groups;

    if (any_thread(pairs))
        text_printf(text, "%zu hardware thread%s to take turns on", n,
                    plural(n));
    else if (pairs->largest == 1)
        text_printf(text, "%zu core%s with a thread each", n, plural(n));
    else if (pairs->largest == pairs->smallest)
        text_printf(text, "%zu core%s with %zu threads each", n, plural(n),
                    pairs->largest);
    else
        text_printf(text, "%zu core%s, some with %zu threads", n, plural(n),
                    pairs->largest);
}

char *pairs_conclude(const struct pairs *pairs, size_t cpus,
                     uint64_t told_cores, struct arena *arena)
{
    size_t all = cpus * (cpus - 1) / 2;
    struct text text;

    if (pairs->state != PAIRS_CLEAR)
        return cannot_tell(pairs, arena);
    text_init(&text, arena);
    text_printf(&text, "%zu CPUs behave like ", cpus);
    add_groups(pairs, &text);
    if (pairs->count < all)
        text_printf(&text, " (measured in %zu of %zu pairs)", pairs->count, all);
    else
        text_add(&text, " (measured)");
    if (known_u64(told_cores))
        text_printf(&text, "; the kernel says %llu core%s",
                    (unsigned long long)told_cores, plural(told_cores));
    return text.bytes;
}
