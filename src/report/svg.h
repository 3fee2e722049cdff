/* Charts as inline SVG: axes, marks and lines in a frame of fixed size.
 *
 * Colours and strokes come from the page's style by class: series 1 to 6 are "s1" to
 * "s6", each with a shape of its own, so that no chart needs colour to be read.
 * Values that are not finite, or not positive on a logarithmic axis, are left out. */
#ifndef ASSAY_REPORT_SVG_H
#define ASSAY_REPORT_SVG_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum { SVG_WIDTH = 360, SVG_SERIES = 6 };

enum axis_kind { AXIS_VALUE, AXIS_SIZE, AXIS_COUNT, AXIS_PERCENT, AXIS_NINES };

struct axis {
    const char *label;
    double low, high;
    bool log;
    enum axis_kind kind; /* how the ticks are spelled */
    const char *unit;    /* of AXIS_VALUE */
};

/* One frame with its two axes; a chart may have several above each other. */
struct plot {
    struct text *out;
    struct axis x, y;
    double left, top, width, height; /* of the frame, in the chart's units */
};

/* Opens a chart; the title and the description are for those who do not see it, and
 * `name` makes their ids unique in the page. */
void svg_open(struct text *out, const char *name, double height,
              const char *title, const char *description);

/* Closes it. */
void svg_close(struct text *out);

/* Takes values into the reach of an axis, which starts as `axis_begin` leaves it; unknown
 * ones are left out. */
void axis_begin(struct axis *axis);
void axis_reach(struct axis *axis, double value);

/* True when values were reached; makes room around them. Linear axes then begin at 0
 * if `from_zero`. */
bool axis_settle(struct axis *axis, bool from_zero);

/* Draws the frame, grid, ticks and labels. */
void plot_frame(const struct plot *plot);

/* Where a value lies; false when it has no place. */
bool plot_x(const struct plot *plot, double value, double *ret_at);
bool plot_y(const struct plot *plot, double value, double *ret_at);

/* A line through points, in the order given; those without a place are left out. */
void plot_line(const struct plot *plot, const double *x, const double *y,
               size_t count, unsigned series);

/* The mark of a series, with words that show when it is pointed at (NULL: none). */
void plot_mark(const struct plot *plot, double x, double y, unsigned series,
               const char *words);

/* A thin line from `low` to `high`: an interval. */
void plot_range(const struct plot *plot, double x, double low, double high,
                unsigned series);

/* A vertical guide with a label at its top; labels nearer than its width to the one
 * before (`*last`, start with a negative number) are left out. */
void plot_guide(const struct plot *plot, double x, const char *label,
                double *last);

/* The legend's shape of a series, as a small picture of its own. */
void svg_key(struct text *out, unsigned series, const char *name);

/* The path of a series' shape around 0,0. */
const char *svg_shape(unsigned series);

#endif
