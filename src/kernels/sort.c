/* Introsort of 64-bit keys. */
#include "kernels/sort.h"

#include "kernels/splitmix.h"

enum { SMALL = 16 };

static void swap(uint64_t *a, uint64_t *b)
{
    uint64_t kept = *a;

    *a = *b;
    *b = kept;
}

static void insertion_sort(uint64_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t j = i;

        for (; j > 0 && keys[j - 1] > key; j--)
            keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void sift_down(uint64_t *keys, size_t at, size_t count)
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && keys[child + 1] > keys[child])
            child++;
        if (keys[at] >= keys[child])
            return;
        swap(&keys[at], &keys[child]);
        at = child;
    }
}

static void heap_sort(uint64_t *keys, size_t count)
{
    for (size_t i = count / 2; i > 0; i--)
        sift_down(keys, i - 1, count);
    for (size_t end = count; end > 1; end--) {
        swap(&keys[0], &keys[end - 1]);
        sift_down(keys, 0, end - 1);
    }
}

/* Puts the median of three keys in the middle, a smaller or equal one first and
 * a greater or equal one last, where they stop the two scans below. */
static uint64_t pick_pivot(uint64_t *keys, size_t count)
{
    uint64_t *middle = &keys[count / 2], *last = &keys[count - 1];

    if (*middle < keys[0])
        swap(middle, &keys[0]);
    if (*last < *middle) {
        swap(last, middle);
        if (*middle < keys[0])
            swap(middle, &keys[0]);
    }
    return *middle;
}

/* Splits the keys: those before the returned place are at most the pivot, the
 * others at least; neither part is empty. */
static size_t split(uint64_t *keys, size_t count)
{
    uint64_t pivot = pick_pivot(keys, count);
    size_t i = 0, j = count - 1;

    for (;;) {
        do
            i++;
        while (keys[i] < pivot);
        do
            j--;
        while (keys[j] > pivot);
        if (i >= j)
            return j + 1;
        swap(&keys[i], &keys[j]);
    }
}

/* Recurses into the smaller part only: the stack stays below log2(count). */
static void intro_sort(uint64_t *keys, size_t count, unsigned splits_left)
{
    while (count > SMALL) {
        if (splits_left-- == 0) {
            heap_sort(keys, count);
            return;
        }
        size_t before = split(keys, count), after = count - before;

        if (before < after) {
            intro_sort(keys, before, splits_left);
            keys += before;
            count = after;
        } else {
            intro_sort(keys + before, after, splits_left);
            count = before;
        }
    }
    insertion_sort(keys, count);
}

void sort_keys(uint64_t *keys, size_t count)
{
    unsigned splits = 0;

    for (size_t n = count; n > 1; n /= 2)
        splits += 2;
    intro_sort(keys, count, splits);
}

void sort_fill(uint64_t *keys, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        keys[i] = splitmix_next(&seed);
}

bool sort_proved(const uint64_t *keys, size_t count, uint64_t seed)
{
    uint64_t sum = 0, parity = 0;

    for (size_t i = 0; i < count; i++) {
        uint64_t key = splitmix_next(&seed);

        if (i > 0 && keys[i] < keys[i - 1])
            return false;
        sum += keys[i] - key;
        parity ^= keys[i] ^ key;
    }
    return sum == 0 && parity == 0;
}
