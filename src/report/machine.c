#include "report/machine.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"

enum { COLUMNS = 5 };

static const char *const head[COLUMNS] = { "Category", "Function", "Score",
                                           "Minimum", "Result" };

/* The largest unit of which there is one or more, KiB/s at the least. */
static const char *throughput(double rate, enum machine_look look,
                              struct arena *arena)
{
    static const char *const units[][2] = { { "GiBs", "GiB/s" },
                                            { "MiBs", "MiB/s" },
                                            { "KiBs", "KiB/s" } };
    double scale = 1024.0 * 1024 * 1024;
    size_t unit = 0;

    if (!known_double(rate))
        return "-";
    while (rate < scale && unit < 2) {
        scale /= 1024;
        unit++;
    }
    return arena_printf(arena, "%.2f %s", rate / scale,
                        units[unit][look == MACHINE_CLASSIC]);
}

static const char *verdict(const struct machine_row *row, struct arena *arena)
{
    static const char *const words[] = {
        [MACHINE_PASS] = "✅ Pass",
        [MACHINE_FAIL] = "❌ Fail",
        [MACHINE_OPEN] = "❔ Open",
    };

    if (!known_double(row->score))
        return "❌ Not measured";
    return arena_printf(arena, "%s (%5.1f %%)", words[row->mark],
                        100 * row->score / row->minimum);
}

typedef const char *cells[COLUMNS];

static void fill(const struct machine_row *row, enum machine_look look,
                 struct arena *arena, cells out)
{
    out[0] = row->category;
    out[1] = row->function;
    out[2] = throughput(row->score, look, arena);
    out[3] = throughput(row->minimum, look, arena);
    out[4] = verdict(row, arena);
}

static void widen(size_t widths[COLUMNS], const cells row)
{
    for (size_t c = 0; c < COLUMNS; c++) {
        size_t width = text_columns(row[c]);

        if (width > widths[c])
            widths[c] = width;
    }
}

static void add_rule(struct text *text, const size_t widths[COLUMNS],
                     const char *edge, char line, const char *inner)
{
    text_add(text, edge);
    for (size_t c = 0; c < COLUMNS; c++) {
        text_add_repeated(text, line, widths[c] + 2);
        text_add(text, c + 1 < COLUMNS ? inner : edge);
    }
    text_add(text, "\n");
}

static void add_row(struct text *text, const size_t widths[COLUMNS],
                    const cells row)
{
    text_add(text, "|");
    for (size_t c = 0; c < COLUMNS; c++) {
        text_printf(text, " %s", row[c]);
        text_add_repeated(text, ' ', widths[c] - text_columns(row[c]));
        text_add(text, " |");
    }
    text_add(text, "\n");
}

void machine_table(const struct machine_row *rows, size_t count,
                   enum machine_look look, struct text *text)
{
    bool classic = look == MACHINE_CLASSIC;
    size_t widths[COLUMNS] = { 0 };
    cells *table = ARENA_ARRAY(text->arena, cells, count);

    widen(widths, head);
    for (size_t i = 0; i < count; i++) {
        fill(&rows[i], look, text->arena, table[i]);
        widen(widths, table[i]);
    }
    add_rule(text, widths, "+", '-', "+");
    add_row(text, widths, head);
    if (classic)
        add_rule(text, widths, "+", '-', "+");
    else
        add_rule(text, widths, "+", '=', "=");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            add_rule(text, widths, classic ? "+" : "|", '-', "+");
        add_row(text, widths, table[i]);
    }
    add_rule(text, widths, "+", '-', "+");
}
