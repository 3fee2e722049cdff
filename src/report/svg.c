/* Charts as inline SVG. */
#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "report/figure.h"
#include "report/markup.h"

enum { MOST_TICKS = 9 };

static const char *const shapes[SVG_SERIES] = {
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z",        /* disc */
    "M-3.2-3.2H3.2V3.2H-3.2Z",                             /* square */
    "M0-4.6L4.6 0L0 4.6L-4.6 0Z",                          /* diamond */
    "M0-4.4L4.3 3.2H-4.3Z",                                /* triangle */
    "M-1.4-4H1.4V-1.4H4V1.4H1.4V4H-1.4V1.4H-4V-1.4H-1.4Z", /* plus */
    "M0 4.4L4.3-3.2H-4.3Z",                                /* triangle, down */
};

const char *svg_shape(unsigned series)
{
    return shapes[(series - 1) % SVG_SERIES];
}

void svg_open(struct text *out, const char *name, double height,
              const char *title, const char *description)
{
    text_printf(out,
                "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" "
                "aria-labelledby=\"%s-t %s-d\">",
                SVG_WIDTH, height, name, name);
    text_printf(out, "<title id=\"%s-t\">%s</title>", name,
                markup(out->arena, title));
    text_printf(out, "<desc id=\"%s-d\">%s</desc>\n", name,
                markup(out->arena, description));
}

void svg_close(struct text *out)
{
    text_add(out, "</svg>\n");
}

void axis_begin(struct axis *axis)
{
    axis->low = (double)INFINITY;
    axis->high = -(double)INFINITY;
}

void axis_reach(struct axis *axis, double value)
{
    if (!isfinite(value) || fabs(value) > 1e200 || (axis->log && value < 1e-200))
        return;
    if (value < axis->low)
        axis->low = value;
    if (value > axis->high)
        axis->high = value;
}

static void settle_log(struct axis *axis)
{
    double reach = log10(axis->high / axis->low);
    double room = pow(10, reach < 0.3 ? 0.15 : reach * 0.06);

    axis->low /= room;
    axis->high *= room;
}

bool axis_settle(struct axis *axis, bool from_zero)
{
    double room;

    if (axis->low > axis->high)
        return false;
    if (axis->log) {
        settle_log(axis);
        return true;
    }
    if (from_zero && axis->low > 0)
        axis->low = 0;
    if (from_zero && axis->high < 0)
        axis->high = 0;
    room = (axis->high - axis->low) * 0.08;
    if (!(room > 0))
        room = fabs(axis->high) > 0 ? fabs(axis->high) * 0.1 : 1;
    axis->high += room;
    if (!from_zero)
        axis->low -= room;
    return true;
}

static bool place(const struct axis *axis, double value, double *ret_share)
{
    if (!isfinite(value) || value < axis->low || value > axis->high)
        return false;
    if (axis->log)
        *ret_share = log(value / axis->low) / log(axis->high / axis->low);
    else
        *ret_share = (value - axis->low) / (axis->high - axis->low);
    return isfinite(*ret_share);
}

bool plot_x(const struct plot *plot, double value, double *ret_at)
{
    double share;

    if (!place(&plot->x, value, &share))
        return false;
    *ret_at = plot->left + share * plot->width;
    return true;
}

bool plot_y(const struct plot *plot, double value, double *ret_at)
{
    double share;

    if (!place(&plot->y, value, &share))
        return false;
    *ret_at = plot->top + (1 - share) * plot->height;
    return true;
}

/* Steps of 1, 2 or 5 times a power of ten, at most `most` of them. */
static size_t linear_ticks(const struct axis *axis, size_t most, double *ticks)
{
    double rough = (axis->high - axis->low) / (double)most;
    double power = pow(10, floor(log10(rough)));
    double step = rough <= power       ? power
                  : rough <= 2 * power ? 2 * power
                  : rough <= 5 * power ? 5 * power
                                       : 10 * power;
    double first = ceil(axis->low / step) * step;
    size_t count = 0;

    while (count < MOST_TICKS && first + (double)count * step <= axis->high) {
        ticks[count] = first + (double)count * step;
        if (fabs(ticks[count]) < step * 1e-6)
            ticks[count] = 0;
        count++;
    }
    return count;
}

