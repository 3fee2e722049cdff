/* Pointer chase: one cycle through all lines of a buffer. */
#include "kernels/chase.h"

#include "kernels/splitmix.h"

enum {
    PAGE_LINES = 4096 / CHASE_LINE,
    GROUP_PAGES = 64,
    GROUP_LINES = GROUP_PAGES * PAGE_LINES,
    VISITS = 8,
    VISIT_LINES = GROUP_LINES / VISITS
};

/* A line: its first word says where to go next. While a random cycle is being
 * made it holds a line's index, afterwards its address. */
union node {
    union node *next;
    size_t index;
    unsigned char line[CHASE_LINE];
};

static void build_random(union node *nodes, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        nodes[i].index = i;
    for (size_t i = count - 1; i > 0; i--) {
        size_t j = splitmix_below(&seed, i);
        size_t kept = nodes[i].index;

        nodes[i].index = nodes[j].index;
        nodes[j].index = kept;
    }
    for (size_t i = 0; i < count; i++)
        nodes[i].next = &nodes[nodes[i].index];
}

/* Lists in random order the lines that visit number `visit` of the group at
 * `first` covers, those below `count`. Returns how many. */
static size_t visit_plan(size_t first, size_t count, size_t visit,
                         uint64_t *seed, size_t plan[VISIT_LINES])
{
    size_t n = 0;

    for (size_t line = first + visit; line < count && n < VISIT_LINES;
         line += VISITS) {
        size_t j = splitmix_below(seed, n + 1);

        plan[n] = plan[j];
        plan[j] = line;
        n++;
    }
    return n;
}

static void build_near_pages(union node *nodes, size_t count, uint64_t seed)
{
    size_t plan[VISIT_LINES] = { 0 };
    union node *last = NULL, *head = NULL;

    for (size_t visit = 0; visit < VISITS; visit++) {
        for (size_t first = 0; first < count; first += GROUP_LINES) {
            size_t n = visit_plan(first, count, visit, &seed, plan);

            for (size_t i = 0; i < n; i++) {
                union node *node = &nodes[plan[i]];

                if (last != NULL)
                    last->next = node;
                else
                    head = node;
                last = node;
            }
        }
    }
    last->next = head;
}

void chase_build(void *memory, size_t bytes, enum chase_order order,
                 uint64_t seed)
{
    union node *nodes = memory;
    size_t count = bytes / sizeof *nodes;

    if (order == CHASE_RANDOM)
        build_random(nodes, count, seed);
    else
        build_near_pages(nodes, count, seed);
}

void *chase_walk(void *start, uint64_t loads)
{
    const union node *p = start;

    for (; loads >= 8; loads -= 8)
        p = p->next->next->next->next->next->next->next->next;
    for (; loads > 0; loads--)
        p = p->next;
    return (void *)(uintptr_t)p;
}
