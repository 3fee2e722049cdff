#include "report/table.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/words.h"

void table_init(struct table *table, struct text *out, const char *what,
                const char *heads)
{
    *table =
        (struct table){ .out = out, .what = what, .heads = heads, .columns = 1 };
    for (const char *s = heads; *s != '\0'; s++)
        table->columns += *s == '|';
}

static void add_cell(struct table *table, const char *words, bool number)
{
    struct arena *arena = table->out->arena;

    if (table->count == table->room) {
        table->room = table->room > 0 ? 2 * table->room : 64;
        table->cells = arena_grow(arena, table->cells, table->count,
                                  table->room, sizeof(table->cells[0]));
    }
    table->cells[table->count++] =
        (struct table_cell){ markup(arena, words), number };
}

void table_add(struct table *table, const char *words)
{
    add_cell(table, words_or(words, "-"), false);
}

void table_add_figure(struct table *table, double value, const char *unit)
{
    char spelled[FIGURE_ROOM];

    add_cell(table, figure(value, unit, spelled), true);
}

static bool is_shown(const struct table *table, size_t column)
{
    for (size_t i = column; i < table->count; i += table->columns) {
        if (strcmp(table->cells[i].html, "-") != 0)
            return true;
    }
    return false;
}

static void add_heads(const struct table *table, const bool *shown)
{
    const char *head = table->heads;

    for (size_t c = 0; c < table->columns; c++) {
        size_t length = strcspn(head, "|");

        if (shown[c])
            text_printf(table->out, "<th scope=\"col\">%.*s</th>", (int)length,
                        head);
        head += length + (head[length] == '|');
    }
}

static void add_rows(const struct table *table, const bool *shown)
{
    const struct table_cell *cell = table->cells;
    const struct table_cell *end = cell + table->count;

    while (cell < end) {
        text_add(table->out, "<tr>");
        for (size_t c = 0; c < table->columns && cell < end; c++, cell++) {
            if (shown[c])
                text_printf(table->out, "<td%s>%s</td>",
                            cell->number ? " class=\"n\"" : "", cell->html);
        }
        text_add(table->out, "</tr>\n");
    }
}

void table_close(struct table *table)
{
    struct text *out = table->out;
    const char *what = markup(out->arena, table->what);
    bool *shown = ARENA_ARRAY(out->arena, bool, table->columns);

    if (table->count == 0)
        return;
    for (size_t c = 0; c < table->columns; c++)
        shown[c] = is_shown(table, c);
    text_printf(out,
                "<details><summary>Table: %s</summary><div class=\"scroll\" "
                "tabindex=\"0\" role=\"group\" aria-label=\"Table: %s\">"
                "<table><thead><tr>",
                what, what);
    add_heads(table, shown);
    text_add(out, "</tr></thead><tbody>\n");
    add_rows(table, shown);
    text_add(out, "</tbody></table></div></details>\n");
}
