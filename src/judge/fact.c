#include "judge/fact.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "base/unknown.h"
#include "result/result.h"

/* The arguments of every reader, to keep the rows of readers short. */
#define READER(name)                                                           \
    static void read_##name(const struct document *d,                          \
                            const struct result_target *t,                     \
                            struct fact_answer *a)

static double number_of(uint64_t value)
{
    return known_u64(value) ? (double)value : UNKNOWN_DOUBLE;
}

static const char *yes_or_no(enum fact fact)
{
    if (fact == FACT_UNKNOWN)
        return NULL;
    return fact == FACT_YES ? "yes" : "no";
}

static bool listed(const struct cpu_list *list, uint64_t number)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->numbers[i] == number)
            return true;
    }
    return false;
}

/* Is another usable CPU, earlier in the list, on the same core? */
static bool counted_before(const struct host_cpu *cpu, size_t place)
{
    for (size_t i = 0; i < place; i++) {
        if (cpu->places[i].core == cpu->places[place].core &&
            listed(&cpu->usable, cpu->places[i].cpu))
            return true;
    }
    return false;
}

/* The cores under the usable CPUs; all cores where the places are not known. */
static double cores_in_use(const struct host_cpu *cpu)
{
    size_t count = 0;

    for (size_t i = 0; i < cpu->place_count; i++)
        count +=
            listed(&cpu->usable, cpu->places[i].cpu) && !counted_before(cpu, i);
    return count > 0 ? (double)count : number_of(cpu->cores);
}

/* A quota leaves less than there is. */
static void limit_cpus(const struct host_cpu *cpu, double *number)
{
    if (known_double(cpu->usable_cpus) && cpu->usable_cpus < *number)
        *number = cpu->usable_cpus;
}

READER(cores)
{
    (void)t;
    a->number = cores_in_use(&d->host.cpu);
    limit_cpus(&d->host.cpu, &a->number);
    if (a->number < number_of(d->host.cpu.cores))
        a->why = d->host.cpu.usable_reason;
}

READER(threads)
{
    (void)t;
    if (d->host.cpu.online.count == 0)
        return;
    a->number = (double)d->host.cpu.online.count;
    limit_cpus(&d->host.cpu, &a->number);
    if (a->number < (double)d->host.cpu.online.count)
        a->why = d->host.cpu.usable_reason;
}

READER(usable_cpus)
{
    (void)t;
    a->number = d->host.cpu.usable_cpus;
}

READER(sockets)
{
    (void)t;
    a->number = number_of(d->host.cpu.sockets);
}

READER(threads_per_core)
{
    (void)t;
    a->number = number_of(d->host.cpu.threads_per_core);
}

READER(architecture)
{
    (void)t;
    a->text = d->host.cpu.architecture;
}

READER(cpu_flags)
{
    (void)t;
    a->text = d->host.cpu.all_flags;
}

READER(memory)
{
    uint64_t installed = d->host.memory.installed_bytes;
    uint64_t total = d->host.memory.total_bytes;

    /* A requirement speaks of what is fitted; the kernel keeps some for itself. */
    (void)t;
    if (known_u64(installed) && (!known_u64(total) || installed > total))
        total = installed;
    if (known_u64(total) && known_u64(d->host.memory.limit_bytes) &&
        d->host.memory.limit_bytes < total)
        total = d->host.memory.limit_bytes;
    a->number = number_of(total);
}

READER(memory_usable)
{
    (void)t;
    a->number = number_of(d->host.memory.usable_bytes);
}

READER(swap)
{
    (void)t;
    a->number = number_of(d->host.memory.swap_total_bytes);
}

READER(huge_pages)
{
    (void)t;
    a->text = d->host.memory.huge_pages;
}

READER(open_files)
{
    (void)t;
    a->number = number_of(d->host.limits.open_files);
}

READER(kernel)
{
    const char *kernel = d->host.kernel;

    /* "Linux 6.1.0-26-amd64": the version is what can be compared. */
    (void)t;
    if (kernel != NULL && text_starts(kernel, "Linux "))
        kernel += strlen("Linux ");
    a->text = kernel;
}

READER(virtualization)
{
    (void)t;
    a->text = d->host.virtualization;
}

READER(container)
{
    (void)t;
    a->text = d->host.container;
}

READER(governor)
{
    (void)t;
    a->text = d->conditions.governor;
}

READER(clock_source)
{
    (void)t;
    a->text = d->host.clock_source;
}

READER(free_space)
{
    (void)d;
    a->number = number_of(t->mount.free_bytes);
}

READER(capacity)
{
    (void)d;
    a->number = number_of(t->mount.size_bytes);
}

