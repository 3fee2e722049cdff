/* The table of Substrate's `benchmark machine`, in its two looks. */
#ifndef ASSAY_REPORT_MACHINE_H
#define ASSAY_REPORT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum machine_look {
    MACHINE_NEWEST,  /* since mid 2022: "1.00 GiBs", a rule of '=' */
    MACHINE_CLASSIC, /* of the README of 2022: "1.00 GiB/s", rules alike */
};

enum machine_mark { MACHINE_PASS, MACHINE_FAIL, MACHINE_OPEN };

struct machine_row {
    const char *category;   /* "CPU", "Memory", "Disk" */
    const char *function;   /* "BLAKE2-256" */
    double score;           /* bytes/s; NaN: not measured */
    double minimum;         /* bytes/s */
    enum machine_mark mark; /* open: only where undecided is a possible answer */
};

/* Adds the table, each line with its end. The cells are left-aligned, with one blank
 * on both sides; an emoji is two columns wide.
 * Source: paritytech/polkadot-sdk, frame/benchmarking-cli, machine/mod.rs, and the
 * table's library comfy-table with its preset ASCII_FULL. */
void machine_table(const struct machine_row *rows, size_t count,
                   enum machine_look look, struct text *text);

#endif
