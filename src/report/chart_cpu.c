/* CPU scaling against the ideal line, and which CPUs slow each other. */
#include "report/chart.h"

#include <math.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/order.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/svg.h"
#include "report/table.h"
#include "report/words.h"
#include "result/result.h"

/* What all jobs of a point did together, in units of one job alone. */
static double gain_of(const struct result *result, double rate, uint64_t jobs)
{
    double total = result->per_job ? rate * (double)jobs : rate;

    return total / result->curve[0].score;
}

static struct plot scaling_plot(struct text *out, const struct result *result)
{
    struct plot plot = { .out = out,
                         .x = { .label = "jobs", .kind = AXIS_VALUE },
                         .y = { .label = "times one job", .kind = AXIS_VALUE },
                         .left = 44,
                         .top = 28,
                         .width = 304,
                         .height = 170 };
    double most = 1;

    for (size_t i = 0; i < result->curve_count; i++) {
        if ((double)result->curve[i].x > most)
            most = (double)result->curve[i].x;
    }
    plot.x.high = plot.y.high = most * 1.06;
    return plot;
}

static void add_scaling_table(struct text *out, const struct result *result)
{
    struct table table;

    table_init(&table, out, "CPU scaling",
               "Jobs|Per job|Times one job|Efficiency|Clock");
    for (size_t i = 0; i < result->curve_count; i++) {
        const struct result_point *p = &result->curve[i];
        double gain = gain_of(result, p->score, p->x);
        double jobs = (double)p->x;
        if (p->label != NULL)
            table_add(&table, p->label);
        else
            table_add_figure(&table, jobs, NULL);
        table_add_figure(&table, result->per_job ? p->score : p->score / jobs,
                         words_unit(result, out->arena));
        table_add_figure(&table, gain, "ratio");
        table_add_figure(&table, gain / jobs, "share");
        table_add_figure(&table, p->clock_hz, "Hz");
    }
    table_close(&table);
}

/* Widths of one kind of CPUs follow each other; the next kind begins anew. */
static size_t same_kind(const struct result *result, size_t from)
{
    size_t n = 1;

    while (from + n < result->curve_count) {
        const struct result_point *last = &result->curve[from + n - 1];
        const struct result_point *next = &result->curve[from + n];
        if (next->x <= last->x || (next->label == NULL) != (last->label == NULL))
            break;
        n++;
    }
    return n;
}

static void add_scaling_points(const struct plot *plot,
                               const struct result *result)
{
    struct arena *arena = plot->out->arena;
    double *x = ARENA_ARRAY(arena, double, result->curve_count);
    double *y = ARENA_ARRAY(arena, double, result->curve_count);

    for (size_t i = 0; i < result->curve_count; i++) {
        const struct result_point *p = &result->curve[i];
        x[i] = (double)p->x;
        y[i] = gain_of(result, p->score, p->x);
        plot_range(plot, x[i], gain_of(result, p->ci95.low, p->x),
                   gain_of(result, p->ci95.high, p->x), 1);
    }
    for (size_t i = 0, n; i < result->curve_count; i += n) {
        n = same_kind(result, i);
        plot_line(plot, x + i, y + i, n, 1);
    }
    for (size_t i = 0; i < result->curve_count; i++) {
        const char *label = result->curve[i].label;
        char gain[FIGURE_ROOM];
        plot_mark(plot, x[i], y[i], 1,
                  arena_printf(
                      arena, "%s jobs: %s times one job",
                      label != NULL ? label : arena_printf(arena, "%.0f", x[i]),
                      figure(y[i], "ratio", gain)));
    }
}

void chart_scaling(struct text *out, const struct document *document)
{
    const struct result *result = chart_curve(document, "cpu", "jobs");
    const struct host_cpu *cpu = &document->host.cpu;
    struct plot plot;
    double last = -1;

    if (result == NULL || result->curve[0].x != 1 ||
        !(result->curve[0].score > 0))
        return;
    plot = scaling_plot(out, result);
    if (!(plot.x.high < 1e6))
        return;
    chart_open(out, "CPU scaling", result->conclusion);
    svg_open(out, "scaling", 240, "CPU scaling",
             "Work of all jobs together, in units of one job alone, against "
             "the number of jobs; the dashed line is the ideal.");
    plot_frame(&plot);
    text_printf(out, "<path class=\"ideal\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                plot.left, plot.top + plot.height, plot.left + plot.width,
                plot.top);
    if (known_u64(cpu->cores) && cpu->cores > 1 &&
        cpu->cores < cpu->online.count)
        plot_guide(&plot, (double)cpu->cores, "cores", &last);
    add_scaling_points(&plot, result);
    svg_close(out);
    text_add(out, "<ul class=\"key\">");
    svg_key(out, 1, "measured");
    text_add(out,
             "<li><svg width=\"26\" height=\"12\" aria-hidden=\"true\">"
             "<path class=\"ideal\" d=\"M0 6H26\"/></svg> ideal</li></ul>\n");
    add_scaling_table(out, result);
    chart_close(out);
}

/* The CPUs that occur in pairs, ascending. */
static struct cpu_list paired_cpus(struct arena *arena,
                                   const struct result *result)
{
    struct cpu_list list = {
        ARENA_ARRAY(arena, uint64_t, 2 * result->pair_count), 0
    };

    for (size_t i = 0; i < result->pair_count; i++) {
        list.numbers[list.count++] = result->pairs[i].a;
        list.numbers[list.count++] = result->pairs[i].b;
    }
    list.count = order_distinct_u64(list.numbers, list.count);
    return list;
}

