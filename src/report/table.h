/* Tables of the page, folded away until somebody wants the figures behind a picture. A
 * column without a single value is left out. */
#ifndef ASSAY_REPORT_TABLE_H
#define ASSAY_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

struct table_cell {
    const char *html; /* "-" where there is no value */
    bool number;      /* stands at the right */
};

struct table {
    struct text *out;
    const char *what;  /* it shows; for the summary */
    const char *heads; /* of its columns, with "|" between them */
    size_t columns;
    struct table_cell *cells; /* row by row */
    size_t count, room;
};

/* Begins a table without rows; the strings must last until it is closed. */
void table_init(struct table *table, struct text *out, const char *what,
                const char *heads);

/* The next cell, a row being full after as many as there are heads: words ("-" for
 * NULL or none), or a figure with its unit. */
void table_add(struct table *table, const char *words);
void table_add_figure(struct table *table, double value, const char *unit);

/* Writes it; nothing when it has no rows. */
void table_close(struct table *table);

#endif