/* 1, 2 and 5 times the powers of ten, for reaches under two decades. */
static size_t decade_ticks(const struct axis *axis, double *ticks)
{
    static const double steps[] = { 1, 2, 5 };
    double power = pow(10, floor(log10(axis->low)));
    size_t count = 0;

    while (power <= axis->high) {
        for (size_t i = 0; i < 3; i++) {
            double tick = power * steps[i];
            if (tick >= axis->low && tick <= axis->high && count < MOST_TICKS)
                ticks[count++] = tick;
        }
        power *= 10;
    }
    return count;
}

/* Powers of a base, some left out where there would be more than `most`. */
static size_t log_ticks(const struct axis *axis, size_t most, double *ticks)
{
    bool binary = axis->kind == AXIS_SIZE || axis->kind == AXIS_COUNT;
    double base = binary ? 2 : 10;
    double from = ceil(log(axis->low) / log(base) - 1e-9);
    double to = floor(log(axis->high) / log(base) + 1e-9);
    double step = ceil((to - from + 1) / (double)most);
    size_t count = 0;

    if (!binary && log10(axis->high / axis->low) < 2)
        return decade_ticks(axis, ticks);
    for (double e = from; e <= to && count < MOST_TICKS; e += step)
        ticks[count++] = pow(base, e);
    return count;
}

/* "1.00 ms" is "1 ms" at a tick. */
static void drop_zeros(char *spelled)
{
    char *point = strchr(spelled, '.');
    char *end = point;

    if (point == NULL)
        return;
    for (char *s = point + 1; *s >= '0' && *s <= '9'; s++) {
        if (*s != '0')
            end = s + 1;
    }
    memmove(end, point + 1 + strspn(point + 1, "0123456789"),
            strlen(point + 1 + strspn(point + 1, "0123456789")) + 1);
}

/* Plain counts, short where the margin would not hold all digits. */
static const char *spell_count(double value, char out[FIGURE_ROOM])
{
    double size = fabs(value);

    if (size < 1e4)
        (void)snprintf(out, FIGURE_ROOM, "%.6g", value);
    else if (size < 1e9)
        (void)snprintf(out, FIGURE_ROOM, "%.4g %s",
                       value / (size < 1e6 ? 1e3 : 1e6), size < 1e6 ? "k" : "M");
    else
        (void)snprintf(out, FIGURE_ROOM, "%.0e", value);
    return out;
}

static const char *tick_label(const struct axis *axis, double value,
                              char out[FIGURE_ROOM])
{
    switch (axis->kind) {
    case AXIS_SIZE:
        return units_spell_size((uint64_t)value, out);
    case AXIS_COUNT:
        return spell_count(value, out);
    case AXIS_PERCENT:
        (void)snprintf(out, FIGURE_ROOM, "%.4g %%", value);
        return out;
    case AXIS_NINES:
        (void)snprintf(out, FIGURE_ROOM, "%.6g %%", 100 * (1 - pow(10, -value)));
        return out;
    case AXIS_VALUE:
        break;
    }
    if (axis->unit == NULL)
        return spell_count(value, out);
    (void)figure(value, axis->unit, out);
    drop_zeros(out);
    return out;
}

static size_t axis_ticks(const struct axis *axis, size_t most, double *ticks)
{
    return axis->log ? log_ticks(axis, most, ticks)
                     : linear_ticks(axis, most, ticks);
}

static void add_x_ticks(const struct plot *plot)
{
    double ticks[MOST_TICKS];
    size_t count = axis_ticks(&plot->x, 5, ticks);
    double bottom = plot->top + plot->height;
    char label[FIGURE_ROOM];
    double at;

    for (size_t i = 0; i < count; i++) {
        if (!plot_x(plot, ticks[i], &at))
            continue;
        text_printf(
            plot->out,
            "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>"
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s"
            "</text>\n",
            at, plot->top, bottom, at, bottom + 15,
            markup(plot->out->arena, tick_label(&plot->x, ticks[i], label)));
    }
}