static double index_of(const struct cpu_list *list, uint64_t number)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->numbers[i] == number)
            return (double)i;
    }
    return 0;
}

/* Five steps from "undisturbed" to "half speed". */
static unsigned heat(double slowdown)
{
    double steps = (slowdown - 1) * 5;

    return !(steps > 0) ? 0 : steps >= 4 ? 4 : (unsigned)steps;
}

struct matrix {
    struct text *out;
    struct cpu_list cpus;
    double left, top, cell;
};

static const char *spell_cpu(uint64_t number, char out[UNITS_ROOM])
{
    return words_or(figure_exact_u64(number, out), "?");
}

static void add_matrix_cell(const struct matrix *m,
                            const struct result_pair *pair, double column,
                            double row)
{
    double x = m->left + column * m->cell;
    double y = m->top + row * m->cell;
    bool known = isfinite(pair->throughput);
    char value[UNITS_ROOM] = "?", a[UNITS_ROOM], b[UNITS_ROOM];

    if (known)
        (void)snprintf(value, sizeof(value), "%.1f",
                       fmin(pair->throughput, 999));
    text_printf(m->out, "<g class=\"%s%u\">", known ? "h" : "u",
                known ? heat(pair->throughput) : 0);
    if (m->cpus.count <= 32)
        text_printf(m->out, "<title>CPUs %s and %s: %s</title>",
                    spell_cpu(pair->a, a), spell_cpu(pair->b, b),
                    known ? value : "cannot tell");
    text_printf(m->out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                x + 1, y + 1, m->cell - 2, m->cell - 2);
    if (m->cell >= 22)
        text_printf(m->out,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s"
                    "</text>",
                    x + m->cell / 2, y + m->cell / 2 + 4, value);
    text_add(m->out, "</g>\n");
}

static void add_matrix_heads(const struct matrix *m)
{
    size_t each = (size_t)ceil(20 / m->cell);

    for (size_t i = 0; i < m->cpus.count; i += each) {
        double at = ((double)i + 0.5) * m->cell;
        unsigned long long cpu = m->cpus.numbers[i];
        if (cpu > 99999)
            continue; /* no such CPU, and no room for it */
        text_printf(m->out,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%llu"
                    "</text><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">"
                    "%llu</text>\n",
                    m->left + at, m->top - 6, cpu, m->left - 6, m->top + at + 4,
                    cpu);
    }
}

static void add_pairs_table(struct text *out, const struct result *result)
{
    struct table table;

    table_init(&table, out, "CPU pairs",
               "CPUs|Slowdown, throughput|10th to 90th percentile|"
               "Slowdown, latency|Shared");
    for (size_t i = 0; i < result->pair_count; i++) {
        const struct result_pair *p = &result->pairs[i];
        struct interval reach = { p->throughput_low, p->throughput_high };
        char span[FIGURE_SPAN_ROOM], a[UNITS_ROOM], b[UNITS_ROOM];
        table_add(&table, arena_printf(out->arena, "%s and %s",
                                       spell_cpu(p->a, a), spell_cpu(p->b, b)));
        table_add_figure(&table, p->throughput, "ratio");
        table_add(&table, figure_span(reach, "ratio", span));
        table_add_figure(&table, p->latency, "ratio");
        table_add(&table, words_or(p->sharing, "cannot tell"));
    }
    table_close(&table);
}

static const struct result *paired(const struct document *document)
{
    for (size_t i = 0; i < document->result_count; i++) {
        const struct result *result = &document->results[i];
        if (result->pair_count > 0 && known_u64(result->pairs[0].a))
            return result;
    }
    return NULL;
}

static void add_heat_key(struct text *out)
{
    static const char *const words[] = { "1.0 to 1.2: undisturbed", "1.2 to 1.4",
                                         "1.4 to 1.6", "1.6 to 1.8",
                                         "1.8 and more: one core" };

    text_add(out, "<ul class=\"key\">");
    for (unsigned i = 0; i < 5; i++)
        text_printf(out,
                    "<li><svg width=\"14\" height=\"14\" aria-hidden=\"true\">"
                    "<g class=\"h%u\"><rect width=\"14\" height=\"14\"/></g>"
                    "</svg> %s</li>",
                    i, words[i]);
    text_add(out, "</ul>\n");
}

void chart_pairs(struct text *out, const struct document *document)
{
    const struct result *result = paired(document);
    struct matrix m = { .out = out, .left = 34, .top = 24 };

    if (result == NULL)
        return;
    m.cpus = paired_cpus(out->arena, result);
    m.cell = fmin(38, 316 / (double)m.cpus.count);
    chart_open(out, "CPU pairs", result->conclusion);
    svg_open(out, "pairs", m.top + (double)m.cpus.count * m.cell + 8,
             "CPU pairs",
             "How much slower two CPUs run together than alone: 1 is "
             "undisturbed, 2 is half the speed each.");
    add_matrix_heads(&m);
    for (size_t i = 0; i < result->pair_count; i++) {
        const struct result_pair *pair = &result->pairs[i];
        double a = index_of(&m.cpus, pair->a);
        double b = index_of(&m.cpus, pair->b);
        if (pair->a == pair->b)
            continue;
        add_matrix_cell(&m, pair, a, b);
        add_matrix_cell(&m, pair, b, a);
    }
    svg_close(out);
    add_heat_key(out);
    add_pairs_table(out, result);
    chart_close(out);
}
