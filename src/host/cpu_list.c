#include "host/cpu_list.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/number.h"
#include "base/order.h"
#include "base/text.h"

void cpu_list_add(struct cpu_list *list, size_t *room, uint64_t cpu,
                  struct arena *arena)
{
    if (list->count == *room) {
        *room = *room > 0 ? 2 * *room : 16;
        list->numbers = arena_grow(arena, list->numbers, list->count, *room,
                                   sizeof(*list->numbers));
    }
    list->numbers[list->count++] = cpu;
}

void cpu_list_sort(struct cpu_list *list)
{
    list->count = order_distinct_u64(list->numbers, list->count);
}

struct building {
    struct cpu_list list;
    size_t room;
    struct arena *arena;
};

static void add_one(void *context, unsigned number)
{
    struct building *b = context;

    cpu_list_add(&b->list, &b->room, number, b->arena);
}

struct cpu_list cpu_list_parse(const char *text, struct arena *arena)
{
    struct building b = { .arena = arena };
    struct err ignored; /* no list is an empty list here */

    if (text == NULL || number_list(text, add_one, &b, &ignored) < 0)
        return (struct cpu_list){ 0 };
    cpu_list_sort(&b.list);
    return b.list;
}

char *cpu_list_spell(const struct cpu_list *list, struct arena *arena)
{
    struct text text;

    if (list->count == 0)
        return arena_strdup(arena, "none");
    text_init(&text, arena);
    for (size_t i = 0, next; i < list->count; i = next) {
        uint64_t first = list->numbers[i], last = first;
        for (next = i + 1;
             next < list->count && list->numbers[next] == last + 1; next++)
            last++;
        text_printf(&text, "%s%ju", i > 0 ? "," : "", (uintmax_t)first);
        if (last > first)
            text_printf(&text, "-%ju", (uintmax_t)last);
    }
    return text.bytes;
}

bool cpu_list_has(const struct cpu_list *list, uint64_t cpu)
{
    return order_has_u64(list->numbers, list->count, cpu);
}

struct cpu_list cpu_list_both(const struct cpu_list *a,
                              const struct cpu_list *b, struct arena *arena)
{
    struct cpu_list both = { 0 };
    size_t room = 0;

    for (size_t i = 0; i < a->count; i++)
        if (cpu_list_has(b, a->numbers[i]))
            cpu_list_add(&both, &room, a->numbers[i], arena);
    return both;
}