static void add_y_ticks(const struct plot *plot)
{
    double ticks[MOST_TICKS];
    size_t count = axis_ticks(&plot->y, plot->height < 90 ? 3 : 5, ticks);
    char label[FIGURE_ROOM];
    double at;

    for (size_t i = 0; i < count; i++) {
        if (!plot_y(plot, ticks[i], &at))
            continue;
        text_printf(
            plot->out,
            "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>"
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s"
            "</text>\n",
            plot->left, at, plot->left + plot->width, plot->left - 6, at + 4,
            markup(plot->out->arena, tick_label(&plot->y, ticks[i], label)));
    }
}

void plot_frame(const struct plot *plot)
{
    double bottom = plot->top + plot->height;

    add_x_ticks(plot);
    add_y_ticks(plot);
    text_printf(plot->out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n",
                plot->left, plot->top, bottom, plot->left + plot->width);
    text_printf(plot->out, "<text class=\"name\" x=\"4\" y=\"%.1f\">%s</text>\n",
                plot->top - 8, markup(plot->out->arena, plot->y.label));
    if (plot->x.label != NULL)
        text_printf(plot->out,
                    "<text class=\"name\" x=\"%.1f\" y=\"%.1f\" "
                    "text-anchor=\"end\">%s</text>\n",
                    plot->left + plot->width, bottom + 31,
                    markup(plot->out->arena, plot->x.label));
}

void plot_line(const struct plot *plot, const double *x, const double *y,
               size_t count, unsigned series)
{
    bool any = false;

    for (size_t i = 0; i < count; i++) {
        double at_x, at_y;
        if (!plot_x(plot, x[i], &at_x) || !plot_y(plot, y[i], &at_y))
            continue;
        if (!any)
            text_printf(plot->out, "<polyline class=\"s%u\" points=\"", series);
        text_printf(plot->out, "%.1f,%.1f ", at_x, at_y);
        any = true;
    }
    if (any)
        text_add(plot->out, "\"/>\n");
}

void plot_mark(const struct plot *plot, double x, double y, unsigned series,
               const char *words)
{
    double at_x, at_y;

    if (!plot_x(plot, x, &at_x) || !plot_y(plot, y, &at_y))
        return;
    text_printf(plot->out,
                "<path class=\"m%u\" transform=\"translate(%.1f %.1f)\" "
                "d=\"%s\">",
                series, at_x, at_y, svg_shape(series));
    if (words != NULL)
        text_printf(plot->out, "<title>%s</title>",
                    markup(plot->out->arena, words));
    text_add(plot->out, "</path>\n");
}

void plot_range(const struct plot *plot, double x, double low, double high,
                unsigned series)
{
    double at_x, at_low, at_high;

    if (plot_x(plot, x, &at_x) && plot_y(plot, low, &at_low) &&
        plot_y(plot, high, &at_high))
        text_printf(plot->out, "<path class=\"r%u\" d=\"M%.1f %.1fV%.1f\"/>\n",
                    series, at_x, at_low, at_high);
}

void plot_guide(const struct plot *plot, double x, const char *label,
                double *last)
{
    double at;
    double width = 6.2 * (double)text_columns(label) + 6;

    if (!plot_x(plot, x, &at))
        return;
    text_printf(plot->out, "<path class=\"guide\" d=\"M%.1f %.1fV%.1f\"/>\n",
                at, plot->top, plot->top + plot->height);
    if (at - width < *last || at - width < plot->left)
        return;
    text_printf(plot->out,
                "<text class=\"note\" x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"end\">%s</text>\n",
                at - 4, plot->top + 11, markup(plot->out->arena, label));
    *last = at;
}

void svg_key(struct text *out, unsigned series, const char *name)
{
    text_printf(out,
                "<li><svg width=\"26\" height=\"12\" viewBox=\"-13 -6 26 12\" "
                "aria-hidden=\"true\"><path class=\"s%u\" d=\"M-13 0H13\"/>"
                "<path class=\"m%u\" d=\"%s\"/></svg> %s</li>\n",
                series, series, svg_shape(series), markup(out->arena, name));
}
