/* Quantities spelled for people, on the way out.
 *
 * Inside everything is bytes, nanoseconds, and rates per second; here alone they
 * get prefixes. MB is 10^6 bytes, MiB is 2^20. Nothing follows the locale. */
#ifndef ASSAY_BASE_UNITS_H
#define ASSAY_BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* The units that values in the document have. */
enum unit {
    UNIT_NONE,             /* a plain count */
    UNIT_BYTES,            /* "bytes" */
    UNIT_BYTES_PER_SECOND, /* "bytes/s" */
    UNIT_OPS_PER_SECOND,   /* "ops/s": loops, verifications, I/Os */
    UNIT_NS,               /* "ns" per operation */
    UNIT_HZ,               /* "Hz" */
    UNIT_SHARE,            /* "share", 0 to 1 */
    UNIT_RATIO,            /* "ratio", 0 up */
    UNIT_FLOPS,            /* "flop/s" */
    UNIT_COUNT
};

/* Returns the document's name of a unit, such as "bytes/s". */
const char *unit_name(enum unit unit);

/* Finds a unit by its document name; UNIT_COUNT when there is none. */
enum unit unit_from_name(const char *name);

/* Room that every spelling below fits in, with its NUL. */
enum { UNITS_ROOM = 32 };

/* Spells a value with three significant digits and a decimal prefix: "1.45 GB/s",
 * "148 us", "12.3 k ops/s", "2.99 GHz", "3.20 %"; whole counts and whole bytes
 * below a kB have no decimals. An unknown value is "-". Writes at most UNITS_ROOM
 * bytes and returns `out`. */
const char *units_spell(double value, enum unit unit, char out[UNITS_ROOM]);

/* The same of so many a second, saying of what: "12.3 k IO/s", "332 IO/s"; names
 * of more than 16 bytes are cut. */
const char *units_spell_rate(double value, const char *what,
                             char out[UNITS_ROOM]);

/* Spells a number of bytes with a binary prefix: "64 KiB", "1.5 GiB". */
const char *units_spell_size(uint64_t bytes, char out[UNITS_ROOM]);

/* Spells a duration in seconds for people: "1.5 s", "46 s", "3 min 20 s". */
const char *units_spell_duration(double seconds, char out[UNITS_ROOM]);

#endif