READER(filesystem)
{
    (void)d;
    a->text = t->mount.filesystem;
}

READER(storage)
{
    (void)d;
    a->text = t->direct;
}

READER(rotational)
{
    (void)d;
    a->text = yes_or_no(t->mount.rotational);
}

READER(network_storage)
{
    (void)d;
    a->text = yes_or_no(t->mount.network);
}

const struct fact_row fact_rows[] = {
    { "fact.cores", "Cores", FACT_NUMBER, UNIT_NONE, false, read_cores },
    { "fact.threads", "CPUs (hardware threads)", FACT_NUMBER, UNIT_NONE, false,
      read_threads },
    { "fact.usable-cpus", "Usable CPUs", FACT_NUMBER, UNIT_NONE, false,
      read_usable_cpus },
    { "fact.sockets", "Sockets", FACT_NUMBER, UNIT_NONE, false, read_sockets },
    { "fact.threads-per-core", "Threads per core", FACT_NUMBER, UNIT_NONE,
      false, read_threads_per_core },
    { "fact.architecture", "Architecture", FACT_WORD, UNIT_NONE, false,
      read_architecture },
    { "fact.cpu-flags", "CPU flag", FACT_SET, UNIT_NONE, false, read_cpu_flags },
    { "fact.memory", "Memory", FACT_NUMBER, UNIT_BYTES, false, read_memory },
    { "fact.memory-usable", "Usable memory", FACT_NUMBER, UNIT_BYTES, false,
      read_memory_usable },
    { "fact.swap", "Swap", FACT_NUMBER, UNIT_BYTES, false, read_swap },
    { "fact.huge-pages", "Transparent huge pages", FACT_WORD, UNIT_NONE, false,
      read_huge_pages },
    { "fact.open-files", "Open files limit", FACT_NUMBER, UNIT_NONE, false,
      read_open_files },
    { "fact.kernel", "Linux kernel", FACT_VERSION, UNIT_NONE, false,
      read_kernel },
    { "fact.virtualization", "Virtualization", FACT_WORD, UNIT_NONE, false,
      read_virtualization },
    { "fact.container", "Container", FACT_WORD, UNIT_NONE, false,
      read_container },
    { "fact.governor", "CPU frequency governor", FACT_WORD, UNIT_NONE, false,
      read_governor },
    { "fact.clock-source", "Clock source", FACT_WORD, UNIT_NONE, false,
      read_clock_source },
    { "fact.free-space", "Free space", FACT_NUMBER, UNIT_BYTES, true,
      read_free_space },
    { "fact.capacity", "File system size", FACT_NUMBER, UNIT_BYTES, true,
      read_capacity },
    { "fact.filesystem", "File system", FACT_WORD, UNIT_NONE, true,
      read_filesystem },
    { "fact.storage", "Way to the storage", FACT_WORD, UNIT_NONE, true,
      read_storage },
    { "fact.rotational", "Rotating disk", FACT_WORD, UNIT_NONE, true,
      read_rotational },
    { "fact.network-storage", "Storage on a network", FACT_WORD, UNIT_NONE,
      true, read_network_storage },
    { NULL, NULL, FACT_NUMBER, UNIT_NONE, false, NULL },
};

bool fact_is(const char *what)
{
    return text_starts(what, "fact.");
}

const struct fact_row *fact_find(const char *what)
{
    for (const struct fact_row *row = fact_rows; row->name != NULL; row++) {
        if (strcmp(row->name, what) == 0)
            return row;
    }
    return NULL;
}

struct fact_answer fact_read(const struct fact_row *fact,
                             const struct document *document,
                             const struct result_target *target)
{
    struct fact_answer answer = { UNKNOWN_DOUBLE, NULL, NULL };

    if (target != NULL || !fact->of_storage)
        fact->read(document, target, &answer);
    return answer;
}

/* Reads the number a version goes on with; 0 at its end. More than nine digits
 * are no version number: they are cut. */
static unsigned long next_number(const char **version)
{
    const char *c = *version;
    unsigned long number = 0;

    for (int digits = 0; isdigit((unsigned char)*c); c++, digits++) {
        if (digits < 9)
            number = number * 10 + (unsigned long)(*c - '0');
    }
    if (*c == '.' && isdigit((unsigned char)c[1]))
        c++;
    else
        c = ""; /* what follows the numbers does not count */
    *version = c;
    return number;
}

int fact_version_compare(const char *a, const char *b)
{
    while (*a != '\0' || *b != '\0') {
        unsigned long x = next_number(&a);
        unsigned long y = next_number(&b);

        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

bool fact_version_is(const char *text)
{
    return isdigit((unsigned char)text[0]) != 0;
}
