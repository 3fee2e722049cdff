/* Numbers out of text, the same in every locale.
 *
 * All readers take the whole string: trailing characters are an error. Fails
 * with ERR_DATA, naming the text. */
#ifndef ASSAY_BASE_NUMBER_H
#define ASSAY_BASE_NUMBER_H

#include <stdint.h>

struct err;

/* Reads a decimal integer, 0 to 2^64-2 (2^64-1 is spelled "unknown" inside). */
int number_u64(const char *text, uint64_t *ret_value, struct err *err);

/* Reads a finite decimal number such as "-1.5e3", with a point. */
int number_double(const char *text, double *ret_value, struct err *err);

/* Reads a size in bytes: a number of 0 or more, then optionally blanks and one
 * of B, kB, MB, GB, TB (powers of 1000), KiB, MiB, GiB, TiB (powers of 1024).
 * Whole numbers are exact, others are rounded to the nearest byte. */
int number_size(const char *text, uint64_t *ret_bytes, struct err *err);

/* Reads a list of CPUs as the kernel writes it, "0-3,8,10-11", with or without
 * its newline; calls `each` with every number in turn, and with none when the
 * list is wrong. An empty list is legal. */
int number_list(const char *text, void (*each)(void *context, unsigned number),
                void *context, struct err *err);

#endif
