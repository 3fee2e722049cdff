/* Lists of CPU numbers, as the kernel writes them and as sets. */
#ifndef ASSAY_HOST_CPU_LIST_H
#define ASSAY_HOST_CPU_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "host/host.h"

struct arena;

/* Reads "0-3,8" into an ascending list without doubles. NULL and text that is no
 * list give an empty one: callers fall back to another source then. */
struct cpu_list cpu_list_parse(const char *text, struct arena *arena);

/* Spells a list the kernel's way: "0-3,8"; "none" when it is empty. */
char *cpu_list_spell(const struct cpu_list *list, struct arena *arena);

/* True when the CPU is in the list. */
bool cpu_list_has(const struct cpu_list *list, uint64_t cpu);

/* The CPUs that are in both. */
struct cpu_list cpu_list_both(const struct cpu_list *a,
                              const struct cpu_list *b, struct arena *arena);

/* Adds a number at the end; `*room` is how many the array holds. */
void cpu_list_add(struct cpu_list *list, size_t *room, uint64_t cpu,
                  struct arena *arena);

/* Puts a list in order and drops doubles. */
void cpu_list_sort(struct cpu_list *list);

#endif
