/* Work whose outcome nobody reads, done all the same. */
#ifndef ASSAY_BENCH_KEEP_H
#define ASSAY_BENCH_KEEP_H

/* Reads and writes a byte where the compiler cannot see, so that what is made of these
 * bytes, or made into them, is made. */
static inline void keep(volatile unsigned char *bytes)
{
    bytes[0] = bytes[0];
}

#endif
