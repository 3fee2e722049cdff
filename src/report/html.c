/* One page with charts: a single file without script and without anything fetched. */
#include "report/html.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/unknown.h"
#include "report/chart.h"
#include "report/compare.h"
#include "report/figure.h"
#include "report/markup.h"
#include "report/report.h"
#include "report/words.h"
#include "result/result.h"

void html_begin(struct text *out, const char *title)
{
    text_add(out, "<!DOCTYPE html>\n"
                  "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                  "<meta name=\"viewport\" content=\"width=device-width, "
                  "initial-scale=1\"/>\n"
                  "<meta name=\"color-scheme\" content=\"light dark\"/>\n");
    text_printf(out, "<title>%s</title>\n<style>\n", markup(out->arena, title));
    for (size_t i = 0; html_style[i] != NULL; i++)
        text_add(out, html_style[i]);
    text_add(out, "</style>\n</head>\n<body>\n");
}

static void add_title(struct text *out, const struct document *document)
{
    html_begin(out, arena_printf(out->arena, "assay of %s",
                                 words_or(document->host.name, "this host")));
}

static void add_fact(struct text *out, const char *fact)
{
    if (fact != NULL)
        text_printf(out, "<li>%s</li>", markup(out->arena, fact));
}

static void add_cautions(struct text *out, const struct document *document)
{
    struct words_caution cautions[WORDS_CAUTIONS];
    size_t count = words_cautions(document, out->arena, cautions);

    for (size_t i = 0; i < count; i++)
        text_printf(out,
                    "<p class=\"incomplete\"><strong>%s:</strong> %s.</p>\n",
                    cautions[i].name, markup(out->arena, cautions[i].sentence));
}

static void add_header(struct text *out, const struct document *document)
{
    const struct host *host = &document->host;
    char cpus[FIGURE_ROOM], bytes[UNITS_ROOM], seconds[UNITS_ROOM];

    text_printf(out,
                "<header>\n<p class=\"brand\">assay</p>\n<h1>%s</h1>\n"
                "<ul class=\"facts\">",
                markup(out->arena, words_or(host->name, "A Linux host")));
    add_fact(out, host->cpu.model);
    if (isfinite(host->cpu.usable_cpus))
        text_printf(out, "<li>%s usable CPUs</li>",
                    figure(host->cpu.usable_cpus, NULL, cpus));
    if (known_u64(host->memory.total_bytes))
        text_printf(out, "<li>%s of memory</li>",
                    units_spell_size(host->memory.total_bytes, bytes));
    add_fact(out, host->os);
    text_add(out, "</ul>\n");
    text_printf(out, "<p class=\"when\">Measured %s, in %s</p>\n",
                markup(out->arena, words_or(document->started, "-")),
                units_spell_duration(document->elapsed_s, seconds));
    add_cautions(out, document);
    if (!document->complete)
        text_printf(
            out,
            "<p class=\"incomplete\"><strong>Incomplete.</strong> The "
            "run was interrupted by %s; what it had measured until then "
            "is here.</p>\n",
            markup(out->arena,
                   words_or(document->interrupted_by, "something")));
    text_add(out, "</header>\n<main>\n");
}

/* Adds one chart, or nothing. */
typedef void chart_adder(struct text *out, const struct document *document);

/* A section with its charts and its table; nothing when both are empty. */
static void add_section(struct text *out, const struct document *document,
                        const char *resource, const char *heading,
                        chart_adder *const *charts)
{
    struct text inside;
    size_t before;

    text_init(&inside, out->arena);
    text_add(&inside, "<div class=\"charts\">\n");
    before = inside.length;
    for (size_t i = 0; charts[i] != NULL; i++)
        charts[i](&inside, document);
    if (inside.length == before) {
        inside.length = 0;
        inside.bytes[0] = '\0';
    } else {
        text_add(&inside, "</div>\n");
    }
    html_results(&inside, document, resource, heading);
    if (inside.length > 0)
        text_printf(out, "<section>\n<h2>%s</h2>\n%s</section>\n",
                    markup(out->arena, heading), inside.bytes);
}

static chart_adder *const cpu_charts[] = { chart_scaling, chart_pairs,
                                           chart_stalls, NULL };
static chart_adder *const os_charts[] = { NULL };
static chart_adder *const memory_charts[] = { chart_ladder, chart_levels, NULL };
static chart_adder *const disk_charts[] = { chart_depth, chart_percentiles,
                                            chart_distribution, NULL };

static void add_footer(struct text *out, const struct document *document)
{
    text_add(out, "</main>\n<footer>\n<p>Command: <code>");
    for (size_t i = 0; i < document->command_count; i++)
        text_printf(out, "%s%s", i > 0 ? " " : "",
                    markup(out->arena, document->command[i]));
    text_printf(out, "</code></p>\n<p>assay %s, commit %s, run %s. ",
                markup(out->arena, words_or(document->assay_version, "-")),
                markup(out->arena, words_or(document->assay_commit, "-")),
                markup(out->arena, words_or(document->run_id, "-")));
    text_add(out, "MB is 10<sup>6</sup> bytes, MiB is 2<sup>20</sup>. A score "
                  "is the median of its rounds; its interval holds the median "
                  "with 95 % and is widened by the guard band of its class. "
                  "docs/methods.md says how each figure is obtained and what "
                  "it does not show.</p>\n</footer>\n</body>\n</html>\n");
}

static int html_render(const struct document *document,
                       const struct report_options *options, struct text *out,
                       struct err *err)
{
    (void)options;
    (void)err;
    add_title(out, document);
    add_header(out, document);
    html_verdicts(out, document);
    html_glance(out, document);
    html_disturbance(out, document);
    add_section(out, document, "cpu", "CPU", cpu_charts);
    add_section(out, document, "os", "System", os_charts);
    add_section(out, document, "memory", "Memory", memory_charts);
    add_section(out, document, "disk", "Storage", disk_charts);
    html_host(out, document);
    add_footer(out, document);
    return 0;
}

const struct report_format report_html = {
    .name = "html",
    .suffixes = ".html .htm",
    .about = "one page with charts, without script and without the network",
    .render = html_render,
    .compare = compare_html,
};
